// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/features.hpp"

#include <gtest/gtest.h>

#include "cost/lines.hpp"
#include "support/machines.hpp"
#include "support/transposition.hpp"
#include "tile/host/job.hpp"

namespace isomer::test {
namespace {

using detail::Candidate;
using detail::Feature;
using detail::Features;
using detail::Problem;
using detail::Reach;
using detail::Schema;
using detail::Setting;

class ModelFeatures : public OnEachMachine {
 protected:
  static Setting on_threads(int threads) { return setting(threads); }
  /// Rows of a block.
  static double height() { return GetParam().isa.vector_bytes / 4.0; }
};
class FeaturesOfATransposition : public ModelFeatures {};
class FeaturesOfMoves : public ModelFeatures {};
class FeaturesOfRuns : public ModelFeatures {};
class FeaturesOfSingleWords : public ModelFeatures {};
class FeaturesOfScaling : public ModelFeatures {};
class ReachOf : public ModelFeatures {};

Candidate tiles(Schema schema, std::initializer_list<std::int64_t> extents) {
  Candidate candidate;
  candidate.schema = schema;
  std::copy(extents.begin(), extents.end(), candidate.tiling.slice.extent.begin());
  return candidate;
}

double value(Features const& features, Feature feature) { return value_of(features, feature); }

TEST(LinesTouched, AreTheRunsOwnWhenItStartsOnALine) {
  EXPECT_EQ(detail::lines_touched(256, 64), 4);
  EXPECT_EQ(detail::lines_touched(100, 64), 2);
  EXPECT_EQ(detail::lines_touched(4, 64), 1);
}

TEST(LinesTouched, AreNearlyOneMoreWhenItStartsAnywhere) {
  EXPECT_DOUBLE_EQ(detail::lines_touched(256, 4), 4 + 60.0 / 64);
  EXPECT_DOUBLE_EQ(detail::lines_touched(4, 4), 1);
  // 20 bytes from 0, 16 and 32 on lie in a line, those from 48 on in two.
  EXPECT_DOUBLE_EQ(detail::lines_touched(20, 16), 1.25);
}

TEST(LinesInPart, AreNoneForWholeLines) {
  EXPECT_EQ(detail::lines_in_part(256, 64), 0);
  EXPECT_EQ(detail::lines_in_part(100, 64), 1);
}

TEST(LinesInPart, AreTheTwoEndsOfARunThatStartsAnywhere) {
  EXPECT_DOUBLE_EQ(detail::lines_in_part(256, 4), 2 - 2 * 4.0 / 64);
  EXPECT_DOUBLE_EQ(detail::lines_in_part(4, 4), 1);
}

TEST(Alignment, IsTheLargestPowerOfTwoUpToALine) {
  EXPECT_EQ(detail::alignment_of(0), 64);
  EXPECT_EQ(detail::alignment_of(4096), 64);
  EXPECT_EQ(detail::alignment_of(48), 16);
  EXPECT_EQ(detail::alignment_of(132), 4);
}

TEST_P(FeaturesOfATransposition, CountWholeTilesOfAlignedRuns) {
  auto const found = features_of(transposition(256, 128),
                                 tiles(Schema::orthogonal_distinct, {64, 32}), on_threads(1));
  EXPECT_EQ(value(found, Feature::call), 1);
  EXPECT_EQ(value(found, Feature::launch), 0);
  EXPECT_EQ(value(found, Feature::bytes), 256 * 128 * 4);
  EXPECT_EQ(value(found, Feature::tiles), 4 * 4);
  EXPECT_EQ(value(found, Feature::output_runs), 16 * 64);
  EXPECT_EQ(value(found, Feature::input_pieces), 16 * 32);
  EXPECT_EQ(value(found, Feature::input_lines), 16 * 32 * 4);
  EXPECT_EQ(value(found, Feature::part_lines), 0);
  EXPECT_EQ(value(found, Feature::near_part_lines), 0);
  EXPECT_EQ(value(found, Feature::first_part_lines), 0);
  EXPECT_EQ(value(found, Feature::blocks), 16 * (32 / height()) * 4);
  EXPECT_EQ(value(found, Feature::input_pages), 16 * 32 * 1024 / 4096);
  EXPECT_EQ(value(found, Feature::output_pages), 16 * 64 * 512 / 4096);
  EXPECT_EQ(value(found, Feature::staged_bytes), 0);
  EXPECT_EQ(value(found, Feature::scaled_words), 0);
}

TEST_P(FeaturesOfATransposition, CountBytesThatAreWovenApartFromThoseStagedInSteps) {
  auto candidate = tiles(Schema::orthogonal_distinct, {64, 64});
  candidate.tiling.mode.staged = candidate.tiling.mode.streams = true;
  auto const bytes = [&](Problem const& problem, Feature feature) {
    return value(features_of(problem, candidate, on_threads(1)), feature);
  };
  auto const problem = transposition(256, 128);
  EXPECT_EQ(bytes(problem, Feature::staged_bytes), 256 * 128 * 4);
  EXPECT_EQ(bytes(problem, Feature::woven_bytes), 0);
  candidate.tiling.mode.pipelined = true;
  EXPECT_EQ(bytes(problem, Feature::staged_bytes), 0);
  EXPECT_EQ(bytes(problem, Feature::woven_bytes), 256 * 128 * 4);
  candidate.tiling.slice.extent[1] = 8;  // blocks of eight rows are not as high as a line
  EXPECT_EQ(bytes(transposition(256, 8), Feature::woven_bytes), 0);
  EXPECT_EQ(bytes(transposition(256, 8), Feature::staged_bytes), 256 * 8 * 4);
}

TEST_P(FeaturesOfATransposition, CountLinesThatHardwareFollows) {
  auto candidate = tiles(Schema::orthogonal_distinct, {64, 32});
  candidate.tiling.mode.streams = true;
  auto const problem = transposition(256, 128);
  auto const followed = features_of(problem, candidate, on_threads(1));
  EXPECT_EQ(value(followed, Feature::followed_pieces), value(followed, Feature::input_pieces));
  EXPECT_EQ(value(followed, Feature::followed_lines), value(followed, Feature::input_lines));
  candidate.tiling.mode.prefetch_lines = 512;
  auto const asked_for = features_of(problem, candidate, on_threads(1));
  EXPECT_EQ(value(asked_for, Feature::followed_pieces), 0);
  EXPECT_EQ(value(asked_for, Feature::followed_lines), 0);
  EXPECT_EQ(value(asked_for, Feature::input_lines), value(followed, Feature::input_lines));
}

TEST_P(FeaturesOfATransposition, CountLinesThatMeetInTheSamePlacesOfTheMemory) {
  auto candidate = tiles(Schema::orthogonal_distinct, {64, 32});
  candidate.tiling.mode.streams = true;
  auto const clashing = [&](std::int64_t rows) {
    auto const found = features_of(transposition(256, rows), candidate, on_threads(1));
    return value(found, Feature::clashing_lines) / (256.0 * static_cast<double>(rows) * 4 / 64);
  };
  EXPECT_EQ(clashing(32), 0);  // rows of 128 bytes
  EXPECT_EQ(clashing(64), 0.25);
  EXPECT_EQ(clashing(128), 0.5);
  EXPECT_EQ(clashing(160), 0);
  EXPECT_EQ(clashing(512), 1);
  EXPECT_EQ(clashing(4096), 1);
  candidate.tiling.mode.staged = true;
  EXPECT_EQ(clashing(4096), 0);
}

TEST_P(FeaturesOfATransposition, CountForSlantedTilesOnlyTheLinesAtTheEndsOfRows) {
  auto candidate = tiles(Schema::orthogonal_distinct, {64, 64});
  candidate.tiling.mode.streams = true;
  candidate.tiling.walk = detail::Walk::along_output;
  auto const problem = transposition(256, 641, 8);
  auto const in_part = [&](Candidate const& of) {
    auto const found = features_of(problem, of, on_threads(1));
    return value(found, Feature::part_lines) + value(found, Feature::near_part_lines);
  };
  auto const count = [&](Candidate const& of, Feature feature) {
    return value(features_of(problem, of, on_threads(1)), feature);
  };
  candidate.tiling.mode.staged = true;
  EXPECT_GT(count(candidate, Feature::carried_lines), 0);
  double const ends = in_part(candidate);
  candidate.tiling.mode.staged = false;
  candidate.tiling.mode.skewed = true;
  EXPECT_EQ(in_part(candidate), ends);
  EXPECT_EQ(count(candidate, Feature::carried_lines), 0);
  EXPECT_EQ(count(candidate, Feature::staged_bytes), 0);
  EXPECT_EQ(count(candidate, Feature::slanted_bytes), 256 * 641 * 8);
  EXPECT_EQ(count(candidate, Feature::followed_lines), count(candidate, Feature::input_lines));
  EXPECT_GT(count(candidate, Feature::instructions), 0);
}

TEST_P(FeaturesOfATransposition, CountALaunchWhereThreadsAreWoken) {
  auto const found = features_of(transposition(512, 256),
                                 tiles(Schema::orthogonal_distinct, {64, 32}), on_threads(2));
  EXPECT_EQ(value(found, Feature::launch), 1);
}

TEST_P(FeaturesOfATransposition, CountLinesThatMisalignedRunsFillInPart) {
  // Rows of the output have 132 bytes: runs of 64 bytes start at any multiple of 4. The last tile
  // of each row has one word.
  auto const found = features_of(transposition(256, 33),
                                 tiles(Schema::orthogonal_distinct, {64, 16}), on_threads(1));
  double const in_part = 512 * 1.875 + 256;
  EXPECT_DOUBLE_EQ(value(found, Feature::part_lines) + value(found, Feature::near_part_lines),
                   in_part);
  double const lines = 256 * 33 * 4 / 64.0;
  EXPECT_GT(in_part, lines / 8);
  EXPECT_NEAR(value(found, Feature::early_part_lines), lines / 8, 1e-9);
  EXPECT_NEAR(value(found, Feature::first_part_lines), lines / 32, 1e-9);
  EXPECT_EQ(value(found, Feature::tiles), 4 * 3);
}

TEST_P(FeaturesOfATransposition, CallLinesNearThatTheNextTilesComplete) {
  // Along the rows of a small matrix the cache holds them; along those of a large one it does not.
  auto const near = features_of(transposition(64, 33), tiles(Schema::orthogonal_distinct, {64, 16}),
                                on_threads(1));
  EXPECT_GT(value(near, Feature::near_part_lines), 0);
  EXPECT_EQ(value(near, Feature::part_lines), 0);
  auto const far = features_of(transposition(1 << 20, 33),
                               tiles(Schema::orthogonal_distinct, {64, 16}), on_threads(1));
  EXPECT_EQ(value(far, Feature::near_part_lines), 0);
  EXPECT_GT(value(far, Feature::part_lines), 0);
}

TEST_P(FeaturesOfATransposition, CountPagesWhoseTranslationIsForgotten) {
  auto const few = features_of(transposition(1024, 4096),
                               tiles(Schema::orthogonal_distinct, {64, 64}), on_threads(1));
  EXPECT_EQ(value(few, Feature::output_page_walks), 0);
  auto const many = features_of(transposition(8192, 4096),
                                tiles(Schema::orthogonal_distinct, {64, 64}), on_threads(1));
  EXPECT_EQ(value(many, Feature::output_page_walks), value(many, Feature::output_pages));
}

TEST_P(FeaturesOfATransposition, CountMoreInstructionsForBlocksSmallerThanTheRegisters) {
  // Bytes are never permuted by whole vectors, and nine rows of them fill none.
  auto const full = features_of(transposition(256, 64, 1),
                                tiles(Schema::orthogonal_distinct, {64, 64}), on_threads(1));
  auto const small = features_of(transposition(256, 9, 1),
                                 tiles(Schema::orthogonal_distinct, {64, 9}), on_threads(1));
  EXPECT_GT(value(small, Feature::instructions) / 9, value(full, Feature::instructions) / 64);
}

TEST_P(FeaturesOfATransposition, CountFewerInstructionsForAFewRowsWhereAPermutationIsOne) {
  auto const full = features_of(transposition(256, 64),
                                tiles(Schema::orthogonal_distinct, {64, 64}), on_threads(1));
  auto const few = features_of(transposition(256, 3), tiles(Schema::orthogonal_distinct, {64, 3}),
                               on_threads(1));
  bool const are_fewer =
      value(few, Feature::instructions) / 3 < value(full, Feature::instructions) / 64;
  EXPECT_EQ(are_fewer, GetParam().isa.permute_instructions == 1);
}

TEST_P(FeaturesOfATransposition, CountRowsThatShareAPlaceInTheCache) {
  auto const power = features_of(transposition(1 << 16, 64),
                                 tiles(Schema::orthogonal_distinct, {64, 64}), on_threads(1));
  EXPECT_GT(value(power, Feature::conflicting_lines), 0);
  auto const odd = features_of(transposition((1 << 16) + 16, 64),
                               tiles(Schema::orthogonal_distinct, {64, 64}), on_threads(1));
  EXPECT_EQ(value(odd, Feature::conflicting_lines), 0);
}

TEST_P(FeaturesOfATransposition, CountLinesOfRowsThatDriveEachOtherOutOfTheFirstLevelCache) {
  auto const candidate = tiles(Schema::orthogonal_distinct, {64, 64});
  auto const power = features_of(transposition(1 << 16, 64), candidate, on_threads(1));
  // All rows of a block have one place for eight lines.
  EXPECT_EQ(value(power, Feature::thrashing_lines),
            height() > 8 ? value(power, Feature::input_lines) * (1 - 8 / height()) : 0);
  auto const odd = features_of(transposition((1 << 16) + 16, 64), candidate, on_threads(1));
  EXPECT_EQ(value(odd, Feature::thrashing_lines), 0);
}

TEST_P(FeaturesOfATransposition, CountBytesWhoseBufferFillsTheFirstLevelCache) {
  auto small = tiles(Schema::orthogonal_distinct, {64, 64});
  small.tiling.mode.staged = true;
  auto large = tiles(Schema::orthogonal_distinct, {512, 1024});
  large.tiling.mode.staged = true;
  auto const problem = transposition(1024, 1024);
  EXPECT_EQ(value(features_of(problem, small, on_threads(1)), Feature::spilled_bytes), 0);
  EXPECT_EQ(value(features_of(problem, large, on_threads(1)), Feature::spilled_bytes), 4 << 20);
}

TEST_P(FeaturesOfMoves, AreAThreadsShareOfTheWork) {
  auto const problem = transposition(1024, 1024);
  auto const candidate = tiles(Schema::orthogonal_distinct, {64, 64});
  auto const one = features_of(problem, candidate, on_threads(1));
  auto const four = features_of(problem, candidate, on_threads(4));
  EXPECT_EQ(value(four, Feature::call), 1);
  EXPECT_EQ(value(four, Feature::launch), 1);
  for (Feature const work : {Feature::bytes, Feature::tiles, Feature::blocks, Feature::instructions,
                             Feature::input_lines, Feature::output_runs})
    EXPECT_DOUBLE_EQ(4 * value(four, work), value(one, work)) << name_of(work);
}

TEST_P(FeaturesOfMoves, OfASmallProblemAreAllOfOneThreadWithoutALaunch) {
  auto const problem = transposition(64, 64);
  auto const candidate = tiles(Schema::orthogonal_distinct, {64, 64});
  EXPECT_EQ(threads_in_effect(problem, candidate, on_threads(8)), 1);
  auto const found = features_of(problem, candidate, on_threads(8));
  EXPECT_EQ(value(found, Feature::launch), 0);
  EXPECT_EQ(value(found, Feature::bytes), 64 * 64 * 4);
}

TEST_P(FeaturesOfMoves, CountBytesBeyondTheFirstLevelCache) {
  auto const l1 = static_cast<double>(GetParam().l1_bytes);
  Candidate copy;
  copy.schema = Schema::copy;
  Problem problem;
  problem.element_bytes = 16;
  problem.rank = 1;
  problem.axis[0] = {GetParam().l1_bytes / 32, 1, 1};
  EXPECT_EQ(value(features_of(problem, copy, on_threads(1)), Feature::far_bytes), 0);
  problem.axis[0].extent *= 3;
  EXPECT_EQ(value(features_of(problem, copy, on_threads(1)), Feature::far_bytes), l1);
}

TEST_P(FeaturesOfMoves, OfFewTilesAreThoseOfAsManyThreads) {
  auto const candidate = tiles(Schema::orthogonal_distinct, {1024, 512});
  EXPECT_EQ(threads_in_effect(transposition(1024, 1024), candidate, on_threads(8)), 2);
}

TEST_P(FeaturesOfRuns, CountThemAndTheLinesAtTheirEnds) {
  Problem problem;
  problem.element_bytes = 16;
  problem.rank = 2;
  problem.axis[0] = {75, 1, 1};
  problem.axis[1] = {1000, 75, 150};
  Candidate candidate;
  candidate.schema = Schema::fvi_match_large;
  auto const found = features_of(problem, candidate, on_threads(1));
  EXPECT_EQ(value(found, Feature::tiles), 1000);
  EXPECT_DOUBLE_EQ(value(found, Feature::input_lines), 1000 * (1 + (1200 - 16) / 64.0));
  EXPECT_DOUBLE_EQ(value(found, Feature::part_lines), 1000 * detail::lines_in_part(1200, 32));
}

TEST_P(FeaturesOfSingleWords, CountTurnsAlongTheOutputAndTheirIndexArithmetic) {
  Problem problem;
  problem.element_bytes = 4;
  problem.rank = 3;
  problem.axis[0] = {100, 2, 500};
  problem.axis[1] = {10, 200, 1};
  problem.axis[2] = {50, 2000, 10};
  Candidate candidate;
  candidate.schema = Schema::strided;
  auto const found = features_of(problem, candidate, on_threads(1));
  EXPECT_EQ(value(found, Feature::blocks), 50000);
  EXPECT_EQ(value(found, Feature::tiles), 5000);
  EXPECT_EQ(value(found, Feature::output_runs), 5000 * 2);
  EXPECT_EQ(value(found, Feature::input_pages), 50000 * 800 / 4096.0);
}

TEST_P(FeaturesOfScaling, CountTheWordsThatAreMultiplied) {
  Problem problem = transposition(256, 128);
  problem.scalar = detail::Scalar::f32;
  Candidate candidate = tiles(Schema::orthogonal_distinct, {64, 32});
  candidate.tiling.mode.staged = true;
  auto const found = features_of(problem, candidate, on_threads(1));
  EXPECT_EQ(value(found, Feature::scaled_words), 256 * 128);
  EXPECT_EQ(value(found, Feature::staged_bytes), 256 * 128 * 4);
}

TEST_P(ReachOf, IsTheCacheWhereBothArraysFit) {
  std::int64_t const side = 128;
  auto const l2 = GetParam().l2_bytes;
  EXPECT_EQ(reach_of(transposition(side, l2 / side / 16), on_threads(1)), Reach::cache);
  EXPECT_EQ(reach_of(transposition(side, l2 / side / 8), on_threads(1)), Reach::memory);
  EXPECT_EQ(reach_of(transposition(side, l2 / side / 8), on_threads(2)), Reach::cache);
}

TEST(Names, OfFeaturesAndReachesLeadBackToThem) {
  for (std::size_t k = 0; k < detail::feature_count; ++k) {
    auto const feature = static_cast<Feature>(k);
    EXPECT_EQ(detail::feature_named(name_of(feature)), feature);
  }
  EXPECT_EQ(detail::feature_named("speed"), std::nullopt);
  EXPECT_EQ(detail::reach_named("cache"), Reach::cache);
  EXPECT_EQ(detail::reach_named("disk"), std::nullopt);
}

ISOMER_ON_EACH_MACHINE(FeaturesOfATransposition);
ISOMER_ON_EACH_MACHINE(FeaturesOfMoves);
ISOMER_ON_EACH_MACHINE(FeaturesOfRuns);
ISOMER_ON_EACH_MACHINE(FeaturesOfSingleWords);
ISOMER_ON_EACH_MACHINE(FeaturesOfScaling);
ISOMER_ON_EACH_MACHINE(ReachOf);

}  // namespace
}  // namespace isomer::test
