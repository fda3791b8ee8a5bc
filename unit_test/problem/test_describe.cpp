// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/detail/scale_factors.hpp>

#include "problem/byte_moves.hpp"
#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "support/oracle.hpp"

namespace isomer::test {
namespace {

TEST(Describe, StatesTheMoveOfTheOracle) {
  for_each_case(1000, {.max_bytes = 2048}, [](Case const& c) {
    GuardedArray const dst(c.dst_shape(), c.dst.misalignment);
    GuardedArray const src(c.src_shape(), c.src.misalignment);
    src.fill(0);
    GuardedArray const expected(dst);
    naive_permute(expected, src, c.axes);
    auto const problem = detail::describe("test", dst.info(), src.info(), to_axes(c.axes));
    for (auto const& [to, from] : byte_moves(problem)) dst.data()[to] = src.data()[from];
    EXPECT_TRUE(same_bytes(dst, expected));
  });
}

TEST(Describe, HintsAtTheAlignmentOfBothSides) {
  GuardedArray const dst(ArrayShape{{3, 2}, {2, 1}, 1}, 63);
  GuardedArray const src(ArrayShape{{2, 3}, {3, 1}, 1}, 40);
  auto const problem = detail::describe("test", dst.info(), src.info(), {1, 0});
  EXPECT_EQ(problem.dst_offset, 1);
  EXPECT_EQ(problem.src_offset, 8);
}

TEST(ScalarOf, KnowsEveryArithmeticTypeAndNothingElse) {
  using detail::Scalar;
  using detail::scalar_of;
  EXPECT_EQ(scalar_of<signed char>(), Scalar::i8);
  EXPECT_EQ(scalar_of<unsigned char>(), Scalar::u8);
  EXPECT_EQ(scalar_of<short>(), Scalar::i16);
  EXPECT_EQ(scalar_of<unsigned short>(), Scalar::u16);
  EXPECT_EQ(scalar_of<int>(), Scalar::i32);
  EXPECT_EQ(scalar_of<unsigned>(), Scalar::u32);
  EXPECT_EQ(scalar_of<long long>(), Scalar::i64);
  EXPECT_EQ(scalar_of<unsigned long>(), Scalar::u64);
  EXPECT_EQ(scalar_of<float>(), Scalar::f32);
  EXPECT_EQ(scalar_of<double>(), Scalar::f64);
  EXPECT_EQ(scalar_of<long double>(), Scalar::f80);
  EXPECT_EQ(scalar_of<Kokkos::complex<float>>(), Scalar::c64);
  EXPECT_EQ(scalar_of<Kokkos::complex<double>>(), Scalar::c128);
  EXPECT_EQ(scalar_of<float const>(), Scalar::f32);
  EXPECT_EQ(scalar_of<bool>(), Scalar::none);
  struct Record {};
  EXPECT_EQ(scalar_of<Record>(), Scalar::none);
}

}  // namespace
}  // namespace isomer::test
