// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "row.hpp"

#include <cmath>

#include <gmock/gmock.h>

namespace {

using namespace isomer::perf;
using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

Row row(std::string const& suite, std::string const& name, double seconds, double copy_seconds) {
  Row made;
  made.suite = suite;
  made.type = "f32";
  made.name = name;
  made.bytes = 1'000'000'000;
  made.seconds = seconds;
  made.copy_seconds = copy_seconds;
  return made;
}

TEST(RowText, LeadsWithTheRatio) {
  Row made = row("permute", "021 f32 1024x1024x64", 0.1, 0.08);
  made.schema = "tiled";
  made.passes = 1;
  made.predicted_seconds = 0.096;
  EXPECT_EQ(row_text(made),
            "permute 021 f32 1024x1024x64                  of_copy 0.80  20.0 GB/s  tiled 1 pass  "
            "predicted/actual 0.96");
}

TEST(RowText, SaysHowMuchFasterThanOthers) {
  Row made = row("relayout", "x", 0.1, 0.08);
  made.schema = "tiled";
  made.passes = 2;
  made.rivals.push_back({"kokkos", 0.75});
  EXPECT_THAT(row_text(made),
              HasSubstr("of_copy 0.80  20.0 GB/s  tiled 2 passes  times_kokkos 7.50"));
}

TEST(RowText, ListsTheFiguresOfSuitesThatHaveOwnOnes) {
  Row made = row("records", "x", 1e-6, Row::none);
  made.is_latency = true;
  made.figures = {{"regret", 0.015}, {"rank", 2}};
  made.rivals.push_back({"aos", 4e-6});
  made.note = "  advised soa";
  EXPECT_THAT(row_text(made), testing::EndsWith("  1000 ns a call  regret 0.015  rank 2  times_aos "
                                                "4.00  advised soa"));
}

TEST(RowText, GivesNanosecondsForLatencies) {
  Row made = row("small", "planning", 850e-9, Row::none);
  made.is_latency = true;
  EXPECT_THAT(row_text(made), HasSubstr("  850 ns a call"));
  EXPECT_THAT(row_text(made), testing::Not(HasSubstr("of_copy")));
}

TEST(RowText, SaysWhyThereIsNoFigure) {
  Row made = row("permute", "x", 1, 1);
  made.state = Row::State::failed;
  made.reason = "element 7 is wrong";
  EXPECT_THAT(row_text(made), HasSubstr("FAILED: element 7 is wrong"));
  made.state = Row::State::skipped;
  EXPECT_THAT(row_text(made), HasSubstr("skipped: element 7 is wrong"));
}

TEST(Summaries, KeepSuitesAndTypesApartInOrder) {
  std::vector<Row> rows{row("b", "1", 1, 0.5), row("a", "1", 1, 0.25), row("b", "2", 1, 0.75)};
  rows[1].type = "f64";
  auto const all = summaries(rows);
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].suite, "b");
  EXPECT_THAT(all[0].of_copy, ElementsAre(0.5, 0.75));
  EXPECT_EQ(all[1].type, "f64");
  EXPECT_THAT(all[1].of_copy, ElementsAre(0.25));
}

TEST(Summaries, TakeTheMedianOfRepetitionsOfACase) {
  auto const all = summaries({row("a", "1", 1, 0.5), row("a", "1", 1, 0.9), row("a", "1", 1, 0.6)});
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_THAT(all[0].of_copy, ElementsAre(0.6));
}

TEST(Summaries, CountOnlyWhatWasMeasuredAgainstACopyAndErrorsOnlyWherePredicted) {
  std::vector<Row> rows{row("a", "1", 1, 0.5), row("a", "2", 1, Row::none), row("a", "3", 1, 0.7)};
  rows[2].state = Row::State::failed;
  rows[0].predicted_seconds = 1.25;
  auto const all = summaries(rows);
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_THAT(all[0].of_copy, ElementsAre(0.5));
  EXPECT_THAT(all[0].model_errors, ElementsAre(DoubleEq(0.25)));
}

TEST(Summaries, CollectFiguresOfWhatWasMeasured) {
  std::vector<Row> rows{row("a", "1", 1, Row::none), row("a", "2", 1, Row::none)};
  rows[0].figures = {{"regret", 0.5}};
  rows[1].figures = {{"regret", 0.25}};
  auto const all = summaries(rows);
  ASSERT_THAT(all.front().figures, SizeIs(1));
  EXPECT_THAT(all.front().figures.front().values, ElementsAre(0.5, 0.25));
  rows[1].state = Row::State::failed;
  EXPECT_THAT(summaries(rows).front().figures.front().values, ElementsAre(0.5));
}

TEST(GroupSummaries, HaveALinePerGroupAndNoneForTheRest) {
  std::vector<Row> rows{row("a", "1", 1, 0.5), row("a", "2", 1, 0.6), row("a", "3", 1, 0.7)};
  rows[0].group = "16^6";
  rows[2].group = "17^6";
  auto const all = group_summaries(rows);
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].suite, "a group=16^6");
  EXPECT_EQ(all[1].suite, "a group=17^6");
}

TEST(Table, HasALinePerSuite) {
  auto const text = table_text({{"permute", "f32", {0.5}, {}}, {"in_place", "f64", {0.25}, {0.1}}});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
  EXPECT_THAT(text, HasSubstr("in_place              f64       1              0.25"));
}

}  // namespace
