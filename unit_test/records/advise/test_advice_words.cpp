// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "hand_made_facts.hpp"
#include "records/advise/report/quantities.hpp"
#include "records/advise/report/source_text.hpp"
#include "records/advise/report/table.hpp"
#include "records/advise/report/verdict_words.hpp"
#include "records/advise/report/words.hpp"

namespace isomer::records {
namespace {

using test::hand_made_facts;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(AdviceWords, Rearrange) {
  EXPECT_EQ(
      advice_words(hand_made_facts(Verdict::rearrange)),
      "rearrange to soa now: pays off after 6 calls. The change takes 4 ms. All calls take 26 ms, "
      "changes\n"
      "  included, instead of 100 ms.\n"
      "push takes 90 % of the time (1 ms a call, 200 us in soa): of each line of 64 bytes that it "
      "touches\n"
      "  it uses 56 bytes (88 %) in aos and all in soa.\n"
      "sort takes 10 % of the time (1 ms a call, 400 us in soa): of each line of 64 bytes that it "
      "touches\n"
      "  it uses 8 bytes (13 %) in aos and all in soa.\n"
      "Priced for 1000 records of 32 bytes in the second-level cache.\n"
      "Rates of this machine: default zen4; decision tree: default for x86; found in 12.3 ms.\n");
}

TEST(AdviceWords, SayWhereTheRecordsAre) {
  auto facts = hand_made_facts(Verdict::rearrange);
  facts.second_level_bytes = 31'999;
  EXPECT_THAT(advice_words(facts), HasSubstr("1000 records of 32 bytes in the third-level cache."));
  facts.third_level_bytes = 31'999;
  EXPECT_THAT(advice_words(facts), HasSubstr("1000 records of 32 bytes in memory."));
}

TEST(AdviceWords, Visit) {
  EXPECT_EQ(
      advice_words(hand_made_facts(Verdict::visit)),
      "convert to soa for push, convert back to aos for sort: pays off after 9 calls. All calls "
      "take\n"
      "  80 ms, changes included, instead of 100 ms.\n"
      "push takes 90 % of the time (1 ms a call, 200 us in soa): of each line of 64 bytes that it "
      "touches\n"
      "  it uses 56 bytes (88 %) in aos and all in soa.\n"
      "sort takes 10 % of the time (1 ms a call, 400 us in soa): of each line of 64 bytes that it "
      "touches\n"
      "  it uses 8 bytes (13 %) in aos and all in soa.\n"
      "Priced for 1000 records of 32 bytes in the second-level cache.\n"
      "Rates of this machine: default zen4; decision tree: default for x86; found in 12.3 ms.\n");
}

TEST(AdviceWords, VisitsOfSeveralArrangements) {
  auto facts = hand_made_facts(Verdict::visit);
  facts.kernel.push_back(facts.kernel[0]);
  facts.kernel.back().name = "deposit";
  for (auto& priced : facts.offered) {
    priced.seconds.push_back(priced.seconds[0]);
    priced.used_share.push_back(1);
  }
  auto const verdict = [&](std::vector<std::size_t> const& path) {
    facts.path = path;
    auto const text = verdict_words(facts);
    return text.substr(0, text.find(": pays off"));
  };
  EXPECT_EQ(verdict({1, 0, 1}),
            "convert to soa for push and deposit, convert back to aos for sort");
  EXPECT_EQ(verdict({2, 1, 1}),
            "convert to clusters(x y v: tiled 8; rest: soa) for push, to soa for sort and deposit");
  EXPECT_EQ(verdict({0, 1, 1}),
            "run push in aos, then convert to soa for sort and deposit, convert back to aos");
  EXPECT_EQ(verdict({0, 1, 0}),
            "run push in aos, then convert to soa for sort, convert back to aos for deposit");
  EXPECT_EQ(verdict({0, 0, 1}),
            "run push and sort in aos, then convert to soa for deposit, convert back to aos");
  facts.kernel[1].calls = 1;
  EXPECT_EQ(verdict({0, 0, 1}), "run push and sort in aos, then convert to soa for deposit");
  EXPECT_EQ(verdict({0, 1, 0}),
            "run push in aos, then convert to soa for sort, convert back to aos for deposit");
}

TEST(AdviceWords, KeepWhereNothingIsFaster) {
  auto facts = hand_made_facts(Verdict::keep);
  for (auto& priced : facts.offered) priced.all_seconds += 0.1;
  facts.offered[0].all_seconds = 0.1;
  EXPECT_EQ(
      advice_words(facts),
      "keep aos: no other arrangement of the offer is predicted to be faster; all calls take 100 "
      "ms here\n"
      "  and 122 ms in soa, the next best.\n"
      "push takes 90 % of the time (1 ms a call, 200 us in soa): of each line of 64 bytes that it "
      "touches\n"
      "  it uses 56 bytes (88 %) in aos and all in soa.\n"
      "sort takes 10 % of the time (1 ms a call, 400 us in soa): of each line of 64 bytes that it "
      "touches\n"
      "  it uses 8 bytes (13 %) in aos and all in soa.\n"
      "Priced for 1000 records of 32 bytes in the second-level cache.\n"
      "Rates of this machine: default zen4; decision tree: default for x86; found in 12.3 ms.\n");
}

TEST(AdviceWords, KeepWhereTheChangeTakesTooLong) {
  auto facts = hand_made_facts(Verdict::keep);
  facts.offered[1].conversion_seconds = 0.2;
  EXPECT_EQ(
      advice_words(facts),
      "keep aos: soa would save 78 ms in all calls, the change to it takes 200 ms.\n"
      "push takes 90 % of the time (1 ms a call, 200 us in soa): of each line of 64 bytes that it "
      "touches\n"
      "  it uses 56 bytes (88 %) in aos and all in soa.\n"
      "sort takes 10 % of the time (1 ms a call, 400 us in soa): of each line of 64 bytes that it "
      "touches\n"
      "  it uses 8 bytes (13 %) in aos and all in soa.\n"
      "Priced for 1000 records of 32 bytes in the second-level cache.\n"
      "Rates of this machine: default zen4; decision tree: default for x86; found in 12.3 ms.\n");
}

TEST(AdviceWords, KeepWhereTheGainIsSmall) {
  auto facts = hand_made_facts(Verdict::keep);
  facts.offered[1].all_seconds = 0.094;
  facts.offered[2].all_seconds = 0.096;
  EXPECT_EQ(
      advice_words(facts),
      "keep aos: soa is predicted to save only 2 ms of 100 ms, less than the 3 % that the "
      "model can tell\n"
      "  apart.\n"
      "push takes 90 % of the time (1 ms a call, 200 us in soa): of each line of 64 bytes that it "
      "touches\n"
      "  it uses 56 bytes (88 %) in aos and all in soa.\n"
      "sort takes 10 % of the time (1 ms a call, 400 us in soa): of each line of 64 bytes that it "
      "touches\n"
      "  it uses 8 bytes (13 %) in aos and all in soa.\n"
      "Priced for 1000 records of 32 bytes in the second-level cache.\n"
      "Rates of this machine: default zen4; decision tree: default for x86; found in 12.3 ms.\n");
}

TEST(AdviceWords, WhereTheLoopDiffersAndNotTheBytes) {
  auto facts = hand_made_facts(Verdict::rearrange);
  facts.kernel.resize(1);
  facts.path.resize(1);
  facts.offered[0].used_share = {1};
  EXPECT_EQ(
      advice_words(facts),
      "rearrange to soa now: pays off after 6 calls. The change takes 4 ms. All calls take 26 ms, "
      "changes\n"
      "  included, instead of 100 ms.\n"
      "push takes 100 % of the time (1 ms a call, 200 us in soa): of each line of 64 bytes that "
      "it\n"
      "  touches it uses all in aos and all in soa; what differs is how the loop runs (vectors, "
      "streams,\n"
      "  pages), not the bytes.\n"
      "Priced for 1000 records of 32 bytes in the second-level cache.\n"
      "Rates of this machine: default zen4; decision tree: default for x86; found in 12.3 ms.\n");
}

TEST(AdviceWords, KeepWhereNothingElseCanBeReached) {
  double const never = std::numeric_limits<double>::infinity();
  auto facts = hand_made_facts(Verdict::keep);
  facts.offered[1].conversion_seconds = never;
  EXPECT_THAT(advice_words(facts), HasSubstr("clusters(x y v: tiled 8; rest: soa)"));
  EXPECT_THAT(advice_words(facts), Not(HasSubstr("in soa")));
  facts.offered[2].conversion_seconds = never;
  EXPECT_THAT(
      advice_words(facts),
      HasSubstr("keep aos: the records cannot be changed to anything else that is offered."));
}

TEST(AdviceWords, KeepTheOnlyOneOffered) {
  auto facts = hand_made_facts(Verdict::keep);
  facts.offered.resize(1);
  EXPECT_EQ(
      advice_words(facts),
      "keep aos: nothing else is offered.\n"
      "push takes 90 % of the time (1 ms a call): of each line of 64 bytes that it touches it "
      "uses\n"
      "  56 bytes (88 %) in aos.\n"
      "sort takes 10 % of the time (1 ms a call): of each line of 64 bytes that it touches it "
      "uses\n"
      "  8 bytes (13 %) in aos.\n"
      "Priced for 1000 records of 32 bytes in the second-level cache.\n"
      "Rates of this machine: default zen4; decision tree: default for x86; found in 12.3 ms.\n");
}

TEST(AdviceWords, DoubtsAndWhatIsNotOffered) {
  auto facts = hand_made_facts(Verdict::rearrange);
  facts.kernel[0].is_truncated = true;
  for (auto& kernel : facts.kernel) kernel.was_tried = false;
  facts.not_offered = {
      {parse_arrangement("clusters(x y: tiled 8; rest: soa)"), {1e-4, 4e-4}, {1, 1}, 0.011, 5e-3}};
  EXPECT_EQ(
      advice_words(facts),
      "rearrange to soa now: pays off after 6 calls. The change takes 4 ms. All calls take 26 ms, "
      "changes\n"
      "  included, instead of 100 ms.\n"
      "push takes 90 % of the time (1 ms a call, 200 us in soa): of each line of 64 bytes that it "
      "touches\n"
      "  it uses 56 bytes (88 %) in aos and all in soa.\n"
      "sort takes 10 % of the time (1 ms a call, 400 us in soa): of each line of 64 bytes that it "
      "touches\n"
      "  it uses 8 bytes (13 %) in aos and all in soa.\n"
      "How sure: push and sort were not tried, so loops over arrays and tiles are assumed to be\n"
      "  vectorised.\n"
      "How sure: an item of push accesses more than was kept, the rest is taken to be like it.\n"
      "not offered: Clusters<In<Tiled<8>, \"x\", \"y\">, Rest<SoA>> is predicted 50 % faster than "
      "the best of\n"
      "  the offer; the change to it takes 5 ms; add it to the Offer.\n"
      "Priced for 1000 records of 32 bytes in the second-level cache.\n"
      "Rates of this machine: default zen4; decision tree: default for x86; found in 12.3 ms.\n");
}

TEST(AdviceWords, WholeRecordsInAoSAreTheOtherWayWhereTheyComeClose) {
  auto facts = hand_made_facts(Verdict::rearrange);
  auto const words_at = [&](double times) {
    facts.whole_records = facts.offered[0];
    facts.whole_records->all_seconds = times * facts.advised_seconds;
    return advice_words(facts);
  };
  EXPECT_THAT(words_at(1.04), HasSubstr("Or keep aos and load whole records with simd_load: all "
                                        "calls would take"));
  EXPECT_THAT(words_at(1.04), HasSubstr("27 ms, 4 % more, without a"));
  EXPECT_THAT(words_at(0.75), HasSubstr("19.5 ms, 25 % less,"));
  EXPECT_THAT(words_at(1.2), Not(HasSubstr("whole records")));
  facts.is_gpu = true;
  EXPECT_THAT(words_at(1.04), HasSubstr("with load_records:"));
  facts.whole_records->all_seconds = facts.kept_seconds;
  EXPECT_THAT(advice_words(facts), Not(HasSubstr("whole records")));
}

TEST(AdviceWords, SayThatItWasMeasured) {
  auto facts = hand_made_facts(Verdict::rearrange);
  for (auto& kernel : facts.kernel) kernel.was_tried = false;
  facts.has_measured_changes = true;
  EXPECT_THAT(advice_words(facts),
              HasSubstr("\nHow sure: changes were measured on a copy of the records, push and sort "
                        "are predicted.\n"));
  facts.kernel[0].was_measured = true;
  EXPECT_THAT(advice_words(facts),
              HasSubstr("\nHow sure: changes and push were measured on a copy of the records, sort "
                        "is predicted.\n"));
  EXPECT_THAT(advice_words(facts), HasSubstr("sort was not tried"));
  facts.whole_records = facts.offered[0];
  facts.whole_records->all_seconds = facts.advised_seconds;
  EXPECT_THAT(advice_words(facts), Not(HasSubstr("simd_load")));
}

TEST(AdviceWords, SayThatAllWasMeasured) {
  auto facts = hand_made_facts(Verdict::keep);
  facts.has_measured_changes = true;
  for (auto& kernel : facts.kernel) kernel.was_measured = true;
  facts.offered[1].all_seconds = 0.094;
  facts.offered[2].all_seconds = 0.096;
  EXPECT_THAT(advice_words(facts),
              StartsWith("keep aos: soa saves only 2 ms of 100 ms, less than the 3 % from which a "
                         "change is advised.\n"));
  EXPECT_THAT(
      advice_words(facts),
      HasSubstr("\nHow sure: changes, push and sort were measured on a copy of the records.\n"));
  for (auto& priced : facts.offered) priced.all_seconds += 0.1;
  facts.offered[0].all_seconds = 0.1;
  EXPECT_THAT(advice_words(facts),
              StartsWith("keep aos: no other arrangement of the offer is faster; all calls take"));
}

TEST(AdviceWords, SayThatNothingCouldBeMeasured) {
  auto facts = hand_made_facts(Verdict::rearrange);
  facts.lacked_memory = true;
  EXPECT_THAT(advice_words(facts),
              HasSubstr("\nHow sure: nothing was measured, a copy of the records would take more "
                        "than half of the memory that\n  is left.\n"));
}

TEST(AdviceWords, SayWhatTookLong) {
  auto facts = hand_made_facts(Verdict::rearrange);
  facts.kernel[1].watched_seconds = 0.06;
  facts.advice_seconds = 0.049;
  EXPECT_THAT(advice_words(facts), HasSubstr("found in 49 ms.\n"));
  facts.advice_seconds = 0.08;
  EXPECT_THAT(advice_words(facts),
              HasSubstr("found in 80 ms, 60 ms of\n  which sort was recorded and run.\n"));
  facts.kernel[1].watched_seconds = 0.01;
  EXPECT_THAT(advice_words(facts), HasSubstr("found in 80 ms.\n"));
}

TEST(AdviceWords, ShortKernelsShareALine) {
  auto facts = hand_made_facts(Verdict::rearrange);
  facts.offered[0].seconds[1] = 1e-6;
  EXPECT_NE(advice_words(facts).find("\nsort takes less than 1 % of the time.\n"),
            std::string::npos);
}

TEST(AdviceWords, LinesAreShort) {
  auto facts = hand_made_facts(Verdict::visit);
  facts.kernel[0].name = "a kernel with a name that is as long as names of kernels get to be";
  facts.kernel[1].name = "another one that nobody would want to read in the middle of a line";
  std::istringstream lines(advice_words(facts));
  for (std::string line; std::getline(lines, line);) EXPECT_LT(line.size(), 100) << line;
}

TEST(AdviceTable, Rearrange) {
  auto facts = hand_made_facts(Verdict::rearrange);
  facts.not_offered = {{tiled(16), {1e-4, 4e-4}, {1, 1}, 0.011, 5e-3}};
  EXPECT_EQ(
      advice_table(facts),
      "  arrangement                            push    sort  all calls  change\n"
      "  aos                                    1 ms    1 ms     100 ms       -  current\n"
      "> soa                                  200 us  400 us      22 ms    4 ms  advised\n"
      "  clusters(x y v: tiled 8; rest: soa)  500 us  400 us      49 ms    6 ms\n"
      "  tiled 16                             100 us  400 us      11 ms    5 ms  not offered\n");
}

TEST(AdviceTable, HasWholeRecordsAndWhatWasMeasured) {
  auto facts = hand_made_facts(Verdict::rearrange);
  facts.whole_records = facts.offered[0];
  facts.whole_records->seconds = {3e-4, 1e-3};
  facts.whole_records->all_seconds = 0.037;
  facts.offered[1].predicted = {1e-4, 4e-4};
  facts.offered[2].predicted = {6e-4, 5e-4};
  facts.offered[0].predicted = facts.offered[0].seconds;
  facts.kernel[0].was_measured = true;
  facts.not_offered = {{tiled(16), {1e-4, 4e-4}, {1, 1}, 0.011, 5e-3}};
  EXPECT_EQ(
      advice_table(facts),
      "  arrangement                                     push             sort  all calls  change\n"
      "  aos                                           (1 ms)           (1 ms)     100 ms       -  "
      "current\n"
      "> soa                                  200 us (100 us)         (400 us)      22 ms    4 ms  "
      "advised\n"
      "  clusters(x y v: tiled 8; rest: soa)  500 us (600 us)  400 us (500 us)      49 ms    6 ms\n"
      "  aos                                         (300 us)           (1 ms)    (37 ms)       -  "
      "by simd_load\n"
      "  tiled 16                                    (100 us)         (400 us)    (11 ms)    5 ms  "
      "not offered\n");
}

TEST(AdviceTable, SaysWhatCannotBeChangedTo) {
  auto facts = hand_made_facts(Verdict::keep);
  facts.offered[1].conversion_seconds = std::numeric_limits<double>::infinity();
  EXPECT_EQ(
      advice_table(facts),
      "  arrangement                            push    sort  all calls  change\n"
      "> aos                                    1 ms    1 ms     100 ms       -  current, advised\n"
      "  soa                                  200 us  400 us      22 ms      no\n"
      "  clusters(x y v: tiled 8; rest: soa)  500 us  400 us      49 ms    6 ms\n");
}

TEST(AdviceTable, Visit) {
  EXPECT_EQ(
      advice_table(hand_made_facts(Verdict::visit)),
      "  arrangement                            push    sort  all calls  change\n"
      "> aos                                    1 ms    1 ms     100 ms       -  current, advised "
      "for sort\n"
      "> soa                                  200 us  400 us      22 ms    4 ms  advised for push\n"
      "  clusters(x y v: tiled 8; rest: soa)  500 us  400 us      49 ms    6 ms\n");
}

TEST(AdviceTable, Keep) {
  EXPECT_EQ(
      advice_table(hand_made_facts(Verdict::keep)),
      "  arrangement                            push    sort  all calls  change\n"
      "> aos                                    1 ms    1 ms     100 ms       -  current, advised\n"
      "  soa                                  200 us  400 us      22 ms    4 ms\n"
      "  clusters(x y v: tiled 8; rest: soa)  500 us  400 us      49 ms    6 ms\n");
}

TEST(SourceText, OfEachKind) {
  EXPECT_EQ(source_text(AoS{}), "AoS");
  EXPECT_EQ(source_text(SoA{}), "SoA");
  EXPECT_EQ(source_text(tiled(64)), "Tiled<64>");
  EXPECT_EQ(source_text(declared_tiled(64)), "DeclaredTiled<64>");
  EXPECT_EQ(source_text(parse_arrangement("clusters(x y: tiled 8; z: aos; rest: soa)")),
            "Clusters<In<Tiled<8>, \"x\", \"y\">, In<AoS, \"z\">, Rest<SoA>>");
}

TEST(Quantities, HaveThreeDigits) {
  EXPECT_EQ(seconds_text(0), "0 s");
  EXPECT_EQ(seconds_text(123.4), "123 s");
  EXPECT_EQ(seconds_text(1.234), "1.23 s");
  EXPECT_EQ(seconds_text(0.9999), "1 s");
  EXPECT_EQ(seconds_text(0.04567), "45.7 ms");
  EXPECT_EQ(seconds_text(1.5e-6), "1.5 us");
  EXPECT_EQ(seconds_text(2.34e-11), "0.0234 ns");
  EXPECT_EQ(calls_text(0.3), "1 call");
  EXPECT_EQ(calls_text(2.1), "3 calls");
  EXPECT_EQ(percent_text(0.4375), "44 %");
}

TEST(Quantities, Wrapping) {
  EXPECT_EQ(wrapped("a bc def", 100), "a bc def");
  EXPECT_EQ(wrapped("a bc def", 4), "a bc\n  def");
  EXPECT_EQ(wrapped("abcdefgh i", 4), "abcdefgh\n  i");
}

}  // namespace
}  // namespace isomer::records
