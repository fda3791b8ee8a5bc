// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify.hpp"

namespace isomer::perf {

namespace {

struct FlipByte {
  std::byte* at;
  KOKKOS_FUNCTION void operator()(int) const { *at ^= std::byte{0x10}; }
};

std::optional<std::string> verify_once(Exec const& exec, Verification const& verification,
                                       std::function<void()> const& move, bool corrupt,
                                       std::uint64_t seed) {
  auto const element_bytes = verification.element_bytes;
  std::int64_t count = 1;
  for (auto const& axis : verification.axes) count *= axis.extent;
  // The result of an earlier call must not pass for that of this one.
  if (verification.result != verification.source)
    fill_with_indices(exec, verification.result, count, element_bytes, ~seed);
  fill_with_indices(exec, verification.source, count, element_bytes, seed);
  move();
  exec.fence("isomer::perf::verify: the move to be verified");
  if (corrupt)
    Kokkos::parallel_for("isomer::perf::corrupt", Kokkos::RangePolicy<Exec>(exec, 0, 1),
                         FlipByte{verification.result + count / 2 * element_bytes});
  auto const wrong =
      first_mismatch(exec, verification.result, element_bytes, seed, verification.axes);
  if (!wrong) return std::nullopt;
  return "element " + std::to_string(*wrong) + " of " + std::to_string(count) +
         " of the result, in memory order, is the first wrong one";
}

}  // namespace

std::optional<std::string> verify(Exec const& exec, Verification const& verification,
                                  std::function<void()> const& move, bool corrupt) {
  constexpr std::uint64_t first_seed = 17;
  constexpr std::uint64_t second_seed = 1048583;
  auto wrong = verify_once(exec, verification, move, corrupt, first_seed);
  // Narrow elements repeat: one in 256 wrong bytes would look right under a single fill.
  if (!wrong && verification.element_bytes < 4)
    wrong = verify_once(exec, verification, move, corrupt, second_seed);
  return wrong;
}

}  // namespace isomer::perf
