// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/device_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/error.hpp>

#include <cstring>
#include <map>
#include <string>

#include "support/column_major.hpp"
#include "support/launch_label.hpp"
#include "support/machines.hpp"
#include "support/message_of.hpp"
#include "support/moved_case.hpp"
#include "support/sampled.hpp"
#include "tile/warp/plan/plan_slices.hpp"
#include "tiling/slice.hpp"

#include "schema/proposals.hpp"

/// The devices' plans on the host, whose teams have one thread.
namespace isomer::test {
namespace {

using HostExec = Kokkos::DefaultHostExecutionSpace;
using detail::NormalProblem;
using detail::Problem;
using detail::Schema;
using detail::SliceSize;

detail::PlanPtr<HostExec> plan_of(Problem const& normal, SliceSize const& size) {
  detail::Candidate candidate;
  candidate.tiling.slice = detail::grow_slice(normal, size);
  return detail::make_device_plan<HostExec>(normal, candidate, {});
}

void expect_moves(detail::PlanPtr<HostExec> const& plan, MovedCase const& c) {
  HostExec const exec;
  GuardedArray const dst(c.dst);
  plan->run(exec, dst.data(), c.src.data(), nullptr);
  exec.fence();
  EXPECT_TRUE(same_bytes(dst, c.expected));
}

TEST(DevicePlan, MovesAsTheOracleDoesWithSlicesOfEverySize) {
  SliceSize const sizes[] = {{64, 64, 1024}, {16, 48, 256}, {1, 1, 1}};
  int moved = 0;
  for_each_moved_case(1500, {.max_bytes = 16 * 1024}, [&](MovedCase const& c) {
    if (c.normal.rank > 10) return;
    ++moved;
    for (SliceSize const& size : sizes) {
      SCOPED_TRACE(size.cap_bytes);
      expect_moves(plan_of(c.normal, size), c);
    }
  });
  EXPECT_GT(moved, 1000 / sample_step);
}

TEST(DevicePlan, MovesAsTheOracleDoesByEveryCandidateForADevice) {
  detail::Setting const device = setting_on(*detail::gpu_machine("h200"), 132);
  std::map<Schema, int> moved;
  CaseRange const range{.max_rank = 5, .alignment = 4};
  for_each_moved_case(400, range, [&](MovedCase const& c) {
    NormalProblem const normal = c.normal;
    if (normal.rank > 10) return;
    for (detail::Candidate const& candidate : detail::propose(normal, device)) {
      ++moved[candidate.schema];
      expect_moves(detail::make_device_plan<HostExec>(normal, candidate, {}), c);
    }
  });
  EXPECT_EQ(moved.size(), 6U) << "every schema is the name of something";
}

TEST(DevicePlan, MovesLongSharedRunsFromAnyByteToAnyOther) {
  for (int const misalignment : {0, 1, 2, 4, 8, 16}) {
    Case c;
    c.extent = {5, 4, 333};
    c.axes = {1, 0, 2};
    c.element_bytes = 3;
    c.src = {{0, 1, 2}, {0, 0, misalignment}, misalignment};
    c.dst = {{0, 1, 2}, {0, 0, 0}, 3 * misalignment};
    MovedCase const moved(c);
    NormalProblem const normal = moved.normal;
    detail::Candidate const candidate = detail::device_candidates(normal).front();
    EXPECT_EQ(candidate.schema, Schema::fvi_match_large);
    EXPECT_TRUE(detail::device_rows(normal, candidate.schema).has_value());
    expect_moves(detail::make_device_plan<HostExec>(normal, candidate, {}), moved);
  }
}

/// The kernel that a plan runs, as profilers see it.
class DeviceKernels : public testing::Test {
 protected:
  /// 2 a + 3 b for a transposed matrix that begins `misalignment` bytes behind a vector; returns
  /// the kernel.
  static std::string multiply_and_add(std::int64_t rows, std::int64_t columns, int misalignment) {
    HostExec const exec;
    GuardedArray const src(ArrayShape{{rows, columns}, {columns, 1}, 8}, misalignment);
    GuardedArray const dst(ArrayShape{{columns, rows}, {rows, 1}, 8}, 0), expected(dst);
    auto const put = [](std::byte* at, double value) { std::memcpy(at, &value, sizeof value); };
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j) {
        auto const a = static_cast<double>(i * columns + j), b = static_cast<double>(i - j);
        put(src.at({i, j}), a);
        put(dst.at({j, i}), b);
        put(expected.at({j, i}), 2 * a + 3 * b);
      }
    Problem problem = detail::describe("test", dst.info(), src.info(), Axes{1, 0});
    problem.scalar = detail::Scalar::f64;
    detail::ScaleFactors factors;
    double const alpha = 2, beta = 3;
    std::memcpy(factors.alpha.data(), &alpha, sizeof alpha);
    std::memcpy(factors.beta.data(), &beta, sizeof beta);
    factors.reads_dst = true;
    auto const normal = detail::normalize(problem);
    detail::make_device_plan<HostExec>(normal, detail::device_candidates(normal).front(), {})
        ->run(exec, dst.data(), src.data(), &factors);
    exec.fence();
    EXPECT_TRUE(same_bytes(dst, expected)) << misalignment;
    return LaunchLabel::last();
  }

  static std::string move(Index const& extent, int word, int misalignment) {
    Case c;
    c.extent = extent;
    c.axes = {1, 0};
    c.element_bytes = word;
    c.src = {{0, 1}, {0, 0}, misalignment};
    c.dst = {{0, 1}, {0, 0}, 0};
    MovedCase const moved(c);
    NormalProblem const normal = moved.normal;
    expect_moves(
        detail::make_device_plan<HostExec>(normal, detail::device_candidates(normal).front(), {}),
        moved);
    return LaunchLabel::last();
  }

  static constexpr char const* tile16 = "isomer::permute::orthogonal_distinct::tile16";
  static constexpr char const* tile = "isomer::permute::orthogonal_distinct::tile";
  static constexpr char const* slices = "isomer::permute::orthogonal_distinct::slices";

 private:
  LaunchLabel label_;
};

TEST_F(DeviceKernels, MultiplyAndAdd) {
  EXPECT_EQ(multiply_and_add(48, 80, 0), tile16);
  EXPECT_EQ(multiply_and_add(48, 80, 8), tile);
  EXPECT_EQ(multiply_and_add(37, 53, 0), tile);
  EXPECT_EQ(multiply_and_add(37, 53, 4), slices) << "less aligned than an element";
}

TEST_F(DeviceKernels, AreThoseOfTheWidestWordsThatArraysAllow) {
  for (int const word : {1, 2, 4, 8}) EXPECT_EQ(move({144, 208}, word, 0), tile16) << word;
  EXPECT_EQ(move({144, 208}, 16, 0), tile);
  EXPECT_EQ(move({144, 208}, 4, 4), tile) << "the source begins behind a vector";
  EXPECT_EQ(move({144, 209}, 4, 0), tile) << "rows of 836 bytes";
  EXPECT_EQ(move({144, 208}, 2, 2), tile);
  EXPECT_EQ(move({144, 209}, 1, 0), tile);
  EXPECT_EQ(move({144, 208}, 2, 1), slices) << "less aligned than an element";
}

TEST(DevicePlan, RefusesWhatTheKernelHasNoRoomFor) {
  Problem problem;
  problem.element_bytes = 4;
  problem.rank = 11;
  for (auto& axis : problem.axis) axis = {2, 1, 1};
  EXPECT_THAT(
      message_of([&] {
        plan_of(problem, {1, 1, 64});
      }),
      testing::HasSubstr(
          "a normal problem of rank 11 was planned for a device, it has to have rank at most 10"));
  problem.rank = 2;
  problem.scalar = detail::Scalar::f80;
  EXPECT_THAT(message_of([&] { plan_of(problem, {1, 1, 64}); }), testing::HasSubstr("long double"));
  problem = {};
  problem.element_bytes = 4;
  problem.rank = 2;
  std::int64_t const side = std::int64_t{1} << 16;
  problem.axis[0] = {side, 1, side};
  problem.axis[1] = {side, side, 1};
  EXPECT_THAT(message_of([&] {
                plan_of(problem, {1, 1, 1});
              }),
              testing::HasSubstr("less than 2^30"));
}

/// A problem with extents and axes slowest first, as a View counts them.
NormalProblem problem_of(Index const& extent, std::vector<int> const& axes, int word) {
  Case c;
  c.extent = extent;
  c.axes = axes;
  c.element_bytes = word;
  for (int k = 0; k < c.rank(); ++k)
    for (Arrangement* side : {&c.src, &c.dst}) side->slowest_first.push_back(k);
  return MovedCase(c).normal;
}

TEST(DeviceCandidate, IsNamedAfterWhatItsKernelDoes) {
  auto const name = [](NormalProblem const& normal) {
    return detail::device_candidates(normal).front().schema;
  };
  EXPECT_EQ(name(problem_of({100}, {0}, 4)), Schema::copy);
  EXPECT_EQ(name(problem_of({30, 20, 41}, {1, 0, 2}, 4)), Schema::fvi_match_large);
  EXPECT_EQ(name(problem_of({30, 20, 5}, {1, 0, 2}, 4)), Schema::fvi_match_small);
  EXPECT_EQ(name(problem_of({300, 200}, {1, 0}, 4)), Schema::orthogonal_distinct);
  EXPECT_EQ(name(problem_of({300, 200}, {1, 0}, 1)), Schema::orthogonal_distinct);
  EXPECT_EQ(name(problem_of({3, 5, 7, 3, 5}, {4, 3, 2, 1, 0}, 1)), Schema::orthogonal_arbitrary);
  Problem strided = problem_of({300, 200}, {1, 0}, 4);
  strided.axis[0].src_stride = 2;
  strided.axis[1].src_stride = 400;
  EXPECT_EQ(name(strided), Schema::strided);
}

TEST(DeviceCandidate, TakesRowsWhereTheyAreLongAndNothingIsScaled) {
  auto const has_rows = [](NormalProblem const& normal) {
    return detail::device_rows(normal, detail::device_candidates(normal).front().schema)
        .has_value();
  };
  EXPECT_TRUE(has_rows(problem_of({30, 20, 41}, {1, 0, 2}, 4)));
  EXPECT_TRUE(has_rows(problem_of({100}, {0}, 4)));
  EXPECT_FALSE(has_rows(problem_of({30, 20, 31}, {1, 0, 2}, 4))) << "runs of 124 bytes";
  EXPECT_FALSE(has_rows(problem_of({300, 200}, {1, 0}, 4)));
  NormalProblem scaled = problem_of({30, 20, 41}, {1, 0, 2}, 4);
  scaled.scalar = detail::Scalar::f32;
  EXPECT_FALSE(has_rows(scaled));
}

TEST(DeviceCandidate, TakesTilesWhereBothRunsAreLong) {
  auto const words = [](NormalProblem const& normal) {
    auto const tile = detail::device_candidates(normal).front().tiling.slice;
    return tile.extent[0] * tile.extent[1];
  };
  NormalProblem normal = problem_of({300, 200}, {1, 0}, 4);
  EXPECT_GT(words(normal), 1024);
  normal.scalar = detail::Scalar::f32;
  EXPECT_GT(words(normal), 1024);
  EXPECT_GT(words(problem_of({320, 208}, {1, 0}, 1)), 8192) << "in vectors of 16";
  EXPECT_GT(words(problem_of({320, 209}, {1, 0}, 1)), 8192) << "in words that are gathered";
}

TEST(DeviceCandidate, TakesSlicesForCastsAndScaledHalves) {
  detail::Problem problem;
  problem.element_bytes = 2;
  problem.rank = 2;
  problem.axis[0] = {1000, 1, 1000};
  problem.axis[1] = {1000, 1000, 1};
  EXPECT_TRUE(detail::device_tile(detail::normalize(problem)));
  problem.scalar = detail::Scalar::i16;
  EXPECT_TRUE(detail::device_tile(detail::normalize(problem)));
  problem.scalar = detail::Scalar::f16;
  EXPECT_FALSE(detail::device_tile(detail::normalize(problem)));
  problem.scalar = detail::Scalar::bf16;
  EXPECT_FALSE(detail::device_tile(detail::normalize(problem)));
  problem.scalar = detail::Scalar::none;
  problem.cast = {detail::Scalar::i16, detail::Scalar::f32};
  EXPECT_FALSE(detail::device_tile(detail::normalize(problem)));
}

TEST(DeviceCandidate, TakesSmallerSlicesWhereTablesAreLong) {
  NormalProblem const normal = column_major({2, 2039, 2}, {2, 1, 0}, 1, 1, 1);
  auto const slice = detail::device_slices(normal, Schema::orthogonal_distinct).tiling.slice;
  EXPECT_TRUE(tile::warp::plan_slices(normal, slice.extent, 1));
  EXPECT_GE(slice_bytes(normal, slice), 1000) << "and no smaller than that";
}

TEST(DeviceCandidate, TakesSlicesWithLongRunsOnBothSides) {
  for (int const word : {4, 8, 16}) {
    auto const slice =
        detail::device_slices(problem_of({300, 200}, {1, 0}, word), Schema::orthogonal_distinct)
            .tiling.slice;
    EXPECT_GE(slice.extent[0], 25) << word;
    EXPECT_GE(slice.extent[1], 25) << word;
  }
  // A slice of a long run is no shorter than one of two.
  NormalProblem const rows = problem_of({10, 9, 5000}, {1, 0, 2}, 4);
  EXPECT_GE(detail::slice_bytes(rows, detail::device_candidates(rows).front().tiling.slice), 2048);
}

}  // namespace
}  // namespace isomer::test
