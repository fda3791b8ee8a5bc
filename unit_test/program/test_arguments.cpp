// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/failure.hpp"

namespace {

using namespace isomer::program;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::vector<OptionSpec> const known{{"--axes", true}, {"--force"}};

TEST(Arguments, SortWordsIntoOptionsAndFilesInAnyOrder) {
  Arguments const arguments({"--force", "in.npy", "--axes", "1,0", "out.npy"}, known);
  EXPECT_TRUE(arguments.has("--force"));
  EXPECT_EQ(arguments.value("--axes"), "1,0");
  EXPECT_THAT(arguments.files(), ElementsAre("in.npy", "out.npy"));
}

TEST(Arguments, TakeAValueBehindAnEqualsSign) {
  EXPECT_EQ(Arguments({"--axes=1,0"}, known).value("--axes"), "1,0");
  EXPECT_EQ(Arguments({"--axes="}, known).value("--axes"), "");
}

TEST(Arguments, TakeAValueThatStartsWithADash) {
  EXPECT_EQ(Arguments({"--axes", "-1,0"}, known).value("--axes"), "-1,0");
}

TEST(Arguments, BehindTwoDashesAreFiles) {
  EXPECT_THAT(Arguments({"--", "--force", "-"}, known).files(), ElementsAre("--force", "-"));
}

TEST(Arguments, LackWhatWasNotGiven) {
  Arguments const arguments({}, known);
  EXPECT_FALSE(arguments.has("--force"));
  EXPECT_EQ(arguments.value("--axes"), std::nullopt);
}

TEST(Arguments, ThatMakeNoSenseAreUsageErrors) {
  EXPECT_THAT([] { Arguments({"--what"}, known); },
              ThrowsMessage<UsageError>("there is no option --what"));
  EXPECT_THAT([] { Arguments({"--axes"}, known); },
              ThrowsMessage<UsageError>("the option --axes needs a value"));
  EXPECT_THAT([] { Arguments({"--force=1"}, known); },
              ThrowsMessage<UsageError>("the option --force takes no value"));
  EXPECT_THAT(
      [] {
        Arguments({"--force", "--force"}, known);
      },
      ThrowsMessage<UsageError>("the option --force was given twice"));
}

TEST(ParseList, ReadsIntegersBetweenCommas) {
  EXPECT_THAT(parse_list("--axes", "2,0,1"), ElementsAre(2, 0, 1));
  EXPECT_THAT(parse_list("--axes", "-1"), ElementsAre(-1));
  EXPECT_TRUE(parse_list("--axes", "").empty());
}

TEST(ParseList, RefusesAllElseAndQuotesIt) {
  for (char const* text :
       {",", "1,", ",1", "1,,2", "1;2", "1, 2", "a", "1.5", "(1,0)", "9223372036854775808"})
    EXPECT_THAT([text] { parse_list("--axes", text); },
                ThrowsMessage<UsageError>(HasSubstr("--axes was '" + std::string(text) + "'")));
}

TEST(ParseCount, ReadsNumbersFromOneOn) {
  EXPECT_EQ(parse_count("--threads", "1"), 1);
  EXPECT_EQ(parse_count("--threads", "64"), 64);
  for (char const* text : {"0", "-1", "", "two", "1.5", "2147483648"})
    EXPECT_THAT([text] { parse_count("--threads", text); },
                ThrowsMessage<UsageError>(HasSubstr("from 1 on")));
}

}  // namespace
