// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

#include "support/case.hpp"
#include "support/launch_label.hpp"
#include "support/message_of.hpp"
#include "support/sampled.hpp"
#include "support/view_access.hpp"

namespace isomer::test {
namespace {

using R = Kokkos::LayoutRight;
using L = Kokkos::LayoutLeft;
using S = Kokkos::LayoutStride;
template <class T>
using Complex = Kokkos::complex<T>;

/// Small integers: their products and sums are exact in every type, in every order of operations
/// and with fused multiply-add, so that results are compared exactly.
template <class T>
T small(std::int64_t number) {
  if constexpr (requires { typename T::value_type; }) {
    using Real = typename T::value_type;
    return T(static_cast<Real>(number % 89), static_cast<Real>(number % 23 - 11));
  } else {
    return static_cast<T>(number % 97);
  }
}

template <class T>
T conjugated(T const& value) {
  if constexpr (requires { typename T::value_type; }) return Kokkos::conj(value);
  else return value;
}

template <class T>
class Scaling : public testing::Test {};
/// No device has it.
using LongDouble = std::conditional_t<runs_on_host, long double, double>;
using Elements = AllUnlessSampled<
    testing::Types<char, signed char, unsigned char, short, unsigned short, int, unsigned, long,
                   unsigned long, long long, unsigned long long, float, double, LongDouble,
                   Complex<float>, Complex<double>>,
    testing::Types<signed char, unsigned short, int, double, LongDouble, Complex<float>>>;
TYPED_TEST_SUITE(Scaling, Elements);

/// dst = alpha * op(src) + beta * dst on shapes with every kind of edge, checked element by
/// element.
template <class T, class F>
void computes(isomer::Scaling<F> const& scaling, T alpha, T beta, Index const& extent,
              std::vector<int> const& axes) {
  ASSERT_EQ(extent.size(), 3U);
  auto const src = allocate<ManagedView<T, 3, R>>("src", extent);
  auto const dst = allocate<ManagedView<T, 3, R>>("dst", permuted(extent, axes));
  auto const before = allocate<ManagedView<T, 3, R>>("before", permuted(extent, axes));
  std::int64_t number = 0;
  for_each_index(extent, [&](Index const& i) {
    at(src, i) = small<T>(number);
    at(dst, permuted(i, axes)) = at(before, permuted(i, axes)) = small<T>(3 * number + 5);
    ++number;
  });
  Exec const exec;
  isomer::permute(exec, dst, src, to_axes(axes), scaling);
  exec.fence();
  int wrong = 0;
  for_each_index(extent, [&](Index const& i) {
    T const moved = scaling.conjugate ? conjugated(at(src, i)) : at(src, i);
    T const expected = static_cast<T>(alpha * moved + beta * at(before, permuted(i, axes)));
    if (!(at(dst, permuted(i, axes)) == expected) && wrong++ == 0)
      ADD_FAILURE() << "at " << testing::PrintToString(i) << " of "
                    << testing::PrintToString(extent);
  });
  EXPECT_EQ(wrong, 0);
}

Index const shapes[] = {{3, 5, 7}, {1, 64, 65}, {17, 2, 33}, {40, 41, 3}, {1, 1, 1}, {130, 1, 9}};
std::vector<int> const orders[] = {{2, 1, 0}, {0, 1, 2}, {1, 2, 0}, {1, 0, 2}, {0, 2, 1}};

TYPED_TEST(Scaling, ByAlphaAloneReplacesTheDestination) {
  for (auto const& extent : shapes)
    for (auto const& axes : orders)
      computes<TypeParam>(isomer::Scaling{3}, TypeParam(3), TypeParam(0), extent, axes);
}

TYPED_TEST(Scaling, ByAlphaAndBetaAddsToTheDestination) {
  for (auto const& extent : shapes)
    for (auto const& axes : orders)
      computes<TypeParam>(isomer::Scaling{2, 3}, TypeParam(2), TypeParam(3), extent, axes);
}

TYPED_TEST(Scaling, ByOneAndOneAccumulates) {
  for (auto const& extent : shapes)
    computes<TypeParam>(isomer::Scaling{1, 1}, TypeParam(1), TypeParam(1), extent, {2, 0, 1});
}

TYPED_TEST(Scaling, ByAlphaZeroScalesTheDestination) {
  computes<TypeParam>(isomer::Scaling{0, 2}, TypeParam(0), TypeParam(2), {9, 20, 33}, {2, 0, 1});
}

TYPED_TEST(Scaling, ByOneAndZeroIsThePlainMove) {
  computes<TypeParam>(isomer::Scaling{1, 0}, TypeParam(1), TypeParam(0), {9, 20, 33}, {2, 0, 1});
}

TYPED_TEST(Scaling, OfAConjugateChangesTheSignOfImaginaryPartsOnly) {
  for (auto const& extent : shapes)
    computes<TypeParam>(isomer::Scaling{2, 1, true}, TypeParam(2), TypeParam(1), extent, {2, 1, 0});
}

TYPED_TEST(Scaling, OfAConjugateNeedsNoFactors) {
  computes<TypeParam>(isomer::Scaling{1, 0, true}, TypeParam(1), TypeParam(0), {19, 20, 33},
                      {2, 1, 0});
  computes<TypeParam>(isomer::Scaling{1, 0, true}, TypeParam(1), TypeParam(0), {19, 20, 33},
                      {0, 1, 2});
}

TYPED_TEST(Scaling, LeavesGapsAndGuardsAlone) {
  using T = TypeParam;
  for_each_case(
      40, {.max_rank = 3, .max_bytes = 8192, .element_bytes = {sizeof(T)}, .alignment = alignof(T)},
      [](Case c) {
        if (c.rank() != 3) return;
        GuardedArray const dst(c.dst_shape(), c.dst.misalignment);
        GuardedArray const src(c.src_shape(), c.src.misalignment);
        auto const to = view_on<UnmanagedView<T, 3, S>>(dst);
        auto const from = view_on<UnmanagedView<T, 3, S>>(src);
        std::int64_t number = 0;
        for_each_index(c.extent, [&](Index const& i) {
          at(from, i) = small<T>(number);
          at(to, permuted(i, c.axes)) = small<T>(++number);
        });
        GuardedArray const expected(dst);
        auto const result = view_on<UnmanagedView<T, 3, S>>(expected);
        for_each_index(c.extent, [&](Index const& i) {
          T& element = at(result, permuted(i, c.axes));
          element = static_cast<T>(T(2) * at(from, i) + T(3) * element);
        });
        isomer::permute(to, from, to_axes(c.axes), isomer::Scaling{2, 3});
        if constexpr (std::is_same_v<T, long double>) {
          // Of its 16 bytes 6 are padding, which arithmetic need not keep.
          for_each_index(c.dst_shape().extent,
                         [&](Index const& i) { EXPECT_EQ(at(to, i), at(result, i)); });
        } else {
          EXPECT_TRUE(same_bytes(dst, expected));
        }
      });
}

TEST(ScalingByNothing, IsAPlainMove) {
  auto const src = allocate<ManagedView<double, 2, Kokkos::LayoutRight>>("src", {3, 4});
  auto const dst = allocate<ManagedView<double, 2, Kokkos::LayoutRight>>("dst", {4, 3});
  fill_distinct(src);
  isomer::transpose(dst, src, isomer::Scaling{});
  EXPECT_TRUE(holds_permuted(dst, {3, 4}, {1, 0}));
}

TEST(ScalingByComplexFactors, MultipliesAsComplexNumbersDo) {
  computes<Complex<double>>(isomer::Scaling{Complex<double>(2, 3), Complex<double>(-1, 1)},
                            Complex<double>(2, 3), Complex<double>(-1, 1), {17, 5, 33}, {2, 0, 1});
  computes<Complex<float>>(isomer::Scaling{Complex<float>(2, 3), Complex<float>(0, 1), true},
                           Complex<float>(2, 3), Complex<float>(0, 1), {17, 5, 33}, {1, 0, 2});
}

TEST(ScalingByComplexFactors, OfWhichOneIsReal) {
  for (auto const& [alpha, beta] : {std::pair{Complex<double>(2, 0), Complex<double>(-1, 1)},
                                    std::pair{Complex<double>(2, 3), Complex<double>(-1, 0)},
                                    std::pair{Complex<double>(2, 0), Complex<double>(0, 1)}})
    computes<Complex<double>>(isomer::Scaling{alpha, beta}, alpha, beta, {17, 5, 33}, {2, 0, 1});
}

TEST(ScalingByFloatingFactors, IsExactWhereTheResultIs) {
  computes<float>(isomer::Scaling{0.5, -2.0}, 0.5F, -2.0F, {17, 5, 33}, {2, 0, 1});
  computes<double>(isomer::Scaling{-0.25, 4.0}, -0.25, 4.0, {17, 5, 33}, {1, 2, 0});
}

TEST(ScalingByNegativeFactors, WorksOnSignedIntegers) {
  computes<int>(isomer::Scaling{-3, -1}, -3, -1, {17, 5, 33}, {2, 0, 1});
  computes<short>(isomer::Scaling{-3.0}, short{-3}, short{0}, {17, 5, 33}, {2, 0, 1});
}

template <class T>
class ScalingNaN : public testing::Test {};
using Floating = testing::Types<float, double, LongDouble>;
TYPED_TEST_SUITE(ScalingNaN, Floating);

TYPED_TEST(ScalingNaN, WithBetaZeroTheDestinationIsNeverRead) {
  using T = TypeParam;
  for (auto const& axes : orders) {
    Index const extent{33, 7, 40};
    auto const src = allocate<ManagedView<T, 3, R>>("src", extent);
    auto const dst = allocate<ManagedView<T, 3, R>>("dst", permuted(extent, axes));
    Kokkos::deep_copy(src, T(2));
    Kokkos::deep_copy(dst, std::numeric_limits<T>::quiet_NaN());
    isomer::permute(dst, src, to_axes(axes), isomer::Scaling{T(3), T(0)});
    for_each_index(extents_of(dst), [&](Index const& i) { ASSERT_EQ(at(dst, i), T(6)); });
  }
}

TYPED_TEST(ScalingNaN, WithAnyOtherBetaItIs) {
  using T = TypeParam;
  auto const src = allocate<ManagedView<T, 2, R>>("src", {33, 40});
  auto const dst = allocate<ManagedView<T, 2, R>>("dst", {40, 33});
  Kokkos::deep_copy(src, T(2));
  Kokkos::deep_copy(dst, std::numeric_limits<T>::quiet_NaN());
  isomer::transpose(dst, src, isomer::Scaling{T(3), T(1)});
  for_each_index(extents_of(dst), [&](Index const& i) { ASSERT_TRUE(std::isnan(at(dst, i))); });
}

TEST(ScalingNaN, OfTheSourceIsKept) {
  auto const src = allocate<ManagedView<float, 2, R>>("src", {20, 30});
  auto const dst = allocate<ManagedView<float, 2, R>>("dst", {30, 20});
  Kokkos::deep_copy(src, std::numeric_limits<float>::quiet_NaN());
  Kokkos::deep_copy(dst, 1.0F);
  isomer::transpose(dst, src, isomer::Scaling{2.0F});
  for_each_index(extents_of(dst), [&](Index const& i) { ASSERT_TRUE(std::isnan(at(dst, i))); });
}

TEST(ScalingOfInfinities, ByARealFactorKeepsTheirParts) {
  double const infinite = std::numeric_limits<double>::infinity();
  auto const src = allocate<ManagedView<Complex<double>, 2, R>>("src", {20, 30});
  auto const dst = allocate<ManagedView<Complex<double>, 2, R>>("dst", {30, 20});
  Kokkos::deep_copy(src, Complex<double>(1, infinite));
  Kokkos::deep_copy(dst, Complex<double>(infinite, 1));
  auto const expect = [&](Complex<double> const& value) {
    for_each_index({30, 20}, [&](Index const& i) { ASSERT_EQ(at(dst, i), value); });
  };
  isomer::transpose(dst, src, isomer::Scaling{2.0, 3.0});
  expect({infinite, infinite});
  isomer::transpose(dst, src, isomer::Scaling{1.0, 0.0, true});
  expect({1, -infinite});
}

TEST(ScalingOfRealNumbers, IsAPlainMoveWithConjugationToo) {
  isomer::Scaling<short> const conjugated{1, 0, true};
  EXPECT_TRUE(detail::is_plain<double>(conjugated));
  EXPECT_TRUE(detail::is_plain<int>(conjugated));
  EXPECT_FALSE(detail::is_plain<Kokkos::complex<double>>(conjugated));
  EXPECT_FALSE(detail::is_plain<double>(isomer::Scaling<double>{2, 0, true}));
}

TEST(ScalingThroughAPlan, GivesTheSameAsTheCall) {
  Index const extent{17, 9, 23};
  auto const src = allocate<ManagedView<double, 3, R>>("src", extent);
  auto const dst = allocate<ManagedView<double, 3, R>>("dst", {23, 17, 9});
  auto const called = allocate<ManagedView<double, 3, R>>("called", {23, 17, 9});
  std::int64_t number = 0;
  for_each_index(extent, [&](Index const& i) { at(src, i) = small<double>(number++); });
  Kokkos::deep_copy(dst, 5.0);
  Kokkos::deep_copy(called, 5.0);
  Exec const exec;
  auto const plan = isomer::plan_permute(exec, dst, src, {2, 0, 1});
  plan.execute(exec, dst, src, isomer::Scaling{2.0, 3.0});
  isomer::permute(exec, called, src, {2, 0, 1}, isomer::Scaling{2.0, 3.0});
  exec.fence();
  for_each_index(extents_of(dst), [&](Index const& i) { ASSERT_EQ(at(dst, i), at(called, i)); });
}

TEST(ScalingThroughAPlan, KeepsToItsOptions) {
  auto const src = allocate<ManagedView<float, 2, R>>("src", {301, 403});
  auto const dst = allocate<ManagedView<float, 2, R>>("dst", {403, 301});
  fill_distinct(src);
  Exec const exec;
  LaunchLabel const labels;
  auto const plan = isomer::plan_permute(exec, dst, src, {1, 0}, {.schema = "strided"});
  plan.execute(exec, dst, src);
  std::string const moved = LaunchLabel::last();
  plan.execute(exec, dst, src, isomer::Scaling{2.0F});
  exec.fence();
  EXPECT_EQ(LaunchLabel::last(), moved);
  EXPECT_EQ(at(dst, {402, 300}), 2 * at(src, {300, 402}));
}

template <class T, class F>
auto scaled(F alpha, F beta) {
  return [=] {
    auto const src = allocate<ManagedView<T, 2, R>>("src", {3, 2});
    auto const dst = allocate<ManagedView<T, 2, R>>("dst", {2, 3});
    Kokkos::deep_copy(src, T(1));
    Kokkos::deep_copy(dst, T(1));
    try {
      isomer::transpose(dst, src, isomer::Scaling<F>{alpha, beta});
    } catch (...) {
      for_each_index({2, 3}, [&](Index const& i) { EXPECT_EQ(at(dst, i), T(1)) << "was written"; });
      throw;
    }
  };
}

TEST(ScalingOfIntegers, RefusesAFactorWithAFraction) {
  EXPECT_THAT(message_of((scaled<int>(1.5, 0.0))),
              "isomer::transpose: alpha is 1.5, it has to be a value of the "
              "views' 4-byte signed integer element type");
  EXPECT_THAT(message_of((scaled<int>(1.0, 0.25))),
              "isomer::transpose: beta is 0.25, it has to be a value of the "
              "views' 4-byte signed integer element type");
}

TEST(ScalingOfIntegers, RefusesANegativeFactorForUnsignedElements) {
  EXPECT_THAT(message_of((scaled<unsigned>(-1, 0))),
              "isomer::transpose: alpha is -1, it has to be a value of the "
              "views' 4-byte unsigned integer element type");
}

TEST(ScalingOfIntegers, RefusesAFactorThatIsTooLarge) {
  EXPECT_THAT(message_of((scaled<unsigned char>(1, 300))),
              "isomer::transpose: beta is 300, it has to be a value of the "
              "views' 1-byte unsigned integer element type");
  EXPECT_THROW((scaled<std::int64_t>(1e30, 0.0)()), Error);
  EXPECT_THROW((scaled<std::int64_t>(9223372036854775808.0, 0.0)()), Error);
  EXPECT_THROW((scaled<std::int32_t>(std::int64_t{1} << 31, std::int64_t{0})()), Error);
  EXPECT_NO_THROW((scaled<std::int32_t>((std::int64_t{1} << 31) - 1, std::int64_t{0})()));
}

TEST(ScalingOfIntegers, RefusesNaNAndInfinity) {
  EXPECT_THAT(message_of((scaled<int>(std::numeric_limits<double>::quiet_NaN(), 0.0))),
              "isomer::transpose: alpha is nan, it has to be a value of the "
              "views' 4-byte signed integer element type");
  EXPECT_THROW((scaled<unsigned char>(std::numeric_limits<float>::infinity(), 0.0F)()), Error);
}

}  // namespace
}  // namespace isomer::test
