// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/cycles/cycle_split.hpp"

#include <algorithm>

namespace isomer::in_place {

namespace {

bool is_prime(std::int64_t n) {
  if (n % 2 == 0) return n == 2;
  for (std::int64_t p = 3; p * p <= n; p += 2)
    if (n % p == 0) return false;
  return n > 1;
}

/// Newton's iteration: each round doubles the number of right bits, and q is its own inverse
/// modulo 8.
std::uint64_t inverse_modulo_2_64(std::uint64_t q) {
  std::uint64_t inverse = q;
  for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - q * inverse;
  return inverse;
}

}  // namespace

CycleSplit::CycleSplit(std::int64_t size, std::int64_t max_starts) {
  std::int64_t const last = size - 1;
  if (max_starts < 1 || last < 8) return;
  std::int64_t q = std::max<std::int64_t>(3, size / max_starts + 1);
  while (!is_prime(q) || last % q == 0) ++q;
  if (q >= last) return;
  // 2 r = last (mod q): then last - x = r (mod q) whenever x is.
  __extension__ using Wide = unsigned __int128;
  auto const half = static_cast<Wide>((q + 1) / 2);
  auto const r =
      static_cast<std::int64_t>(static_cast<Wide>(last % q) * half % static_cast<Wide>(q));
  first_ = static_cast<std::uint64_t>(r);
  step_ = static_cast<std::uint64_t>(q);
  inverse_ = inverse_modulo_2_64(step_);
  count_ = (last - r) / q + 1;
}

}  // namespace isomer::in_place
