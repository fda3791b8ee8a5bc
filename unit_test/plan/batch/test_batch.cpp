// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/detail/batch.hpp>
#include <isomer/error.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "batch_list.hpp"
#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "support/launch_label.hpp"
#include "support/message_of.hpp"
#include "support/sampled.hpp"
#include "support/view_access.hpp"

namespace isomer::test {
namespace {

using detail::Scalar;
using testing::HasSubstr;

TEST(Batch, MovesRandomListsAsTheOracleDoes) {
  std::uint64_t const seed = first_seed();
  for (int k = 0; k < case_count(60); ++k) {
    SCOPED_TRACE("seed " + std::to_string(seed + static_cast<std::uint64_t>(k)));
    List const list = draw_list(seed + static_cast<std::uint64_t>(k), 1 + k % 40, 20000);
    list.move(Exec());
    list.expect_moved();
  }
}

TEST(Batch, CutsLargeBlocksAmongSmallOnes) {
  std::uint64_t number = 0;
  for (std::vector<int> const& axes : {std::vector{2, 1, 0}, {0, 2, 1}, {0, 1, 2}, {1, 2, 0}})
    for (int const bytes : {1, 4, 8, 12}) {
      if (is_left_out(number++)) continue;
      List list(axes);
      for (Index const& extent :
           {Index{130, 70, 67}, Index{3, 4, 5}, Index{16, 16, 16}, Index{64, 64, 65}}) {
        list.add(dense(extent, axes, bytes));
        list.add(dense(extent, axes, bytes));
      }
      list.move(Exec());
      list.expect_moved();
    }
}

#ifdef KOKKOS_ENABLE_OPENMP
TEST(Batch, IsMovedByAnyNumberOfThreads) {
  if constexpr (std::is_same_v<Exec, Kokkos::OpenMP>) {
    for (int threads = 1; threads <= Kokkos::OpenMP().concurrency(); ++threads) {
      List const list = draw_list(first_seed() + 7, 60, 200000);
      list.move(Exec(threads));
      list.expect_moved();
    }
  }
}
#endif

TEST(Batch, MovesByEachSchemaThatCan) {
  int moved = 0;
  for (char const* const schema : {"orthogonal_distinct", "orthogonal_arbitrary", "strided"}) {
    List list({1, 0});
    for (int k = 0; k < 30; ++k) list.add(dense({20 + k % 3, 33}, {1, 0}, 8));
    detail::Batch const batch = list.batch();
    std::string const here = message_of([&] { list.move(Exec(), PlanOptions{.schema = schema}); });
    if (here != "no exception") continue;
    ++moved;
    list.expect_moved();
    EXPECT_EQ(
        detail::make_batch_plan(Exec(), batch, {.schema = schema}, Scalar::none)->facts().schema,
        schema);
  }
  EXPECT_GE(moved, 2);
}

TEST(Batch, PlansEachShapeOnceAndSaysSo) {
  List list({1, 0});
  for (int k = 0; k < 100; ++k) {
    list.add(dense({16, 8}, {1, 0}, 8));
    list.add(dense({8, 4}, {1, 0}, 4));
  }
  detail::Batch const batch = list.batch();
  ASSERT_EQ(batch.shapes().size(), 2U);
  EXPECT_EQ(batch.shapes()[0].blocks, 100);
  EXPECT_EQ(batch.shapes()[1].blocks, 100);
  EXPECT_EQ(batch.bytes(), 100 * (16 * 8 * 8 + 8 * 4 * 4));
  auto const plan = detail::make_batch_plan(Exec(), batch, {}, Scalar::none);
  detail::PlanFacts const& facts = plan->facts();
  EXPECT_EQ(facts.bytes_read, batch.bytes());
  EXPECT_EQ(facts.bytes_written, batch.bytes());
  EXPECT_EQ(facts.passes, 1);
  EXPECT_GT(facts.predicted_seconds, 0);
  EXPECT_THAT(facts.description, testing::AllOf(HasSubstr("200 blocks of 2 shapes"),
                                                HasSubstr("100 of 8-byte words, 8x16 -> 16x8"),
                                                HasSubstr("100 of 4-byte words, 4x8 -> 8x4")));
}

TEST(Batch, OfTwiceAsManyBlocksIsExpectedToTakeTwiceAsLong) {
  // One block again and again: more bytes than any processor has in its second-level caches.
  Case const block = dense({32, 32}, {1, 0}, 8);
  Axes const axes = to_axes(block.axes);
  MovedCase const arrays(block);
  auto const seconds_of = [&](int blocks) {
    detail::Batch batch("test", axes);
    for (int k = 0; k < blocks; ++k) batch.add(arrays.dst.info(), arrays.src.info());
    return detail::make_batch_plan(Exec(), batch, {}, Scalar::none)->facts().predicted_seconds;
  };
  EXPECT_NEAR(seconds_of(200000) / seconds_of(100000), 2, 0.05);
}

TEST(Batch, WithoutABlockDoesNothing) {
  Axes const axes{1, 0};
  detail::Batch const none("test", axes);
  none.require_apart();
  auto const plan = detail::make_batch_plan(Exec(), none, {}, Scalar::none);
  EXPECT_EQ(plan->facts().bytes_read, 0);
  plan->run(Exec(), none.blocks(), nullptr);
}

TEST(Batch, OfEmptyBlocksDoesNothing) {
  List list({1, 0});
  list.add(dense({0, 5}, {1, 0}, 8));
  list.add(dense({7, 5}, {1, 0}, 8));
  list.add(dense({5, 0}, {1, 0}, 8));
  list.move(Exec());
  list.expect_moved();
}

TEST(Batch, ThatMayBeInACacheLooksAtBlocksWithElementsOnly) {
  // Between the second-level caches and the third-level one on most machines.
  List planned({1, 0});
  for (int k = 0; k < 64; ++k) planned.add(dense({128, 64}, {1, 0}, 8));
  Axes const axes{1, 0};
  detail::ViewInfo const nothing =
      detail::ViewShape(GuardedArray({{0, 0}, {1, 1}, 8}, 0).info()).at(nullptr);
  detail::Batch batch("test", axes);
  batch.add(nothing, nothing);
  planned.add_to(batch);
  auto const plan = detail::make_batch_plan(Exec(), batch, {}, Scalar::none);
  for (int repeat = 0; repeat < 3; ++repeat) plan->run(Exec(), batch.blocks(), nullptr);
  plan->run(Exec(), {}, nullptr);
  plan->run(Exec(), {batch.blocks().front()}, nullptr);
  Exec().fence();
  planned.expect_moved();
}

TEST(Batch, IsOneLaunchOnHosts) {
  if (!runs_on_host) GTEST_SKIP();
  List list({1, 0});
  for (int k = 0; k < 300; ++k) list.add(dense({30 + k % 5, 20}, {1, 0}, 8));
  detail::Batch const batch = list.batch();
  auto const plan = detail::make_batch_plan(Exec(), batch, {}, Scalar::none);
  LaunchLabel const labels;
  plan->run(Exec(), batch.blocks(), nullptr);
  EXPECT_THAT(LaunchLabel::seen(),
              testing::ElementsAre(testing::Pair("isomer::permute_batch::blocks", 1)));
  list.expect_moved();
}

TEST(Batch, PlannedAsPartsOfOneArrayIsOnePermutation) {
  std::vector<std::int64_t> const order{0, 1, 2, 3, 4, 5, 6};
  InOneArray const arrays(7, 5, 3, 17, 15);
  detail::Batch const batch = arrays.batch(order);
  auto const plan = detail::plan_batch(Exec(), batch, {});
  EXPECT_THAT(plan->facts().description,
              testing::StartsWith("batch: 7 blocks of 1 shape, parts of one array\n"));
  plan->run(Exec(), batch.blocks(), nullptr);
  Exec().fence();
  arrays.expect_moved();

  InOneArray const fewer(6, 5, 3, 17, 15);
  detail::Batch const others = fewer.batch({5, 4, 3, 2, 1, 0});
  plan->run(Exec(), others.blocks(), nullptr);
  Exec().fence();
  fewer.expect_moved();

  auto const forced = detail::plan_batch(Exec(), batch, {.schema = "orthogonal_distinct"});
  EXPECT_THAT(forced->facts().description, testing::Not(HasSubstr("one array")));
}

TEST(Batch, OfAPlanTakesItsShapesOnlyWhereverTheyLie) {
  List planned({1, 0});
  planned.add(dense({16, 8}, {1, 0}, 8));
  planned.add(dense({5, 6}, {1, 0}, 8));
  auto const plan = detail::make_batch_plan(Exec(), planned.batch(), {}, Scalar::none);

  List others({1, 0});
  for (int k = 0; k < 50; ++k) {
    Case block = dense(k % 3 == 0 ? Index{5, 6} : Index{16, 8}, {1, 0}, 8);
    block.src.misalignment = k % 16;
    block.dst.misalignment = k * 5 % 24;
    others.add(block);
  }
  Axes const axes{1, 0};
  detail::Batch batch("test", axes, plan->shapes());
  others.add_to(batch);
  EXPECT_EQ(batch.shapes().size(), plan->shapes().size());
  plan->run(Exec(), batch.blocks(), nullptr);
  Exec().fence();
  others.expect_moved();

  others.add(dense({6, 5}, {1, 0}, 8));
  detail::Batch too_many("test", axes, plan->shapes());
  EXPECT_EQ(message_of([&] { others.add_to(too_many); }),
            "test: list[50] has dst 5x6 with strides 6x1 and src 6x5 with strides 5x1 of elements "
            "of 8 bytes, the plan is for dst 8x16 with strides 16x1 and src 16x8 with strides 8x1 "
            "of elements of 8 bytes and 1 other shape");
}

}  // namespace
}  // namespace isomer::test
