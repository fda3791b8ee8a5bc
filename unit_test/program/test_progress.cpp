// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using isomer::program::progress_line;
using isomer::program::ProgressState;

ProgressState const half{"permute a.npy", 4'000'000'000, 2'000'000'000, 3.2, 0, false};

TEST(ProgressLine, ShowsHowMuchIsDone) {
  EXPECT_EQ(progress_line(half, 200), "permute a.npy [" + std::string(20, '#') +
                                          std::string(20, '.') + "]  50 % of 4.00 GB, 3 s");
}

TEST(ProgressLine, NeverFillsTheLastColumn) {
  auto state = half;
  for (std::size_t length = 1; length < 100; length += 9) {
    state.what = std::string(length, 'x');
    for (int columns = 1; columns < 120; ++columns)
      EXPECT_LT(progress_line(state, columns).size(), static_cast<std::size_t>(columns));
  }
}

TEST(ProgressLine, SaysAboutWhereOnlyThePredictionIsKnownAndStopsShortOfTheEnd) {
  auto state = half;
  state.done_bytes = 0;
  state.expected_seconds = 6.4;
  EXPECT_THAT(progress_line(state, 200), testing::HasSubstr("about  50 %"));
  state.elapsed_seconds = 100;
  EXPECT_THAT(progress_line(state, 200), testing::HasSubstr("about  95 %"));
}

TEST(ProgressLine, SaysWhenOnlyTheDiskIsWaitedFor) {
  auto state = half;
  state.is_flushing = true;
  EXPECT_THAT(progress_line(state, 200), testing::HasSubstr("] 100 % of 4.00 GB, 3 s, flushing"));
}

TEST(ProgressLine, IsOneLineWhateverTheFileIsCalled) {
  auto state = half;
  state.what = "permute a\nb\r\x1b[2J.npy";
  EXPECT_THAT(progress_line(state, 200), testing::StartsWith("permute a?b??[2J.npy ["));
}

}  // namespace
