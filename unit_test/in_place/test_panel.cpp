// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include <Kokkos_Core.hpp>

#include "cost/models.hpp"
#include "in_place/matrix_case.hpp"
#include "in_place/panel/move.hpp"
#include "in_place/panel/order.hpp"
#include "in_place/panel/panel.hpp"
#include "in_place/panel/shape.hpp"
#include "support/machines.hpp"
#include "support/sampled.hpp"

namespace isomer::in_place {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;

Limits limits_with(int workers, std::size_t workspace = std::size_t{1} << 30) {
  return {workspace, detail::host_machine(workers), &detail::model_in_use().rates};
}

std::vector<std::int64_t> heights(std::int64_t word, std::int64_t most) {
  std::int64_t const unit = std::max<std::int64_t>(1, 64 / word);
  std::vector<std::int64_t> list;
  for (std::int64_t const n : {1, 2, 3, 5, 9, 14})
    if (n * unit <= most) list.push_back(n * unit);
  return list;
}

bool transposes(Step const& step, PanelShape const& shape, int misalignment = 0) {
  SCOPED_TRACE(testing::Message() << testing::PrintToString(step) << ", height " << shape.height
                                  << ", " << shape.workers << " workers, " << shape.parts
                                  << " parts");
  Exec const exec;
  auto const move = panel_move<Exec>(step, shape);
  bool good = true;
  for (int which = 0; which < fills_for(step.chunk_bytes); ++which) {
    GuardedBytes data(step.bytes(), misalignment);
    data.fill(step.chunk_bytes, which);
    GuardedBytes const before = data;
    GuardedBytes workspace(static_cast<std::int64_t>(PanelWorkspace(shape).bytes));
    move->run(exec, data.data(), workspace.data());
    exec.fence();
    auto const transposed = is_transposed(data, before, step);
    EXPECT_TRUE(transposed);
    auto const intact = workspace.guards_are_intact();
    EXPECT_TRUE(intact) << "of the workspace";
    good = good && transposed && intact;
  }
  return good;
}

TEST(Panel, TransposesEveryShapeUpTo70WithPanelsOfAnyHeight) {
  int done = 0;
  for (std::int64_t const word : {1, 2, 4, 8, 16, 12})
    for (std::int64_t m = 2; m <= 70; ++m)
      for (std::int64_t n = 2 + m % 3; n <= 70; n += 1 + (m + n) % 3)
        for (bool const backward : {false, true})
          for (std::int64_t const height : heights(word, backward ? n : m)) {
            if (test::is_left_out(static_cast<std::uint64_t>(m + n))) continue;
            Step const step{1, m, 1, n, word};
            auto shape = panel_shape_of_height(step, limits_with(1 + static_cast<int>((m + n) % 3)),
                                               backward, height);
            ASSERT_TRUE(shape);
            shape->parts *= 1 + static_cast<int>(m % 4);
            ASSERT_TRUE(transposes(step, *shape, static_cast<int>(n % 3)));
            ++done;
          }
  EXPECT_GT(done, 20000 / test::sample_step);
}

/// Whole numbers between two, both included.
class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  std::int64_t operator()(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }

 private:
  std::mt19937_64 random_;
};

/// Whether a step cut at a random height for some workers comes out right; so does one that is too
/// small to be cut.
bool transposes_however_cut(Step const& step, Draw& draw) {
  bool const backward = draw(0, 1) == 1;
  std::int64_t const most = backward ? step.cols : step.rows;
  std::int64_t const unit = std::max<std::int64_t>(1, 64 / step.chunk_bytes);
  if (unit > most) return true;
  std::int64_t const height = unit * draw(1, most / unit);
  auto shape =
      panel_shape_of_height(step, limits_with(static_cast<int>(draw(1, 5))), backward, height);
  if (shape) shape->parts *= static_cast<int>(draw(1, 6));
  return shape && transposes(step, *shape, static_cast<int>(draw(0, 63)));
}

TEST(Panel, TransposesRandomLargerShapes) {
  Draw draw(5);
  for (int k = 0; k < 60; ++k) {
    std::int64_t const word = std::int64_t{1} << draw(0, 4);
    ASSERT_TRUE(transposes_however_cut({draw(1, 2), draw(2, 900), 1, draw(2, 900), word}, draw));
  }
}

TEST(Panel, ExchangesAcrossAMiddleOfAnySize) {
  Draw draw(7);
  for (int k = 0; k < 100; ++k) {
    std::int64_t const word = std::int64_t{1} << draw(0, 4);
    ASSERT_TRUE(
        transposes_however_cut({draw(1, 2), draw(2, 100), draw(2, 20), draw(2, 100), word}, draw));
  }
}

/// The memory that ordering the slots of a shape takes.
class OrderBuffers {
 public:
  explicit OrderBuffers(PanelShape const& shape)
      : table(static_cast<std::size_t>(shape.slots())),
        deferred(static_cast<std::size_t>(shape.max_deferred()) + 1),
        numbers_(static_cast<std::size_t>(shape.order_numbers())) {}

  std::int64_t order(PanelShape const& shape, std::int64_t part) {
    return order_slots(shape, part, {table.data(), deferred.data(), numbers_.data()});
  }

  std::vector<std::uint32_t> table;
  std::vector<std::uint32_t> deferred;

 private:
  std::vector<std::uint32_t> numbers_;
};

/// Replays the first pass on numbers instead of data: a piece may go only where every element has
/// been read, and no slot is used twice.
void replay(PanelShape const& shape) {
  std::int64_t const size = shape.rows * shape.cols;
  OrderBuffers buffers(shape);
  std::vector<char> taken(buffers.table.size());
  for (std::int64_t part = 0; part < shape.parts; ++part) {
    std::int64_t const count = buffers.order(shape, part);
    ASSERT_LE(count, shape.max_deferred());
    auto const* deferred = buffers.deferred.data();
    auto const* const deferred_end = deferred + count;
    // The worker that has it knows of its own reading and of the saved strip only.
    std::vector<char> read(static_cast<std::size_t>(size));
    std::fill(read.begin() + shape.panels * shape.panel_elements(), read.end(), 1);
    std::int64_t const begin = shape.first_panel(part);
    for (std::int64_t p = begin; p < shape.first_panel(part + 1); ++p)
      for (std::int64_t j = 0; j < shape.cols; ++j) {
        if (j % shape.group == 0 && j > 0) {
          for (std::int64_t i = 0; i < shape.height; ++i)
            for (std::int64_t c = j - shape.group; c < j; ++c)
              read[static_cast<std::size_t>((p * shape.height + i) * shape.cols + c)] = 1;
        } else if (j == 0 && p > begin) {
          std::fill_n(read.begin() + (p - 1) * shape.panel_elements(), shape.panel_elements(), 1);
        }
        std::int64_t const n = p * shape.cols + j;
        std::uint32_t const slot = buffers.table[static_cast<std::size_t>(n)];
        ASSERT_LT(slot, buffers.table.size());
        ASSERT_FALSE(taken[slot]) << "slot " << slot;
        taken[slot] = 1;
        if (deferred != deferred_end && *deferred == n - begin * shape.cols) {
          ++deferred;
          continue;
        }
        for (std::int64_t i = 0; i < shape.height; ++i)
          ASSERT_TRUE(read[static_cast<std::size_t>(shape.address(slot) + i)])
              << "piece " << n << " into slot " << slot;
      }
    ASSERT_EQ(deferred, deferred_end) << "a piece is deferred twice, or not in order";
  }
  EXPECT_EQ(std::count(taken.begin(), taken.end(), 1), shape.slots());
}

TEST(PanelOrder, NeverWritesWhereSomethingIsUnread) {
  std::uint64_t number = 0;
  for (std::int64_t const word : {8, 4, 16, 100})
    for (std::int64_t rows = 8; rows <= 200; rows += 1 + rows / 7)
      for (std::int64_t cols = 2; cols <= 2 * rows; cols += 1 + cols / 5)
        for (std::int64_t const height : heights(word, rows))
          for (int const workers : {1, 2, 5}) {
            if (test::is_left_out(number++)) continue;
            SCOPED_TRACE(testing::Message()
                         << rows << " x " << cols << " words of " << word << ", height " << height
                         << ", " << workers << " workers");
            auto shape = panel_shape_of_height({1, rows, 1, cols, word}, limits_with(workers),
                                               false, height);
            ASSERT_TRUE(shape);
            shape->parts *= 1 + static_cast<int>(cols % 3);
            ASSERT_NO_FATAL_FAILURE(replay(*shape));
          }
}

TEST(PanelOrder, NeverWritesWhereSomethingIsUnreadOfManyMoreColumnsThanRows) {
  std::uint64_t number = 0;
  for (std::int64_t const word : {8, 100})
    for (std::int64_t const rows : {8, 17, 40, 96, 150})
      for (std::int64_t const cols : {2, 5, 8})
        for (std::int64_t const middle : {3, 20, 111})
          for (std::int64_t const height : heights(word, rows))
            for (int const workers : {1, 2, 5}) {
              if (test::is_left_out(number++)) continue;
              SCOPED_TRACE(testing::Message() << rows << " x " << middle << " x " << cols
                                              << " words of " << word << ", height " << height);
              auto shape = panel_shape_of_height({1, rows, middle, cols, word},
                                                 limits_with(workers), false, height);
              ASSERT_TRUE(shape);
              shape->parts *= 1 + static_cast<int>(rows % 3);
              ASSERT_NO_FATAL_FAILURE(replay(*shape));
            }
}

TEST(PanelOrder, HoldsBackAboutAsManyPiecesAsAPanelIsHigh) {
  for (auto const& [rows, cols] : {std::pair{5857, 3317}, {9000, 9000}, {8192, 4096}}) {
    auto const shape = panel_shape({1, rows, 1, cols, 8}, limits_with(2));
    ASSERT_TRUE(shape);
    EXPECT_LT(OrderBuffers(*shape).order(*shape, 0), shape->height + shape->height / 2 + 32);
  }
}

/// The share of pieces that lie, between the passes, in a slot of another affinity than the one
/// where they belong.
double crossing(PanelShape const& shape) {
  OrderBuffers buffers(shape);
  std::int64_t count = 0;
  for (std::int64_t part = 0; part < shape.parts; ++part) {
    EXPECT_LE(buffers.order(shape, part), shape.max_deferred());
    for (std::int64_t p = shape.first_panel(part); p < shape.first_panel(part + 1); ++p)
      for (std::int64_t j = 0; j < shape.cols; ++j) {
        auto const lies = buffers.table[static_cast<std::size_t>(p * shape.cols + j)];
        if (shape.affinity_of(lies) != shape.affinity_of(shape.row_of(j), p)) ++count;
      }
  }
  return static_cast<double>(count) / static_cast<double>(shape.slots());
}

TEST(PanelOrder, LeavesPiecesWithTheOwnersOfWhereTheyBelong) {
  for (int const workers : {2, 3, 8, 20})
    for (auto const& [rows, cols] : {std::pair{5857, 3317},
                                     {9000, 9000},
                                     {8192, 4096},
                                     {3000003, 17},
                                     {20000000, 2},
                                     {16000001, 3},
                                     {40000, 1500}}) {
      auto const shape = panel_shape({1, rows, 1, cols, 8}, limits_with(workers));
      ASSERT_TRUE(shape);
      EXPECT_LT(crossing(*shape), 0.03) << rows << " x " << cols << ", " << workers << " workers, "
                                        << shape->affinities << " affinities";
    }
}

TEST(PanelOrder, DoesWithoutOwnersWhereTheirTurnsFallBadly) {
  // An affinity block is one row, and rows that follow each other come from two halves of a panel:
  // of its pieces the first 512 have one affinity, the others the other.
  auto shape = panel_shape_of_height({1, 700, 2, 512, 8}, limits_with(2), false, 32);
  ASSERT_TRUE(shape);
  shape->affinities = 2;
  shape->block_rows = 1;
  shape->by_block_rows = FastDiv(1);
  shape->block_slots = shape->panels;
  shape->by_block_slots = FastDiv(shape->panels);
  ASSERT_NO_FATAL_FAILURE(replay(*shape));
  EXPECT_GT(crossing(*shape), 0.2);
}

class PanelShapeOnEachMachine : public test::OnEachMachine {};

TEST_P(PanelShapeOnEachMachine, GoesFromFrontToBackWherePanelsAreReadALineAtATime) {
  bool const half_lines = has_half_line_vectors();
  Limits const limits{std::size_t{1} << 30, test::with_threads(GetParam(), 2), nullptr};
  for (auto const& [rows, cols] : {std::pair{6220, 7396}, {3074, 6195}, {7396, 6220}}) {
    auto const shape = panel_shape({1, rows, 1, cols, 8}, limits);
    ASSERT_TRUE(shape);
    if (rows > cols || half_lines) {
      EXPECT_FALSE(shape->backward);
    }
    if (!shape->backward) {
      EXPECT_EQ(shape->group, half_lines ? 8 : 16);
    }
  }
  // A panel of fields is as high as there are fields, and pieces would be as short.
  auto const fields = panel_shape({1, 17, 1, 100000, 8}, limits_with(2));
  ASSERT_TRUE(fields);
  EXPECT_TRUE(fields->backward);
}

TEST(PanelShape, HasSeveralPartsForEachWorkerWhereFewPiecesAreHeldBack) {
  auto const many = panel_shape({1, 9000, 1, 9001, 8}, limits_with(2));
  ASSERT_TRUE(many);
  EXPECT_EQ(many->parts, 8);
  auto const few = panel_shape({1, 1200, 1, 1000, 8}, limits_with(2));
  ASSERT_TRUE(few);
  EXPECT_EQ(few->parts, 2);
}

TEST(PanelShape, HasLessPartsWhereThereIsNoRoomForMore) {
  Step const step{1, 9000, 1, 9001, 8};
  auto const free = panel_shape(step, limits_with(2));
  ASSERT_TRUE(free);
  auto const tight = panel_shape(step, limits_with(2, PanelWorkspace(*free).bytes - 1));
  ASSERT_TRUE(tight);
  EXPECT_EQ(tight->height, free->height);
  EXPECT_LT(tight->parts, free->parts);
  EXPECT_GE(tight->parts, 2);
}

TEST(PanelShape, HasSlotsThatNeitherOverlapNorTouchTheGaps) {
  for (std::int64_t const rows : {64, 70, 129, 200})
    for (std::int64_t const cols : {2, 13, 64}) {
      auto const shape = panel_shape_of_height({1, rows, 1, cols, 8}, limits_with(2), false, 24);
      ASSERT_TRUE(shape);
      std::int64_t end = 0;
      for (std::int64_t slot = 0; slot < shape->slots(); ++slot) {
        EXPECT_EQ(shape->address(slot), end);
        end = shape->address(slot) + shape->height;
        if (slot % shape->panels == shape->panels - 1) end += shape->rest;
        EXPECT_EQ(shape->first_slot_from(shape->address(slot)), slot);
        EXPECT_EQ(shape->first_slot_from(shape->address(slot) + 1), slot + 1);
      }
      EXPECT_EQ(end, rows * cols);
    }
}

TEST(Panel, KeepsWithinTwoPercentAndEightMegabytesAThread) {
  std::mt19937_64 random(11);
  for (int const workers : {1, 2})
    for (int k = 0; k < 200; ++k) {
      auto const side = [&] { return static_cast<std::int64_t>(1000 + random() % 9001); };
      Step const step{1, side(), 1, side(), std::int64_t{1} << random() % 4};
      std::size_t const limit = static_cast<std::size_t>(step.bytes()) / 50 +
                                static_cast<std::size_t>(workers) * (std::size_t{8} << 20);
      auto const estimate = panel<Exec>().estimate(step, limits_with(workers, limit));
      ASSERT_TRUE(estimate) << testing::PrintToString(step);
      EXPECT_LE(estimate->workspace, limit);
      EXPECT_EQ(estimate->passes, 2);
    }
}

ISOMER_ON_EACH_MACHINE(PanelShapeOnEachMachine);

}  // namespace
}  // namespace isomer::in_place
