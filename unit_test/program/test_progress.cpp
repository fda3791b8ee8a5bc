// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

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

TEST(ProgressLine, ShortensTheNameThenTheBarBeforeTheFigures) {
  EXPECT_EQ(progress_line(half, 36), "permute a. []  50 % of 4.00 GB, 3 s");
  EXPECT_EQ(progress_line(half, 20), " 50 % of 4.00 GB, 3");
  auto state = half;
  state.what = "permute a\xc3\xa4.npy";
  EXPECT_EQ(progress_line(state, 37), "permute a\xc3\xa4 []  50 % of 4.00 GB, 3 s");
  EXPECT_EQ(progress_line(state, 36), "permute a [.]  50 % of 4.00 GB, 3 s");
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

ProgressState const pass_two{"permute a.npy", 8'000'000'000, 6'000'000'000, 12, 0, false, 2, 2, 4};

TEST(ProgressLine, ShowsPassRateAndTimeLeftWhereThereAreGroups) {
  EXPECT_THAT(progress_line(pass_two, 200),
              testing::EndsWith("]  75 % of 8.00 GB, pass 2 of 2, 12 s, 500 MB/s, 4 s left"));
  auto state = pass_two;
  state.seconds_left = 3000;
  state.elapsed_seconds = 10000;
  EXPECT_THAT(progress_line(state, 200), testing::HasSubstr(", 2.8 h, 1 MB/s, 50 min left"));
  state.seconds_left = -1;
  EXPECT_THAT(progress_line(state, 200), testing::EndsWith("MB/s"));
}

TEST(ProgressLine, ShowsTheRateOfThisAttemptAlone) {
  auto state = pass_two;
  state.earlier_bytes = 5'400'000'000;
  EXPECT_THAT(progress_line(state, 200),
              testing::EndsWith("]  75 % of 8.00 GB, pass 2 of 2, 12 s, 50 MB/s, 4 s left"));
  state.earlier_bytes = state.done_bytes;
  EXPECT_THAT(progress_line(state, 200), testing::EndsWith("pass 2 of 2, 12 s, 4 s left"));
}

TEST(ProgressLine, HasNoBarWhereLinesAreWritten) {
  EXPECT_EQ(plain_progress_line(pass_two),
            "permute a.npy:  75 % of 8.00 GB, pass 2 of 2, 12 s, 500 MB/s, 4 s left");
}

TEST(Progress, WritesALineNowAndThenWithoutATerminal) {
  testing::internal::CaptureStderr();
  {
    isomer::program::Progress progress("permute a.npy", true, std::chrono::milliseconds(20));
    progress.reached({.group = 1,
                      .groups = 4,
                      .bytes = 1'000'000'000,
                      .of_bytes = 4'000'000'000,
                      .pass = 1,
                      .passes = 2,
                      .seconds_left = 30});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  auto const told = testing::internal::GetCapturedStderr();
  EXPECT_THAT(told, testing::StartsWith("permute a.npy:  25 % of 4.00 GB, pass 1 of 2, "));
  EXPECT_THAT(told, testing::EndsWith(", 30 s left\n"));
  auto const lines = std::count(told.begin(), told.end(), '\n');
  EXPECT_GE(lines, 2);
  EXPECT_LE(lines, 15);
}

TEST(Progress, CountsFromWhereItStarts) {
  testing::internal::CaptureStderr();
  {
    isomer::program::Progress progress("recover a.npy", true, std::chrono::milliseconds(20));
    progress.start_at(1'000'000'000);
    progress.reached({.bytes = 1'000'000'000, .of_bytes = 4'000'000'000, .pass = 1, .passes = 2});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::Not(testing::HasSubstr("MB/s")));
}

TEST(Progress, IsSilentForQuickWorkWithoutATerminal) {
  testing::internal::CaptureStderr();
  { isomer::program::Progress const progress("permute a.npy"); }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(ProgressLine, IsOneLineWhateverTheFileIsCalled) {
  auto state = half;
  state.what = "permute a\nb\r\x1b[2J.npy";
  EXPECT_THAT(progress_line(state, 200), testing::StartsWith("permute a?b??[2J.npy ["));
}

}  // namespace
