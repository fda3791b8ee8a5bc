// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <isomer/detail/batch.hpp>

#include "batch_list.hpp"
#include "cost/gpu_time.hpp"
#include "plan/batch/device_batch_plan.hpp"
#include "plan/batch/even_batch.hpp"
#include "problem/normalize.hpp"
#include "support/launch_label.hpp"
#include "support/machines.hpp"
#include "support/sampled.hpp"

/// The devices' batches on the host, whose teams have one thread.
namespace isomer::test {
namespace {

using detail::Scalar;
using testing::HasSubstr;
using HostExec = Kokkos::DefaultHostExecutionSpace;

detail::BatchPlanPtr<HostExec> planned(detail::Batch const& batch, Scalar scalar = Scalar::none) {
  detail::Setting const device = setting_on(*detail::gpu_machine("h200"), 132);
  auto plan = detail::plan_on_device(HostExec(), device, batch, {}, scalar);
  return scalar == Scalar::none ? detail::evenly(HostExec(), batch, {}, plan) : plan;
}

void move(List const& list) {
  detail::Batch const batch = list.batch();
  planned(batch)->run(HostExec(), batch.blocks(), nullptr);
  HostExec().fence();
}

/// Launches of batches by a kernel.
int launches_of(std::string const& kernel) {
  auto const found = LaunchLabel::seen().find("isomer::permute_batch::" + kernel);
  return found == LaunchLabel::seen().end() ? 0 : found->second;
}

TEST(DeviceBatch, MovesRandomListsAsTheOracleDoesByEveryKernel) {
  LaunchLabel const labels;
  std::uint64_t const seed = first_seed();
  for (int k = 0; k < case_count(40); ++k) {
    SCOPED_TRACE("seed " + std::to_string(seed + static_cast<std::uint64_t>(k)));
    List const list = draw_list(seed + static_cast<std::uint64_t>(k), 1 + k % 40, 20000);
    move(list);
    list.expect_moved();
  }
  for (char const* const kernel : {"rows", "tile", "slices"})
    EXPECT_GT(launches_of(kernel), 0) << kernel;
}

/// Blocks of one shape, in a random order of their places.
List scattered(Index const& extent, std::vector<int> const& axes, int bytes, int blocks,
               int alignment = 16) {
  List list(axes);
  std::mt19937 random(static_cast<unsigned>(blocks));
  for (int k = 0; k < blocks; ++k) {
    Case c = dense(extent, axes, bytes);
    c.src.misalignment = static_cast<int>(random() % 8) * alignment;
    c.dst.misalignment = static_cast<int>(random() % 8) * alignment;
    list.add(c);
  }
  return list;
}

TEST(DeviceBatch, IsOneLaunchOfAShapeWhereverItsBlocksLie) {
  struct Row {
    Index extent;
    std::vector<int> axes;
    int bytes;
    int alignment;
    char const* kernel;
  };
  for (Row const& row :
       {Row{{16, 16, 16}, {2, 1, 0}, 8, 16, "tile16"}, Row{{32, 48}, {1, 0}, 4, 16, "tile16"},
        Row{{64, 64}, {1, 0}, 2, 16, "tile16"}, Row{{32, 64}, {1, 0}, 1, 16, "tile16"},
        Row{{33, 48}, {1, 0}, 8, 8, "tile"}, Row{{5, 5}, {1, 0}, 8, 8, "slices"},
        Row{{3, 4, 2}, {0, 2, 1}, 4, 4, "slices"}, Row{{1, 1}, {1, 0}, 8, 8, "slices"},
        Row{{6, 5, 3000}, {1, 0, 2}, 1, 1, "rows"}}) {
    LaunchLabel const labels;
    List const list = scattered(row.extent, row.axes, row.bytes, 61, row.alignment);
    move(list);
    list.expect_moved();
    EXPECT_EQ(LaunchLabel::seen().size(), 1U);
    EXPECT_EQ(launches_of(row.kernel), 1)
        << row.kernel << ", not " << LaunchLabel::seen().begin()->first << " of " << row.bytes;
  }
}

TEST(DeviceBatch, OfManyShapesIsALaunchForEachKindOfKernel) {
  List list({1, 0});
  for (int k = 0; k < 90; ++k) {
    list.add(dense({3 + k % 4, 5 + k % 3}, {1, 0}, 8));
    list.add(dense({64 + 16 * (k % 2), 128}, {1, 0}, 8));
  }
  LaunchLabel const labels;
  move(list);
  list.expect_moved();
  EXPECT_EQ(launches_of("slices"), 1);
  EXPECT_EQ(launches_of("tile16"), 1);
  EXPECT_EQ(LaunchLabel::seen().size(), 2U);
}

TEST(DeviceBatch, TakesAsManyBlocksOfAShapeAsThereAre) {
  for (int const blocks : {1, 2, 3, 31, 64, 65, 200}) {
    List const list = scattered({5, 3}, {1, 0}, 8, blocks, 8);
    move(list);
    list.expect_moved();
  }
}

/// Of the plan's shapes.
void expect_moved_by(detail::ExecutableBatch<HostExec> const& plan, List const& list) {
  detail::Batch batch("test", list.axes(), plan.shapes());
  list.add_to(batch);
  plan.run(HostExec(), batch.blocks(), nullptr);
  HostExec().fence();
  list.expect_moved();
}

TEST(DeviceBatch, OfAPlanTakesAnyNumberOfItsShapes) {
  for (int const blocks_of_plan : {1, 2, 5}) {
    List const some = scattered({7, 6}, {1, 0}, 4, blocks_of_plan, 4);
    auto const plan = planned(some.batch());
    for (int const blocks : {1, 2, 4, 5, 90}) {
      expect_moved_by(*plan, scattered({7, 6}, {1, 0}, 4, blocks, 4));
    }
  }
}

TEST(DeviceBatch, OfAPlanTakesAnyNumberOfRandomShapes) {
  for (int k = 0; k < case_count(40); ++k) {
    std::uint64_t const seed = first_seed() + static_cast<std::uint64_t>(k);
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    Case const block = draw_case(random(), {.max_bytes = 20000});
    auto const list_of = [&](std::uint64_t blocks) {
      List list(block.axes);
      for (std::uint64_t b = 0; b < blocks; ++b) list.add(block);
      return list;
    };
    List const some = list_of(1 + random() % 40);
    auto const plan = planned(some.batch());
    for (int repeat = 0; repeat < 3; ++repeat) {
      expect_moved_by(*plan, list_of(1 + random() % 40));
    }
  }
}

TEST(DeviceBatch, SaysWhatItsLaunchesAreAndWhatTheyTake) {
  List list({1, 0});
  for (int k = 0; k < 64; ++k) {
    Case c = dense({64, 32}, {1, 0}, 8);
    c.src.misalignment = k % 9 * 8;
    list.add(c);
  }
  list.add(dense({0, 3}, {1, 0}, 8));
  auto const plan = planned(list.batch());
  detail::PlanFacts const& facts = plan->facts();
  EXPECT_THAT(facts.description,
              testing::AllOf(HasSubstr("64 blocks of 1 shape, a launch for each kind of kernel"),
                             HasSubstr("64 of 8-byte words, 32x64 -> 64x32")));
  EXPECT_EQ(facts.workspace_bytes, 65 * 16);
  EXPECT_EQ(facts.bytes_read, 64 * 64 * 32 * 8);
  double before = facts.predicted_seconds;
  for (int const blocks : {96, 128}) {
    for (int k = 0; k < 32; ++k) list.add(dense({64, 32}, {1, 0}, 8));
    double const of_more = planned(list.batch())->facts().predicted_seconds;
    EXPECT_GT(of_more, before) << blocks;
    before = of_more;
  }
  EXPECT_LT(before, 2 * facts.predicted_seconds) << "blocks fill the card together";
}

/// 10,000 blocks wherever they lie: of the copy's speed, by the audit and the formula of time.
TEST(DeviceBatch, IsExpectedToBeAboutAsFastAsACopy) {
  struct Row {
    Index extent;
    std::vector<int> axes;
    int bytes;
    double of_copy;
  };
  detail::Machine const h200 = *detail::gpu_machine("h200");
  for (Row const& row :
       {Row{{16, 16, 16}, {2, 1, 0}, 8, 0.95}, Row{{16, 16, 16}, {2, 1, 0}, 4, 0.95},
        Row{{8, 8, 8}, {2, 1, 0}, 8, 0.95}, Row{{5, 5}, {1, 0}, 8, 0.86},
        Row{{33, 47}, {1, 0}, 8, 0.87}, Row{{33, 47}, {1, 0}, 4, 0.75}}) {
    std::int64_t const blocks = 10000;
    detail::Problem const problem = MovedCase(dense(row.extent, row.axes, row.bytes)).normal;
    auto const way = detail::make_device_way(problem, detail::counted_blocks(blocks),
                                             setting_on(h200, 132), {}, "test");
    double const of_copy = detail::gpu_copy_seconds(h200, blocks * detail::volume_bytes(problem)) /
                           detail::gpu_seconds(h200, way->pass(blocks));
    EXPECT_GE(of_copy, row.of_copy) << testing::PrintToString(row.extent) << " of " << row.bytes;
  }
}

TEST(DeviceBatch, OfNothingLaunchesNothing) {
  LaunchLabel const labels;
  List list({1, 0});
  list.add(dense({0, 5}, {1, 0}, 8));
  move(list);
  move(List({1, 0}));
  EXPECT_TRUE(LaunchLabel::seen().empty());
}

TEST(DeviceBatch, ScalesWithWhatTheDestinationsHold) {
  for (auto const& [extent, alignment] : {std::pair{Index{32, 48}, 16}, std::pair{Index{33, 48}, 8},
                                          std::pair{Index{3, 5}, 8}, std::pair{Index{3, 5}, 1}}) {
    List const list = scattered(extent, {1, 0}, 8, 20, alignment);
    std::vector<GuardedArray> expected;
    auto const number = [](std::byte const* at) {
      double value = 0;
      std::memcpy(&value, at, sizeof value);
      return value;
    };
    auto const put = [](std::byte* at, double value) { std::memcpy(at, &value, sizeof value); };
    for (auto const& block : list.blocks()) {
      double next = 1;
      for_each_index(block->src.shape().extent,
                     [&](Index const& i) { put(block->src.at(i), next += 0.5); });
      for_each_index(block->dst.shape().extent,
                     [&](Index const& i) { put(block->dst.at(i), next += 0.25); });
      GuardedArray& wanted = expected.emplace_back(block->dst);
      for_each_index(block->src.shape().extent, [&](Index const& i) {
        Index const to{i[1], i[0]};
        put(wanted.at(to), 2 * number(block->src.at(i)) + 3 * number(block->dst.at(to)));
      });
    }
    detail::ScaleFactors factors;
    put(factors.alpha.data(), 2);
    put(factors.beta.data(), 3);
    factors.reads_dst = true;
    detail::Batch const batch = list.batch();
    planned(batch, Scalar::f64)->run(HostExec(), batch.blocks(), &factors);
    HostExec().fence();
    for (std::size_t k = 0; k < expected.size(); ++k)
      EXPECT_TRUE(same_bytes(list.blocks()[k]->dst, expected[k])) << "block " << k;
  }
}

TEST(DeviceBatch, OfBlocksThatLieEvenlyFarApartIsOnePermutation) {
  for (auto const& [src_apart, dst_apart] : {std::pair{15, 15}, std::pair{40, 17}}) {
    InOneArray const arrays(30, 5, 3, src_apart, dst_apart);
    std::vector<std::int64_t> order(30);
    for (std::size_t k = 0; k < 30; ++k) order[k] = static_cast<std::int64_t>(k);
    detail::Batch const batch = arrays.batch(order);
    auto const plan = planned(batch);
    {
      LaunchLabel const labels;
      plan->run(HostExec(), batch.blocks(), nullptr);
      HostExec().fence();
      for (auto const& [label, count] : LaunchLabel::seen())
        EXPECT_FALSE(label.starts_with("isomer::permute_batch")) << label;
    }
    arrays.expect_moved();
    EXPECT_THAT(plan->facts().description,
                testing::StartsWith("batch: 30 blocks of 1 shape, parts of one array\n"));
  }
}

TEST(DeviceBatch, OfAPlanForOneArrayLooksUpOthers) {
  std::vector<std::int64_t> order(30);
  for (std::size_t k = 0; k < 30; ++k) order[k] = static_cast<std::int64_t>(k);
  auto const plan = planned(InOneArray(30, 5, 3, 15, 15).batch(order));
  for (auto const& [blocks, src_apart] : {std::pair{29, 15}, std::pair{30, 16}, std::pair{1, 15}}) {
    InOneArray const others(blocks, 5, 3, src_apart, 15);
    order.resize(static_cast<std::size_t>(blocks));
    detail::Batch const batch = others.batch(order);
    LaunchLabel const labels;
    plan->run(HostExec(), batch.blocks(), nullptr);
    HostExec().fence();
    EXPECT_EQ(launches_of("slices"), 1) << blocks << ' ' << src_apart;
    others.expect_moved();
    order.resize(30, 29);
  }
}

TEST(DeviceBatch, LooksUpBlocksThatDoNot) {
  for (std::vector<std::int64_t> const& order :
       {std::vector<std::int64_t>{0, 1, 2, 4, 3}, {4, 3, 2, 1, 0}, {1, 0, 2, 3, 4}}) {
    InOneArray const arrays(5, 5, 3, 15, 15);
    detail::Batch const batch = arrays.batch(order);
    LaunchLabel const labels;
    planned(batch)->run(HostExec(), batch.blocks(), nullptr);
    HostExec().fence();
    EXPECT_EQ(launches_of("slices"), 1);
    arrays.expect_moved();
  }
}

TEST(DeviceBatch, IsNoOnePermutationWhereOneSideIsUneven) {
  std::vector<std::byte> bytes(1000);
  auto const blocks = [&](std::vector<std::size_t> const& dst,
                          std::vector<std::size_t> const& src) {
    std::vector<detail::BlockPlace> places;
    for (std::size_t k = 0; k < dst.size(); ++k)
      places.push_back({reinterpret_cast<char*>(bytes.data() + dst[k]),
                        reinterpret_cast<char const*>(bytes.data() + src[k])});
    return places;
  };
  detail::NormalProblem const one = detail::normalize(detail::Problem{
      .rank = 2, .element_bytes = 4, .axis = {detail::Axis{3, 1, 5}, detail::Axis{5, 3, 1}}});
  auto const is_one = [&](std::vector<detail::BlockPlace> const& places) {
    return detail::as_one_problem(one, places.data(), std::ssize(places)).has_value();
  };
  EXPECT_TRUE(is_one(blocks({0, 100, 200}, {500, 600, 700})));
  EXPECT_TRUE(is_one(blocks({0, 100, 200}, {500, 560, 620})));
  EXPECT_FALSE(is_one(blocks({0, 100, 240}, {500, 600, 700})));
  EXPECT_FALSE(is_one(blocks({0, 100, 200}, {500, 600, 740})));
  EXPECT_FALSE(is_one(blocks({0, 102, 204}, {500, 600, 700}))) << "no multiple of a word";
  EXPECT_FALSE(is_one(blocks({0, 100, 200}, {500, 500, 500}))) << "one source for all";
}

TEST(DeviceBatch, HasAsManyKernelsAsNumbersOfTilesAllow) {
  // Blocks that nothing touches: launches are only counted.
  auto const far = [](std::int64_t k) {
    return detail::BlockPlace{
        reinterpret_cast<char*>((std::uintptr_t{1} << 46) + static_cast<std::uintptr_t>(k) * 4096),
        reinterpret_cast<char const*>((std::uintptr_t{1} << 45) +
                                      static_cast<std::uintptr_t>(k) * 12288)};
  };
  detail::Problem const problem = detail::normalize(
      detail::Problem{.rank = 2,
                      .element_bytes = 8,
                      .axis = {detail::Axis{1024, 1, 1024}, detail::Axis{1024, 1024, 1}}});
  std::vector<detail::BatchBlock> list;
  for (std::int64_t k = 0; k < 3000; ++k)
    list.push_back({reinterpret_cast<std::byte*>(far(k).dst),
                    reinterpret_cast<std::byte const*>(far(k).src), 0});
  detail::SortedBlocks const sorted(list, {0}, 1);
  auto const way =
      detail::make_device_way(problem, detail::counted_blocks(3000),
                              setting_on(*detail::gpu_machine("h200"), 132), {}, "test");
  EXPECT_EQ(way->counted, 2048);
  std::int64_t tiles = 0;
  int launches = 0;
  int kernels = 0;
  auto const count = [&](char const*, int teams, int, auto const& kernel) {
    tiles += teams;
    ++launches;
    if constexpr (requires { kernel.count; }) kernels = kernel.count;
  };
  detail::KernelSets<decltype(count)> sets;
  detail::add_blocks(sets, *way, sorted, 0, nullptr, nullptr);
  team::TableBytes const there = sets.list();
  sets.launch_all(count, there.data());
  EXPECT_EQ(launches, 1);
  EXPECT_EQ(kernels, 3) << "of 2^30 words";
  std::int64_t const of_block = 1024 * 1024 * 8 / (16 << 10);
  EXPECT_EQ(tiles, 3000 * of_block) << "tiles of 16 KiB";
}

}  // namespace
}  // namespace isomer::test
