// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <isomer/detail/engine.hpp>
#include <isomer/error.hpp>

#include "cost/models.hpp"
#include "in_place/matrix_case.hpp"
#include "plan/plan_case.hpp"
#include "random_records.hpp"
#include "record_case.hpp"
#include "records/in_place/in_place_move.hpp"
#include "records/in_place/in_place_shape.hpp"
#include "records/move/buffered_panels.hpp"
#include "records/move/copy_plan.hpp"
#include "support/machines.hpp"
#include "support/message_of.hpp"

namespace isomer::records {
namespace {

using test::LeafList;
using test::RandomRecords;

Limits limits_with(std::int64_t l2_bytes, std::size_t workspace = std::size_t{1} << 40) {
  detail::Machine machine = test::machines().front();
  machine.units = 2;
  machine.l2_bytes = l2_bytes;
  return {workspace, machine, &detail::model_in_use().rates};
}

RecordProblem random_problem(RandomRecords& random, std::int64_t count) {
  LeafList const leaves = random.record();
  RecordProblem problem;
  problem.count = count;
  problem.capacity = count + random.up_to(100);
  problem.in_place = true;
  problem.leaf_bytes = leaves.bytes;
  problem.src = random.layout(leaves, problem.capacity, 128);
  problem.dst = random.layout(leaves, problem.capacity, 128);
  return problem;
}

RecordProblem aos_to_tiles(LeafList const& leaves, std::int64_t count, std::int64_t tile) {
  RecordProblem problem;
  problem.count = problem.capacity = count;
  problem.leaf_bytes = leaves.bytes;
  problem.src = test::aos(leaves, count);
  problem.dst = test::tiled(leaves, count, tile);
  return problem;
}

struct Interval {
  std::int64_t begin;
  std::int64_t end;
  bool contains(std::int64_t at, std::int64_t bytes) const {
    return begin <= at && at + bytes <= end;
  }
};

/// What may be overwritten once a part has read its panels up to `panels`: what it has read, and
/// what is no panel's.
std::vector<Interval> free_memory(InPlaceShape const& shape, std::int64_t part, std::int64_t panels,
                                  std::int64_t bytes) {
  std::vector<Interval> list;
  auto const& segments = shape.change.src.segment;
  for (std::size_t r = 0; r < segments.size(); ++r) {
    auto const at = [&](std::int64_t p) { return segments[r].begin + p * segments[r].bytes; };
    list.push_back({at(first_panel(part, shape.parts, shape.panels())), at(panels)});
    list.push_back({at(shape.panels()), r + 1 < segments.size() ? segments[r + 1].begin : bytes});
  }
  return list;
}

TEST(PieceOrders, PutPiecesWhereNothingIsStillToBeRead) {
  RandomRecords random(3);
  int checked = 0;
  for (int round = 0; round < 90; ++round) {
    RecordProblem const problem = random_problem(random, random.up_to(5000));
    InPlaceShape const shape = in_place_shape(problem, limits_with(16 << 10));
    if (!shape.pieces) continue;
    ++checked;
    PieceSlots const& slots = shape.pieces->slots;
    PieceOrder const& order = shape.pieces->order;
    std::int64_t const bytes = std::max(problem.src.bytes, problem.dst.bytes);
    for (std::int64_t part = 0; part < shape.parts; ++part) {
      std::int64_t const end = first_panel(part + 1, shape.parts, shape.panels());
      for (std::int64_t p = first_panel(part, shape.parts, shape.panels()); p < end; ++p) {
        auto const may_be_written = free_memory(shape, part, p + 1, bytes);
        for (std::int64_t k = 0; k < slots.pieces(); ++k) {
          std::int64_t const place = order.place[static_cast<std::size_t>(slots.slot_of(p, k))];
          if (place >= slots.places()) continue;
          bool const is_free = std::any_of(
              may_be_written.begin(), may_be_written.end(), [&](Interval const& interval) {
                return interval.contains(slots.address(place), slots.piece_bytes());
              });
          ASSERT_TRUE(is_free) << "piece " << k << " of panel " << p << ": "
                               << test::printed(problem.src) << " to "
                               << test::printed(problem.dst);
        }
      }
    }
  }
  EXPECT_GT(checked, 30);
}

TEST(PieceOrders, UseEachPlaceOnceAndFewInTheWorkspace) {
  RandomRecords random(4);
  for (int round = 0; round < 100; ++round) {
    RecordProblem const problem = random_problem(random, random.up_to(60000));
    InPlaceShape const shape = in_place_shape(problem, limits_with(64 << 10));
    if (!shape.pieces) continue;
    auto const& [slots, order, segments] = *shape.pieces;
    auto places = order.place;
    std::sort(places.begin(), places.end());
    ASSERT_EQ(std::adjacent_find(places.begin(), places.end()), places.end());
    ASSERT_LT(places.back(), slots.places() + order.in_workspace);
    auto const regions = static_cast<std::int64_t>(shape.change.src.segment.size() +
                                                   shape.change.dst.segment.size());
    ASSERT_LE(order.in_workspace, shape.parts * (slots.pieces() + 2 * regions))
        << test::printed(problem.src) << " to " << test::printed(problem.dst);
  }
}

TEST(PieceSegments, AreCutWhereTheyAreLong) {
  RandomRecords random(5);
  for (int round = 0; round < 60; ++round) {
    RecordProblem const problem = random_problem(random, random.up_to(20000));
    InPlaceShape const shape = in_place_shape(problem, limits_with(16 << 10));
    if (!shape.pieces) continue;
    for (std::int64_t const max_moves : {1, 2, 7, 1000}) {
      auto const cut = cut_in_segments(shape.pieces->slots, shape.pieces->order, max_moves);
      std::int64_t moves = 0;
      for (PieceSegment const& segment : cut.segment) {
        ASSERT_LE(segment.moves, max_moves);
        moves += segment.moves;
      }
      std::int64_t fixed = 0;
      for (std::size_t slot = 0; slot < shape.pieces->order.place.size(); ++slot)
        fixed += shape.pieces->order.place[slot] == slot ? 1 : 0;
      ASSERT_EQ(moves + fixed, shape.pieces->slots.slots());
    }
  }
}

TEST(InPlaceShapes, KeepToTheLimitOfTheWorkspace) {
  LeafList const leaves = test::struct_of({8, 4, 4, 2, 1});
  RecordProblem problem;
  problem.count = problem.capacity = 100000;
  problem.in_place = true;
  problem.leaf_bytes = leaves.bytes;
  problem.src = test::aos(leaves, problem.count);
  problem.dst = test::soa(leaves, problem.count);
  std::int64_t before = std::int64_t{1} << 40;
  for (std::size_t const limit : {4 << 20, 200 << 10, 100 << 10, 20 << 10}) {
    auto const shape = in_place_shape(problem, limits_with(1 << 20, limit));
    std::int64_t const bytes = InPlaceWorkspace(shape).bytes;
    EXPECT_LE(bytes, static_cast<std::int64_t>(limit));
    EXPECT_LT(bytes, before);
    before = bytes;
  }
}

/// Panels, and the pieces that they leave in.
TEST(InPlaceOutlines, HaveLowPanelsWhereColumnsComeFromMemory) {
  LeafList const leaves = test::struct_of({8, 8, 8, 8});
  auto const outline = [&](std::int64_t count, bool to_records) {
    RecordProblem problem;
    problem.count = problem.capacity = count;
    problem.in_place = true;
    problem.leaf_bytes = leaves.bytes;
    problem.src = test::aos(leaves, count);
    problem.dst = test::soa(leaves, count);
    if (to_records) std::swap(problem.src, problem.dst);
    return in_place_outline(problem, limits_with(1 << 20));
  };
  constexpr std::int64_t in_memory = 64 << 20;
  constexpr std::int64_t in_cache = 1 << 12;
  auto const bytes = [](InPlaceOutline const& of) { return of.height * 32; };
  EXPECT_LE(bytes(outline(in_memory, true)), 8 << 10);
  EXPECT_GE(outline(in_memory, true).piece_bytes, 2048);
  EXPECT_GE(bytes(outline(in_memory, false)), 32 << 10);
  EXPECT_LE(outline(in_memory, false).piece_bytes, 1700);
  EXPECT_GE(bytes(outline(in_cache, true)), 16 << 10);
}

TEST(PanelSizes, OfPanelsInPiecesAreAPartOfTheSecondLevelCacheAsFarAsItPays) {
  auto const bytes = [](std::int64_t l2_bytes) {
    return panel_sizes(limits_with(l2_bytes).machine, detail::Residency::memory,
                       PanelsLeave::in_pieces)
        .panel_bytes;
  };
  EXPECT_EQ(bytes(512 << 10), 64 << 10);
  EXPECT_EQ(bytes(1 << 20), 128 << 10);
  EXPECT_EQ(bytes(4 << 20), 128 << 10);
}

TEST(RecordPlans, SayWhatIsPermuted) {
  RecordProblem const problem = aos_to_tiles(test::struct_of({8, 4, 4, 2, 1}), 100000, 8);
  auto const description = [&](int permuted_bytes, std::int64_t l2_bytes) {
    Limits limits = limits_with(l2_bytes);
    limits.machine.permuted_bytes = permuted_bytes;
    return copy_plan<Kokkos::DefaultHostExecutionSpace>(problem, limits)->facts().description;
  };
  constexpr std::int64_t in_memory = 1 << 18;
  constexpr std::int64_t in_cache = 1 << 23;
  for (int const permuted_bytes : {16, 64}) {
    std::string const lines = description(permuted_bytes, in_memory);
    EXPECT_NE(lines.find(", bytes of 64 records at a time permuted"), std::string::npos) << lines;
    std::string const tiles = description(permuted_bytes, in_cache);
    EXPECT_NE(tiles.find(", bytes of 8 records at a time permuted"), std::string::npos) << tiles;
  }
  EXPECT_EQ(description(0, in_memory).find("permuted"), std::string::npos);
}

TEST(RecordPlans, SayWhatIsStreamedWithoutABuffer) {
  RecordProblem const problem = aos_to_tiles(test::struct_of({8, 8, 8, 8}), 100032, 16);
  auto const description = [&](int vector_bytes) {
    Limits limits = limits_with(1 << 20);
    limits.machine.isa.vector_bytes = vector_bytes;
    return copy_plan<Kokkos::DefaultHostExecutionSpace>(problem, limits)->facts().description;
  };
  constexpr char const* streamed = " records stored past the caches in whole lines";
  EXPECT_NE(description(64).find(streamed), std::string::npos) << description(64);
  EXPECT_NE(description(32).find(streamed), std::string::npos) << description(32);
  EXPECT_NE(description(16).find(" through two buffers of "), std::string::npos);
}

TEST(RecordPlans, NameTheLeastWorkspace) {
  LeafList const leaves = test::struct_of({8, 4, 4, 2, 1});
  RecordProblem problem;
  problem.count = problem.capacity = 10000;
  problem.in_place = true;
  problem.leaf_bytes = leaves.bytes;
  problem.src = test::aos(leaves, problem.count);
  problem.dst = test::soa(leaves, problem.count);
  PlanOptions options;
  options.workspace_limit = 100;
  Kokkos::DefaultHostExecutionSpace const exec;
  std::string const message =
      test::message_of([&] { detail::make_plan(exec, problem, options, "isomer::rearrange"); });
  EXPECT_NE(message.find("isomer::rearrange: workspace_limit is 100 bytes, it has to be at least "),
            std::string::npos)
      << message;
}

TEST(RecordPlans, SayWhatTheyDo) {
  LeafList const leaves = test::struct_of({8, 8, 8});
  RecordProblem problem = aos_to_tiles(leaves, 100000, 64);
  Kokkos::DefaultHostExecutionSpace const exec;
  problem.in_place = true;
  auto const within = detail::make_plan(exec, problem, {}, "isomer::rearrange");
  EXPECT_EQ(within->facts().passes, 1);
  EXPECT_EQ(within->facts().bytes_read, 2400000);
  EXPECT_NE(within->facts().description.find("in place, 1 pass: records ("), std::string::npos);
  problem.dst = test::soa(leaves, problem.count);
  auto const pieces = detail::make_plan(exec, problem, {}, "isomer::rearrange");
  EXPECT_EQ(pieces->facts().passes, 2);
  EXPECT_GT(pieces->predicted_seconds(), within->predicted_seconds());
  std::string const& text = pieces->facts().description;
  std::size_t const piece = std::stoul(text.substr(text.find("pieces of ") + 10));
  EXPECT_EQ(within->facts().kept_bytes, 0U);
  EXPECT_GE(pieces->facts().kept_bytes, 2400000 / piece * 4) << text;
  EXPECT_LE(pieces->facts().kept_bytes, 2400000 / piece * 8) << text;
  problem.in_place = false;
  auto const copy = detail::make_plan(exec, problem, {}, "isomer::deep_copy");
  EXPECT_EQ(copy->facts().passes, 1);
  EXPECT_EQ(copy->facts().workspace_bytes, 0U);
  EXPECT_EQ(copy->facts().bytes_written, 2400000);
}

/// Panels in pieces, panels that shift, and chunks that go straight to their places.
TEST(RecordPlans, AllocateTheWorkspaceThatTheySayAtOnce) {
  using Exec = Kokkos::DefaultHostExecutionSpace;
  constexpr std::int64_t count = 102'400;
  LeafList const leaves = test::struct_of({8, 8, 4});
  auto const soa = test::soa(leaves, count);
  auto const aos = test::aos(leaves, count);
  Exec const exec;
  for (auto const& [src, dst] : {std::pair{aos, soa},
                                 {aos, test::tiled(leaves, count, 8)},
                                 {soa, test::tiled(leaves, count, 1024)}}) {
    RecordProblem const problem{count, count, true, leaves.bytes, src, dst};
    auto const plan = detail::make_plan(exec, problem, {}, "isomer::rearrange");
    in_place::GuardedBytes data(std::max(src.bytes, dst.bytes));
    plan->run(exec, data.data(), nullptr, nullptr);  // Kokkos allocates with its first team
    in_place::MemoryLog const log;
    plan->run(exec, data.data(), nullptr, nullptr);
    ASSERT_EQ(log.taken().size(), 1U) << plan->facts().description;
    EXPECT_EQ(log.taken()[0].second, plan->facts().workspace_bytes);
  }
}

/// Only bytes cost something, and in each kernel another time.
detail::Rates rates_of_bytes(double panels, double pieces, double copy) {
  detail::Rates rates;
  auto const set = [&](detail::Kernel kernel, double seconds) {
    detail::Work const work{.bytes = seconds};
    for (auto& row : rates.rows[static_cast<std::size_t>(kernel)]) row = {work, work};
  };
  set(detail::Kernel::record_panels, panels);
  set(detail::Kernel::record_pieces, pieces);
  set(detail::Kernel::record_copy, copy);
  return rates;
}

TEST(RecordPrices, AreThoseOfTheKernelsThatMoveRecords) {
  LeafList const leaves = test::struct_of({8, 8, 8, 8});
  RecordProblem problem;
  problem.count = problem.capacity = 1 << 16;
  problem.leaf_bytes = leaves.bytes;
  problem.src = test::aos(leaves, problem.count);
  in_place::Limits limits = limits_with(1 << 16);
  detail::Rates const rates = rates_of_bytes(1e-9, 4e-9, 16e-9);
  limits.rates = &rates;
  double const bytes_of_thread = 32.0 * (1 << 16) / limits.threads();

  problem.dst = test::tiled(leaves, problem.count, 8);
  EXPECT_NEAR(predicted(problem, limits).seconds, 1e-9 * bytes_of_thread, 1e-12);
  problem.dst = test::soa(leaves, problem.count);
  EXPECT_NEAR(predicted(problem, limits).seconds, 5e-9 * bytes_of_thread,
              0.02 * 5e-9 * bytes_of_thread);
  detail::Pass const copy = copy_pass(problem, limits);
  EXPECT_EQ(copy.kernel, detail::Kernel::record_copy);
  EXPECT_NEAR(detail::seconds(rates, std::vector{copy}), 16e-9 * bytes_of_thread, 1e-12);
}

}  // namespace
}  // namespace isomer::records
