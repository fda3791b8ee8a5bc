// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/cost_model.hpp"

#include <gmock/gmock.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "cost/model_file.hpp"
#include "plan/choose.hpp"
#include "support/machines.hpp"
#include "support/transposition.hpp"
#include "tiling/slice.hpp"

namespace isomer::test {
namespace {

using detail::Candidate;
using detail::choose_model;
using detail::CostModel;
using detail::Feature;
using detail::Features;
using detail::Machine;
using detail::ModelRow;
using detail::Problem;
using detail::Schema;
using detail::Setting;
using testing::HasSubstr;
using testing::StartsWith;

/// A file that is gone after the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string const& content)
      : path_(testing::TempDir() + "isomer_model_" +
              testing::UnitTest::GetInstance()->current_test_info()->name() + ".json") {
    std::ofstream(path_, std::ios::binary) << content;
  }
  TemporaryFile(TemporaryFile const&) = delete;
  TemporaryFile& operator=(TemporaryFile const&) = delete;
  ~TemporaryFile() { std::remove(path_.c_str()); }
  char const* path() const { return path_.c_str(); }

 private:
  std::string path_;
};

CostModel model_for(Machine const& machine) {
  CostModel model;
  model.machine = machine;
  model.threads = machine.processors;
  model.copy_bytes_per_second = 1.5e10;
  return model;
}

TEST(ChosenModel, IsADefaultWhenNoFileIsNamed) {
  std::string warning;
  for (char const* none : {static_cast<char const*>(nullptr), ""}) {
    auto const chosen = choose_model(none, detail::host_machine(1), warning);
    EXPECT_THAT(chosen.origin, StartsWith("default "));
    EXPECT_GT(chosen.model.copy_bytes_per_second, 0);
  }
  EXPECT_EQ(warning, "");
}

TEST(ChosenModel, IsTheGenericDefaultForAnotherInstructionSet) {
  std::string warning;
  Machine machine = detail::host_machine(1);
  machine.isa = tile::plain_isa;
  EXPECT_EQ(choose_model(nullptr, machine, warning).origin, "default generic");
}

TEST(ChosenModel, IsTheFileOfThisMachine) {
  TemporaryFile const file(model_text(model_for(detail::host_machine(1))));
  std::string warning;
  auto const chosen = choose_model(file.path(), detail::host_machine(1), warning);
  EXPECT_EQ(chosen.origin, file.path());
  EXPECT_EQ(chosen.model.copy_bytes_per_second, 1.5e10);
  EXPECT_EQ(warning, "");
}

/// What is said of a file with this content.
std::string warning_about(std::string const& content) {
  TemporaryFile const file(content);
  std::string warning;
  auto const chosen = choose_model(file.path(), detail::host_machine(1), warning);
  EXPECT_THAT(chosen.origin, StartsWith("default "));
  EXPECT_THAT(warning, StartsWith(std::string("isomer: the model in ISOMER_MODEL is ignored: ") +
                                  file.path() + " "));
  EXPECT_THAT(warning, HasSubstr("; predictions come from the default "));
  EXPECT_THAT(warning, testing::Not(HasSubstr("\n")));
  return warning;
}

TEST(ChosenModel, IsADefaultAndAWarningForAFileOfAnotherMachine) {
  Machine const here = detail::host_machine(1);
  Machine other = here;
  other.name = "Another CPU";
  EXPECT_THAT(warning_about(model_text(model_for(other))),
              HasSubstr("is for the processor Another CPU, this is " + here.name));
  other = here;
  other.isa = detail::is_same(here.isa, tile::neon_isa) ? tile::avx2_isa : tile::neon_isa;
  EXPECT_THAT(warning_about(model_text(model_for(other))),
              HasSubstr(std::string("is for the instruction set ") + other.isa.name + ", this is " +
                        here.isa.name));
  other = here;
  other.processors = here.processors + 1;
  EXPECT_THAT(warning_about(model_text(model_for(other))),
              HasSubstr("is for a machine with processors: " + std::to_string(other.processors) +
                        ", this is " + std::to_string(here.processors)));
}

TEST(ChosenModel, IsADefaultAndAWarningForADamagedFile) {
  EXPECT_THAT(warning_about(""), HasSubstr("ends too early"));
  EXPECT_THAT(warning_about("{\"isomer_model\": 7}"), HasSubstr("is of version 7"));
  EXPECT_THAT(warning_about(std::string(1 << 20, ' ')), HasSubstr("is larger than any model"));
}

TEST(ChosenModel, IsADefaultAndAWarningForAFileThatIsNotThere) {
  std::string warning;
  EXPECT_THAT(choose_model("/no/such/file", detail::host_machine(1), warning).origin,
              StartsWith("default "));
  EXPECT_THAT(warning, HasSubstr("/no/such/file cannot be opened"));
  EXPECT_THAT(choose_model("/", detail::host_machine(1), warning).origin, StartsWith("default "));
  EXPECT_THAT(warning, HasSubstr("/ cannot be "));
}

TEST(Seconds, AreTheSumOfFeaturesTimesCoefficients) {
  CostModel model;
  model.threads = 2;
  ModelRow row;
  value_of(row.one_thread, Feature::launch) = 3;
  value_of(row.one_thread, Feature::bytes) = 0.5;
  Features features{};
  value_of(features, Feature::launch) = 1;
  value_of(features, Feature::bytes) = 100;
  EXPECT_EQ(model.seconds(row, features, 1), 53);
}

/// Of ten bytes, which cost so much on one thread and on all that were fitted.
double seconds_of_bytes(int fitted, double one_thread, double all_threads, int in_effect) {
  CostModel model;
  model.threads = fitted;
  ModelRow row;
  value_of(row.one_thread, Feature::bytes) = one_thread;
  value_of(row.all_threads, Feature::bytes) = all_threads;
  Features features{};
  value_of(features, Feature::bytes) = 10;
  return model.seconds(row, features, in_effect);
}

TEST(Seconds, GrowEvenlyFromOneThreadsCoefficientsToThoseOfAllAndBeyond) {
  EXPECT_EQ(seconds_of_bytes(3, 1, 2, 1), 10);
  EXPECT_EQ(seconds_of_bytes(3, 1, 2, 2), 15);
  EXPECT_EQ(seconds_of_bytes(3, 1, 2, 3), 20);
  EXPECT_EQ(seconds_of_bytes(3, 1, 2, 5), 30);
}

TEST(Seconds, DoNotFallBeyondTheThreadsThatWereFitted) {
  EXPECT_EQ(seconds_of_bytes(2, 2, 1, 2), 10);
  EXPECT_EQ(seconds_of_bytes(2, 2, 1, 100), 10);
}

class SecondsOfTiles : public OnEachMachine {};

/// No powers of two below: their conflicts in the caches are another matter.
double staged_seconds(Setting const& setting, Problem const& problem, std::int64_t columns,
                      std::int64_t rows) {
  Candidate candidate;
  candidate.schema = Schema::orthogonal_distinct;
  candidate.tiling.slice.extent[0] = columns;
  candidate.tiling.slice.extent[1] = rows;
  candidate.tiling.mode.staged = candidate.tiling.mode.streams = true;
  return predicted_seconds(problem, candidate, setting);
}

TEST_P(SecondsOfTiles, AreFewerForRunsThatFillTheirLines) {
  EXPECT_LT(staged_seconds(setting(2), transposition(8256, 8256), 64, 64),
            staged_seconds(setting(2), transposition(8256, 8255), 64, 64));
}

TEST_P(SecondsOfTiles, AreFewerForLongRunsThanForWords) {
  auto const problem = transposition(8256, 8256);
  EXPECT_LT(staged_seconds(setting(2), problem, 64, 64), staged_seconds(setting(2), problem, 4, 4));
}

TEST_P(SecondsOfTiles, AreFewerWithMoreThreads) {
  auto const problem = transposition(8256, 8256);
  auto const seconds = [&](int threads) {
    return detail::candidates(problem, setting(threads)).front().seconds;
  };
  EXPECT_LT(seconds(2), seconds(1));
}

ISOMER_ON_EACH_MACHINE(SecondsOfTiles);

}  // namespace
}  // namespace isomer::test
