// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <isomer/detail/engine.hpp>

#include "in_place/matrix_case.hpp"
#include "limits_of_records.hpp"
#include "record_case.hpp"
#include "records/in_place/in_place_move.hpp"
#include "records/in_place/in_place_shape.hpp"
#include "records/in_place/panel_shift.hpp"
#include "records/in_place/shift_worker.hpp"

namespace isomer::records {
namespace {

/// Bytes of panels on both sides, and how many there are.
struct Sizes {
  std::int64_t src;
  std::int64_t dst;
  std::int64_t panels;
};
constexpr Sizes sizes[]{{24, 19, 400},       {19, 24, 400}, {48 * 64, 44 * 64, 300},
                        {44, 48, 300},       {2, 1, 100},   {1, 2, 100},
                        {64, 1, 200},        {1, 64, 200},  {32767, 32766, 5000},
                        {32766, 32767, 5000}};

TEST(PanelShift, OverwritesWhatThePanelCovers) {
  for (auto const& [src, dst, panels] : sizes) {
    PanelShift const shift(src, dst, panels);
    for (std::int64_t p = 0; p < panels; ++p) {
      std::vector<std::int64_t> covered;
      for (std::int64_t q = 0; q < panels; ++q)
        if (q * src < (p + 1) * dst && p * dst < (q + 1) * src) covered.push_back(q);
      PanelRange const over = shift.overwritten(static_cast<std::int32_t>(p));
      ASSERT_EQ(over.count, static_cast<std::int32_t>(covered.size())) << p << " of " << src;
      if (over.count > 0) {
        ASSERT_EQ(over.first, covered.front()) << p << " of " << src;
      }
    }
  }
}

TEST(PanelShift, CountsFarPanels) {
  constexpr std::int64_t panels = (std::int64_t{1} << 31) - 2;
  PanelShift const shift(12, 11, panels);
  PanelRange const over = shift.overwritten(static_cast<std::int32_t>(panels - 1));
  EXPECT_EQ(over.first, (panels - 1) * 11 / 12);
  EXPECT_EQ(over.first + over.count - 1, (panels * 11 - 1) / 12);
}

TEST(PanelShift, WaitsForPanelsThatWereTakenBefore) {
  for (auto const& [src, dst, panels] : sizes) {
    PanelShift const shift(src, dst, panels);
    std::vector<bool> is_taken(static_cast<std::size_t>(panels));
    for (std::int32_t ticket = 0; ticket < panels; ++ticket) {
      std::int32_t const p = shift.in_order(ticket);
      is_taken[static_cast<std::size_t>(p)] = true;
      auto const [first, count] = shift.overwritten(p);
      for (std::int32_t q = first; q < first + count; ++q)
        ASSERT_TRUE(is_taken[static_cast<std::size_t>(q)])
            << p << " of " << src << " waits for " << q;
    }
    EXPECT_EQ(std::count(is_taken.begin(), is_taken.end(), true), panels);
  }
}

/// Batches of other workers are taken without being waited for, unless they are single panels.
TEST(ShiftWorker, HasBatchesThatAreNotWaitedFor) {
  constexpr int workers = 3;
  for (auto const& [src, dst, panels] : sizes) {
    PanelShift const shift(src, dst, panels);
    BatchedShift const batched(shift, workers, true);
    std::int64_t next = shift.in_order(0);
    for (std::int64_t ticket = 0; ticket < batched.batches(); ++ticket) {
      PanelRow const row = batched.batch(ticket);
      ASSERT_EQ(row.first, next);
      ASSERT_GT(row.count, 0);
      ASSERT_LE(row.count, 64);
      next = row.at(row.count);
      if (row.count == 1) continue;
      for (std::int64_t k = 0; k < row.count; ++k) {
        auto const [first, count] = shift.overwritten(static_cast<std::int32_t>(row.at(k)));
        std::int64_t const nearest = row.step > 0 ? first + count - 1 : first;
        ASSERT_GE((row.first - nearest) * row.step, (workers - 1) * (row.count - 1) - 1)
            << row.at(k) << " of " << src << " to " << dst;
      }
    }
    EXPECT_EQ(next, shift.spreads() ? -1 : panels);
  }
}

/// One of two workers; the other one takes every second batch, reads its panels when it is waited
/// for, and stores none of them.
class OneOfTwo {
 public:
  OneOfTwo(PanelChange const& change, BatchedShift const& batched, char* data, std::size_t bytes,
           std::uint32_t* flags)
      : change_(&change), data_(data), original_(data, data + bytes), flags_(flags) {
    for (std::int64_t ticket = 1; ticket < batched.batches(); ticket += 2) {
      PanelRow const row = batched.batch(ticket);
      for (std::int64_t k = 0; k < row.count; ++k) others_.insert(row.at(k));
    }
  }

  std::uint32_t ticket(std::uint32_t* counter) const {
    return std::exchange(*counter, *counter + 2);
  }
  /// Where the other worker might write from now on, it does.
  void publish(std::uint32_t* flag, std::uint32_t value) const {
    *flag += value;
    std::int64_t const begin = (flag - flags_ - 1) * change_->src.bytes;
    std::int64_t const end = begin + change_->src.bytes;
    for (std::int64_t at = begin; at < end;) {
      std::int64_t const p = at / change_->dst.bytes;
      std::int64_t const until = std::min(end, (p + 1) * change_->dst.bytes);
      if (others_.count(p) > 0) std::fill(data_ + at, data_ + until, '?');
      at = until;
    }
  }
  void await(std::uint32_t const* flags, std::uint32_t, int count) const {
    for (int k = 0; k < count; ++k) {
      std::int64_t const p = flags + k - flags_ - 1;
      if (others_.count(p) > 0) wait_for_other(p);
      else EXPECT_EQ(flags[k], 1U) << "waits for itself";
    }
  }
  std::int64_t waited_for() const { return static_cast<std::int64_t>(read_.size()); }
  bool is_others(std::int64_t p) const { return others_.count(p) > 0; }
  std::vector<char> const& original() const { return original_; }

  /// At the end, of all that were not waited for.
  void expect_others_unharmed() const {
    for (std::int64_t const p : others_)
      if (read_.count(p) == 0) wait_for_other(p);
  }

 private:
  void wait_for_other(std::int64_t p) const {
    if (!read_.insert(p).second) return;
    auto const begin = static_cast<std::ptrdiff_t>(p * change_->src.bytes);
    EXPECT_TRUE(std::equal(original_.begin() + begin,
                           original_.begin() + begin + change_->src.bytes, data_ + begin))
        << "panel " << p << " was overwritten before it was read";
    publish(flags_ + 1 + p, 1);
  }

  PanelChange const* change_;
  char* data_;
  std::vector<char> original_;
  std::uint32_t* flags_;
  std::set<std::int64_t> others_;
  mutable std::set<std::int64_t> read_;
};

/// Moves every second batch of panels of 64 records, and checks them.
void expect_to_wait(test::LeafList const& leaves, bool spreads, bool past_caches, int workers) {
  constexpr std::int64_t height = 64;
  constexpr std::int64_t panels = 400;
  RecordProblem problem;
  problem.count = problem.capacity = height * panels;
  problem.leaf_bytes = leaves.bytes;
  problem.src = test::aos(leaves, problem.count);
  problem.dst = test::tiled(leaves, problem.count, 64);
  if (spreads) std::swap(problem.src, problem.dst);
  PanelChange const change(problem, height, {8 << 10, 1 << 10, 1 << 10, true}, {32, 0});
  BatchedShift const batched(PanelShift(change.src.bytes, change.dst.bytes, panels), workers,
                             past_caches);
  auto const bytes = static_cast<std::size_t>(std::max(problem.src.bytes, problem.dst.bytes));
  auto const records = test::filled(problem.src, leaves, problem.count, bytes);
  in_place::GuardedBytes memory(static_cast<std::int64_t>(bytes));
  auto* const data = reinterpret_cast<char*>(memory.data());
  std::copy_n(reinterpret_cast<char const*>(records.data()), bytes, data);
  std::vector<std::uint32_t> flags(panels + 1);
  std::vector<char> scratch(static_cast<std::size_t>(change.scratch_bytes()) + 64);
  OneOfTwo const team(change, batched, data, bytes, flags.data());
  ShiftWorker(change, batched, {data, flags.data(), scratch.data()}, team).work();
  team.expect_others_unharmed();
  EXPECT_GT(team.waited_for(), 10);
  std::vector<char> expected(bytes);
  std::vector<char> expected_scratch(scratch.size());
  SegmentPlaces<char const> from;
  SegmentPlaces<char> to;
  for (std::int64_t p = 0; p < panels; ++p) {
    if (team.is_others(p)) continue;
    place_segments(change.src, team.original().data(), p, from);
    place_segments(change.dst, expected.data(), p, to);
    change.regroup.run(from.data(), to.data(), height, expected_scratch.data());
    for (std::size_t leaf = 0; leaf < leaves.bytes.size(); ++leaf)
      for (std::int64_t i = p * height; i < (p + 1) * height; ++i) {
        std::int64_t const at = problem.dst.address(leaf, leaves.bytes[leaf], i);
        ASSERT_TRUE(std::equal(data + at, data + at + leaves.bytes[leaf], expected.data() + at))
            << "record " << i << " of panel " << p;
      }
  }
}

TEST(ShiftWorker, WaitsForWhatItOverwrites) {
  for (bool const spreads : {false, true})
    for (bool const past_caches : {false, true}) {
      expect_to_wait(test::struct_of({8, 4, 4, 2, 1}), spreads, past_caches, 2);
      expect_to_wait(test::struct_of({1021, 2}), spreads, past_caches, 2);
    }
}

TEST(PanelShift, IsOfRecordsOfTwoSizesInOneRegion) {
  test::LeafList const leaves = test::struct_of({8, 4, 4, 2, 1});
  RecordProblem problem;
  problem.count = problem.capacity = 100'000;
  problem.in_place = true;
  problem.leaf_bytes = leaves.bytes;
  problem.src = test::aos(leaves, problem.count);
  problem.dst = test::tiled(leaves, problem.count, 32);
  Kokkos::DefaultHostExecutionSpace const exec;
  auto const described = [&] {
    auto const plan = detail::make_plan(exec, problem, {}, "isomer::rearrange");
    EXPECT_EQ(plan->facts().passes, 1);
    EXPECT_EQ(plan->facts().bytes_read, problem.count * (problem.src.bytes / problem.count));
    EXPECT_EQ(plan->facts().bytes_written, problem.count * (problem.dst.bytes / problem.count));
    return plan->facts().description;
  };
  EXPECT_NE(described().find(", closing up"), std::string::npos) << described();
  std::swap(problem.src, problem.dst);
  EXPECT_NE(described().find(", spreading"), std::string::npos) << described();
  EXPECT_TRUE(PanelShift::is_of(problem));
  problem.count = std::int64_t{1} << 40;
  EXPECT_FALSE(PanelShift::is_of(problem)) << "numbers of panels exceed 32 bits";
  problem.dst = problem.src;
  EXPECT_FALSE(PanelShift::is_of(problem)) << "panels stay";
  problem.dst = test::soa(leaves, 100'000);
  EXPECT_FALSE(PanelShift::is_of(problem)) << "panels leave in pieces";
}

}  // namespace
}  // namespace isomer::records
