// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.hpp"

#include <gmock/gmock.h>

namespace {

using namespace isomer::perf;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> const suites{"permute", "in_place", "small"};

CommandLine parsed(std::vector<std::string> const& arguments) {
  return parse_command_line(arguments, suites);
}

TEST(CommandLine, WithoutFlagsRunsSuitePermute) {
  auto const options = parsed({}).options;
  EXPECT_THAT(options.suites, ElementsAre("permute"));
  EXPECT_TRUE(options.types.empty());
  EXPECT_EQ(options.pages, Pages::usual);
  EXPECT_FALSE(options.measure);
  EXPECT_EQ(options.scale, Scale::full);
  EXPECT_EQ(options.seed, 1u);
}

TEST(CommandLine, CollectsSuitesFromListsAndRepetitionsOnceEach) {
  EXPECT_THAT(parsed({"--suite=small,permute", "--suite=small", "--suite=in_place"}).options.suites,
              ElementsAre("small", "permute", "in_place"));
}

TEST(CommandLine, CollectsTypesFromListsAndRepetitions) {
  EXPECT_THAT(parsed({"--type=f32,u8", "--type=f64"}).options.types,
              ElementsAre(ElementType::f32, ElementType::u8, ElementType::f64));
}

TEST(CommandLine, TakesTheLastOfAFlagThatIsRepeated) {
  EXPECT_EQ(parsed({"--repeat=3", "--repeat=5"}).options.repeat, 5);
  EXPECT_TRUE(parsed({"--measure", "--measure"}).options.measure);
}

TEST(CommandLine, KnowsAllSuites) { EXPECT_EQ(parsed({"--all-suites"}).options.suites, suites); }

TEST(CommandLine, ReadsEveryFlag) {
  auto const options = parsed({"--type=f32,c128",
                               "--cases=c.txt",
                               "--threads=3",
                               "--repeat=7",
                               "--samples=5",
                               "--seed=18446744073709551615",
                               "--pages=huge",
                               "--measure",
                               "--short",
                               "--all",
                               "--peers",
                               "--schema=tiled",
                               "--min-bytes=4K",
                               "--max-bytes=2G",
                               "--plot=a.svg",
                               "--calibrate=m.txt",
                               "--calibrate-records=t.txt",
                               "--measurements=n.txt",
                               "--corrupt",
                               "--list",
                               "--help"})
                           .options;
  EXPECT_THAT(options.types, ElementsAre(ElementType::f32, ElementType::c128));
  EXPECT_EQ(options.cases_file, "c.txt");
  EXPECT_EQ(options.threads, 3);
  EXPECT_EQ(options.repeat, 7);
  EXPECT_EQ(options.samples, 5);
  EXPECT_EQ(options.seed, UINT64_MAX);
  EXPECT_EQ(options.pages, Pages::huge);
  EXPECT_TRUE(options.measure);
  EXPECT_EQ(options.scale, Scale::few);
  EXPECT_TRUE(options.all_permutations);
  EXPECT_TRUE(options.peers);
  EXPECT_EQ(options.schema, "tiled");
  EXPECT_EQ(options.min_bytes, 4096);
  EXPECT_EQ(options.max_bytes, std::int64_t{2} << 30);
  EXPECT_EQ(options.plot_file, "a.svg");
  EXPECT_TRUE(options.calibrate);
  EXPECT_EQ(options.calibrate_file, "m.txt");
  EXPECT_TRUE(options.calibrate_records);
  EXPECT_EQ(options.calibrate_records_file, "t.txt");
  EXPECT_EQ(options.measurements_file, "n.txt");
  EXPECT_TRUE(options.corrupt);
  EXPECT_TRUE(options.list);
  EXPECT_TRUE(options.help);
  EXPECT_EQ(parsed({"--smoke"}).options.scale, Scale::tiny);
  EXPECT_EQ(parsed({"--pages=default"}).options.pages, Pages::usual);
}

TEST(CommandLine, CalibratesWithoutAFileToo) {
  EXPECT_FALSE(parsed({}).options.calibrate);
  auto const options = parsed({"--calibrate"}).options;
  EXPECT_TRUE(options.calibrate);
  EXPECT_EQ(options.calibrate_file, "");
}

TEST(CommandLine, CalibratesRecordsInsteadOfRunningASuite) {
  EXPECT_FALSE(parsed({}).options.calibrate_records);
  auto const options = parsed({"--calibrate-records"}).options;
  EXPECT_TRUE(options.calibrate_records);
  EXPECT_FALSE(options.calibrate);
  EXPECT_EQ(options.calibrate_records_file, "");
  EXPECT_TRUE(options.suites.empty());
}

TEST(CommandLine, PassesFlagsOfKokkosAndGoogleBenchmarkOn) {
  EXPECT_THAT(parsed({"--benchmark_filter=10", "--kokkos-print-configuration"}).passed_on,
              ElementsAre("--benchmark_filter=10", "--kokkos-print-configuration"));
}

struct Wrong {
  std::vector<std::string> arguments;
  char const* message;
};

class WrongCommandLine : public testing::TestWithParam<Wrong> {};

TEST_P(WrongCommandLine, IsRefusedInOneLine) {
  try {
    parsed(GetParam().arguments);
    FAIL() << "accepted: " << testing::PrintToString(GetParam().arguments);
  } catch (UsageError const& error) {
    EXPECT_STREQ(error.what(), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, WrongCommandLine,
    testing::Values(
        Wrong{{"--no-such"}, "\"--no-such\" is no flag of isomer_perf; --help lists them"},
        Wrong{{"permute"}, "\"permute\" is no flag of isomer_perf; --help lists them"},
        Wrong{{"--suite"}, "--suite: needs a value, --suite=NAME[,NAME..]"},
        Wrong{{"--suite="}, "--suite: was \"\", has to be of permute|in_place|small"},
        Wrong{{"--suite=permute,nope"},
              "--suite: was \"permute,nope\", has to be of permute|in_place|small"},
        Wrong{{"--type=f16"}, "--type: was \"f16\", has to be of u8|u16|u32|u64|f32|f64|c64|c128"},
        Wrong{{"--threads=0"}, "--threads: was \"0\", has to be a whole number from 1 to 512"},
        Wrong{{"--threads=513"}, "--threads: was \"513\", has to be a whole number from 1 to 512"},
        Wrong{{"--emulate=h200", "--schema=tiled"},
              "--schema does not go with --emulate, which takes the plan for the card"},
        Wrong{{"--threads=two"}, "--threads: was \"two\", has to be a whole number from 1 to 512"},
        Wrong{{"--repeat=3x"}, "--repeat: was \"3x\", has to be a whole number from 1 to 100000"},
        Wrong{{"--seed=-1"},
              "--seed: was \"-1\", has to be a whole number from 0 to 18446744073709551615"},
        Wrong{{"--pages=large"}, "--pages: was \"large\", has to be default or huge"},
        Wrong{{"--short=yes"}, "--short: takes no value, was given \"yes\""},
        Wrong{{"--calibrate="},
              "--calibrate: was \"\", has to have a value, or be left out with its ="},
        Wrong{{"--plot="}, "--plot: was \"\", has to be the name of a file"},
        Wrong{{"--max-bytes=3T"},
              "--max-bytes: was \"3T\", has to be a number of bytes, with K, M or G for the larger "
              "units"},
        Wrong{{"--max-bytes=M"},
              "--max-bytes: was \"M\", has to be a number of bytes, with K, M or G for the larger "
              "units"},
        Wrong{
            {"--max-bytes=9223372036854775807K"},
            "--max-bytes: was \"9223372036854775807K\", has to be a number of bytes, with K, M or "
            "G for the larger units"},
        Wrong{{"--min-bytes=2K", "--max-bytes=1K"},
              "--min-bytes: was 2048, has to be at most --max-bytes, 1024"}));

TEST(HelpText, NamesEveryFlagSuiteAndType) {
  auto const help = help_text({{"permute", "about permute"}, {"small", "about small"}});
  for (char const* word : {"--suite=",
                           "--all-suites",
                           "--type=",
                           "--cases=",
                           "--threads=",
                           "--repeat=",
                           "--samples=",
                           "--seed=",
                           "--pages=default|huge",
                           "--measure",
                           "--short",
                           "--smoke",
                           "--all ",
                           "--peers",
                           "--schema=",
                           "--min-bytes=",
                           "--max-bytes=",
                           "--plot=",
                           "--calibrate[=",
                           "--calibrate-records[=",
                           "--measurements=",
                           "--corrupt",
                           "--list",
                           "--help",
                           "--benchmark_",
                           "--kokkos-",
                           "about permute",
                           "about small",
                           "c128"})
    EXPECT_THAT(help, HasSubstr(word));
}

TEST(ElementTypes, AreFoundByTheirNamesAndHaveTheirSizes) {
  EXPECT_EQ(parse_element_type("u16"), ElementType::u16);
  EXPECT_EQ(parse_element_type("U16"), std::nullopt);
  EXPECT_EQ(parse_element_type(""), std::nullopt);
  for (auto const& [name, bytes] : {std::pair{"u8", 1},
                                    {"u16", 2},
                                    {"u32", 4},
                                    {"u64", 8},
                                    {"f32", 4},
                                    {"f64", 8},
                                    {"c64", 8},
                                    {"c128", 16}}) {
    auto const type = parse_element_type(name);
    ASSERT_TRUE(type.has_value()) << name;
    EXPECT_EQ(bytes_of(*type), bytes) << name;
    EXPECT_EQ(name_of(*type), name);
  }
}

}  // namespace
