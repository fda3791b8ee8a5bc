// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/deep_copy.hpp>
#include <isomer/permute.hpp>
#include <isomer/permute_in_place.hpp>

#include "api/element.hpp"
#include "support/sampled.hpp"
#include "support/view_access.hpp"

namespace isomer::test {
namespace {

template <int Bytes>
void moves_elements() {
  SCOPED_TRACE(testing::Message() << Bytes << "-byte elements");
  using V = ManagedView<Element<Bytes>, 3, Kokkos::LayoutRight>;
  Index const extent{17, 9, 23};
  auto const src = allocate<V>("src", extent);
  auto dst = allocate<V>("dst", {23, 17, 9});
  for (int which = 0; which < (Bytes <= 2 ? 2 : 1); ++which) {
    fill_distinct(src, which);
    isomer::permute(dst, src, {2, 0, 1});
    EXPECT_TRUE(holds_permuted(dst, extent, {2, 0, 1}, which));
    dst = isomer::permute_in_place(std::move(dst), {1, 2, 0});
    EXPECT_TRUE(holds(dst, extent, which)) << "in place, back again";
    dst = allocate<V>("dst", {23, 17, 9});
  }
}

template <int First, int... K>
void moves_elements_of(std::integer_sequence<int, K...>) {
  (moves_elements<First + K>(), ...);
}

TEST(Elements, OfOneToTwentyBytesAreMovedWhole) { moves_elements_of<1>(Sampled<20>{}); }

TEST(Elements, OfTwentyOneToFortyBytesAreMovedWhole) { moves_elements_of<21>(Sampled<20>{}); }

TEST(Elements, OfFortyEightAndSixtyFourBytesAreMovedWhole) {
  moves_elements<48>();
  moves_elements<64>();
}

TEST(Elements, MayBeLargerThanAnyWordAndOfAnOddSize) {
  moves_elements<129>();
  moves_elements<255>();
}

struct alignas(64) CacheLine {
  double values[8];
};

TEST(Elements, MayBeOverAligned) {
  using V = ManagedView<CacheLine, 2, Kokkos::LayoutRight>;
  auto const src = allocate<V>("src", {7, 5});
  auto const dst = allocate<V>("dst", {5, 7});
  fill_distinct(src);
  isomer::permute(dst, src, {1, 0});
  EXPECT_TRUE(holds_permuted(dst, {7, 5}, {1, 0}));
}

enum class Colour : short { red, green };

TEST(Elements, MayBeBoolsAndEnums) {
  auto const flags = allocate<ManagedView<bool, 2, Kokkos::LayoutRight>>("flags", {3, 5});
  auto const flags_moved = allocate<ManagedView<bool, 2, Kokkos::LayoutRight>>("moved", {5, 3});
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j) flags(i, j) = (i * i + j) % 3 == 0;
  isomer::permute(flags_moved, flags, {1, 0});
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j) EXPECT_EQ(flags_moved(j, i), flags(i, j));

  auto const colours = allocate<ManagedView<Colour, 2, Kokkos::LayoutRight>>("colours", {8, 9});
  auto const moved = allocate<ManagedView<Colour, 2, Kokkos::LayoutLeft>>("moved", {8, 9});
  fill_distinct(colours);
  isomer::deep_copy(moved, colours);
  EXPECT_TRUE(holds(moved, {8, 9}));
}

}  // namespace
}  // namespace isomer::test
