// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "records/advise/program.hpp"

/// Paths of programs, against all paths that there are.
namespace isomer::records {
namespace {

double all_seconds(Program const& program, Path const& path) {
  return running_seconds(program, path) + changing_seconds(program, path);
}

Program random_program(std::mt19937& random) {
  auto const below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
  Program program;
  auto const kernels = static_cast<std::size_t>(1 + below(4));
  auto const arrangements = static_cast<std::size_t>(1 + below(4));
  for (std::size_t k = 0; k < kernels; ++k) {
    program.calls.push_back(1 + below(20));
    program.seconds.emplace_back();
    for (std::size_t a = 0; a < arrangements; ++a) program.seconds.back().push_back(1 + below(100));
  }
  program.conversion.assign(arrangements, std::vector<double>(arrangements, 0));
  program.planning = program.conversion;
  for (std::size_t a = 0; a < arrangements; ++a)
    for (std::size_t b = 0; b < arrangements; ++b)
      if (a != b) {
        program.conversion[a][b] = below(300);
        program.planning[a][b] = below(30);
      }
  program.current = static_cast<std::size_t>(below(static_cast<int>(arrangements)));
  return program;
}

/// The next path in order of digits; all of them after the last is the first again.
bool advance(Path& path, std::size_t arrangements) {
  for (std::size_t& a : path) {
    if (++a < arrangements) return true;
    a = 0;
  }
  return false;
}

TEST(Program, TheShortestPathIsTheShortestOfAll) {
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    Program const program = random_program(random);
    Path path(program.calls.size(), 0);
    double least = all_seconds(program, path);
    while (advance(path, program.arrangements()))
      least = std::min(least, all_seconds(program, path));
    EXPECT_NEAR(all_seconds(program, shortest_path(program)), least, 1e-9 * least);
    for (std::size_t a = 0; a < program.arrangements(); ++a)
      EXPECT_LE(all_seconds(program, best_stay(program)),
                all_seconds(program, Path(program.calls.size(), a)));
  }
}

TEST(Program, ChangesAreMadeInEachRound) {
  Program const program{{50, 10}, {{1, 2}, {2, 1}}, {{0, 3}, {5, 0}}, 0};
  EXPECT_EQ(program.rounds(), 10);
  EXPECT_EQ(running_seconds(program, {0, 1}), 50 + 10);
  EXPECT_EQ(changing_seconds(program, {0, 1}), 10 * 3 + 9 * 5);
  EXPECT_EQ(changing_seconds(program, {1, 1}), 3);
  EXPECT_EQ(changing_seconds(program, {0, 0}), 0);
}

TEST(Program, WhatCannotBeChangedToIsOnNoPath) {
  double const never = std::numeric_limits<double>::infinity();
  for (double const calls : {1.0, 20.0}) {
    Program const program{{calls, calls},
                          {{9, 1, 5}, {9, 1, 5}},
                          {{0, never, 2}, {never, 0, never}, {2, never, 0}},
                          0};
    EXPECT_EQ(shortest_path(program), (Path{2, 2}));
    EXPECT_EQ(best_stay(program), (Path{2, 2}));
    EXPECT_EQ(changing_seconds(program, {1, 1}), never);
    Program const nowhere{{calls}, {{9, 1}}, {{0, never}, {never, 0}}, 0};
    EXPECT_EQ(shortest_path(nowhere), Path{0});
  }
  // Changed once, without a way back.
  Program const one_way{{1, 1}, {{1, 9}, {9, 1}}, {{0, 2}, {never, 0}}, 0};
  EXPECT_EQ(changing_seconds(one_way, {0, 1}), 2);
  EXPECT_EQ(shortest_path(one_way), (Path{0, 1}));
}

}  // namespace
}  // namespace isomer::records
