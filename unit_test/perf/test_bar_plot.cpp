// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bar_plot.hpp"

#include <set>
#include <string>

#include <gmock/gmock.h>

#include "program/temporary_directory.hpp"
#include "support/content_of.hpp"
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

TEST(WriteFile, ReplacesTheFileAndLeavesNothingElse) {
  isomer::program::TemporaryDirectory const directory;
  auto const file = directory.file("plot.svg");
  write_file(file, "old");
  EXPECT_TRUE(is_writable(file));
  write_file(file, "new");
  EXPECT_EQ(isomer::test::content_of(file), "new");
  EXPECT_EQ(directory.names(), std::set<std::string>{"plot.svg"});
}

TEST(WriteFile, NamesWhatItCannotWrite) {
  try {
    EXPECT_FALSE(is_writable("no/such/folder/plot.svg"));
    write_file("no/such/folder/plot.svg", "x");
    FAIL();
  } catch (std::runtime_error const& error) {
    EXPECT_STREQ(error.what(), "no/such/folder/plot.svg: cannot be written");
  }
}

}  // namespace
