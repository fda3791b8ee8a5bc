// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/model_file.hpp"

#include <gmock/gmock.h>

#include "cost/defaults.hpp"

namespace isomer::test {
namespace {

using detail::ModelFileError;
using detail::parse_model;
using detail::RateRow;
using detail::Rates;
using detail::Work;
using testing::HasSubstr;

/// Calls `visit` for the numbers of one thread and of all, row by row.
template <class AnyRates, class Visit>
void for_each_row(AnyRates& rates, Visit const& visit) {
  for (auto& kernel : rates.rows)
    for (auto& row : kernel) {
      visit(row.one_thread);
      visit(row.all_threads);
    }
}

Rates some_rates() {
  Rates rates;
  rates.machine.name = "Some CPU, family 1";
  rates.machine.isa = tile::avx2_isa;
  rates.machine.processors = 8;
  rates.machine.l3_bytes = 32 << 20;
  rates.threads = 8;
  rates.copy_bytes_per_second = 4.25e10;
  double next = 1e-9;
  for_each_row(rates, [&](Work& numbers) {
    numbers.bytes = next *= 1.25;
    numbers.scaled_words = 0.1 * next;
  });
  rates.rows[0][0].all_threads.launches = 1.3e-6;
  for (auto const& number : detail::planning_numbers)
    rates.once.planning.*number.value = next *= 1.25;
  rates.once.cold = {.runs = 2e-6, .launches = 0, .lines = 3e-9, .pages = 4e-8};
  rates.advice = {.ratio_error = 0.0625, .transposed_bytes = 1.5e-11};
  return rates;
}

std::string replaced(std::string text, std::string const& from, std::string const& to) {
  auto const at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string reason(std::string const& text) {
  auto const parsed = parse_model(text);
  auto const* const error = std::get_if<ModelFileError>(&parsed);
  return error != nullptr ? error->reason : "accepted";
}

TEST(ModelFile, IsReadAsItWasWritten) {
  Rates const written = some_rates();
  auto const parsed = parse_model(model_text(written));
  ASSERT_TRUE(std::holds_alternative<Rates>(parsed)) << reason(model_text(written));
  auto const& read = std::get<Rates>(parsed);
  EXPECT_EQ(read.machine.name, written.machine.name);
  EXPECT_STREQ(read.machine.isa.name, written.machine.isa.name);
  EXPECT_EQ(read.machine.processors, 8);
  EXPECT_EQ(read.machine.l1_bytes, written.machine.l1_bytes);
  EXPECT_EQ(read.machine.l2_bytes, written.machine.l2_bytes);
  EXPECT_EQ(read.machine.l3_bytes, written.machine.l3_bytes);
  EXPECT_EQ(read.threads, 8);
  EXPECT_EQ(read.copy_bytes_per_second, 4.25e10);
  std::vector<Work> expected;
  for_each_row(written, [&](Work const& numbers) { expected.push_back(numbers); });
  std::size_t at = 0;
  for_each_row(read, [&](Work const& numbers) {
    for (detail::WorkNumber const& number : detail::work_numbers) {
      double const value = expected[at].*number.value;
      EXPECT_NEAR(numbers.*number.value, value, 1e-8 * value) << number.name;
    }
    ++at;
  });
  for (auto const& number : detail::planning_numbers)
    EXPECT_NEAR(read.once.planning.*number.value / written.once.planning.*number.value, 1, 1e-8);
  EXPECT_EQ(read.once.cold, written.once.cold);
  for (auto const& number : detail::advice_numbers)
    EXPECT_EQ(read.advice.*number.value, written.advice.*number.value) << number.name;
  EXPECT_EQ(model_text(read), model_text(written));
}

TEST(ModelFile, HasARowALine) {
  std::string const text = model_text(some_rates());
  EXPECT_THAT(text, testing::StartsWith("isomer_model 4\ncpu Some CPU, family 1\nisa avx2\n"));
  EXPECT_THAT(text, HasSubstr("\ncopy memory one bytes=1.25e-09 scaled_words=1.25e-10\n"
                              "copy memory all launches=1.3e-06 bytes=1.5625e-09"));
  EXPECT_THAT(text, HasSubstr("\npush cache all bytes="));
  EXPECT_THAT(text, HasSubstr("\nplanning plans="));
  EXPECT_THAT(text, testing::EndsWith("\ncold runs=2e-06 lines=3e-09 pages=4e-08\n"
                                      "advice ratio_error=0.0625 transposed_bytes=1.5e-11\n"));
}

TEST(ModelFile, MayHaveLinesThatEndAsOnWindows) {
  std::string text;
  for (char const c : model_text(some_rates())) text += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(reason(text), "accepted");
}

TEST(ModelFile, TakesNamesThatItCannotWriteAsTheyAre) {
  Rates rates = some_rates();
  rates.machine.name = "a \"quoted\\\n name";
  EXPECT_EQ(reason(model_text(rates)), "accepted");
}

TEST(ModelFile, CutShortAnywhereIsRefused) {
  std::string const text = model_text(some_rates());
  for (std::size_t size = 0; size < text.size(); ++size)
    ASSERT_THAT(reason(text.substr(0, size)), testing::StartsWith("ends too early")) << size;
  EXPECT_EQ(reason(text.substr(0, text.size() - 1)),
            "ends too early: what comes next has to be the row advice");
  EXPECT_EQ(reason(""), "ends too early: what comes next has to be isomer_model");
}

TEST(ModelFile, DamagedInAnyByteNeverDoesMoreThanBeRefused) {
  std::string const text = model_text(some_rates());
  std::string const wrong("\0\"}-e\xff =", 8);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] = wrong[at % wrong.size()];
    auto const parsed = parse_model(damaged);
    auto const* const rates = std::get_if<Rates>(&parsed);
    if (rates == nullptr) continue;
    for_each_row(*rates, [&](Work const& numbers) {
      for (detail::WorkNumber const& number : detail::work_numbers)
        ASSERT_TRUE(numbers.*number.value >= 0) << at;
    });
    for (auto const& number : detail::planning_numbers)
      ASSERT_TRUE(rates->once.planning.*number.value >= 0) << at;
    for (auto const& number : detail::cold_numbers)
      ASSERT_TRUE(rates->once.cold.*number.value >= 0) << at;
    for (auto const& number : detail::advice_numbers)
      ASSERT_TRUE(rates->advice.*number.value >= 0) << at;
  }
}

TEST(ModelFile, OfAnotherVersionIsRefusedWhateverFollows) {
  for (int const version : {3, 5})
    EXPECT_EQ(reason("isomer_model " + std::to_string(version) + "\nnew\n"),
              "is of version " + std::to_string(version) +
                  ", this library reads 4; make a new one with isomer_perf --calibrate=FILE");
}

TEST(ModelFile, OfTheOldFormatIsRefusedWithTheWayToANewOne) {
  EXPECT_EQ(reason("{\n  \"isomer_model\": 1,\n  \"cpu\": \"Some CPU\",\n"),
            "is of version 1, which was JSON; make a new one with isomer_perf --calibrate=FILE");
}

TEST(ModelFile, WithALineOutOfPlaceIsRefused) {
  EXPECT_EQ(reason(replaced(model_text(some_rates()), "processors 8", "processor 8")),
            "is damaged: in line 4 what comes next has to be processors");
  EXPECT_EQ(reason("# a comment\n"),
            "is damaged: in line 1 what comes next has to be isomer_model");
}

TEST(ModelFile, WithANumberThatIsNoneIsRefused) {
  std::string const text = model_text(some_rates());
  for (char const* wrong : {"nan", "inf", "-1", "1e999", "\"1\"", "", "1 2"})
    EXPECT_EQ(reason(replaced(text, "4.25e+10", wrong)),
              "is damaged: in line 9 copy_bytes_per_second has to be a number, finite and not "
              "negative")
        << wrong;
  EXPECT_EQ(reason(replaced(text, "bytes=1.25e-09", "bytes=-1")),
            "is damaged: in line 10 bytes has to be a number, finite and not negative");
  EXPECT_THAT(reason(replaced(text, "\nthreads 8", "\nthreads 0")),
              HasSubstr("threads has to be a whole number from 1 to 65536"));
  EXPECT_THAT(reason(replaced(text, "\nthreads 8", "\nthreads 1.5")),
              HasSubstr("has to be a whole number"));
}

TEST(ModelFile, WithoutARowIsRefused) {
  std::string text = model_text(some_rates());
  auto const begin = text.find("tile_runs memory one");
  auto const end = text.find("tile_runs memory all");
  text.erase(begin, end - begin);
  EXPECT_EQ(reason(text), "has no row for tile_runs memory one in its place");
  EXPECT_EQ(reason(replaced(model_text(some_rates()), "\ncycles", "\ncircles")),
            "has no row for cycles memory one in its place");
  EXPECT_EQ(reason(replaced(model_text(some_rates()), "\nplanning", "\nplan")),
            "has no row for planning in its place");
}

TEST(ModelFile, WithANumberOfAnotherVersionIsRefused) {
  EXPECT_EQ(reason(replaced(model_text(some_rates()), " launches=", " luck=")),
            "has the number \"luck\", which this version does not know");
  EXPECT_EQ(reason(replaced(model_text(some_rates()), "cold runs=", "cold plans=")),
            "has the number \"plans\", which this version does not know");
  EXPECT_EQ(reason(replaced(model_text(some_rates()), "isa avx2", "isa avx3")),
            "has the instruction set \"avx3\", which this version does not know");
}

TEST(ModelFile, WithSomethingElseThanNumbersInARowIsRefused) {
  for (char const* wrong : {" ", " bytes", " =1", "  bytes=1"})
    EXPECT_EQ(reason(replaced(model_text(some_rates()), " bytes=1.25e-09", wrong)),
              "is damaged: in line 10 what comes next has to be name=value")
        << wrong;
}

TEST(ModelFile, LargerThanAnyModelIsRefused) {
  EXPECT_EQ(reason(model_text(some_rates()) + std::string(detail::largest_model_file, ' ')),
            "is larger than any model, which have at most 262144 bytes");
}

TEST(ModelFile, WithMoreBehindItsEndIsRefused) {
  EXPECT_THAT(reason(model_text(some_rates()) + "{}"), HasSubstr("has to be the end of the file"));
}

TEST(DefaultModels, AreFilesOfThisVersionInWhichEveryRowCosts) {
  for (detail::DefaultModel const& made : detail::default_models) {
    auto const parsed = parse_model(made.text);
    ASSERT_TRUE(std::holds_alternative<Rates>(parsed)) << made.name << " " << reason(made.text);
    auto const& rates = std::get<Rates>(parsed);
    EXPECT_GT(rates.copy_bytes_per_second, 0);
    for_each_row(rates, [&](Work const& numbers) { EXPECT_NE(numbers, Work{}) << made.name; });
    for (auto const& number : detail::planning_numbers)
      EXPECT_GT(rates.once.planning.*number.value, 0) << made.name << " " << number.name;
    EXPECT_NE(rates.once.cold, detail::ColdWork{}) << made.name;
    EXPECT_GT(rates.advice.ratio_error, 0) << made.name;
    EXPECT_GT(rates.advice.transposed_bytes, 0) << made.name;
  }
}

TEST(DefaultModels, ExpectMicrosecondsOfASmallPlanOnce) {
  for (detail::DefaultModel const& made : detail::default_models) {
    auto const rates = std::get<Rates>(parse_model(made.text)).once;
    detail::Once const small{.planning = {.plans = 1, .candidates = 20, .tables = 4}};
    EXPECT_GT(planning_seconds(rates, small), 1e-6) << made.name;
    EXPECT_LT(planning_seconds(rates, small), 1e-4) << made.name;
    detail::Once const in_place{.planning = {.plans = 1, .estimates = 20}};
    EXPECT_GT(planning_seconds(rates, in_place), 1e-6) << made.name;
    EXPECT_LT(planning_seconds(rates, in_place), 1e-4) << made.name;
    // Of 16 KiB; none of a line takes more than reading it with nothing else under way.
    detail::ColdWork const cold{.runs = 1, .launches = 1, .lines = 256, .pages = 4};
    EXPECT_GT(cold_seconds(rates, detail::Machine{}, cold), 1e-7) << made.name;
    EXPECT_LT(cold_seconds(rates, detail::Machine{}, cold), 1e-4) << made.name;
    EXPECT_LT(rates.cold.lines, 1e-7) << made.name;
  }
}

}  // namespace
}  // namespace isomer::test
