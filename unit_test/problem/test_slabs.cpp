// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "problem/slabs.hpp"

#include <isomer/detail/describe.hpp>

#include <cstring>
#include <vector>

#include "problem/normalize.hpp"
#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "support/oracle.hpp"

/// Slabs are the whole array, each part once, and no larger than they may be.
namespace isomer::test {
namespace {

using detail::Problem;
using detail::Side;
using detail::Slab;
using detail::Slabs;

/// Element by element, as a Problem says.
void naive_move(Problem const& problem, std::byte* dst, std::byte const* src) {
  Index extent;
  for (int k = 0; k < problem.rank; ++k)
    extent.push_back(problem.axis[static_cast<std::size_t>(k)].extent);
  for_each_index(extent, [&](Index const& index) {
    std::int64_t to = 0;
    std::int64_t from = 0;
    for (std::size_t k = 0; k < index.size(); ++k) {
      to += index[k] * problem.axis[k].dst_stride;
      from += index[k] * problem.axis[k].src_stride;
    }
    std::memcpy(dst + to * problem.element_bytes, src + from * problem.element_bytes,
                static_cast<std::size_t>(problem.element_bytes));
  });
}

void moves_by_slabs(Case const& c, Side packed_as, std::int64_t most_bytes) {
  GuardedArray const src(c.src_shape(), c.src.misalignment);
  GuardedArray const dst(c.dst_shape(), c.dst.misalignment);
  GuardedArray const expected(dst);
  Problem const problem = detail::describe("test", dst.info(), src.info(), to_axes(c.axes));
  if (detail::volume_bytes(problem) == 0) return;
  Slabs const slabs(problem, packed_as, most_bytes);
  EXPECT_LE(slabs.largest_bytes(), std::max<std::int64_t>(most_bytes, c.element_bytes));
  std::vector<std::byte> buffer(static_cast<std::size_t>(slabs.largest_bytes()));
  std::int64_t bytes = 0;
  for (int fill = 0; fill < src.fills(); ++fill) {
    src.fill(fill);
    naive_permute(expected, src, c.axes);
    bytes = 0;
    for (std::int64_t k = 0; k < slabs.count(); ++k) {
      Slab const slab = slabs[k];
      ASSERT_LE(slab.bytes, slabs.largest_bytes());
      ASSERT_EQ(detail::volume_bytes(slabs.packing(slab.is_rest)), slab.bytes);
      bytes += slab.bytes;
      naive_move(slabs.packing(slab.is_rest), buffer.data(),
                 src.data() + slab.src * c.element_bytes);
      naive_move(slabs.unpacking(slab.is_rest), dst.data() + slab.dst * c.element_bytes,
                 buffer.data());
    }
    EXPECT_TRUE(same_bytes(dst, expected));
  }
  EXPECT_EQ(bytes, detail::volume_bytes(problem));
}

TEST(Slabs, AreTheWholeArray) {
  CaseRange range;
  range.max_bytes = 4096;
  for_each_case(300, range, [](Case const& c) {
    std::int64_t const most = 1 + static_cast<std::int64_t>(c.seed * 7919 % 1500);
    moves_by_slabs(c, Side::src, most);
    moves_by_slabs(c, Side::dst, most);
  });
}

Problem matrix(std::int64_t rows, std::int64_t columns) {
  Problem problem;
  problem.element_bytes = 8;
  problem.rank = 2;
  problem.axis[0] = {rows, columns, 1};
  problem.axis[1] = {columns, 1, rows};
  return problem;
}

TEST(Slabs, AreRunsOfTheSideThatTheyArePackedAs) {
  Slabs const of_rows(matrix(1000, 100), Side::src, 8000);
  EXPECT_EQ(of_rows.count(), 100);
  Slabs const of_columns(matrix(1000, 100), Side::dst, 8000);
  EXPECT_EQ(of_columns.count(), 100);
  for (std::int64_t k = 0; k < 100; ++k) {
    EXPECT_EQ(of_rows[k].src, 1000 * k);
    EXPECT_EQ(of_columns[k].dst, 1000 * k);
  }
  EXPECT_TRUE(detail::is_one_run(of_rows.packing(false)));
  EXPECT_TRUE(detail::is_one_run(of_columns.unpacking(false)));
  EXPECT_FALSE(detail::is_one_run(of_rows.unpacking(false)));
}

TEST(Slabs, AreOfAboutTheSameSize) {
  Slabs const slabs(matrix(21, 10), Side::src, 20 * 80);  // 11 and 10 rows, not 20 and 1
  ASSERT_EQ(slabs.count(), 2);
  EXPECT_TRUE(slabs.has_rest());
  EXPECT_EQ(slabs[0].bytes, 11 * 80);
  EXPECT_EQ(slabs[1].bytes, 10 * 80);
  EXPECT_EQ(slabs.largest_bytes(), 11 * 80);
}

TEST(Slabs, OfRowsThatAreTooLongAreParts) {
  Slabs const slabs(matrix(3, 1000), Side::src, 4000);
  EXPECT_EQ(slabs.count(), 6);
  EXPECT_EQ(slabs[3].src, 1500);
  EXPECT_EQ(slabs[3].dst, 500 * 3 + 1);
}

TEST(Slabs, OfLargeElementsAreSingleOnes) {
  Slabs const slabs(matrix(3, 2), Side::dst, 4);
  EXPECT_EQ(slabs.count(), 6);
  EXPECT_EQ(slabs.largest_bytes(), 8);
}

TEST(OneRun, IsTheSameDenseMemoryOnBothSides) {
  Problem problem;
  problem.element_bytes = 4;
  problem.rank = 3;
  problem.axis[0] = {5, 1, 1};
  problem.axis[1] = {1, 77, 99};
  problem.axis[2] = {7, 5, 5};
  EXPECT_TRUE(detail::is_one_run(problem));
  problem.axis[2].src_stride = 6;
  EXPECT_FALSE(detail::is_one_run(problem)) << "a gap in the source";
  problem.axis[2] = {7, 6, 6};
  EXPECT_FALSE(detail::is_one_run(problem)) << "gaps on both sides";
  EXPECT_FALSE(detail::is_one_run(matrix(5, 7)));
}

}  // namespace
}  // namespace isomer::test
