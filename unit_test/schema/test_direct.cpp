// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "schema/host_plan.hpp"
#include "support/moved_case.hpp"
#include "support/sampled.hpp"
#include "tiling/taxonomy.hpp"

/// The schemas without tiles by themselves: `copy`, `fvi_match_large` and `strided`.
namespace isomer::test {
namespace {

using HostExec = Kokkos::DefaultHostExecutionSpace;
using detail::Candidate;
using detail::Problem;
using detail::Schema;

detail::PlanPtr<HostExec> plan_of(Problem const& normal, Schema schema, bool streams = false) {
  Candidate candidate;
  candidate.schema = schema;
  candidate.tiling.mode.streams = streams;
  return detail::make_host_plan<HostExec>(normal, candidate, {});
}

/// One run of bytes, or several whose order changes.
Case runs(std::vector<std::int64_t> extent, std::vector<int> axes) {
  Case c;
  c.extent = std::move(extent);
  c.axes = std::move(axes);
  for (int k = 0; k < c.rank(); ++k) c.src.slowest_first.push_back(k);
  c.dst = c.src;
  return c;
}

void move_and_compare(MovedCase const& c, Schema schema, bool streams = false) {
  HostExec const exec;
  GuardedArray const moved(c.dst);
  plan_of(c.normal, schema, streams)->run(exec, moved.data(), c.src.data(), nullptr);
  exec.fence();
  EXPECT_TRUE(same_bytes(moved, c.expected));
}

TEST(CopySchema, MovesRunsOfEveryLengthAboutItsPieces) {
  constexpr std::int64_t piece = 256 << 10;
  for (std::int64_t const bytes : {std::int64_t{1}, std::int64_t{63}, piece - 1, piece, piece + 1,
                                   2 * piece + 12345, 5 * piece - 1})
    for (bool const streams : {false, true})
      move_and_compare(MovedCase(runs({bytes}, {0})), Schema::copy, streams);
}

TEST(FviMatchLarge, MovesEachOfItsRunsWhole) {
  // 3 x 5 runs, shorter and longer than a piece, that change places.
  for (std::int64_t const bytes : {1000, 70'001, is_sampled ? 5000 : 300'007})
    for (bool const streams : {false, true})
      move_and_compare(MovedCase(runs({3, 5, bytes}, {1, 0, 2})), Schema::fvi_match_large, streams);
}

TEST(Direct, SchemasMoveWhateverTheyAdmit) {
  std::array<int, 3> moved{};
  for_each_moved_case(1500, {.max_bytes = 16 * 1024}, [&](MovedCase const& c) {
    for (std::size_t k = 0; k < moved.size(); ++k) {
      auto const schema = std::array{Schema::copy, Schema::fvi_match_large, Schema::strided}[k];
      if (!is_admissible(schema, c.normal)) continue;
      ++moved[k];
      move_and_compare(c, schema);
    }
  });
  for (int const count : moved) EXPECT_GT(count, 30);
}

/// dst = 2 src + 3 dst, float by float.
void scale_and_compare(Case const& c, Schema schema) {
  HostExec const exec;
  GuardedArray const dst(c.dst_shape(), 0), src(c.src_shape(), 0), expected(dst);
  auto const as_float = [](std::byte* at) { return reinterpret_cast<float*>(at); };
  int number = 0;
  for_each_index(c.extent, [&](Index const& from) {
    Index const to = permuted(from, c.axes);
    float const a = static_cast<float>(++number % 97), b = static_cast<float>(number % 89);
    *as_float(src.at(from)) = a;
    *as_float(dst.at(to)) = b;
    *as_float(expected.at(to)) = 2 * a + 3 * b;
  });
  Problem problem = detail::describe("test", dst.info(), src.info(), to_axes(c.axes));
  problem.scalar = detail::Scalar::f32;
  Problem const normal = detail::normalize(problem);
  if (detail::volume_bytes(normal) == 0 || !is_admissible(schema, normal)) return;
  detail::ScaleFactors factors;
  float const alpha = 2, beta = 3;
  std::memcpy(factors.alpha.data(), &alpha, sizeof alpha);
  std::memcpy(factors.beta.data(), &beta, sizeof beta);
  factors.reads_dst = true;
  plan_of(normal, schema)->run(exec, dst.data(), src.data(), &factors);
  exec.fence();
  EXPECT_TRUE(same_bytes(dst, expected));
}

TEST(Direct, SchemasScaleWhateverTheyAdmit) {
  for_each_case(600, {.max_bytes = 8 * 1024, .element_bytes = {4}, .alignment = 4},
                [](Case const& c) {
                  for (auto const schema : {Schema::copy, Schema::fvi_match_large, Schema::strided})
                    scale_and_compare(c, schema);
                });
}

TEST(StridedSchema, ScalesBetweenSidesOfDifferentSteps) {
  Case c = runs({40, 30}, {1, 0});
  c.element_bytes = 4;
  c.src.gap = {0, 2};
  c.dst.gap = {0, 4};
  scale_and_compare(c, Schema::strided);
}

TEST(StridedSchema, SharesOutLinesAmongThreads) {
  Case c = runs({300, 500}, {1, 0});
  c.element_bytes = 8;
  move_and_compare(MovedCase(c), Schema::strided);
}

}  // namespace
}  // namespace isomer::test
