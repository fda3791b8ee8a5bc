// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <ostream>
#include <string>

#include "support/sampled.hpp"

namespace isomer::test {
namespace {

using Random = std::mt19937_64;

/// Where kernels have their edges: nothing, one, primes, powers of two (tile sizes among them) and
/// their neighbours.
constexpr std::int64_t extents[] = {1,   2,   3,   4,   5,   7,   8,   9,   11,  13,  15,  16,
                                    17,  19,  31,  32,  33,  37,  61,  63,  64,  65,  67,  97,
                                    101, 127, 128, 129, 251, 255, 256, 257, 509, 511, 512, 513};

int below(Random& random, int end) {
  return std::uniform_int_distribution<int>(0, end - 1)(random);
}

std::vector<int> shuffled(Random& random, int rank) {
  std::vector<int> order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

Index draw_extents(Random& random, int rank, std::int64_t budget) {
  Index extent(static_cast<std::size_t>(rank), 1);
  // In a random order, so that no axis is always the large one; each takes a share of what is left.
  int left = rank;
  for (int const axis : shuffled(random, rank)) {
    // Small extents leave room for the axes to come, now and then an axis takes all it can.
    std::int64_t most = budget;
    for (int k = 1; k < left && below(random, 4) != 0; ++k)
      most = std::max<std::int64_t>(2, most / 3);
    auto const end =
        std::upper_bound(std::begin(extents), std::end(extents), std::min(most, budget));
    auto const count = static_cast<int>(end - std::begin(extents));
    auto const drawn = count > 0 ? extents[below(random, count)] : 1;
    extent[static_cast<std::size_t>(axis)] = drawn;
    budget /= drawn;
    --left;
  }
  if (below(random, 40) == 0) extent[static_cast<std::size_t>(below(random, rank))] = 0;
  return extent;
}

Arrangement draw_arrangement(Random& random, int rank, CaseRange const& range) {
  Arrangement side;
  side.misalignment = range.alignment * below(random, 64 / range.alignment + 1) % 64;
  if (below(random, 3) == 0) side.misalignment = 0;
  int const kind = below(random, range.layouts == CaseRange::Layouts::left_right ? 2 : 4);
  side.slowest_first = memory_order(kind == 0 ? detail::Order::left : detail::Order::right, rank);
  if (kind < 2) return side;
  if (kind == 3) side.slowest_first = shuffled(random, rank);
  side.gap.assign(static_cast<std::size_t>(rank), 0);
  for (int& gap : side.gap)
    if (below(random, 3) == 0) gap = 1 + below(random, 3);
  return side;
}

void print(std::ostream& out, std::vector<int> const& list) {
  for (std::size_t k = 0; k < list.size(); ++k) out << (k == 0 ? "{" : ", ") << list[k];
  out << (list.empty() ? "{}" : "}");
}

void print(std::ostream& out, char const* name, Arrangement const& side, ArrayShape const& shape) {
  out << "\n  " << name << " strides ";
  for (std::size_t k = 0; k < shape.stride.size(); ++k)
    out << (k == 0 ? "" : "x") << shape.stride[k];
  out << ", order in memory ";
  print(out, side.slowest_first);
  out << ", starts " << side.misalignment << " bytes behind a boundary";
}

long long from_environment(char const* name, long long otherwise) {
  char const* const text = std::getenv(name);
  return text != nullptr && *text != '\0' ? std::stoll(text) : otherwise;
}

}  // namespace

ArrayShape Case::src_shape() const {
  return {extent, strides_for(extent, src.slowest_first, src.gap), element_bytes};
}

ArrayShape Case::dst_shape() const {
  Index const result = permuted(extent, axes);
  return {result, strides_for(result, dst.slowest_first, dst.gap), element_bytes};
}

Case dense(Index extent, std::vector<int> axes, int element_bytes) {
  Case c;
  c.extent = std::move(extent);
  c.axes = std::move(axes);
  c.element_bytes = element_bytes;
  for (int k = 0; k < c.rank(); ++k) c.src.slowest_first.push_back(k);
  c.dst = c.src;
  return c;
}

std::ostream& operator<<(std::ostream& out, Case const& c) {
  out << "case of seed " << c.seed << " (replay: ISOMER_TEST_SEED=" << c.seed
      << " ISOMER_TEST_CASES=1): src ";
  for (std::size_t k = 0; k < c.extent.size(); ++k) out << (k == 0 ? "" : "x") << c.extent[k];
  out << ", axes ";
  print(out, c.axes);
  out << ", " << c.element_bytes << "-byte elements";
  print(out, "src", c.src, c.src_shape());
  print(out, "dst", c.dst, c.dst_shape());
  return out;
}

Case draw_case(std::uint64_t seed, CaseRange const& range) {
  Random random(seed);
  Case c;
  c.seed = seed;
  int const rank = range.min_rank + below(random, range.max_rank - range.min_rank + 1);
  if (range.element_bytes.empty()) {
    int const drawn = below(random, 42);
    c.element_bytes = drawn < 40 ? drawn + 1 : drawn == 40 ? 48 : 64;
    if (below(random, 2) == 0) c.element_bytes = 1 << below(random, 5);  // the words, more often
  } else {
    c.element_bytes = range.element_bytes[static_cast<std::size_t>(
        below(random, static_cast<int>(range.element_bytes.size())))];
  }
  c.extent = draw_extents(random, rank, range.max_bytes / c.element_bytes);
  c.axes = shuffled(random, rank);
  c.src = draw_arrangement(random, rank, range);
  c.dst = draw_arrangement(random, rank, range);
  return c;
}

std::uint64_t first_seed() {
  return static_cast<std::uint64_t>(from_environment("ISOMER_TEST_SEED", 20261121));
}

int case_count(int usual) {
  int const here = (usual + sample_step - 1) / sample_step;
  return static_cast<int>(from_environment("ISOMER_TEST_CASES", here));
}

void for_each_case(int count, CaseRange const& range,
                   std::function<void(Case const&)> const& visit) {
  for (int k = 0; k < case_count(count); ++k) {
    Case const c = draw_case(first_seed() + static_cast<std::uint64_t>(k), range);
    SCOPED_TRACE(testing::Message() << c);
    visit(c);
    if (testing::Test::HasFatalFailure() || testing::Test::HasNonfatalFailure()) return;
  }
}

Axes to_axes(std::vector<int> const& axes) { return Axes(axes); }

}  // namespace isomer::test
