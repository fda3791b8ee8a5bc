// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is planned for two thousand problems, each on one of the fixed machines, stands in
// golden.txt: a change of the planner that is meant to change no plan changes no line. After one
// that is meant to, ISOMER_UPDATE_GOLDEN=1 writes the file anew, and its difference belongs to the
// change.

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <isomer/error.hpp>

#include "cost/residency.hpp"
#include "golden_problems.hpp"
#include "plan/choice/candidates.hpp"
#include "plan/choice/describe_plan.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "problem/normalize.hpp"
#include "support/machines.hpp"

namespace isomer::test {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;

constexpr std::uint64_t problems = 2000;
constexpr std::array<int, 4> threads{2, 8, 2, 16};

/// The text without what lies between two phrases, the first of them included.
std::string without(std::string text, std::string const& from, std::string const& to) {
  auto const begin = text.find(from);
  if (begin == std::string::npos) return text;
  return text.erase(begin, std::min(text.size(), text.find(to, begin)) - begin);
}

/// A description on one line, without the model's seconds and what follows from the problem alone.
std::string choice_of(std::string text) {
  text = without(text, " (fastest axis first)", "\n");
  text = without(text, "\npasses: ", "\nworkspace:");
  text = text.substr(0, text.find("\npredicted: "));
  std::replace(text.begin(), text.end(), '\n', ';');
  return text;
}

std::string out_of_place_plan(GoldenProblem const& golden, detail::Setting setting) {
  auto const normal = detail::normalize(golden.out_of_place);
  if (detail::volume_bytes(normal) == 0) return "empty";
  setting.workspace_limit = golden.workspace_limit;
  auto const best = detail::candidates(normal, setting).front();
  std::string text = choice_of(detail::facts_of(normal, best, setting).description);
  text += "; group " + std::to_string(best.tiling.group) + ", prefetch " +
          std::to_string(best.tiling.mode.prefetch_lines) +
          (best.tiling.mode.pipelined ? ", pipelined" : "");
  if (!detail::may_be_cached(normal, setting)) return text;
  setting.residency = detail::Residency::cache;
  return text + choice_of(detail::describe_while_cached(
                    normal, detail::candidates(normal, setting).front(), setting.machine));
}

std::string in_place_plan(GoldenProblem const& golden, detail::Setting const& setting) {
  try {
    return choice_of(
        in_place::facts_on<Exec>(setting.machine, *setting.rates, golden.in_place, {}, "golden")
            .description);
  } catch (Error const& error) {
    return error.what();
  }
}

std::string line_of(std::uint64_t number) {
  std::size_t const at = number / 3 % machines().size();
  auto const setting = setting_on(machines()[at], threads[at]);
  auto const golden = golden_problem(number);
  return std::to_string(number) + " " + setting.machine.name + ": " +
         (golden.is_in_place ? in_place_plan(golden, setting) : out_of_place_plan(golden, setting));
}

TEST(Golden, PlansAreAsRecorded) {
  if (std::getenv("ISOMER_UPDATE_GOLDEN") != nullptr) {
    std::ofstream out(ISOMER_GOLDEN);
    for (std::uint64_t k = 0; k < problems; ++k) out << line_of(k) << "\n";
    GTEST_SKIP() << "written anew: " << ISOMER_GOLDEN;
  }
  std::ifstream in(ISOMER_GOLDEN);
  std::string recorded;
  int differences = 0;
  for (std::uint64_t k = 0; k < problems && differences < 10; ++k) {
    ASSERT_TRUE(std::getline(in, recorded)) << "line " << k;
    std::string const planned = line_of(k);
    if (planned == recorded) continue;
    ++differences;
    ADD_FAILURE() << "recorded " << recorded << "\nplanned  " << planned;
  }
}

}  // namespace
}  // namespace isomer::test
