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

std::string duration_text(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 60 * minute;
  char text[48];
  if (seconds < 2 * minute) std::snprintf(text, sizeof text, "%.0f s", seconds);
  else if (seconds < 2 * hour) std::snprintf(text, sizeof text, "%.0f min", seconds / minute);
  else std::snprintf(text, sizeof text, "%.1f h", seconds / hour);
  return text;
}

/// All that is said beside the bar.
std::string figures(ProgressState const& state) {
  constexpr double giga = 1e9;
  bool const is_guess = state.done_bytes == 0 && state.expected_seconds > 0 && !state.is_flushing;
  char text[96];
  std::snprintf(text, sizeof text, "%s%3.0f %% of %.2f GB", is_guess ? "about " : "",
                100 * filling(state), static_cast<double>(state.total_bytes) / giga);
  std::string line = text;
  if (state.passes > 1)
    line += ", pass " + std::to_string(state.pass) + " of " + std::to_string(state.passes);
  line += ", " + duration_text(state.elapsed_seconds);
  auto const bytes = state.done_bytes - state.earlier_bytes;
  if (state.passes > 0 && state.elapsed_seconds > 0 && bytes > 0) {
    std::snprintf(text, sizeof text, ", %.0f MB/s",
                  1e-6 * static_cast<double>(bytes) / state.elapsed_seconds);
    line += text;
  }
  if (state.seconds_left >= 0 && !state.is_flushing)
    line += ", " + duration_text(state.seconds_left) + " left";
  if (state.is_flushing) line += ", flushing to disk";
  return line;
}

/// No more than these first bytes, without a character that they would cut.
std::string start_of(std::string text, std::size_t bytes) {
  constexpr unsigned part_of_character = 0x80;
  constexpr unsigned kind = 0xc0;
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & kind) == part_of_character)
    --bytes;
  text.resize(bytes);
  return text;
}

int terminal_columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace

std::string progress_line(ProgressState const& state, int columns) {
  double const filled = filling(state);
  auto const told = figures(state);
  constexpr std::size_t longest_bar = 40;
  constexpr std::size_t brackets = 4;  // with the spaces beside them

  // The last column stays free: some terminals wrap when it is written.
  auto const room = static_cast<std::size_t>(std::max(0, columns - 1));
  if (told.size() + brackets > room) return told.substr(0, room);
  auto const what = start_of(one_line(state.what), room - told.size() - brackets);
  auto const bar = std::min(longest_bar, room - told.size() - brackets - what.size());
  auto const full = static_cast<std::size_t>(filled * static_cast<double>(bar));
  return what + " [" + std::string(full, '#') + std::string(bar - full, '.') + "] " + told;
}

std::string plain_progress_line(ProgressState const& state) {
  return one_line(state.what) + ": " + figures(state);
}

Progress::Progress(std::string what, bool is_plain, std::chrono::milliseconds between_lines)
    : what_(std::move(what)), between_lines_(between_lines) {
  bool const has_bar = !is_plain && isatty(STDERR_FILENO) != 0;
  thread_ = has_bar ? std::thread([this] { draw_until_done(); })
                    : std::thread([this] { write_lines_until_done(); });
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

void Progress::reached(isomer::files::Progress const& progress) {
  total_bytes_ = static_cast<std::int64_t>(progress.of_bytes);
  done_bytes_ = static_cast<std::int64_t>(progress.bytes);
  pass_ = progress.pass;
  passes_ = progress.passes;
  seconds_left_ = progress.seconds_left;
}

ProgressState Progress::state() const {
  std::chrono::duration<double> const elapsed = Clock::now() - start_;
  return {what_,        total_bytes_, done_bytes_, elapsed.count(), expected_seconds_,
          is_flushing_, pass_,        passes_,     seconds_left_,   earlier_bytes_};
}

void Progress::write_lines_until_done() {
  pthread_setname_np(pthread_self(), "progress");
  std::unique_lock lock(mutex_);
  while (!done_changed_.wait_for(lock, between_lines_, [this] { return is_done_; }))
    std::fprintf(stderr, "%s\n", plain_progress_line(state()).c_str());
}

void Progress::draw_until_done() {
  pthread_setname_np(pthread_self(), "progress");
  std::unique_lock lock(mutex_);
  auto const is_done = [this] { return is_done_; };
  if (done_changed_.wait_until(lock, start_ + quiet_for, is_done)) return;
  do {
    auto const line = progress_line(state(), terminal_columns());
    set_progress_bar_visible(true);
    std::fprintf(stderr, "\r%s\033[K", line.c_str());
    std::fflush(stderr);
  } while (!done_changed_.wait_for(lock, between_drawings, is_done));
  std::fprintf(stderr, "\r\033[K");
  std::fflush(stderr);
  set_progress_bar_visible(false);
}

}  // namespace isomer::program
