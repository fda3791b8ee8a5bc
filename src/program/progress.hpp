// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include <isomer/files.hpp>

namespace isomer::program {

/// What a progress bar shows.
struct ProgressState {
  std::string what;  ///< "permute in.npy"
  std::int64_t total_bytes = 0;
  std::int64_t done_bytes = 0;
  double elapsed_seconds = 0;
  double expected_seconds = 0;  ///< where nothing can be counted: what the model predicts, else 0
  bool is_flushing = false;     ///< all is done but for the disk
  int pass = 0;  ///< of `passes`; 0: there is only one, of which bytes are those of the array
  int passes = 0;
  double seconds_left = -1;        ///< negative: not known
  std::int64_t earlier_bytes = 0;  ///< of the done ones, those of earlier attempts
};

/// The bar as text of at most `columns` characters. Counted bytes fill it; where only an
/// expectation is known, the filling stops short of the end and says `about`.
std::string progress_line(ProgressState const& state, int columns);

/// The same as a line of its own, without a bar.
std::string plain_progress_line(ProgressState const& state);

/// Draws a bar on a terminal from the second second on, from a thread of its own that wakes ten
/// times a second: the work only adds to a counter now and then. Elsewhere, or if that is wished,
/// it writes a line a minute.
class Progress {
 public:
  /// Writes to standard error.
  explicit Progress(std::string what, bool is_plain = false,
                    std::chrono::milliseconds between_lines = std::chrono::minutes(1));
  ~Progress();
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;

  void expect(std::int64_t bytes, double seconds);
  /// What earlier attempts have done, which the rate leaves out.
  void start_at(std::uint64_t bytes) { earlier_bytes_ = static_cast<std::int64_t>(bytes); }
  void add(std::int64_t bytes) { done_bytes_ += bytes; }
  void flushing() { is_flushing_ = true; }
  void reached(isomer::files::Progress const& progress);

 private:
  ProgressState state() const;
  void draw_until_done();
  void write_lines_until_done();

  using Clock = std::chrono::steady_clock;
  std::string what_;
  Clock::time_point start_ = Clock::now();
  std::atomic<std::int64_t> total_bytes_ = 0;
  std::atomic<std::int64_t> done_bytes_ = 0;
  std::atomic<std::int64_t> earlier_bytes_ = 0;
  std::atomic<double> expected_seconds_ = 0;
  std::atomic<bool> is_flushing_ = false;
  std::atomic<int> pass_ = 0;
  std::atomic<int> passes_ = 0;
  std::atomic<double> seconds_left_ = -1;
  std::chrono::milliseconds between_lines_;
  std::mutex mutex_;
  std::condition_variable done_changed_;
  bool is_done_ = false;
  std::thread thread_;
};

}  // namespace isomer::program
