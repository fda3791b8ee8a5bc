// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/progress.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "program/failure.hpp"
#include "program/interruption.hpp"

namespace isomer::program {
namespace {

constexpr auto quiet_for = std::chrono::seconds(1);
constexpr auto between_drawings = std::chrono::milliseconds(100);

double filling(ProgressState const& state) {
  if (state.is_flushing) return 1;
  auto const ratio = [](double part, double whole) { return whole > 0 ? part / whole : 0.0; };
  if (state.done_bytes > 0 || state.expected_seconds <= 0)
    return std::min(
        1.0, ratio(static_cast<double>(state.done_bytes), static_cast<double>(state.total_bytes)));
  return std::min(0.95, ratio(state.elapsed_seconds, state.expected_seconds));
}

int terminal_columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace

std::string progress_line(ProgressState const& state, int columns) {
  constexpr double giga = 1e9;
  bool const is_guess = state.done_bytes == 0 && state.expected_seconds > 0;
  double const filled = filling(state);
  char figures[96];
  std::snprintf(figures, sizeof figures, "] %s%3.0f %% of %.2f GB, %.0f s",
                is_guess && !state.is_flushing ? "about " : "", 100 * filled,
                static_cast<double>(state.total_bytes) / giga, state.elapsed_seconds);
  std::string const tail = figures + std::string(state.is_flushing ? ", flushing to disk" : "");

  // The last column stays free: some terminals wrap when it is written.
  int const room = std::max(0, columns - 1);
  int const bar = std::clamp(room - static_cast<int>(state.what.size() + 2 + tail.size()), 0, 40);
  int const full = static_cast<int>(filled * bar);
  auto line = one_line(state.what) + " [" + std::string(static_cast<std::size_t>(full), '#') +
              std::string(static_cast<std::size_t>(bar - full), '.') + tail;
  if (static_cast<int>(line.size()) > room) line.resize(static_cast<std::size_t>(room));
  return line;
}

Progress::Progress(std::string what) : what_(std::move(what)) {
  if (isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { draw_until_done(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    std::lock_guard const lock(mutex_);
    is_done_ = true;
  }
  done_changed_.notify_one();
  thread_.join();
}

void Progress::expect(std::int64_t bytes, double seconds) {
  total_bytes_ = bytes;
  expected_seconds_ = seconds;
}

void Progress::draw_until_done() {
  pthread_setname_np(pthread_self(), "progress");
  std::unique_lock lock(mutex_);
  auto const is_done = [this] { return is_done_; };
  if (done_changed_.wait_until(lock, start_ + quiet_for, is_done)) return;
  do {
    std::chrono::duration<double> const elapsed = Clock::now() - start_;
    auto const line = progress_line(
        {what_, total_bytes_, done_bytes_, elapsed.count(), expected_seconds_, is_flushing_},
        terminal_columns());
    set_progress_bar_visible(true);
    std::fprintf(stderr, "\r%s\033[K", line.c_str());
    std::fflush(stderr);
  } while (!done_changed_.wait_for(lock, between_drawings, is_done));
  std::fprintf(stderr, "\r\033[K");
  std::fflush(stderr);
  set_progress_bar_visible(false);
}

}  // namespace isomer::program
