// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "support/ttlg_notation.hpp"
#include "tiling/taxonomy.hpp"

/// TTLG's Fig. 3 and Alg. 1, branch by branch and on either side of every bound.
namespace isomer::test {
namespace {

using detail::Schema;

struct Branch {
  char const* name;
  Permutation permutation;
  std::int64_t slice_words;  ///< B of Alg. 1
  Schema schema;
};

void PrintTo(Branch const& branch, std::ostream* out) {
  *out << branch.permutation << ", slices of " << branch.slice_words << " words a side";
}

class TtlgTaxonomy : public testing::TestWithParam<Branch> {};

TEST_P(TtlgTaxonomy, OfFigure3) {
  auto const& branch = GetParam();
  EXPECT_STREQ(
      detail::name_of(detail::taxonomy(problem_of(branch.permutation), branch.slice_words)),
      detail::name_of(branch.schema));
}

using enum Schema;
constexpr std::int64_t warp = 32;

Branch const branches[] = {
    // Index fusion comes first.
    {"FusedToOneRun", {{5, 6, 7}, {0, 1, 2}}, warp, copy},
    {"FusedIntoTheMatchingFvi", {{4, 8, 3, 5}, {0, 1, 3, 2}}, warp, fvi_match_large},
    {"FusedMiddle", {{40, 3, 5, 40}, {3, 1, 2, 0}}, warp, orthogonal_distinct},
    {"UnitExtentsAreNoIndices", {{1, 40, 1, 50, 1}, {4, 3, 2, 1, 0}}, warp, orthogonal_distinct},

    // The FVI is the same on both sides: its extent against the warp.
    {"FviOfAWarp", {{32, 5, 7}, {0, 2, 1}}, warp, fvi_match_large},
    {"FviOfMoreThanAWarp", {{33, 2, 2}, {0, 2, 1}}, warp, fvi_match_large},
    {"TextExampleMatchingFvi", {{64, 5, 6, 7}, {0, 3, 2, 1}}, warp, fvi_match_large},

    // Shorter: with the next index of each side it has to reach the warp.
    {"FviOneShortOfAWarp", {{31, 5, 7}, {0, 2, 1}}, warp, fvi_match_small},
    {"PairsOfExactlyAWarp", {{8, 4, 4}, {0, 2, 1}}, warp, fvi_match_small},
    {"PairTooShortInTheInput", {{8, 3, 4}, {0, 2, 1}}, warp, orthogonal_arbitrary},
    {"PairTooShortInTheOutput", {{8, 4, 3}, {0, 2, 1}}, warp, orthogonal_arbitrary},
    {"PairsTooShortInBoth", {{8, 3, 3}, {0, 2, 1}}, warp, orthogonal_arbitrary},
    {"SixDimensionsOf16WithMatchingFvi",
     {{16, 16, 16, 16, 16, 16}, {0, 2, 5, 1, 4, 3}},
     warp,
     fvi_match_small},

    // The FVIs differ: do the sets of combined indices?
    {"Matrix", {{128, 128}, {1, 0}}, warp, orthogonal_distinct},
    {"SlicesOfOneIndexASide", {{32, 2, 32}, {2, 1, 0}}, warp, orthogonal_distinct},
    {"SlicesOfTwoIndicesASide", {{8, 4, 4, 8}, {3, 2, 1, 0}}, warp, orthogonal_distinct},
    {"InputOneShortOfAWarp", {{31, 2, 32}, {2, 1, 0}}, warp, orthogonal_distinct},
    {"InputAndMiddleShortOfAWarp", {{15, 2, 32}, {2, 1, 0}}, warp, orthogonal_arbitrary},
    {"BothTakeTheMiddle", {{31, 2, 31}, {2, 1, 0}}, warp, orthogonal_arbitrary},
    {"InputTakesAllAndOutputItsFvi", {{4, 4, 40}, {2, 1, 0}}, 64, orthogonal_arbitrary},
    {"SixDimensionsOf16",
     {{16, 16, 16, 16, 16, 16}, {4, 1, 2, 5, 3, 0}},
     warp,
     orthogonal_arbitrary},

    // The required size decides: section III's example, and that of Fig. 5.
    {"TextExampleAtEightWords", {{8, 2, 8, 8}, {2, 1, 3, 0}}, 8, orthogonal_distinct},
    {"TextExampleAtNineWords", {{8, 2, 8, 8}, {2, 1, 3, 0}}, 9, orthogonal_arbitrary},
    {"TextExampleAtAWarp", {{8, 2, 8, 8}, {2, 1, 3, 0}}, warp, orthogonal_arbitrary},
    {"Figure5AtItsFvi", {{27, 27, 27, 27, 27}, {4, 1, 2, 0, 3}}, 27, orthogonal_distinct},
    {"Figure5AtAWarp", {{27, 27, 27, 27, 27}, {4, 1, 2, 0, 3}}, warp, orthogonal_arbitrary},
};

INSTANTIATE_TEST_SUITE_P(Branches, TtlgTaxonomy, testing::ValuesIn(branches),
                         [](auto const& branch) { return std::string(branch.param.name); });

}  // namespace
}  // namespace isomer::test
