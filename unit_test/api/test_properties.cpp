// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <algorithm>
#include <numeric>

#include "support/case.hpp"
#include "support/view_access.hpp"

/// What has to hold between calls, whatever the oracle says.
namespace isomer::test {
namespace {

using V = ManagedView<std::uint16_t, 5, Kokkos::LayoutRight>;
CaseRange const rank5{.min_rank = 5, .max_rank = 5, .max_bytes = 30000, .element_bytes = {2}};

std::vector<int> inverse(std::vector<int> const& axes) {
  std::vector<int> result(axes.size());
  for (std::size_t k = 0; k < axes.size(); ++k)
    result[static_cast<std::size_t>(axes[k])] = static_cast<int>(k);
  return result;
}

TEST(Properties, TheInverseAfterAPermutationIsTheIdentity) {
  for_each_case(200, rank5, [](Case const& c) {
    auto const src = allocate<V>("src", c.extent);
    auto const there = allocate<V>("there", permuted(c.extent, c.axes));
    auto const back = allocate<V>("back", c.extent);
    fill_distinct(src);
    isomer::permute(there, src, to_axes(c.axes));
    isomer::permute(back, there, to_axes(inverse(c.axes)));
    EXPECT_TRUE(holds(back, c.extent));
  });
}

TEST(Properties, ComposedAxesAreComposedCalls) {
  for_each_case(200, rank5, [](Case const& c) {
    auto second = c.axes;
    std::mt19937_64 random(c.seed);
    std::shuffle(second.begin(), second.end(), random);
    std::vector<int> both;
    for (int const k : second) both.push_back(c.axes[static_cast<std::size_t>(k)]);
    auto const src = allocate<V>("src", c.extent);
    auto const middle = allocate<V>("middle", permuted(c.extent, c.axes));
    auto const in_two = allocate<V>("in two", permuted(c.extent, both));
    auto const in_one = allocate<V>("in one", permuted(c.extent, both));
    fill_distinct(src);
    isomer::permute(middle, src, to_axes(c.axes));
    isomer::permute(in_two, middle, to_axes(second));
    isomer::permute(in_one, src, to_axes(both));
    for_each_index(extents_of(in_one),
                   [&](Index const& i) { ASSERT_EQ(at(in_two, i), at(in_one, i)); });
  });
}

TEST(Properties, TransposingTwiceIsTheIdentity) {
  for_each_case(100, rank5, [](Case const& c) {
    auto const src = allocate<V>("src", c.extent);
    auto const there = allocate<V>("there", Index(c.extent.rbegin(), c.extent.rend()));
    auto const back = allocate<V>("back", c.extent);
    fill_distinct(src);
    isomer::transpose(there, src);
    isomer::transpose(back, there);
    EXPECT_TRUE(holds(back, c.extent));
  });
}

TEST(Properties, InPlaceEqualsOutOfPlace) {
  for_each_case(200, rank5, [](Case const& c) {
    auto src = allocate<V>("src", c.extent);
    auto const dst = allocate<V>("dst", permuted(c.extent, c.axes));
    fill_distinct(src);
    isomer::permute(dst, src, to_axes(c.axes));
    auto const moved = isomer::permute_in_place(std::move(src), to_axes(c.axes));
    for_each_index(extents_of(dst), [&](Index const& i) { ASSERT_EQ(at(moved, i), at(dst, i)); });
  });
}

TEST(Properties, PermutingTheOutputOfATransposeWithReversedAxesIsThePermutation) {
  for_each_case(100, rank5, [](Case const& c) {
    auto const src = allocate<V>("src", c.extent);
    auto const reversed = allocate<V>("reversed", Index(c.extent.rbegin(), c.extent.rend()));
    auto const dst = allocate<V>("dst", permuted(c.extent, c.axes));
    fill_distinct(src);
    isomer::transpose(reversed, src);
    auto axes = c.axes;
    for (int& axis : axes) axis = 4 - axis;
    isomer::permute(dst, reversed, to_axes(axes));
    EXPECT_TRUE(holds_permuted(dst, c.extent, c.axes));
  });
}

}  // namespace
}  // namespace isomer::test
