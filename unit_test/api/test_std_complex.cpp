// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <complex>
#include <type_traits>

#include "support/view_access.hpp"

/// std::complex as elements and as factors, mixed with those of Kokkos.
namespace isomer::test {
namespace {

template <class Element, class Factor>
struct Types {
  using ElementType = Element;
  using FactorType = Factor;
};

/// Small integers, whose products and sums are exact.
template <class T>
T small(int number) {
  using Real = typename T::value_type;
  return T(static_cast<Real>(number % 13), static_cast<Real>(number % 7 - 3));
}
template <class T>
std::complex<double> wide(T const& value) {
  return {static_cast<double>(value.real()), static_cast<double>(value.imag())};
}

template <class Pair>
class StdComplex : public testing::Test {};
using Pairs = testing::Types<Types<Kokkos::complex<double>, std::complex<double>>,
                             Types<Kokkos::complex<float>, std::complex<double>>,
                             Types<Kokkos::complex<double>, std::complex<float>>,
                             Types<std::complex<double>, std::complex<double>>,
                             Types<std::complex<float>, Kokkos::complex<float>>,
                             Types<std::complex<float>, double>>;
TYPED_TEST_SUITE(StdComplex, Pairs);

template <class F>
F factor(double real, double imaginary) {
  if constexpr (std::is_arithmetic_v<F>) return static_cast<F>(real);
  else
    return F(static_cast<typename F::value_type>(real),
             static_cast<typename F::value_type>(imaginary));
}
template <class F>
std::complex<double> value_of(F const& factor) {
  if constexpr (std::is_arithmetic_v<F>) return factor;
  else return wide(factor);
}

TYPED_TEST(StdComplex, ScalesAsArithmeticSays) {
  using T = typename TypeParam::ElementType;
  using F = typename TypeParam::FactorType;
  using V = ManagedView<T, 2, Kokkos::LayoutRight>;
  auto const src = allocate<V>("src", {37, 50});
  auto const dst = allocate<V>("dst", {50, 37});
  for (bool const conjugate : {false, true}) {
    for (int i = 0; i < 37; ++i)
      for (int j = 0; j < 50; ++j) {
        src(i, j) = small<T>(i * 50 + j);
        dst(j, i) = small<T>(i + 3 * j + 1);
      }
    F const alpha = factor<F>(2, -1);
    F const beta = factor<F>(-3, 4);
    isomer::permute(Exec{}, dst, src, {1, 0}, isomer::Scaling{alpha, beta, conjugate});
    Exec{}.fence();
    for (int i = 0; i < 37; ++i)
      for (int j = 0; j < 50; ++j) {
        auto const moved = wide(src(i, j));
        auto const expected = value_of(alpha) * (conjugate ? std::conj(moved) : moved) +
                              value_of(beta) * wide(small<T>(i + 3 * j + 1));
        ASSERT_EQ(wide(dst(j, i)), expected) << i << ' ' << j;
      }
  }
}

TEST(StdComplexElements, AreThoseOfKokkosBitByBit) {
  auto const src = allocate<ManagedView<std::complex<double>, 2, Kokkos::LayoutRight>>("s", {9, 8});
  auto const dst =
      allocate<ManagedView<Kokkos::complex<double>, 2, Kokkos::LayoutRight>>("d", {8, 9});
  auto const narrow =
      allocate<ManagedView<std::complex<float>, 2, Kokkos::LayoutLeft>>("n", {9, 8});
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 8; ++j) src(i, j) = small<std::complex<double>>(8 * i + j);
  isomer::transpose(dst, src);
  isomer::transpose(narrow, dst);
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 8; ++j) {
      EXPECT_EQ(wide(dst(j, i)), src(i, j));
      EXPECT_EQ(wide(narrow(i, j)), src(i, j));
    }
}

TEST(StdComplexElements, ComeFromRealOnes) {
  auto const src = allocate<ManagedView<float, 1, Kokkos::LayoutRight>>("s", {5});
  auto const dst = allocate<ManagedView<std::complex<double>, 1, Kokkos::LayoutRight>>("d", {5});
  for (int i = 0; i < 5; ++i) src(i) = static_cast<float>(i) - 1.5F;
  isomer::permute(dst, src, {0}, isomer::Scaling{std::complex<double>{0, 2}});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(dst(i), (std::complex<double>{0, 2.0 * i - 3}));
}

}  // namespace
}  // namespace isomer::test
