// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/features.hpp"

#include <gtest/gtest.h>

#include "model/lines.hpp"
#include "model/machine.hpp"
#include "tile/job.hpp"
#include "transposition.hpp"

namespace isomer::test {
namespace {

using detail::Candidate;
using detail::Feature;
using detail::Features;
using detail::Problem;
using detail::Reach;
using detail::Schema;
using detail::Setting;

Setting on_threads(int threads) { return {threads, true, PlanOptions::automatic}; }

Candidate tiles(Schema schema, std::initializer_list<std::int64_t> extents) {
  Candidate candidate;
  candidate.schema = schema;
  std::copy(extents.begin(), extents.end(), candidate.slice.extent.begin());
  return candidate;
}

double value(Features const& features, Feature feature) { return value_of(features, feature); }

/// Rows of a block.
double height() { return tile::kernels().vector_bytes / 4.0; }

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

TEST(FeaturesOfATransposition, CountWholeTilesOfAlignedRuns) {
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

TEST(FeaturesOfATransposition, CountBytesThatAreWovenApartFromThoseStagedInSteps) {
  auto candidate = tiles(Schema::orthogonal_distinct, {64, 64});
  candidate.staged = candidate.streams = true;
  auto const bytes = [&](Problem const& problem, Feature feature) {
    return value(features_of(problem, candidate, on_threads(1)), feature);
  };
  auto const problem = transposition(256, 128);
  EXPECT_EQ(bytes(problem, Feature::staged_bytes), 256 * 128 * 4);
  EXPECT_EQ(bytes(problem, Feature::woven_bytes), 0);
  candidate.woven = true;
  EXPECT_EQ(bytes(problem, Feature::staged_bytes), 0);
  EXPECT_EQ(bytes(problem, Feature::woven_bytes), 256 * 128 * 4);
  candidate.slice.extent[1] = 8;  // blocks of eight rows are not as high as a line
  EXPECT_EQ(bytes(transposition(256, 8), Feature::woven_bytes), 0);
  EXPECT_EQ(bytes(transposition(256, 8), Feature::staged_bytes), 256 * 8 * 4);
}

TEST(FeaturesOfATransposition, CountLinesThatHardwareFollows) {
  auto candidate = tiles(Schema::orthogonal_distinct, {64, 32});
  candidate.streams = true;
  auto const problem = transposition(256, 128);
  auto const followed = features_of(problem, candidate, on_threads(1));
  EXPECT_EQ(value(followed, Feature::followed_pieces), value(followed, Feature::input_pieces));
  EXPECT_EQ(value(followed, Feature::followed_lines), value(followed, Feature::input_lines));
  candidate.prefetch_lines = 512;
  auto const asked_for = features_of(problem, candidate, on_threads(1));
  EXPECT_EQ(value(asked_for, Feature::followed_pieces), 0);
  EXPECT_EQ(value(asked_for, Feature::followed_lines), 0);
  EXPECT_EQ(value(asked_for, Feature::input_lines), value(followed, Feature::input_lines));
}

TEST(FeaturesOfATransposition, CountLinesThatMeetInTheSamePlacesOfTheMemory) {
  auto candidate = tiles(Schema::orthogonal_distinct, {64, 32});
  candidate.streams = true;
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
  candidate.staged = true;
  EXPECT_EQ(clashing(4096), 0);
}

TEST(FeaturesOfATransposition, CountForSlantedTilesOnlyTheLinesAtTheEndsOfRows) {
  auto candidate = tiles(Schema::orthogonal_distinct, {64, 64});
  candidate.streams = true;
  candidate.walk = detail::Walk::along_output;
  auto const problem = transposition(256, 641, 8);
  auto const in_part = [&](Candidate const& of) {
    auto const found = features_of(problem, of, on_threads(1));
    return value(found, Feature::part_lines) + value(found, Feature::near_part_lines);
  };
  auto const count = [&](Candidate const& of, Feature feature) {
    return value(features_of(problem, of, on_threads(1)), feature);
  };
  candidate.staged = true;
  EXPECT_GT(count(candidate, Feature::carried_lines), 0);
  double const ends = in_part(candidate);
  candidate.staged = false;
  candidate.slanted = true;
  EXPECT_EQ(in_part(candidate), ends);
  EXPECT_EQ(count(candidate, Feature::carried_lines), 0);
  EXPECT_EQ(count(candidate, Feature::staged_bytes), 0);
  EXPECT_EQ(count(candidate, Feature::slanted_bytes), 256 * 641 * 8);
  EXPECT_EQ(count(candidate, Feature::followed_lines), count(candidate, Feature::input_lines));
  EXPECT_GT(count(candidate, Feature::instructions), 0);
}

TEST(FeaturesOfATransposition, CountALaunchWhereThreadsAreWoken) {
  auto const found = features_of(transposition(512, 256),
                                 tiles(Schema::orthogonal_distinct, {64, 32}), on_threads(2));
  EXPECT_EQ(value(found, Feature::launch), 1);
}

TEST(FeaturesOfATransposition, CountLinesThatMisalignedRunsFillInPart) {
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

TEST(FeaturesOfATransposition, CallLinesNearThatTheNextTilesComplete) {
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

TEST(FeaturesOfATransposition, CountPagesWhoseTranslationIsForgotten) {
  auto const few = features_of(transposition(1024, 4096),
                               tiles(Schema::orthogonal_distinct, {64, 64}), on_threads(1));
  EXPECT_EQ(value(few, Feature::output_page_walks), 0);
  auto const many = features_of(transposition(8192, 4096),
                                tiles(Schema::orthogonal_distinct, {64, 64}), on_threads(1));
  EXPECT_EQ(value(many, Feature::output_page_walks), value(many, Feature::output_pages));
}

TEST(FeaturesOfATransposition, CountMoreInstructionsForBlocksSmallerThanTheRegisters) {
  auto const full = features_of(transposition(256, 64),
                                tiles(Schema::orthogonal_distinct, {64, 64}), on_threads(1));
  auto const few_rows = features_of(transposition(256, 3),
                                    tiles(Schema::orthogonal_distinct, {64, 3}), on_threads(1));
  EXPECT_GT(value(few_rows, Feature::instructions) / 3, value(full, Feature::instructions) / 64);
}

TEST(FeaturesOfATransposition, CountRowsThatShareAPlaceInTheCache) {
  auto const power = features_of(transposition(1 << 16, 64),
                                 tiles(Schema::orthogonal_distinct, {64, 64}), on_threads(1));
  EXPECT_GT(value(power, Feature::conflicting_lines), 0);
  auto const odd = features_of(transposition((1 << 16) + 16, 64),
                               tiles(Schema::orthogonal_distinct, {64, 64}), on_threads(1));
  EXPECT_EQ(value(odd, Feature::conflicting_lines), 0);
}

TEST(FeaturesOfATransposition, CountLinesOfRowsThatDriveEachOtherOutOfTheFirstLevelCache) {
  auto const candidate = tiles(Schema::orthogonal_distinct, {64, 64});
  auto const power = features_of(transposition(1 << 16, 64), candidate, on_threads(1));
  // All rows of a block have one place for eight lines.
  EXPECT_EQ(value(power, Feature::thrashing_lines),
            height() > 8 ? value(power, Feature::input_lines) * (1 - 8 / height()) : 0);
  auto const odd = features_of(transposition((1 << 16) + 16, 64), candidate, on_threads(1));
  EXPECT_EQ(value(odd, Feature::thrashing_lines), 0);
}

TEST(FeaturesOfATransposition, CountBytesWhoseBufferFillsTheFirstLevelCache) {
  auto small = tiles(Schema::orthogonal_distinct, {64, 64});
  small.staged = true;
  auto large = tiles(Schema::orthogonal_distinct, {512, 1024});
  large.staged = true;
  auto const problem = transposition(1024, 1024);
  EXPECT_EQ(value(features_of(problem, small, on_threads(1)), Feature::spilled_bytes), 0);
  EXPECT_EQ(value(features_of(problem, large, on_threads(1)), Feature::spilled_bytes), 4 << 20);
}

TEST(Features, AreAThreadsShareOfTheWork) {
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

TEST(Features, OfASmallProblemAreAllOfOneThreadWithoutALaunch) {
  auto const problem = transposition(64, 64);
  auto const candidate = tiles(Schema::orthogonal_distinct, {64, 64});
  EXPECT_EQ(threads_in_effect(problem, candidate, on_threads(8)), 1);
  auto const found = features_of(problem, candidate, on_threads(8));
  EXPECT_EQ(value(found, Feature::launch), 0);
  EXPECT_EQ(value(found, Feature::bytes), 64 * 64 * 4);
}

TEST(Features, CountBytesBeyondTheFirstLevelCache) {
  auto const l1 = static_cast<double>(detail::caches().l1_bytes);
  Candidate copy;
  copy.schema = Schema::copy;
  Problem problem;
  problem.element_bytes = 16;
  problem.rank = 1;
  problem.axis[0] = {detail::caches().l1_bytes / 32, 1, 1};
  EXPECT_EQ(value(features_of(problem, copy, on_threads(1)), Feature::far_bytes), 0);
  problem.axis[0].extent *= 3;
  EXPECT_EQ(value(features_of(problem, copy, on_threads(1)), Feature::far_bytes), l1);
}

TEST(Features, OfFewTilesAreThoseOfAsManyThreads) {
  auto const candidate = tiles(Schema::orthogonal_distinct, {1024, 512});
  EXPECT_EQ(threads_in_effect(transposition(1024, 1024), candidate, on_threads(8)), 2);
}

TEST(FeaturesOfRuns, CountThemAndTheLinesAtTheirEnds) {
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

TEST(FeaturesOfSingleWords, CountTurnsAlongTheOutputAndTheirIndexArithmetic) {
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

TEST(FeaturesOfScaling, CountTheWordsThatAreMultiplied) {
  Problem problem = transposition(256, 128);
  problem.scalar = detail::Scalar::f32;
  Candidate candidate = tiles(Schema::orthogonal_distinct, {64, 32});
  candidate.staged = true;
  auto const found = features_of(problem, candidate, on_threads(1));
  EXPECT_EQ(value(found, Feature::scaled_words), 256 * 128);
  EXPECT_EQ(value(found, Feature::staged_bytes), 256 * 128 * 4);
}

TEST(ReachOf, IsTheCacheWhereBothArraysFit) {
  std::int64_t const side = 128;
  auto const l2 = detail::caches().l2_bytes;
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

}  // namespace
}  // namespace isomer::test
