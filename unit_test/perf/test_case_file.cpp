// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "case_file.hpp"

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

#include "program/temporary_directory.hpp"

// The program embeds the real file; here a short one stands for it.
namespace isomer::perf {
char const* const ttc57_text = "# two\n7,5 | 1,0\n4,3,2 | 2,1,0\n";
}

namespace {

using namespace isomer::perf;
using testing::ElementsAre;

std::vector<TensorCase> parsed(std::string const& text) {
  std::istringstream in(text);
  return parse_cases(in, "cases.txt");
}

TEST(CaseFile, HoldsExtentsAndAxesOfEachLineInOrder) {
  auto const cases = parsed("368,384,384 | 0,2,1\n16,8 | 1,0\n");
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_THAT(cases[0].extents, ElementsAre(368, 384, 384));
  EXPECT_THAT(cases[0].axes, ElementsAre(0, 2, 1));
  EXPECT_THAT(cases[1].extents, ElementsAre(16, 8));
  EXPECT_THAT(cases[1].axes, ElementsAre(1, 0));
}

TEST(CaseFile, SkipsCommentsEmptyLinesSpacesAndCarriageReturns) {
  auto const cases = parsed("# head\n\n   \r\n  3 , 2|1 ,0   # tail\r\n");
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_THAT(cases[0].extents, ElementsAre(3, 2));
  EXPECT_THAT(cases[0].axes, ElementsAre(1, 0));
}

TEST(CaseFile, NeedsNoNewlineAtItsEnd) { EXPECT_EQ(parsed("3,2 | 1,0").size(), 1u); }

TEST(CaseFile, DefaultCasesComeFromTheTextInTheProgram) {
  auto const cases = default_cases();
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_THAT(cases[1].extents, ElementsAre(4, 3, 2));
}

struct Broken {
  char const* text;
  char const* message;
};

class BrokenCaseFile : public testing::TestWithParam<Broken> {};

TEST_P(BrokenCaseFile, IsRefusedWithFileLineAndReason) {
  try {
    parsed(GetParam().text);
    FAIL() << "accepted: " << GetParam().text;
  } catch (CaseFileError const& error) {
    EXPECT_STREQ(error.what(), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, BrokenCaseFile,
    testing::Values(
        Broken{"", "cases.txt: has to hold at least one case"},
        Broken{"# only this\n", "cases.txt: has to hold at least one case"},
        Broken{"3,2 1,0", "cases.txt:1: \"3,2 1,0\" has to be of the form d0,d1,.. | p0,p1,.."},
        Broken{"3,2 | 1,0\n\n3,x | 1,0", "cases.txt:3: \"x\" has to be a number"},
        Broken{"3,2, | 1,0", "cases.txt:1: \"\" has to be a number"},
        Broken{"3,2 | 1,0 | 1", "cases.txt:1: \"0 | 1\" has to be a number"},
        Broken{"3,2.5 | 1,0", "cases.txt:1: \"2.5\" has to be a number"},
        Broken{"99999999999999999999,2 | 1,0",
               "cases.txt:1: \"99999999999999999999\" has to be a number"},
        Broken{"3,0 | 1,0", "cases.txt:1: extent 0 has to be at least 1"},
        Broken{"3,-2 | 1,0", "cases.txt:1: extent -2 has to be at least 1"},
        Broken{"3,2 | 1", "cases.txt:1: has 1 axes, has to have one for each of the 2 extents"},
        Broken{"3,2 | 1,2", "cases.txt:1: axis 2 has to be in 0..1"},
        Broken{"3,2 | -1,0", "cases.txt:1: axis -1 has to be in 0..1"},
        Broken{"3,2 | 1,1", "cases.txt:1: axis 1 occurs twice"},
        Broken{"2,2,2,2,2,2,2,2 | 0,1,2,3,4,5,6,7",
               "cases.txt:1: has 8 extents, has to have at most 7"},
        Broken{"4294967296,4294967296 | 1,0",
               "cases.txt:1: extents 4294967296x4294967296 are more than memory can hold"}));

TEST(CaseFile, ThatDoesNotExistIsNamed) {
  try {
    read_cases("no/such/file.txt");
    FAIL();
  } catch (CaseFileError const& error) {
    EXPECT_STREQ(error.what(), "no/such/file.txt: cannot be opened");
  }
}

TEST(CaseFile, IsReadFromDisk) {
  isomer::program::TemporaryDirectory const directory;
  auto const file = directory.file("cases.txt");
  std::ofstream(file) << "5,4,3 | 1,2,0\n";
  auto const cases = read_cases(file);
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_THAT(cases[0].axes, ElementsAre(1, 2, 0));
}

}  // namespace
