// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>

#include <isomer/isomer.h>

#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "support/oracle.hpp"
#include "support/sampled.hpp"

/// Permutations through the C interface, against the oracle.
namespace isomer::test {
namespace {

TEST(CPermute, MovesRandomStridedArraysAsTheOracleDoes) {
  for_each_case(1500, {.max_bytes = 16 * 1024}, [](Case const& c) {
    GuardedArray const src(c.src_shape(), c.src.misalignment);
    GuardedArray const dst(c.dst_shape(), c.dst.misalignment);
    src.fill(0);
    GuardedArray const expected(dst);
    naive_permute(expected, src, c.axes);
    ASSERT_EQ(isomer_permute_strided(dst.data(), dst.shape().stride.data(), src.data(),
                                     src.shape().stride.data(), c.element_bytes, c.rank(),
                                     c.extent.data(), c.axes.data()),
              ISOMER_SUCCESS)
        << isomer_last_error();
    EXPECT_TRUE(same_bytes(dst, expected));
  });
}

/// A row-major array.
GuardedArray array_of(Index const& extent, int element_bytes) {
  Index stride(extent.size());
  std::int64_t next = 1;
  for (std::size_t k = extent.size(); k-- > 0; next *= extent[k]) stride[k] = next;
  return {ArrayShape{extent, stride, element_bytes}, 0};
}

void expect_permuted_both_ways(Index const& extent, std::vector<int> const& axes, int bytes) {
  SCOPED_TRACE(testing::PrintToString(extent) + " by " + testing::PrintToString(axes) + ", " +
               std::to_string(bytes) + " bytes");
  auto const rank = static_cast<int>(extent.size());
  GuardedArray const src(array_of(extent, bytes));
  GuardedArray const dst(array_of(permuted(extent, axes), bytes));
  src.fill(0);
  GuardedArray const expected(dst);
  naive_permute(expected, src, axes);
  ASSERT_EQ(isomer_permute(dst.data(), src.data(), bytes, rank, extent.data(), axes.data()),
            ISOMER_SUCCESS)
      << isomer_last_error();
  EXPECT_TRUE(same_bytes(dst, expected));
  GuardedArray const data(src);
  ASSERT_EQ(isomer_permute_in_place(data.data(), bytes, rank, extent.data(), axes.data()),
            ISOMER_SUCCESS)
      << isomer_last_error();
  auto const size = static_cast<std::size_t>(
      std::accumulate(extent.begin(), extent.end(), std::int64_t{bytes}, std::multiplies<>()));
  EXPECT_EQ(std::memcmp(data.data(), expected.data(), size), 0) << "in place";
}

/// More axes than a View has, none of which go together.
TEST(CPermute, TakesRanksTo32) {
  std::mt19937 random(9);
  for (int number = 0; number < 60 / sample_step; ++number) {
    int const rank = 9 + static_cast<int>(random() % 16);
    Index extent(static_cast<std::size_t>(rank), 1);
    std::int64_t elements = 1;
    for (auto& n : extent) {
      n = elements > 6000 ? 1 : elements > 800 ? 2 : 2 + static_cast<std::int64_t>(random() % 2);
      elements *= n;
    }
    std::shuffle(extent.begin(), extent.end(), random);
    std::vector<int> axes(extent.size());
    std::iota(axes.begin(), axes.end(), 0);
    std::shuffle(axes.begin(), axes.end(), random);
    constexpr int sizes[] = {1, 2, 4, 8, 16, 3, 12};
    expect_permuted_both_ways(extent, axes, sizes[random() % 7]);
  }
  Index const ones(32, 1);
  std::vector<int> reversed(32);
  std::iota(reversed.rbegin(), reversed.rend(), 0);
  expect_permuted_both_ways(ones, reversed, 8);
  Index twos(32, 1);
  for (std::size_t k = 0; k < 32; k += 2) twos[k] = 2;
  expect_permuted_both_ways(twos, reversed, 4);
}

TEST(CPermute, MovesTheCornerOfALargerArray) {
  constexpr std::int64_t extents[] = {3, 4}, outer[] = {5, 6}, into[] = {9, 7};
  constexpr int axes[] = {1, 0};
  std::vector<int> src(30);
  std::iota(src.begin(), src.end(), 1);
  std::vector<int> dst(63, -1);
  ASSERT_EQ(
      isomer_permute_padded(dst.data(), into, src.data(), outer, sizeof(int), 2, extents, axes),
      ISOMER_SUCCESS);
  for (std::size_t i = 0; i < 9; ++i)
    for (std::size_t j = 0; j < 7; ++j)
      EXPECT_EQ(dst[i * 7 + j], i < 4 && j < 3 ? src[j * 6 + i] : -1) << i << ' ' << j;
}

TEST(CPermute, ScalesAndAdds) {
  constexpr std::int64_t extents[] = {30, 20};
  constexpr int axes[] = {1, 0};
  std::vector<float> src(600), dst(600, 7.0F);
  std::iota(src.begin(), src.end(), 0.0F);
  float const alpha = 2, beta = 3;
  ASSERT_EQ(isomer_permute_scaled(ISOMER_FLOAT, &alpha, src.data(), nullptr, &beta, dst.data(),
                                  nullptr, 0, 2, extents, axes),
            ISOMER_SUCCESS);
  for (std::size_t i = 0; i < 20; ++i)
    for (std::size_t j = 0; j < 30; ++j)
      ASSERT_EQ(dst[i * 30 + j], 2 * src[j * 20 + i] + 21) << i << ' ' << j;
}

/// Numbers of which twice one and three times the first are one, of bits that say their type.
template <class T>
T number(int k) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(std::numeric_limits<T>::max() / 16 + static_cast<T>(k));
  else if constexpr (std::is_floating_point_v<T>) return static_cast<T>(k) + T(0.5);
  else return {number<typename T::value_type>(k), static_cast<typename T::value_type>(-k)};
}

template <class T>
void expect_scaled(int type) {
  SCOPED_TRACE(type);
  constexpr std::int64_t extents[] = {4, 3};
  constexpr int axes[] = {1, 0};
  std::vector<T> src(12), dst(12, number<T>(0)), expected(12);
  for (int k = 0; k < 12; ++k) src[static_cast<std::size_t>(k)] = number<T>(k);
  T const alpha(2), beta(3);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      expected[i * 4 + j] = static_cast<T>(alpha * src[j * 3 + i] + beta * dst[i * 4 + j]);
  ASSERT_EQ(isomer_permute_scaled(type, &alpha, src.data(), nullptr, &beta, dst.data(), nullptr, 0,
                                  2, extents, axes),
            ISOMER_SUCCESS)
      << isomer_last_error();
  EXPECT_TRUE(dst == expected);
}

TEST(CPermute, ScalesEveryType) {
  expect_scaled<std::int8_t>(ISOMER_INT8);
  expect_scaled<std::uint8_t>(ISOMER_UINT8);
  expect_scaled<std::int16_t>(ISOMER_INT16);
  expect_scaled<std::uint16_t>(ISOMER_UINT16);
  expect_scaled<std::int32_t>(ISOMER_INT32);
  expect_scaled<std::uint32_t>(ISOMER_UINT32);
  expect_scaled<std::int64_t>(ISOMER_INT64);
  expect_scaled<std::uint64_t>(ISOMER_UINT64);
  expect_scaled<float>(ISOMER_FLOAT);
  expect_scaled<double>(ISOMER_DOUBLE);
  expect_scaled<Kokkos::complex<float>>(ISOMER_FLOAT_COMPLEX);
  expect_scaled<Kokkos::complex<double>>(ISOMER_DOUBLE_COMPLEX);
}

TEST(CPermute, ConjugatesAndKnowsEveryType) {
  constexpr std::int64_t extents[] = {4, 3};
  constexpr int axes[] = {1, 0};
  std::vector<double> src(24);
  std::iota(src.begin(), src.end(), 1.0);
  std::vector<double> dst(24);
  ASSERT_EQ(isomer_permute_scaled(ISOMER_DOUBLE_COMPLEX, nullptr, src.data(), nullptr, nullptr,
                                  dst.data(), nullptr, 1, 2, extents, axes),
            ISOMER_SUCCESS);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      EXPECT_EQ(dst[2 * (i * 4 + j)], src[2 * (j * 3 + i)]);
      EXPECT_EQ(dst[2 * (i * 4 + j) + 1], -src[2 * (j * 3 + i) + 1]);
    }
  for (int type = ISOMER_INT8; type <= ISOMER_DOUBLE_COMPLEX; ++type) {
    std::vector<double> const zeros(24);
    ASSERT_EQ(isomer_permute_scaled(type, nullptr, zeros.data(), nullptr, nullptr, dst.data(),
                                    nullptr, 0, 2, extents, axes),
              ISOMER_SUCCESS)
        << type << ": " << isomer_last_error();
    EXPECT_EQ(dst[0], 0) << type;
  }
}

}  // namespace
}  // namespace isomer::test
