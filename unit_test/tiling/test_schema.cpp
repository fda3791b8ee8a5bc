// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/taxonomy.hpp"

#include <gtest/gtest.h>

#include "problem/normalize.hpp"

namespace isomer::test {
namespace {

using detail::Axis;
using detail::Problem;
using detail::Schema;
using detail::taxonomy;

/// A dense permutation of floats as NumPy would write it, normalised.
Problem permutation(std::vector<std::int64_t> const& extent, std::vector<int> const& axes) {
  Problem problem;
  problem.element_bytes = 4;
  problem.rank = static_cast<std::int32_t>(extent.size());
  std::int64_t src_stride = 1, dst_stride = 1;
  for (int k = problem.rank - 1; k >= 0; --k) {
    auto const out = static_cast<std::size_t>(axes[static_cast<std::size_t>(k)]);
    problem.axis[static_cast<std::size_t>(k)].extent = extent[static_cast<std::size_t>(k)];
    problem.axis[static_cast<std::size_t>(k)].src_stride = src_stride;
    src_stride *= extent[static_cast<std::size_t>(k)];
    problem.axis[out].dst_stride = dst_stride;
    dst_stride *= extent[out];
  }
  return detail::normalize(problem);
}

TEST(Schema, IsFoundByItsName) {
  for (int k = 0; k <= static_cast<int>(Schema::strided); ++k) {
    auto const schema = static_cast<Schema>(k);
    EXPECT_EQ(detail::schema_named(detail::name_of(schema)), schema);
  }
  EXPECT_EQ(detail::schema_named(""), std::nullopt);
  EXPECT_EQ(detail::schema_named("Copy"), std::nullopt);
}

TEST(Taxonomy, OneRunIsACopy) {
  EXPECT_EQ(taxonomy(permutation({30, 40, 50}, {0, 1, 2}), 32), Schema::copy);
  EXPECT_EQ(taxonomy(permutation({1, 1}, {1, 0}), 32), Schema::copy);
}

TEST(Taxonomy, ALongSharedFastestAxisIsMovedRunByRun) {
  EXPECT_EQ(taxonomy(permutation({30, 40, 500}, {1, 0, 2}), 32), Schema::fvi_match_large);
}

TEST(Taxonomy, AShortSharedFastestAxisIsGathered) {
  // 7 words: 28 bytes, and no wider word divides 7.
  EXPECT_EQ(taxonomy(permutation({30, 40, 7}, {1, 0, 2}), 32), Schema::fvi_match_small);
}

TEST(Taxonomy, ATranspositionOfLongAxesIsOrthogonalDistinct) {
  EXPECT_EQ(taxonomy(permutation({300, 400}, {1, 0}), 32), Schema::orthogonal_distinct);
  EXPECT_EQ(taxonomy(permutation({100, 10, 100}, {2, 1, 0}), 32), Schema::orthogonal_distinct);
}

TEST(Taxonomy, ATranspositionWhoseRunsNeedEachOthersAxesIsOrthogonalArbitrary) {
  EXPECT_EQ(taxonomy(permutation({300, 5, 7, 3}, {0, 3, 2, 1}), 32), Schema::orthogonal_arbitrary);
}

TEST(Taxonomy, NoContiguousAxisOnOneSideIsStrided) {
  Problem problem;
  problem.element_bytes = 4;
  problem.rank = 2;
  problem.axis[0] = {30, 200, 1};
  problem.axis[1] = {40, 3, 30};
  EXPECT_EQ(taxonomy(detail::normalize(problem), 32), Schema::strided);
}

TEST(Admissible, StridedMovesEverythingAndCopyOnlyRuns) {
  auto const run = permutation({30, 40}, {0, 1});
  auto const transposition = permutation({30, 40}, {1, 0});
  auto const match = permutation({30, 40, 7}, {1, 0, 2});
  for (auto const& problem : {run, transposition, match})
    EXPECT_TRUE(detail::is_admissible(Schema::strided, problem));
  EXPECT_TRUE(detail::is_admissible(Schema::copy, run));
  EXPECT_FALSE(detail::is_admissible(Schema::copy, transposition));
  EXPECT_TRUE(detail::is_admissible(Schema::orthogonal_distinct, transposition));
  EXPECT_FALSE(detail::is_admissible(Schema::orthogonal_distinct, match));
  EXPECT_TRUE(detail::is_admissible(Schema::fvi_match_small, match));
  EXPECT_FALSE(detail::is_admissible(Schema::fvi_match_large, transposition));
}

}  // namespace
}  // namespace isomer::test
