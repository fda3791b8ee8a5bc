// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>

#include <isomer/error.hpp>

#include "plan/choice/candidates.hpp"
#include "plan/choice/machine_of.hpp"
#include "plan/prepare.hpp"
#include "support/oracle.hpp"
#include "support/ttlg_notation.hpp"
#include "support/view_access.hpp"
#include "team/launch.hpp"
#include "tiling/tile_roles.hpp"

/// The examples of TTLG's sections III and IV: the slices it names, and that data moves as it says.
namespace isomer::test {
namespace {

using detail::Candidate;
using detail::Problem;
using detail::Schema;
using detail::Slice;

constexpr int word = 4;
constexpr std::int64_t no_cap = 1 << 30;

/// [a, b, c, d] -> [c, b, d, a] with the extents of section III.
Permutation const text_example{{8, 2, 8, 8}, {2, 1, 3, 0}};
/// (0, 1, 2) -> (2, 1, 0) as in Fig. 2: the 9 x 7 x 64 slice blocks the two slower indices.
Permutation const figure_2{{9, 21, 640}, {2, 1, 0}};
/// Fig. 5 in small: what matters is that every extent is odd and less than a warp.
Permutation const figure_5{{27, 27, 5, 27, 3}, {4, 1, 2, 0, 3}};

Slice slice_of(Problem const& normal, std::int64_t in_words, std::int64_t out_words) {
  return detail::grow_slice(normal, {in_words * word, out_words * word, no_cap});
}

Index taken(Problem const& normal, Slice const& slice) {
  return {slice.extent.begin(), slice.extent.begin() + normal.rank};
}

// "slice size: 16x8", "8x16", "8x128": {a, b} with {c}, {a} with {c, b}, {a} with {c, b, d}; and
// 128 on both sides, {a, b, c} with {c, b, d}.
TEST(TextExample, HasTheSlicesThatThePaperNames) {
  Problem const normal = problem_of(text_example, word);
  ASSERT_EQ(normal.rank, 4) << "no two indices are fused";
  EXPECT_EQ(taken(normal, slice_of(normal, 16, 8)), (Index{8, 2, 8, 1}));
  EXPECT_EQ(taken(normal, slice_of(normal, 8, 16)), (Index{8, 2, 8, 1}));
  EXPECT_EQ(taken(normal, slice_of(normal, 8, 128)), (Index{8, 2, 8, 8}));
  EXPECT_EQ(taken(normal, slice_of(normal, 128, 128)), (Index{8, 2, 8, 8}));
}

// One set of indices; what makes them two slices is on which side {b} is, and blocks know both.
TEST(TextExample, HasTheSlicesOf16x8AndOf8x16AsDifferentRoles) {
  auto const normal = problem_of(text_example, word);
  Slice const slice = slice_of(normal, 16, 8);
  int of_16x8 = 0, of_8x16 = 0;
  for (detail::TileRoles const& roles : detail::possible_roles(
           normal, slice, detail::output_run(normal, slice).axes, tile::avx2_isa)) {
    if (roles.to_records || roles.from_records) continue;
    of_16x8 += roles.columns == 16 && roles.rows == 8;
    of_8x16 += roles.columns == 8 && roles.rows == 16;
  }
  EXPECT_GE(of_16x8, 1);
  EXPECT_GE(of_8x16, 1);
}

TEST(TextExample, HasASliceOfTwoIndicesWithoutTheOthers) {
  Problem const normal = problem_of(text_example, word);
  Slice const slice = slice_of(normal, 8, 8);
  EXPECT_EQ(taken(normal, slice), (Index{8, 1, 8, 1}));
  EXPECT_EQ(detail::input_run_bytes(normal, slice), 8 * word);
  EXPECT_EQ(detail::output_run_bytes(normal, slice), 8 * word);
  EXPECT_FALSE(detail::runs_share_an_axis(normal, slice));
  EXPECT_EQ(detail::tile_count(normal, slice), 2 * 8);
}

/// All slices of a problem.
template <class Visit>
void for_each_slice(Problem const& normal, Visit const& visit) {
  Index extent;
  for (int k = 0; k < normal.rank; ++k)
    extent.push_back(normal.axis[static_cast<std::size_t>(k)].extent);
  for_each_index(extent, [&](Index const& index) {
    Slice slice;
    for (std::size_t k = 0; k < index.size(); ++k) slice.extent[k] = index[k] + 1;
    visit(slice);
  });
}

// "With any of these choices, at least one of the input/output tensors will involve a combined
// fastest-varying index smaller than 32".
TEST(TextExample, HasNoDistinctSliceWithAWarpOnBothSides) {
  Problem const normal = problem_of(text_example, word);
  int distinct = 0, overlapping = 0;
  for_each_slice(normal, [&](Slice const& slice) {
    auto const in = detail::input_run_bytes(normal, slice) / word;
    auto const out = detail::output_run_bytes(normal, slice) / word;
    bool const is_wide = std::min(in, out) >= 32;
    if (!detail::runs_share_an_axis(normal, slice)) {
      EXPECT_FALSE(is_wide) << testing::PrintToString(taken(normal, slice));
      ++distinct;
    } else {
      overlapping += is_wide;
    }
  });
  EXPECT_GT(distinct, 0);
  EXPECT_GT(overlapping, 0) << "but overlapping slices are that wide";
}

TEST(Figure2, HasItsSliceOf9x7x64) {
  Problem const normal = problem_of(figure_2, word);
  ASSERT_EQ(normal.rank, 3);
  Slice const slice = slice_of(normal, 63, 64);
  EXPECT_EQ(taken(normal, slice), (Index{9, 7, 64}));
  EXPECT_EQ(detail::input_run_bytes(normal, slice), 9 * 7 * word);
  EXPECT_EQ(detail::output_run_bytes(normal, slice), 64 * word);
  EXPECT_FALSE(detail::runs_share_an_axis(normal, slice));
  EXPECT_EQ(detail::tile_count(normal, slice), 1 * 3 * 10);
}

// The choice that Fig. 5 marks: 27 x 7 of the input with the output's fastest index. The fused
// index that is blocked at 7 lies beside the fastest index on either side, so this slice is
// contiguous over 27 x 7 words in the output too, of which TTLG's Orthogonal-Distinct uses 27.
TEST(Figure5, HasItsBestSlice) {
  Problem const normal = problem_of({{27, 27, 27, 27, 27}, {4, 1, 2, 0, 3}}, word);
  ASSERT_EQ(normal.rank, 4) << "indices 1 and 2 are fused";
  Slice const slice = slice_of(normal, 189, 27);
  EXPECT_EQ(taken(normal, slice), (Index{27, 7, 1, 27}));
  EXPECT_EQ(detail::input_run_bytes(normal, slice), 189 * word);
  EXPECT_EQ(detail::output_run_bytes(normal, slice), 189 * word);
  EXPECT_TRUE(detail::runs_share_an_axis(normal, slice));
}

TEST(Figure5, HasADistinctSliceOfItsFastestIndices) {
  Problem const normal = problem_of({{27, 27, 27, 27, 27}, {4, 1, 2, 0, 3}}, word);
  Slice const slice = slice_of(normal, 27, 27);
  EXPECT_EQ(taken(normal, slice), (Index{27, 1, 1, 27}));
  EXPECT_FALSE(detail::runs_share_an_axis(normal, slice));
}

// Each example twice: within the caches, and with a slow index behind it that makes it too large
// for them, so that tiles are staged and streamed.
Permutation with_slow_index(Permutation const& small, std::int64_t extent) {
  Permutation large = small;
  large.order.push_back(static_cast<int>(small.extent.size()));
  large.extent.push_back(extent);
  return large;
}

struct Example {
  char const* name;
  Permutation permutation;
  std::vector<Schema> schemas;  ///< some that can be forced on it
};

void PrintTo(Example const& example, std::ostream* out) { *out << example.permutation; }

using enum Schema;
Example const examples[] = {
    {"Text", text_example, {orthogonal_distinct, orthogonal_arbitrary, strided}},
    {"TextLarge",
     with_slow_index(text_example, 2000),
     {orthogonal_distinct, orthogonal_arbitrary, strided}},
    {"Figure2", figure_2, {orthogonal_distinct, strided}},
    {"Figure2Slice", {{9, 7, 64}, {2, 1, 0}}, {orthogonal_arbitrary, strided}},
    {"Figure2Large", {{9, 21, 12800}, {2, 1, 0}}, {orthogonal_distinct, strided}},
    {"Figure5", figure_5, {orthogonal_distinct, orthogonal_arbitrary, strided}},
    {"Figure5Large", with_slow_index(figure_5, 7), {orthogonal_arbitrary, strided}},
    {"MatchingFviSmall", {{7, 5, 6, 9}, {0, 3, 2, 1}}, {fvi_match_small, strided}},
    {"MatchingFviSmallLarge", {{7, 50, 60, 90}, {0, 3, 2, 1}}, {fvi_match_small, strided}},
    {"MatchingFviLarge", {{67, 5, 6, 9}, {0, 3, 2, 1}}, {fvi_match_large, strided}},
    {"MatchingFviLargeLarge", {{67, 30, 40, 20}, {0, 3, 2, 1}}, {fvi_match_large, strided}},
    {"SixDimensions", {{8, 8, 8, 8, 8, 8}, {4, 1, 2, 5, 3, 0}}, {orthogonal_arbitrary, strided}},
};

class TtlgExample : public testing::TestWithParam<Example> {
 protected:
  TtlgExample()
      : c_(case_of(GetParam().permutation, word)),
        dst_(c_.dst_shape(), 0),
        src_(c_.src_shape(), 0),
        expected_(dst_),
        normal_(problem_of(GetParam().permutation, word)) {
    src_.fill(0);
    naive_permute(expected_, src_, c_.axes);
  }

  /// Runs the plan on an empty destination.
  testing::AssertionResult moves_all(detail::ExecutablePlan<Exec> const& plan) const {
    GuardedArray const dst(dst_);
    plan.run(exec_, dst.data(), src_.data(), nullptr);
    exec_.fence();
    return same_bytes(dst, expected_);
  }

  Exec exec_;
  Case c_;
  GuardedArray dst_, src_, expected_;
  Problem normal_;
};

TEST_P(TtlgExample, IsMovedByEverySchemaThatCanBeForcedOnIt) {
  std::vector<Schema> forced;
  for (int k = 0; k <= static_cast<int>(strided); ++k) {
    auto const schema = static_cast<Schema>(k);
    detail::PlanPtr<Exec> plan;
    try {
      plan = detail::make_plan(exec_, normal_, {.schema = detail::name_of(schema)}, "test");
    } catch (Error const&) {
      continue;
    }
    EXPECT_EQ(plan->facts().schema, detail::name_of(schema));
    EXPECT_TRUE(moves_all(*plan)) << plan->facts().description;
    forced.push_back(schema);
  }
  for (Schema const schema : GetParam().schemas)
    EXPECT_TRUE(std::count(forced.begin(), forced.end(), schema)) << detail::name_of(schema);
}

TEST_P(TtlgExample, IsMovedByEveryCandidateAndEachIsWhatItsNameSays) {
  detail::Setting const setting = detail::setting_for(exec_, {});
  for (Candidate const& candidate : detail::candidates(normal_, setting)) {
    EXPECT_EQ(candidate.tiling.mode.indirect,
              candidate.schema == orthogonal_arbitrary && setting.machine.is_host());
    if (candidate.schema == orthogonal_arbitrary) {
      EXPECT_TRUE(detail::runs_share_an_axis(normal_, candidate.tiling.slice));
    }
    auto const plan = detail::prepare<Exec>(normal_, candidate, setting);
    EXPECT_TRUE(moves_all(*plan)) << plan->facts().description;
  }
}

INSTANTIATE_TEST_SUITE_P(Paper, TtlgExample, testing::ValuesIn(examples),
                         [](auto const& example) { return std::string(example.param.name); });

}  // namespace
}  // namespace isomer::test
