// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/in_place_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using isomer::perf::draw_in_place_problem;
using isomer::perf::InPlaceProblem;
using isomer::perf::Random;

template <class Visit>
void for_each_drawn(Visit const& visit) {
  Random random(1, 0);
  for (int k = 0; k < 1000; ++k) visit(draw_in_place_problem(random, {1 << 20, 1 << 24}));
}

TEST(DrawnSteps, AreMatricesOfWholeWordsOfAboutTheSizeAskedFor) {
  for_each_drawn([](InPlaceProblem const& problem) {
    auto const& step = problem.step;
    EXPECT_GE(step.batch, 1);
    EXPECT_GE(step.rows, 2);
    EXPECT_GE(step.cols, 2);
    EXPECT_EQ(step.chunk_bytes % problem.word, 0);
    EXPECT_TRUE(step.is_matrix() || step.rows == step.cols);
    EXPECT_GE(step.bytes(), 1 << 18);
    EXPECT_LE(step.bytes(), 1 << 26);
  });
}

TEST(DrawnSteps, HaveAllShapesThatDecompositionsAreMadeFor) {
  int squares = 0;
  int across = 0;
  int skinny = 0;
  int batches = 0;
  int chunked = 0;
  int aligned = 0;
  for_each_drawn([&](InPlaceProblem const& problem) {
    auto const& step = problem.step;
    squares += step.rows == step.cols;
    across += !step.is_matrix();
    skinny += std::min(step.rows, step.cols) <= 32;
    batches += step.batch > 1;
    chunked += step.chunk_bytes > problem.word;
    aligned += step.rows % 16 == 0 && step.cols % 16 == 0;
  });
  for (int const count : {squares, across, skinny, batches, chunked, aligned}) EXPECT_GT(count, 20);
}

}  // namespace
