// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden_problems.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace isomer::test {
namespace {

/// SplitMix64: unlike the distributions of <random>, the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::int64_t below(std::int64_t end) {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    z ^= z >> 31U;
    return static_cast<std::int64_t>(z % static_cast<std::uint64_t>(end));
  }
  bool one_in(std::int64_t times) { return below(times) == 0; }
  template <class Values>
  auto of(Values const& values) {
    return values[static_cast<std::size_t>(below(static_cast<std::int64_t>(std::size(values))))];
  }

 private:
  std::uint64_t state_;
};

/// Small, odd, round, and one around a round number.
std::int64_t draw_extent(Random& random, int log2_limit) {
  std::int64_t const round = std::int64_t{1} << (log2_limit - random.below(1 + log2_limit / 2));
  switch (random.below(4)) {
    case 0: return round;
    case 1: return round + random.below(3) - (round > 1 ? 1 : 0);
    case 2: return 8 * (1 + random.below(1 + round / 8));
    default: return 1 + random.below(2 * round);
  }
}

using Extents = std::array<std::int64_t, detail::max_rank>;

/// Extents whose product has about as many bits as drawn, up to 2^29.
Extents draw_extents(Random& random, int rank) {
  Extents extent{};
  auto const bits = static_cast<int>(6 + random.below(24));
  for (int k = 0; k < rank; ++k)
    extent[static_cast<std::size_t>(k)] = draw_extent(random, std::max(1, bits / rank));
  return extent;
}

std::array<int, detail::max_rank> draw_axes(Random& random, int rank) {
  std::array<int, detail::max_rank> axes{};
  std::iota(axes.begin(), axes.end(), 0);
  for (int k = rank - 1; k > 0; --k)
    std::swap(axes[static_cast<std::size_t>(k)],
              axes[static_cast<std::size_t>(random.below(k + 1))]);
  return axes;
}

/// The stride of each axis where `order` lists them slowest first; one in eight arrays has gaps.
Extents strides(Random& random, int rank, Extents const& extent,
                std::array<int, detail::max_rank> const& order) {
  Extents stride{};
  bool const has_gaps = random.one_in(8);
  std::int64_t next = 1;
  for (int j = rank - 1; j >= 0; --j) {
    auto const k = static_cast<std::size_t>(order[static_cast<std::size_t>(j)]);
    stride[k] = next;
    next *= extent[k] + (has_gaps ? random.below(9) : 0);
  }
  return stride;
}

std::uint8_t draw_offset(Random& random, std::int32_t element_bytes) {
  if (!random.one_in(3)) return 0;
  std::int32_t const word = std::min(element_bytes & -element_bytes, 16);
  return static_cast<std::uint8_t>(random.below(64 / word) * word);
}

}  // namespace

GoldenProblem golden_problem(std::uint64_t number) {
  Random random(number);
  constexpr std::array<std::int32_t, 12> sizes{1, 2, 4, 4, 4, 8, 8, 8, 16, 3, 12, 24};
  GoldenProblem golden;
  golden.is_in_place = number % 3 == 2;
  std::int32_t const element_bytes = random.of(sizes);
  auto const rank =
      random.one_in(2) ? 2 : static_cast<int>(2 + random.below(golden.is_in_place ? 3 : 5));
  Extents const extent = draw_extents(random, rank);
  auto const axes = draw_axes(random, rank);
  if (golden.is_in_place) {
    golden.in_place.rank = rank;
    golden.in_place.element_bytes = element_bytes;
    for (int k = 0; k < rank; ++k) {
      auto const i = static_cast<std::size_t>(k);
      golden.in_place.extent[i] = extent[i];
      golden.in_place.axes[i] = axes[i];
    }
    return golden;
  }
  std::array<int, detail::max_rank> source{};
  std::iota(source.begin(), source.end(), 0);
  Extents const src = strides(random, rank, extent, source);
  Extents const dst = strides(random, rank, extent, axes);
  detail::Problem& problem = golden.out_of_place;
  problem.rank = rank;
  problem.element_bytes = element_bytes;
  if (element_bytes == 8 && random.one_in(6)) problem.scalar = detail::Scalar::f64;
  problem.src_offset = draw_offset(random, element_bytes);
  problem.dst_offset = draw_offset(random, element_bytes);
  for (int k = 0; k < rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    problem.axis[i] = {extent[i], src[i], dst[i]};
  }
  if (random.one_in(10)) golden.workspace_limit = static_cast<std::size_t>(random.below(1 << 20));
  return golden;
}

}  // namespace isomer::test
