// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "row_run.hpp"
#include "team/dry_team.hpp"

/// Each operation of the row kernel is spoilt in each way it can be, and each number of its
/// geometry by one; each time something has to be found. And what memory has to do for it.
namespace isomer::test {
namespace {

using tile::warp::plan_rows;
using tile::warp::RowGeometry;
using tile::warp::RowKernel;

class RowMutants : public testing::Test {
 protected:
  RowGeometry right() const {
    auto const rows = plan_rows(ragged.normal);
    EXPECT_TRUE(rows);
    return *rows;
  }

  /// More pieces than a block takes, pitched, from a byte to another; the last one ends where the
  /// arrays do.
  MovedCase ragged{row_case(20, 1003, 3, 6, 10, 0)};
};

TEST_F(RowMutants, EveryOneIsReported) {
  RowGeometry const rows = right();
  std::set<Mutation> all;
  ASSERT_TRUE(rows_move_on_fibers(ragged, rows, {}, {}, &all));
  int stores = 0;
  int loads = 0;
  for (Mutation const& mutation : all) {
    bool const is_found = !rows_move_on_fibers(ragged, rows, {}, mutation);
    stores += mutation.fault == Fault::never ? 1 : 0;
    loads += mutation.fault == Fault::next_global ? 1 : 0;
    EXPECT_TRUE(is_found) << mutation;
  }
  EXPECT_GT(stores, 0);
  EXPECT_GT(loads, 0);
}

TEST_F(RowMutants, AGeometryThatIsWrongByOneIsReported) {
  RowGeometry const good = right();
  auto const reports = [&](auto const& spoil) {
    RowGeometry wrong = good;
    spoil(wrong);
    return !rows_move_on_fibers(ragged, wrong, {});
  };
  EXPECT_TRUE(reports([](RowGeometry& rows) { ++rows.piece_bytes, ++rows.last_bytes; }));
  EXPECT_TRUE(reports([](RowGeometry& rows) { --rows.last_bytes; }));
  EXPECT_TRUE(reports([](RowGeometry& rows) { --rows.pieces; }));
  EXPECT_TRUE(reports([](RowGeometry& rows) { --rows.blocks; }));
  EXPECT_TRUE(reports([](RowGeometry& rows) { ++rows.digit[1].src; }));
  EXPECT_TRUE(reports([](RowGeometry& rows) { ++rows.digit[1].dst; }));
  EXPECT_TRUE(reports([](RowGeometry& rows) { rows.digit[1].extent = tile::warp::Magic(4); }));
}

template <int U>
team::Audit audit_of(RowGeometry const& rows, std::int64_t dst_at, std::int64_t src_at) {
  auto* const dst = reinterpret_cast<std::byte*>((std::int64_t{1} << 45) + dst_at);
  auto const* const src = reinterpret_cast<std::byte const*>((std::int64_t{1} << 44) + src_at);
  team::DryRun run(RowKernel<U>::threads, rows.shared_bytes());
  for (int block = 0; block < rows.blocks; ++block)
    run.block(RowKernel<U>{rows, {dst, src}}, block, rows.blocks);
  return run.audit();
}

TEST(RowAudit, RunsThatBeginOnVectorsTouchNoSectorTwice) {
  for (std::int64_t const bytes : {128, 512, 2048, 16384, 100000}) {
    auto const rows = plan_rows(MovedCase(row_case(7, bytes, 0, 0, 128, 256)).normal);
    ASSERT_TRUE(rows);
    team::Audit const audit = audit_of<16>(*rows, 0, 0);
    EXPECT_DOUBLE_EQ(audit.sector_ratio(), 1) << bytes;
    EXPECT_DOUBLE_EQ(audit.memory_ratio(), 1) << bytes;
    EXPECT_EQ(audit.split_copies, 0) << bytes;
    EXPECT_EQ(audit_of<16>(*rows, 0, 16).split_copies, 0) << bytes;
    EXPECT_EQ(audit.bytes_written, 7 * bytes);
    EXPECT_EQ(audit.bytes_read, 7 * bytes);
  }
}

/// Whole pieces, of which 11 blocks are resident on a multiprocessor of Hopper.
TEST(RowAudit, LongRunsAskForEnoughBytesAtOnce) {
  auto const rows = plan_rows(MovedCase(row_case(7, 1 << 20, 0, 0)).normal);
  ASSERT_TRUE(rows);
  EXPECT_GE(11 * audit_of<16>(*rows, 0, 0).bytes_in_flight, 160 << 10);
}

TEST(RowAudit, RunsAnywhereReadTheirEdgesTwice) {
  for (std::int64_t const bytes : {2048, 16000, 100000}) {
    auto const rows = plan_rows(MovedCase(row_case(7, bytes, 0, 0, 128, 256)).normal);
    ASSERT_TRUE(rows);
    team::Audit const audit = audit_of<1>(*rows, 5, 9);
    // The edges move in bytes.
    EXPECT_LE(audit.sector_ratio(), 1.25) << bytes;
    EXPECT_LE(audit.memory_ratio(), 1.1) << bytes;
    EXPECT_EQ(audit.bytes_written, 7 * bytes);
  }
}

}  // namespace
}  // namespace isomer::test
