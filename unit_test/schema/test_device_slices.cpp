// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/device_slices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/error.hpp>

#include <cstring>

#include "support/moved_case.hpp"
#include "tiling/slice.hpp"

/// The devices' kernel on the host, whose teams have one thread.
namespace isomer::test {
namespace {

using HostExec = Kokkos::DefaultHostExecutionSpace;
using detail::Problem;
using detail::SliceSize;

constexpr std::int64_t whole = detail::device_slice_bytes;

detail::PlanPtr<HostExec> plan_of(Problem const& normal, SliceSize const& size) {
  detail::Candidate candidate;
  candidate.tiling.slice = detail::grow_slice(normal, size);
  return detail::make_device_slices<HostExec>(normal, candidate, {}, "test");
}

TEST(DeviceSlices, MoveAsTheOracleDoesWithSlicesOfEverySize) {
  HostExec const exec;
  SliceSize const sizes[] = {{256, 256, whole}, {64, 64, 1024}, {16, 48, 256}, {1, 1, 1}};
  int moved = 0;
  for_each_moved_case(1500, {.max_bytes = 16 * 1024}, [&](MovedCase const& c) {
    if (c.normal.rank > 10) return;
    ++moved;
    for (SliceSize const& size : sizes) {
      GuardedArray const dst(c.dst);
      plan_of(c.normal, size)->run(exec, dst.data(), c.src.data(), nullptr);
      exec.fence();
      EXPECT_TRUE(same_bytes(dst, c.expected)) << size.cap_bytes << " bytes a slice";
    }
  });
  EXPECT_GT(moved, 1000);
}

TEST(DeviceSlices, MultiplyAndAdd) {
  HostExec const exec;
  constexpr std::int64_t rows = 37, columns = 53;
  GuardedArray const src(ArrayShape{{rows, columns}, {columns, 1}, 8}, 0);
  GuardedArray const dst(ArrayShape{{columns, rows}, {rows, 1}, 8}, 0), expected(dst);
  auto const as_double = [](std::byte* at) { return reinterpret_cast<double*>(at); };
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      auto const a = static_cast<double>(i * columns + j), b = static_cast<double>(i - j);
      *as_double(src.at({i, j})) = a;
      *as_double(dst.at({j, i})) = b;
      *as_double(expected.at({j, i})) = 2 * a + 3 * b;
    }
  Problem problem = detail::describe("test", dst.info(), src.info(), Axes{1, 0});
  problem.scalar = detail::Scalar::f64;
  detail::ScaleFactors factors;
  double const alpha = 2, beta = 3;
  std::memcpy(factors.alpha.data(), &alpha, sizeof alpha);
  std::memcpy(factors.beta.data(), &beta, sizeof beta);
  factors.reads_dst = true;
  plan_of(detail::normalize(problem), {64, 64, 1024})->run(exec, dst.data(), src.data(), &factors);
  exec.fence();
  EXPECT_TRUE(same_bytes(dst, expected));
}

TEST(DeviceSlices, RefuseWhatTheKernelHasNoRoomFor) {
  Problem problem;
  problem.element_bytes = 4;
  problem.rank = 11;
  for (auto& axis : problem.axis) axis = {2, 1, 1};
  EXPECT_THAT(
      [&] {
        plan_of(problem, {1, 1, 64});
      },
      testing::ThrowsMessage<Error>(testing::HasSubstr(
          "a normal problem of rank 11 was planned for a device, it has to have rank 10")));
  problem.rank = 2;
  problem.scalar = detail::Scalar::f80;
  EXPECT_THAT(
      [&] {
        plan_of(problem, {1, 1, 64});
      },
      testing::ThrowsMessage<Error>(testing::HasSubstr("long double")));
}

}  // namespace
}  // namespace isomer::test
