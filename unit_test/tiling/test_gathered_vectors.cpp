// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/gathered_vectors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "index/odometer.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "support/case.hpp"
#include "support/moved_case.hpp"
#include "tile/host/job.hpp"

namespace isomer::test {
namespace {

using detail::axis_at;
using detail::GatheredRun;
using detail::GatheredVector;
using detail::NormalProblem;
using detail::Odometer;
using detail::Slice;

Odometer walk_of(NormalProblem const& normal, Slice const& tile, int from, int to) {
  Odometer walk;
  for (int j = from; j < to; ++j) {
    int const k = normal.out_order[static_cast<std::size_t>(j)];
    walk.add({tile.extent[static_cast<std::size_t>(k)],
              axis_at(normal, k).src_stride * normal.element_bytes, 0});
  }
  return walk;
}

std::vector<std::int64_t> places_of(NormalProblem const& normal, Slice tile,
                                    GatheredRun const& run) {
  auto const last =
      static_cast<std::size_t>(normal.out_order[static_cast<std::size_t>(run.axes - 1)]);
  if (run.part > 0) tile.extent[last] = run.part;
  std::vector<std::int64_t> places;
  Odometer walk = walk_of(normal, tile, 0, run.axes);
  do places.push_back(walk.src());
  while (walk.advance());
  return places;
}

/// Each word of the run is in one pair, where its index says.
void expect_words(std::vector<GatheredVector> const& vectors,
                  std::vector<std::int64_t> const& places, std::int64_t word,
                  std::int64_t vector_bytes) {
  std::size_t next = 0;
  for (GatheredVector const& vector : vectors) {
    ASSERT_EQ(vector.out, static_cast<std::int64_t>(next) * word);
    ASSERT_LE(vector.pairs, tile::most_gathered_pairs);
    for (std::size_t k = 0; k < static_cast<std::size_t>(vector.words); ++k, ++next) {
      std::int64_t const in_pair = vector.index[k] * word;
      int pairs = 0;
      for (std::size_t p = 0; p < static_cast<std::size_t>(vector.pairs); ++p) {
        if ((vector.from[p] >> k & 1U) == 0) continue;
        ++pairs;
        std::int64_t const begin = vector.source[2 * p + (in_pair < vector_bytes ? 0 : 1)];
        EXPECT_EQ(begin + in_pair % vector_bytes, places[next]);
      }
      EXPECT_EQ(pairs, 1);
    }
  }
  EXPECT_EQ(next, places.size());
}

std::int64_t span_of(NormalProblem const& normal, Slice const& tile) {
  std::int64_t words = 1;
  for (int k = 0; k < normal.rank; ++k)
    words += (tile.extent[static_cast<std::size_t>(k)] - 1) * axis_at(normal, k).src_stride;
  return words * normal.element_bytes;
}

/// Whether all that the vectors read lies within the tile, for a run that begins at `place`.
bool is_within(std::vector<GatheredVector> const& vectors, std::int64_t place, std::int64_t span,
               std::int64_t vector_bytes) {
  for (GatheredVector const& vector : vectors)
    for (int s = 0; s < 2 * vector.pairs; ++s) {
      std::int64_t const begin = place + vector.source[static_cast<std::size_t>(s)];
      if (begin < 0 || begin + vector_bytes > span) return false;
    }
  return true;
}

TEST(GatheredVectors, HaveEachWordFromItsPlaceAndReadNothingOutsideOfTheirTile) {
  int runs = 0;
  CaseRange range{.min_rank = 3, .max_bytes = 1 << 18, .element_bytes = {1, 2, 4, 8}};
  range.layouts = CaseRange::Layouts::left_right;
  for_each_moved_case(1500, range, [&](MovedCase const& c) {
    NormalProblem const normal = c.normal;
    Slice const tile = detail::grow_slice(normal, {256, 512, 8192});
    for (tile::Isa const& isa : tile::isas) {
      GatheredRun const run = detail::gathered_run(normal, tile, isa);
      if (run.axes == 0) continue;
      ++runs;
      std::int64_t const word = normal.element_bytes;
      int const vector_bytes = detail::gathered_bytes(word, isa);
      auto const places = places_of(normal, tile, run);
      ASSERT_EQ(run.words, std::ssize(places));
      auto const [forward, backward] = detail::gathered_vectors(normal, tile, run, isa);
      expect_words(forward, places, word, vector_bytes);
      expect_words(backward, places, word, vector_bytes);
      std::int64_t const span = span_of(normal, tile);
      int const last = normal.out_order[static_cast<std::size_t>(run.axes - 1)];
      std::int64_t const extent = tile.extent[static_cast<std::size_t>(last)];
      std::int64_t const step = axis_at(normal, last).src_stride * word;
      Odometer others = walk_of(normal, tile, run.axes, normal.rank);
      do
        for (std::int64_t first = 0; first <= extent - std::max<std::int64_t>(run.part, 1);
             ++first) {
          if (run.part == 0 && first > 0) break;
          std::int64_t const place = others.src() + first * step;
          bool const is_forward = place <= run.last_forward;
          EXPECT_EQ(is_within(forward, place, span, vector_bytes), is_forward);
          if (is_forward) continue;
          EXPECT_TRUE(is_within(backward, place, span, vector_bytes));
        }
      while (others.advance());
    }
  });
  EXPECT_GT(runs, case_count(1500) / 4);
}

NormalProblem problem_of(std::vector<std::int64_t> const& extents, std::vector<int> const& axes,
                         std::int64_t gap = 0) {
  ArrayShape src{extents, std::vector<std::int64_t>(extents.size()), 4};
  ArrayShape dst{{}, std::vector<std::int64_t>(extents.size()), 4};
  for (int const axis : axes) dst.extent.push_back(extents[static_cast<std::size_t>(axis)]);
  for (ArrayShape* shape : {&src, &dst}) {
    std::int64_t step = 1;
    for (std::size_t k = extents.size(); k-- > 0;) {
      shape->stride[k] = step;
      step = step * shape->extent[k] + (shape == &src && k + 1 == extents.size() ? gap : 0);
    }
  }
  GuardedArray const from(src, 0);
  GuardedArray const to(dst, 0);
  return detail::normalize(detail::describe("test", to.info(), from.info(), axes));
}

Slice whole(NormalProblem const& normal) {
  Slice slice;
  for (int k = 0; k < normal.rank; ++k)
    slice.extent[static_cast<std::size_t>(k)] = axis_at(normal, k).extent;
  return slice;
}

/// The two axes of 4 that are fastest in the output are 16 words: 4 from each of 4 rows.
TEST(GatheredVectors, TakeFourWordsFromEachOfFour) {
  NormalProblem const normal = problem_of({4, 8, 5, 4}, {2, 1, 3, 0});
  GatheredRun const run = detail::gathered_run(normal, whole(normal), tile::avx512_isa);
  ASSERT_EQ(run.axes, 2);
  EXPECT_EQ(run.words, 16);
  auto const vectors = detail::gathered_vectors(normal, whole(normal), run, tile::avx512_isa);
  ASSERT_EQ(vectors.forward.size(), 1U);
  GatheredVector const& vector = vectors.forward[0];
  ASSERT_EQ(vector.pairs, 2);
  EXPECT_EQ(vector.source[1], 640);
  EXPECT_EQ(vector.source[2], 1280);
  EXPECT_EQ(vector.source[3], 1920);
  EXPECT_EQ(vector.from[0], 0x3333U);
  EXPECT_EQ(vector.from[1], 0xccccU);
  EXPECT_EQ(vector.index[4], 1);
  EXPECT_EQ(vector.index[5], 17);
}

TEST(GatheredVectors, AreNoneWhereThereAreNoPermutationsOrOnlyOfShorterWords) {
  NormalProblem normal = problem_of({4, 8, 5, 4}, {2, 1, 3, 0});
  EXPECT_EQ(detail::gathered_run(normal, whole(normal), tile::plain_isa).axes, 0);
  normal.element_bytes = 16;
  EXPECT_EQ(detail::gathered_run(normal, whole(normal), tile::avx512_isa).axes, 0);
}

TEST(GatheredVectors, AreNoneOfASourceWithGaps) {
  NormalProblem const normal = problem_of({4, 8, 5, 4}, {2, 1, 3, 0}, 1);
  EXPECT_EQ(detail::gathered_run(normal, whole(normal), tile::avx512_isa).axes, 0);
}

/// Eight of 17 rows: a vector has words of no more.
TEST(GatheredVectors, TakeAPartOfAnAxisThatIsTooLong) {
  NormalProblem const normal = problem_of({17, 64}, {1, 0});
  GatheredRun const run = detail::gathered_run(normal, whole(normal), tile::avx512_isa);
  EXPECT_EQ(run.axes, 1);
  EXPECT_EQ(run.part, 8);
  EXPECT_EQ(run.words, 8);
}

TEST(GatheredVectors, FillLinesOfADestinationThatBeginsOnOne) {
  NormalProblem normal = problem_of({4, 8, 5, 4}, {2, 1, 3, 0});
  GatheredRun const run = detail::gathered_run(normal, whole(normal), tile::avx512_isa);
  EXPECT_TRUE(detail::fills_lines(normal, run, tile::avx512_isa));
  normal.dst_offset = 4;
  EXPECT_FALSE(detail::fills_lines(normal, run, tile::avx512_isa));
  normal = problem_of({3, 9, 5, 4}, {2, 1, 3, 0});
  GatheredRun const of_three_rows = detail::gathered_run(normal, whole(normal), tile::avx512_isa);
  ASSERT_GT(of_three_rows.axes, 0);
  EXPECT_FALSE(detail::fills_lines(normal, of_three_rows, tile::avx512_isa));
}

}  // namespace
}  // namespace isomer::test
