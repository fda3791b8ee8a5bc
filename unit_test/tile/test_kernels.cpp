// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/detail/describe.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "problem/normalize.hpp"
#include "support/case.hpp"
#include "support/moved_case.hpp"
#include "support/oracle.hpp"
#include "tile/host/job.hpp"
#include "tile_moves.hpp"
#include "tiling/skewed.hpp"
#include "tiling/taxonomy.hpp"
#include "with_kernels.hpp"

/// The host kernels, forced by the name of their instruction set, with and without a staging
/// buffer, streaming stores and prefetch: what a plan would only choose for large arrays.
namespace isomer::test {
namespace {

using detail::Slice;
using detail::SliceSize;
using detail::Walk;

class Kernels : public WithKernels {};

TEST_P(Kernels, MoveTilesAsTheOracleDoesInEveryWay) {
  Way const ways[] = {{{64, 64, 4096}, false, false, 0, 1},
                      {{64, 64, 4096}, true, false, 0, 1},
                      {{64, 64, 4096}, true, true, 4, 3},
                      {{128, 512, 8192}, true, true, 0, 2},
                      {{512, 128, 65536}, true, true, 8, 1},
                      {{1024, 1024, 65536}, true, false, 2, 1},
                      {{512, 2048, 65536}, false, false, 3, 2},
                      {{256, 256, 65536}, false, true, 4, 2},
                      {{64, 1024, 65536}, false, true, 0, 1},
                      {{16, 16, 256}, true, true, 1, 5},
                      {{64, 64, 4096}, true, true, 4, 1, Walk::along_output},
                      {{256, 128, 8192}, true, true, 2, 3, Walk::along_output, 3},
                      {{64, 512, 65536}, true, true, 0, 2, Walk::along_output, 2}};
  int moved = 0;
  for_each_case(1200, {.max_bytes = 32 * 1024}, [&](Case const& c) {
    GuardedArray const dst(c.dst_shape(), c.dst.misalignment);
    GuardedArray const src(c.src_shape(), c.src.misalignment);
    auto const normal =
        detail::normalize(detail::describe("test", dst.info(), src.info(), to_axes(c.axes)));
    if (detail::volume_bytes(normal) == 0) return;
    Way const& way = ways[c.seed % std::size(ways)];
    for (int which = 0; which < src.fills(); ++which) {
      src.fill(which);
      GuardedArray const expected(dst);
      naive_permute(expected, src, c.axes);
      if (!move_by_tiles(*kernels, normal, way, dst.data(), src.data())) return;
      ++moved;
      EXPECT_TRUE(same_bytes(dst, expected))
          << "way " << c.seed % std::size(ways) << ", slice of " << way.size.in_bytes << ", "
          << way.size.out_bytes << ", " << way.size.cap_bytes << " bytes";
    }
  });
  EXPECT_GT(moved, case_count(1200) / 4);
}

TEST_P(Kernels, MoveTilesInThePipelineAsTheOracleDoes) {
  auto const pipelined = [](SliceSize size, bool stream, int shares, Walk walk,
                            std::int64_t group) {
    return Way{size, true, stream, 0, shares, walk, group, false, true};
  };
  Way const ways[] = {pipelined({512, 512, 1 << 20}, true, 1, Walk::along_input, 1),
                      pipelined({128, 64, 8192}, true, 3, Walk::along_input, 1),
                      pipelined({256, 1024, 1 << 20}, false, 2, Walk::along_input, 1),
                      pipelined({512, 512, 65536}, true, 2, Walk::along_output, 4),
                      pipelined({64, 128, 8192}, true, 1, Walk::along_output, 1),
                      pipelined({256, 192, 16384}, true, 3, Walk::along_output, 16),
                      pipelined({256, 192, 16384}, false, 3, Walk::along_output, 16)};
  int moved = 0;
  CaseRange const range{.min_rank = 2, .max_bytes = 128 * 1024};
  for_each_moved_case(1500, range, [&](MovedCase const& c) {
    Way const& way = ways[moved % std::ssize(ways)];
    GuardedArray const actual(c.dst);
    if (!move_by_tiles(*kernels, c.normal, way, actual.data(), c.src.data())) return;
    ++moved;
    EXPECT_TRUE(same_bytes(actual, c.expected)) << "way " << &way - ways;
  });
  EXPECT_GT(moved, case_count(1500) / 4);
}

/// Runs of every length and place in a line, which tiles leave for each other to complete or not.
TEST_P(Kernels, MoveMatricesInThePipelineAtEveryPlaceInALine) {
  for (int const bytes : {1, 2, 4, 8, 16}) {
    int const line = 64 / bytes;
    for (std::int64_t rows = line; rows <= 9 * line; rows += line / 2 + 1 + rows % 3) {
      for (int shift = 0; shift < 64; shift += 4) {
        std::int64_t const cols = line + (rows * 7 + shift) % (2 * line);
        // Rows 4 KiB apart are read by halves.
        bool const rows_crowd = bytes == 4 && rows % 2 == 0;
        std::int64_t const row_step = rows_crowd ? 4096 / bytes : cols + 1;
        GuardedArray const src(ArrayShape{{rows, cols}, {row_step, 1}, bytes}, 0);
        GuardedArray const dst(ArrayShape{{cols, rows}, {rows + shift % 3, 1}, bytes}, shift);
        src.fill(0);
        GuardedArray const expected(dst);
        naive_permute(expected, src, {1, 0});
        auto const normal =
            detail::normalize(detail::describe("test", dst.info(), src.info(), {1, 0}));
        for (std::int64_t const out_bytes : {64, 192, 512}) {
          Way const way{{128, out_bytes, 1 << 20},
                        true,
                        true,
                        0,
                        1 + shift / 4 % 3,
                        shift % 8 == 0 ? Walk::along_output : Walk::along_input,
                        1 + rows % 4,
                        false,
                        true};
          GuardedArray const actual(dst);
          ASSERT_TRUE(move_by_tiles(*kernels, normal, way, actual.data(), src.data()));
          ASSERT_TRUE(same_bytes(actual, expected))
              << rows << "x" << cols << " words of " << bytes << " at " << shift << ", runs of "
              << out_bytes << " bytes";
        }
      }
    }
  }
}

TEST_P(Kernels, MoveSkewedTilesAsTheOracleDoes) {
  Way const ways[] = {{{64, 128, 4096}, false, true, 0, 1, Walk::along_output, 1, true},
                      {{256, 256, 16384}, false, true, 0, 3, Walk::along_output, 1, true},
                      {{512, 128, 65536}, false, true, 0, 2, Walk::along_output, 3, true},
                      {{4096, 512, 65536}, false, true, 0, 2, Walk::along_output, 1, true},
                      {{128, 512, 8192}, false, true, 0, 2, Walk::along_input, 1, true},
                      {{256, 256, 16384}, false, false, 0, 1, Walk::along_output, 1, true}};
  int moved = 0;
  CaseRange const range{.min_rank = 2, .max_bytes = 64 * 1024, .element_bytes = {8, 16}};
  for_each_moved_case(1500, range, [&](MovedCase const& c) {
    Way const& way = ways[moved % std::ssize(ways)];
    GuardedArray const actual(c.dst);
    if (!move_by_tiles(*kernels, c.normal, way, actual.data(), c.src.data())) return;
    ++moved;
    EXPECT_TRUE(same_bytes(actual, c.expected)) << "way " << &way - ways;
  });
  EXPECT_GT(moved, case_count(1500) / 20);
}

TEST_P(Kernels, GatherTilesAsTheOracleDoes) {
  auto const indirect = [](SliceSize size, bool staged, int prefetch_lines, int shares) {
    Way way{size, staged, staged, prefetch_lines, shares};
    way.walk = shares > 1 ? Walk::along_output : Walk::along_input;
    way.indirect = true;
    return way;
  };
  Way const ways[] = {indirect({256, 512, 65536}, true, 512, 1),
                      indirect({64, 64, 4096}, true, 4, 3), indirect({16, 2048, 8192}, false, 0, 1),
                      indirect({64, 16, 512}, false, 0, 2),
                      indirect({1024, 1024, 65536}, true, 0, 2)};
  int moved = 0;
  CaseRange const range{.min_rank = 2, .max_bytes = 64 * 1024};
  for_each_moved_case(1500, range, [&](MovedCase const& c) {
    Way const& way = ways[moved % std::ssize(ways)];
    GuardedArray const actual(c.dst);
    if (!move_by_tiles(*kernels, c.normal, way, actual.data(), c.src.data())) return;
    ++moved;
    EXPECT_TRUE(same_bytes(actual, c.expected)) << "way " << &way - ways;
  });
  EXPECT_GT(moved, case_count(1500) / 4);
}

TEST_P(Kernels, GatherVectorsAsTheOracleDoes) {
  auto const gathered = [](SliceSize size, bool staged, bool stream, int shares) {
    Way way{size, staged, stream, 512, shares};
    way.walk = shares > 1 ? Walk::along_output : Walk::along_input;
    way.gathered = true;
    return way;
  };
  Way const ways[] = {
      gathered({256, 512, 65536}, true, true, 1), gathered({64, 64, 2048}, true, true, 3),
      gathered({256, 512, 65536}, false, true, 1), gathered({16, 1024, 8192}, false, false, 2)};
  int moved = 0;
  CaseRange range{.min_rank = 3, .max_bytes = 64 * 1024, .element_bytes = {1, 2, 4, 8}};
  range.layouts = CaseRange::Layouts::left_right;
  for (Way const& way : ways)
    for_each_moved_case(600, range, [&](MovedCase const& c) {
      GuardedArray const actual(c.dst);
      if (!move_by_tiles(*kernels, c.normal, way, actual.data(), c.src.data())) return;
      ++moved;
      EXPECT_TRUE(same_bytes(actual, c.expected)) << "way " << &way - ways;
    });
  EXPECT_EQ(moved > case_count(600) / 4, kernels->isa.permute_instructions > 0);
}

TEST_P(Kernels, SkewTilesOfMatricesAtEveryPlaceInALine) {
  for (int const bytes : {8, 16}) {
    int const line = 64 / bytes;
    for (std::int64_t rows = line; rows <= 12 * line; rows += 1 + rows % 3) {
      for (std::int64_t const gap : {0, 1, line}) {
        for (int shift = 0; shift < 64; shift += 4) {
          std::int64_t const cols = 1 + (rows * 7 + shift) % 29;
          GuardedArray const src(ArrayShape{{rows, cols}, {cols + 1, 1}, bytes}, 8);
          GuardedArray const dst(ArrayShape{{cols, rows}, {rows + gap, 1}, bytes}, shift);
          src.fill(0);
          GuardedArray const expected(dst);
          naive_permute(expected, src, {1, 0});
          auto const normal =
              detail::normalize(detail::describe("test", dst.info(), src.info(), {1, 0}));
          for (std::int64_t const out_bytes : {64, 128, 256, 4096}) {
            Way const way{{512, out_bytes, 65536}, false, true, 0, 1 + shift / 4 % 3,
                          Walk::along_output,      1,     true};
            GuardedArray const actual(dst);
            if (!move_by_tiles(*kernels, normal, way, actual.data(), src.data())) continue;
            ASSERT_TRUE(same_bytes(actual, expected))
                << rows << "x" << cols << " words of " << bytes << ", shifted by " << shift
                << ", a gap of " << gap << ", tiles of " << out_bytes << " bytes";
          }
        }
      }
    }
  }
}

TEST_P(Kernels, TransposeEveryShapeBelowTwoTilesOfEveryWordStraightAndStaged) {
  for (int const bytes : {1, 2, 4, 8, 16}) {
    int const longest = std::max(2 * kernels->isa.vector_bytes / bytes + 1, 9);
    for (std::int64_t m = 2; m <= longest; m += 1 + (bytes == 1 ? m % 5 : 0)) {
      for (std::int64_t n = 2; n <= longest; n += 1 + (m + n) % 3) {
        GuardedArray const src(ArrayShape{{m, n}, {n + 1, 1}, bytes}, static_cast<int>(m * 3 % 64));
        GuardedArray const dst(ArrayShape{{n, m}, {m + 2, 1}, bytes}, static_cast<int>(n * 5 % 64));
        src.fill(0);
        GuardedArray const expected(dst);
        naive_permute(expected, src, {1, 0});
        auto const normal =
            detail::normalize(detail::describe("test", dst.info(), src.info(), {1, 0}));
        for (bool const staged : {false, true}) {
          GuardedArray const actual(dst);
          ASSERT_TRUE(move_by_tiles(*kernels, normal, {{256, 256, 16384}, staged, staged, 0, 1},
                                    actual.data(), src.data()));
          ASSERT_TRUE(same_bytes(actual, expected))
              << m << "x" << n << " words of " << bytes << (staged ? ", staged" : "");
        }
      }
    }
  }
}

TEST_P(Kernels, TakeRecordsOfFewFieldsApartAndPutThemTogether) {
  for (int const bytes : {2, 4, 8}) {
    for (std::int64_t const fields : {2, 3, 4, 5, 6, 7, 8}) {
      // Up to several blocks, and ends that are a part of a vector, a vector and more.
      for (std::int64_t records = 2; records < 1500; records += 1 + records / 3) {
        for (bool const apart : {false, true}) {
          ArrayShape const packed{{records, fields}, {fields, 1}, bytes};
          ArrayShape const separate{{fields, records}, {records, 1}, bytes};
          GuardedArray const src(apart ? packed : separate, 0);
          GuardedArray const dst(apart ? separate : packed, 0);
          src.fill(0);
          GuardedArray const expected(dst);
          naive_permute(expected, src, {1, 0});
          auto const normal =
              detail::normalize(detail::describe("test", dst.info(), src.info(), {1, 0}));
          for (bool const staged : {false, true}) {
            GuardedArray const actual(dst);
            ASSERT_TRUE(move_by_tiles(*kernels, normal, {{4096, 4096, 16384}, staged, staged, 4, 1},
                                      actual.data(), src.data()));
            ASSERT_TRUE(same_bytes(actual, expected))
                << records << " records of " << fields << " fields of " << bytes << " bytes"
                << (apart ? ", apart" : ", together") << (staged ? ", staged" : "");
          }
        }
      }
    }
  }
}

TEST_P(Kernels, StreamWholeLinesOfMatricesAndOfSharedRuns) {
  for (int const bytes : {1, 2, 4, 8, 16}) {
    std::int64_t const line = 64 / bytes;
    for (std::int64_t const rows : {line, 3 * line}) {
      for (std::int64_t const cols : {line, line + 1, 2 * line + line / 2 + 3}) {
        // A matrix, and one of shared runs of a line each.
        for (bool const shared : {false, true}) {
          ArrayShape from{{rows, cols}, {cols, 1}, bytes};
          ArrayShape to{{cols, rows}, {rows, 1}, bytes};
          std::vector<int> axes{1, 0};
          if (shared) {
            from = {{rows, cols, line}, {cols * line, line, 1}, bytes};
            to = {{cols, rows, line}, {rows * line, line, 1}, bytes};
            axes.push_back(2);
          }
          GuardedArray const src(from, 0);
          GuardedArray const dst(to, 0);
          src.fill(0);
          GuardedArray const expected(dst);
          naive_permute(expected, src, axes);
          auto const normal =
              detail::normalize(detail::describe("test", dst.info(), src.info(), to_axes(axes)));
          Way const way{{128, 256, 16384}, false, true, 2, 2};
          detail::SliceTables const tables(normal, detail::grow_slice(normal, way.size),
                                           kernels->isa, mode_of(way));
          EXPECT_TRUE(tables.of(0).line_high)
              << rows << "x" << cols << " words of " << bytes << (shared ? ", shared runs" : "");
          ASSERT_TRUE(move_by_tiles(*kernels, normal, way, dst.data(), src.data()));
          ASSERT_TRUE(same_bytes(dst, expected)) << rows << "x" << cols << " words of " << bytes;
        }
      }
    }
  }
}

/// The rows with which blocks begin, in the order in which they come.
std::vector<int> rows_of_blocks(tile::Tables const& tables) {
  std::vector<int> rows;
  for (int k = 0; k < tables.blocks; ++k) rows.push_back(tables.block[k].row);
  return rows;
}

TEST_P(Kernels, WriteTheTwoLinesOfARowSoonAfterEachOtherWhereVectorsAreHalfALine) {
  // 64 columns of 24 doubles: three lines of each row of the output, blocks of 32 columns or 16.
  detail::Problem problem;
  problem.element_bytes = 8;
  problem.rank = 2;
  problem.axis[0] = {64, 1, 24};
  problem.axis[1] = {24, 64, 1};
  auto const normal = detail::normalize(problem);
  Slice const slice = detail::grow_slice(normal, {4096, 4096, 1 << 20});
  detail::SliceTables const tables(normal, slice, kernels->isa, detail::TileMode{.streams = true});
  auto const rows = rows_of_blocks(tables.of(0));
  if (kernels->isa.vector_bytes < tile::line_bytes) {
    EXPECT_EQ(rows, (std::vector<int>{0, 8, 0, 8, 16, 16}));
  } else {
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
  }
  detail::SliceTables const straight(normal, slice, kernels->isa, detail::TileMode{});
  auto const as_ever = rows_of_blocks(straight.of(0));
  EXPECT_TRUE(std::is_sorted(as_ever.begin(), as_ever.end()));
}

TEST_P(Kernels, CopyRunsOfEveryLengthAtEveryMisalignment) {
  GuardedArray const src(ArrayShape{{700}, {1}, 1}, 0);
  src.fill(0);
  for (bool const stream : {false, true}) {
    for (int length = 0; length <= 300; length += 1 + length / 40) {
      for (int shift = 0; shift < 64; shift += 1 + length % 7) {
        GuardedArray const dst(ArrayShape{{700}, {1}, 1}, shift);
        GuardedArray const expected(dst);
        tile::Run const runs[] = {{shift * 3 % 64, 5, length}, {7, 5 + length, length / 2}};
        for (tile::Run const& run : runs)
          std::memcpy(expected.data() + run.to, src.data() + run.from,
                      static_cast<std::size_t>(run.bytes));
        kernels->copy_runs(reinterpret_cast<char*>(dst.data()),
                           reinterpret_cast<char const*>(src.data()), runs, 2, stream);
        kernels->fence();
        ASSERT_TRUE(same_bytes(dst, expected)) << length << " bytes, shifted by " << shift;
      }
    }
  }
}

TEST_P(Kernels, ScaleRunsWithAnySteps) {
  std::vector<float> src(200), dst(400), expected;
  for (std::size_t k = 0; k < src.size(); ++k) src[k] = static_cast<float>(k % 61);
  float const alpha = 2, beta = 3;
  tile::Scale const scale{&alpha, &beta, static_cast<int>(detail::Scalar::f32), true, false};
  for (int const count : {0, 1, 3, 16, 17, 63}) {
    for (int const src_step : {1, 2, 3}) {
      for (int const dst_step : {1, 2, 5}) {
        for (std::size_t k = 0; k < dst.size(); ++k) dst[k] = static_cast<float>(k % 17);
        expected = dst;
        for (int k = 0; k < count; ++k) {
          auto& element = expected[static_cast<std::size_t>(k * dst_step)];
          element = alpha * src[static_cast<std::size_t>(k * src_step)] + beta * element;
        }
        kernels->scale_run(reinterpret_cast<char*>(dst.data()), 4 * dst_step,
                           reinterpret_cast<char const*>(src.data()), 4 * src_step, count, scale);
        ASSERT_EQ(dst, expected) << count << " with steps " << src_step << ", " << dst_step;
      }
    }
  }
}

TEST_P(Kernels, AreTheOnesThatWereNamed) { EXPECT_STREQ(kernels->isa.name, GetParam()); }

INSTANTIATE_TEST_SUITE_P(Isa, Kernels, testing::ValuesIn(instruction_sets()),
                         [](auto const& isa) { return std::string(isa.param); });

TEST(KernelsNamed, KnowThoseForEveryProcessorAndNothingUnheardOf) {
  EXPECT_NE(tile::kernels_named(instruction_sets().front()), nullptr);
  EXPECT_EQ(tile::kernels_named("abacus"), nullptr);
}

TEST(KernelsInUse, AreThoseOfTheEnvironmentWhereThisProcessorHasThem) {
  char const* const wanted = std::getenv("ISOMER_ISA");
  if (wanted == nullptr) {
    // Without a wish the best there is: never plain where something better runs.
    EXPECT_EQ(std::strcmp(tile::kernels().isa.name, "plain") == 0,
              tile::kernels_named("plain") != nullptr && tile::kernels_named("avx2") == nullptr);
  } else if (tile::kernels_named(wanted) != nullptr) {
    EXPECT_STREQ(tile::kernels().isa.name, wanted);
  }
}

}  // namespace
}  // namespace isomer::test
