// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/failure.hpp"

namespace {

using namespace isomer::program;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;
using testing::ThrowsMessage;

CommandLine parsed(std::vector<std::string> const& words) {
  CommandLine line;
  parse(words, line);
  return line;
}

/// What the message says where the words make no sense.
auto refuses(std::string const& message) { return ThrowsMessage<UsageError>(message); }

TEST(CommandLine, SortsWordsIntoOptionsAndFilesInAnyOrder) {
  auto const line = parsed({"permute", "--force", "in.npy", "--axes", "1,0", "out.npy"});
  EXPECT_EQ(line.command, "permute");
  EXPECT_TRUE(line.force);
  EXPECT_THAT(line.axes, Optional(ElementsAre(1, 0)));
  EXPECT_THAT(line.files, ElementsAre("in.npy", "out.npy"));
}

TEST(CommandLine, ReadsEveryOption) {
  auto line = parsed({"transpose", "--in-place", "--force", "--threads", "3", "--verbose", "a"});
  EXPECT_TRUE(line.in_place);
  EXPECT_TRUE(line.force);
  EXPECT_TRUE(line.verbose);
  EXPECT_EQ(line.threads, 3);
  line = parsed({"explain", "--shape", "3,0", "--type", "<f4", "--order", "F", "--in-place"});
  EXPECT_THAT(line.shape, Optional(ElementsAre(3, 0)));
  EXPECT_EQ(line.type, "<f4");
  EXPECT_EQ(line.fortran_order, true);
  EXPECT_TRUE(line.in_place);
  EXPECT_EQ(parsed({"relayout", "--order", "C"}).fortran_order, false);
}

TEST(CommandLine, TakesAValueBehindAnEqualsSign) {
  EXPECT_THAT(parsed({"permute", "--axes=1,0"}).axes, Optional(ElementsAre(1, 0)));
  auto const line = parsed({"permute", "--axes=", "in.npy"});
  EXPECT_THAT(line.axes, Optional(ElementsAre()));
  EXPECT_THAT(line.files, ElementsAre("in.npy"));
}

TEST(CommandLine, TakesAValueThatStartsWithADash) {
  EXPECT_THAT(parsed({"permute", "--axes", "-1,0"}).axes, Optional(ElementsAre(-1, 0)));
}

TEST(CommandLine, HasFilesOnlyBehindTwoDashes) {
  EXPECT_THAT(parsed({"transpose", "a", "--", "--force", "-", "--axes="}).files,
              ElementsAre("a", "--force", "-", "--axes="));
}

TEST(CommandLine, TakesFilesOfAnyName) {
  for (char const* name : {"permute", "info", "[a]", "[a,b]", "[[aa]]", "{}", "", "a=b", "=", "/f"})
    EXPECT_THAT(parsed({"transpose", name, "out"}).files, ElementsAre(name, "out"));
}

TEST(CommandLine, LacksWhatWasNotGiven) {
  auto const line = parsed({"transpose"});
  EXPECT_FALSE(line.force);
  EXPECT_EQ(line.threads, std::nullopt);
  EXPECT_EQ(line.axes, std::nullopt);
  EXPECT_EQ(line.answer, "");
  EXPECT_TRUE(line.files.empty());
}

TEST(CommandLine, ThatMakesNoSenseIsAUsageError) {
  EXPECT_THAT([] { parsed({}); }, refuses("a command is missing"));
  EXPECT_THAT([] { parsed({"rotate", "permute"}); }, refuses("there is no command rotate"));
  EXPECT_THAT([] { parsed({"info", "--what=1"}); }, refuses("there is no option --what"));
  EXPECT_THAT([] { parsed({"info", "-x"}); }, refuses("there is no option -x"));
  EXPECT_THAT([] { parsed({"permute", "--axes"}); }, refuses("--axes: needs a value, --axes LIST"));
  EXPECT_THAT([] { parsed({"permute", "a", "b"}); }, refuses("the option --axes is missing"));
  EXPECT_THAT([] { parsed({"permute", "--axs", "0"}); }, refuses("there is no option --axs"));
  EXPECT_THAT(
      [] {
        parsed({"transpose", "--force=1"});
      },
      refuses("--force: takes no value, was given \"1\""));
  EXPECT_THAT(
      [] {
        parsed({"transpose", "--force", "--force"});
      },
      refuses("--force: was given twice"));
  EXPECT_THAT(
      [] {
        parsed({"info", "--threads=1", "--threads", "2"});
      },
      refuses("--threads: was given twice"));
}

TEST(CommandLine, TellsWhichCommandAMistakeIsOf) {
  CommandLine line;
  EXPECT_THROW(parse({"explain", "--no"}, line), UsageError);
  EXPECT_EQ(line.command, "explain");
}

TEST(CommandLine, AnswersAQuestionForHelpWhateverStandsAroundIt) {
  EXPECT_THAT(parsed({"permute", "--bad", "--threads", "x", "--axes", "--help"}).answer,
              HasSubstr("  --axes LIST  each axis once"));
  EXPECT_THAT(parsed({"--help"}).answer, HasSubstr("  permute    put the axes"));
}

TEST(Lists, AreIntegersBetweenCommas) {
  EXPECT_THAT(parsed({"permute", "--axes", "2,0,1"}).axes, Optional(ElementsAre(2, 0, 1)));
  EXPECT_THAT(parsed({"permute", "--axes", ""}).axes, Optional(ElementsAre()));
  for (char const* text : {",", "1,", ",1", "1,,2", "1;2", "1, 2", "a", "1.5", "(1,0)", "[1,0]",
                           "0x1", "9223372036854775808"})
    EXPECT_THAT(
        [text] {
          parsed({"permute", "--axes", text});
        },
        refuses("--axes was '" + std::string(text) +
                "', it has to be integers with commas between them, such as 2,0,1"));
  EXPECT_THAT(
      [] {
        parsed({"explain", "--shape", "3,-4"});
      },
      refuses("--shape was '3,-4', it has to be integers from 0 on with commas between "
              "them, such as 64,224,3"));
}

TEST(Threads, AreNumbersFromOneOn) {
  EXPECT_EQ(parsed({"info", "--threads", "1"}).threads, 1);
  EXPECT_EQ(parsed({"info", "--threads", "010"}).threads, 10);
  for (char const* text : {"0", "-1", "", "two", "1.5", "2147483648"})
    EXPECT_THAT(
        [text] {
          parsed({"info", "--threads", text});
        },
        refuses("--threads was '" + std::string(text) + "', it has to be a number from 1 on"));
}

TEST(Orders, AreCOrF) {
  EXPECT_THAT(
      [] {
        parsed({"relayout", "--order", "c"});
      },
      refuses("--order was 'c', it has to be C or F"));
}

}  // namespace
