// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plots.hpp"

#include <cstdio>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>

#include "svg.hpp"

namespace {

using namespace isomer::perf;
using testing::HasSubstr;
using testing::Not;

Row row(std::string const& name, double of_copy) {
  Row made;
  made.suite = "in_place";
  made.type = "f64";
  made.name = name;
  made.bytes = 1000;
  made.seconds = 1;
  made.copy_seconds = of_copy;
  return made;
}

/// Tags open and close in order: enough of well-formedness for what is written by hand.
bool is_well_formed(std::string const& svg) {
  std::vector<std::string> open;
  for (std::size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1)) {
    auto const end = svg.find('>', at);
    if (end == std::string::npos) return false;
    auto const tag = svg.substr(at + 1, end - at - 1);
    auto const name = tag.substr(0, tag.find_first_of(" /", 1));
    if (tag.back() == '/') continue;
    if (tag.front() != '/') {
      open.push_back(name);
    } else {
      if (open.empty() || "/" + open.back() != tag) return false;
      open.pop_back();
    }
  }
  return open.empty();
}

int count(std::string const& text, std::string const& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Svg, EscapesWhatWouldBeMarkup) {
  EXPECT_EQ(escaped("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
}

TEST(Svg, WritesNumbersShort) {
  EXPECT_EQ(number_text(0.5), "0.5");
  EXPECT_EQ(number_text(12), "12");
  EXPECT_EQ(number_text(-0.001), "0");
  EXPECT_EQ(number_text(3.14159), "3.14");
  EXPECT_EQ(number_text(100), "100");
}

TEST(BarPlot, HasOneBarWithItsNameAndValuePerCase) {
  auto const svg = bar_plot({row("10 f64 5x3", 0.5), row("10 f64 <7x2>", 0.25)}, "a & b");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "<title>"), 2);
  EXPECT_THAT(svg, HasSubstr(">10 f64 5x3</text>"));
  EXPECT_THAT(svg, HasSubstr("&lt;7x2&gt;"));
  EXPECT_THAT(svg, HasSubstr(">0.25</text>"));
  EXPECT_THAT(svg, HasSubstr("a &amp; b"));
}

TEST(BarPlot, MakesBarsAsLongAsTheirRatios) {
  auto const svg = bar_plot({row("10 f64 5x3", 0.5), row("10 f64 7x2", 0.25)}, "");
  EXPECT_THAT(svg, HasSubstr("width=\"230\" height=\"11\""));  // half of 460
  EXPECT_THAT(svg, HasSubstr("width=\"115\" height=\"11\""));
}

TEST(BarPlot, ShowsRivalsWithALegend) {
  auto with_rival = row("10 f64 5x3", 0.5);
  with_rival.rivals.push_back({"kokkos", 4.0});  // copy takes 0.5 s: an eighth of copy speed
  auto const svg = bar_plot({with_rival}, "");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_THAT(svg, HasSubstr(">kokkos</text>"));
  EXPECT_THAT(svg, HasSubstr("width=\"57.5\" height=\"5\""));
}

TEST(BarPlot, LeavesOutRowsWithoutARatio) {
  Row failed = row("10 f64 9x9", 0.5);
  failed.state = Row::State::failed;
  auto const svg = bar_plot({failed}, "");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_THAT(svg, Not(HasSubstr("9x9")));
}

TEST(HistogramPlot, CountsCasesPerBin) {
  auto const svg =
      histogram_plot({row("a", 0.51), row("b", 0.52), row("c", 0.91), row("d", 7)}, "");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "<title>2 cases</title>"), 1);
  EXPECT_EQ(count(svg, "<title>1 cases</title>"), 2);
}

TEST(HeatMap, PlacesMatricesByRowsAndColumnsAndLeavesTheRestOut) {
  auto const svg = heat_map(
      {row("10 f64 1000x500", 0.5), row("10 f64 500x1000", 0.9), row("210 f64 10x20x30", 0.4)}, "");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "<title>"), 2);
  EXPECT_THAT(svg, Not(HasSubstr("10x20x30")));
}

TEST(HeatMap, ColoursSlowAndFastDifferently) {
  auto const svg = heat_map({row("10 f64 1000x500", 1e-6), row("10 f64 500x1000", 1.0)}, "");
  EXPECT_THAT(svg, HasSubstr("fill=\"#30125f\"><title>"));
  EXPECT_THAT(svg, HasSubstr("fill=\"#fae128\"><title>"));
}

Row variant(std::string const& name, double predicted_seconds, double seconds) {
  Row made = row(name, 0.5);
  made.predicted_seconds = predicted_seconds;
  made.seconds = seconds;
  return made;
}

TEST(ModelPlot, HasAPairOfPointsPerCaseSortedByTheActualTime) {
  auto const svg = model_plot({variant("slow", 0.003, 0.004), variant("fast", 0.002, 0.001)}, "");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "<title>"), 4);
  EXPECT_EQ(count(svg, ", 2 cases"), 1);
  EXPECT_EQ(count(svg, ">4</text>"), 1) << "the scale ends at 4 ms";
  // The frame starts at 110 and is 280 high, the dots are 6 large: 1, 2, 3 and 4 ms from the
  // ground.
  auto const left_dot = std::string("<rect x=\"219\" y=");
  auto const right_dot = std::string("<rect x=\"519\" y=");
  EXPECT_THAT(svg, HasSubstr(left_dot + "\"317\""));
  EXPECT_THAT(svg, HasSubstr(left_dot + "\"247\""));
  EXPECT_THAT(svg, HasSubstr(right_dot + "\"177\""));
  EXPECT_THAT(svg, HasSubstr(right_dot + "\"107\""));
}

TEST(ModelPlot, MarksTheChoiceOfTheModelAndSaysWhatItCost) {
  auto const svg = model_plot(
      {variant("a", 0.003, 0.0010), variant("b", 0.002, 0.0015), variant("c", 0.004, 0.0020)}, "");
  EXPECT_THAT(svg, HasSubstr("choice is 1.5 times the fastest"));
  EXPECT_EQ(count(svg, "stroke-dasharray"), 1);
}

TEST(ModelPlot, LeavesOutCasesWithoutAPrediction) {
  auto const svg = model_plot({variant("a", 0.003, 0.001), row("unpredicted", 0.5)}, "x < y");
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_THAT(svg, Not(HasSubstr("unpredicted")));
  EXPECT_THAT(model_plot({row("unpredicted", 0.5)}, ""), Not(HasSubstr("<line")));
}

TEST(WriteFile, ReplacesTheFileAndLeavesNothingElse) {
  auto const file = testing::TempDir() + "isomer_plot.svg";
  write_file(file, "old");
  write_file(file, "new");
  std::ifstream in(file);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "new");
  EXPECT_FALSE(std::ifstream(file + ".part").is_open());
  std::remove(file.c_str());
}

TEST(WriteFile, NamesWhatItCannotWrite) {
  try {
    write_file("no/such/folder/plot.svg", "x");
    FAIL();
  } catch (std::runtime_error const& error) {
    EXPECT_STREQ(error.what(), "no/such/folder/plot.svg: cannot be written");
  }
}

}  // namespace
