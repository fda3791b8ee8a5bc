// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/models.hpp"

#include <gmock/gmock.h>

#include <string>

#include "cost/model_file.hpp"
#include "machine/machine.hpp"
#include "program/temporary_directory.hpp"

namespace isomer::test {
namespace {

using detail::choose_model;
using detail::Machine;
using detail::Rates;
using testing::HasSubstr;
using testing::StartsWith;

/// A file that is gone after the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string const& content) : path_(directory_.file("model.txt")) {
    program::write_file(path_, content);
  }
  char const* path() const { return path_.c_str(); }

 private:
  program::TemporaryDirectory directory_;
  std::string path_;
};

Rates rates_for(Machine const& machine) {
  Rates rates;
  rates.machine = machine;
  rates.threads = machine.processors;
  rates.copy_bytes_per_second = 1.5e10;
  return rates;
}

TEST(ChosenModel, IsADefaultWhenNoFileIsNamed) {
  std::string warning;
  for (char const* none : {static_cast<char const*>(nullptr), ""}) {
    auto const chosen = choose_model(none, detail::host_machine(1), warning);
    EXPECT_THAT(chosen.origin, StartsWith("default "));
    EXPECT_GT(chosen.rates.copy_bytes_per_second, 0);
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
  TemporaryFile const file(model_text(rates_for(detail::host_machine(1))));
  std::string warning;
  auto const chosen = choose_model(file.path(), detail::host_machine(1), warning);
  EXPECT_EQ(chosen.origin, file.path());
  EXPECT_EQ(chosen.rates.copy_bytes_per_second, 1.5e10);
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
  EXPECT_THAT(warning_about(model_text(rates_for(other))),
              HasSubstr("is for the processor Another CPU, this is " + here.name));
  other = here;
  other.isa = detail::is_same(here.isa, tile::neon_isa) ? tile::avx2_isa : tile::neon_isa;
  EXPECT_THAT(warning_about(model_text(rates_for(other))),
              HasSubstr(std::string("is for the instruction set ") + other.isa.name + ", this is " +
                        here.isa.name));
  other = here;
  other.processors = here.processors + 1;
  EXPECT_THAT(warning_about(model_text(rates_for(other))),
              HasSubstr("is for a machine with processors: " + std::to_string(other.processors) +
                        ", this is " + std::to_string(here.processors)));
}

TEST(ChosenModel, IsADefaultAndAWarningForADamagedFile) {
  EXPECT_THAT(warning_about(""), HasSubstr("ends too early"));
  EXPECT_THAT(warning_about("isomer_model 7\n"),
              HasSubstr("is of version 7, this library reads 4"));
  EXPECT_THAT(warning_about(std::string(1 << 20, ' ')), HasSubstr("is larger than any model"));
}

TEST(ChosenModel, IsADefaultAndOneLineForAFileOfTheOldFormat) {
  EXPECT_THAT(warning_about("{\n  \"isomer_model\": 1,\n  \"cpu\": \"Some CPU\""),
              HasSubstr(" is of version 1, which was JSON; make a new one with isomer_perf "
                        "--calibrate=FILE; predictions come from"));
}

TEST(ChosenModel, IsADefaultAndAWarningForAFileThatIsNotThere) {
  std::string warning;
  EXPECT_THAT(choose_model("/no/such/file", detail::host_machine(1), warning).origin,
              StartsWith("default "));
  EXPECT_THAT(warning, HasSubstr("/no/such/file cannot be opened"));
  EXPECT_THAT(choose_model("/", detail::host_machine(1), warning).origin, StartsWith("default "));
  EXPECT_THAT(warning, HasSubstr("/ cannot be "));
}

}  // namespace
}  // namespace isomer::test
