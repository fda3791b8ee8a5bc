// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <cstdint>

#include "support/view_access.hpp"

/// Kokkos' half-precision numbers through Views: types of their own where Kokkos has a device for
/// them, else other names of float.
namespace isomer::test {
namespace {

template <class Half>
class Halves : public testing::Test {};
using Types = testing::Types<Kokkos::Experimental::half_t, Kokkos::Experimental::bhalf_t>;
TYPED_TEST_SUITE(Halves, Types);

/// A quarter of small integers, which both formats hold.
float value(int i, int j) { return static_cast<float>((5 * i + 3 * j) % 61 - 30) / 4; }

template <class T>
ManagedView<T, 2, Kokkos::LayoutRight> filled() {
  auto const view = allocate<ManagedView<T, 2, Kokkos::LayoutRight>>("halves", {33, 47});
  for (int i = 0; i < 33; ++i)
    for (int j = 0; j < 47; ++j) view(i, j) = static_cast<T>(value(i, j));
  return view;
}

template <class To, class Half>
void comes_from_half() {
  auto const dst = allocate<ManagedView<To, 2, Kokkos::LayoutRight>>("dst", {47, 33});
  isomer::transpose(dst, filled<Half>());
  for (int i = 0; i < 33; ++i)
    for (int j = 0; j < 47; ++j)
      ASSERT_EQ(dst(j, i), static_cast<To>(value(i, j))) << i << ' ' << j;
}

TYPED_TEST(Halves, AreCastToOtherNumbers) {
  comes_from_half<float, TypeParam>();
  comes_from_half<double, TypeParam>();
  comes_from_half<std::int32_t, TypeParam>();
}

TYPED_TEST(Halves, AreWhatOtherNumbersAreCastTo) {
  auto const dst = allocate<ManagedView<TypeParam, 2, Kokkos::LayoutLeft>>("dst", {33, 47});
  isomer::deep_copy(dst, filled<double>());
  for (int i = 0; i < 33; ++i)
    for (int j = 0; j < 47; ++j) ASSERT_EQ(static_cast<float>(dst(i, j)), value(i, j));
  isomer::deep_copy(dst, filled<std::int16_t>());
  for (int i = 0; i < 33; ++i)
    for (int j = 0; j < 47; ++j)
      ASSERT_EQ(static_cast<float>(dst(i, j)), static_cast<std::int16_t>(value(i, j)));
}

TYPED_TEST(Halves, AreMovedAsTheyAre) {
  auto const dst = allocate<ManagedView<TypeParam, 2, Kokkos::LayoutRight>>("dst", {47, 33});
  isomer::transpose(dst, filled<TypeParam>());
  auto const back = isomer::transpose_in_place(filled<TypeParam>());
  for (int i = 0; i < 33; ++i)
    for (int j = 0; j < 47; ++j) {
      ASSERT_EQ(static_cast<float>(dst(j, i)), value(i, j));
      ASSERT_EQ(static_cast<float>(back(j, i)), value(i, j));
    }
}

TYPED_TEST(Halves, AreScaledWhenTheyHaveBecomeOtherNumbers) {
  auto const dst = allocate<ManagedView<double, 2, Kokkos::LayoutRight>>("dst", {47, 33});
  isomer::transpose(dst, filled<TypeParam>(), isomer::Scaling{4.0});
  for (int i = 0; i < 33; ++i)
    for (int j = 0; j < 47; ++j) ASSERT_EQ(dst(j, i), 4.0 * static_cast<double>(value(i, j)));
}

}  // namespace
}  // namespace isomer::test
