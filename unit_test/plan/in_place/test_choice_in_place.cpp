// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which decomposition an unforced plan in place takes, with its parameters, for shapes, workspace
// limits and fixed machines, stands in choices_in_place.txt. ISOMER_UPDATE_GOLDEN=1 writes it anew
// after a change of the price or of the list that is meant.

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

#include <isomer/error.hpp>

#include "plan/in_place/methods_in_place.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "support/machines.hpp"

namespace isomer::test {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;

/// A matrix of elements, all extents as the plan gets them.
struct Matrix {
  std::int64_t rows;
  std::int64_t cols;
  std::int32_t element_bytes;
};

constexpr Matrix matrices[] = {
    {1000, 1000, 8},  {4096, 4096, 8},  {30011, 30011, 1}, {64, 31, 8},     {500, 103, 16},
    {1024, 501, 2},   {997, 30013, 1},  {1000, 1003, 8},   {1003, 1000, 4}, {4096, 512, 8},
    {1536, 1024, 12}, {5, 1000003, 4},  {1000003, 3, 8},   {7001, 4099, 8}, {4099, 7001, 8},
    {500, 997, 1000}, {10007, 30013, 2}};

constexpr std::size_t limits[] = {64, 4 << 10, 64 << 10, 1 << 20, 32 << 20};

std::string named(detail::Machine const& machine, Matrix const& matrix, std::size_t limit) {
  return machine.name + " " + std::to_string(machine.units) + ", " + std::to_string(matrix.rows) +
         " x " + std::to_string(matrix.cols) + " of " + std::to_string(matrix.element_bytes) +
         " bytes, limit " + std::to_string(limit) + ": ";
}

/// "panel (17 panels of ..)": what the plan says of its steps.
std::string choice(detail::Machine const& machine, Matrix const& matrix, std::size_t limit) {
  detail::InPlaceProblem problem;
  problem.rank = 2;
  problem.element_bytes = matrix.element_bytes;
  problem.extent = {matrix.rows, matrix.cols};
  problem.axes = {1, 0};
  PlanOptions options;
  options.workspace_limit = limit;
  try {
    std::string const said =
        in_place::facts_on<Exec>(machine, detail::default_rates(machine), problem, options, "test")
            .description;
    auto const begin = said.find(": ") + 2;
    return said.substr(begin, said.find("; reads") - begin);
  } catch (Error const& error) {
    return error.what();
  }
}

template <class Visit>
void for_each_choice(Visit const& visit) {
  for (auto const& host : machines())
    for (int const threads : {1, 8})
      for (Matrix const& matrix : matrices)
        for (std::size_t const limit : limits) {
          auto const machine = with_threads(host, threads);
          visit(named(machine, matrix, limit), choice(machine, matrix, limit));
        }
}

TEST(ChoiceInPlace, IsAsRecordedForShapesAndLimitsAndMachines) {
  if (std::getenv("ISOMER_UPDATE_GOLDEN") != nullptr) {
    std::ofstream out(ISOMER_CHOICES_IN_PLACE);
    for_each_choice([&](auto const& name, auto const& chosen) { out << name << chosen << "\n"; });
    GTEST_SKIP() << "written anew: " << ISOMER_CHOICES_IN_PLACE;
  }
  std::ifstream in(ISOMER_CHOICES_IN_PLACE);
  std::string recorded;
  int differences = 0;
  for_each_choice([&](auto const& name, auto const& chosen) {
    std::getline(in, recorded);
    if (recorded != name + chosen && ++differences < 10)
      ADD_FAILURE() << "recorded: " << recorded << "\nnow:      " << name << chosen;
  });
  EXPECT_EQ(differences, 0);
  EXPECT_FALSE(std::getline(in, recorded)) << "more than there are choices";
}

TEST(ChoiceInPlace, IsEachDecompositionSomewhere) {
  std::set<std::string> taken;
  for_each_choice([&](auto const&, std::string const& chosen) {
    taken.insert(chosen.substr(0, chosen.find(' ')));
  });
  for (auto const* decomposition : in_place::methods<Exec>())
    EXPECT_TRUE(taken.contains(std::string(decomposition->name()))) << decomposition->name();
}

}  // namespace
}  // namespace isomer::test
