// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "statistics.hpp"

namespace isomer::perf {

/// What came out for one case: printing and drawing start from here.
struct Row {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  enum class State : std::uint8_t { measured, skipped, failed };

  std::string suite;
  std::string type;
  std::string name;
  std::string group;
  State state = State::measured;
  std::string reason;         ///< why it was skipped or what was wrong
  std::int64_t bytes = 0;     ///< of which each is read and written
  double seconds = none;      ///< median of a call
  double seconds_low = none;  ///< quartiles
  double seconds_high = none;
  double copy_seconds = none;  ///< none: a copy is no yardstick for this row
  std::string copy_name;
  std::string schema;
  int passes = 0;
  double predicted_seconds = 0;
  bool is_latency = false;

  struct Rival {
    std::string name;
    double seconds;
  };
  std::vector<Rival> rivals;
  struct Figure {
    std::string name;
    double value;
  };
  std::vector<Figure> figures;  ///< what only rows of this suite have
  std::string note;             ///< printed behind everything else

  /// Of the calls of what is measured.
  void set_seconds(std::vector<double> const& calls) {
    seconds = median(calls);
    seconds_low = quantile(calls, 0.25);
    seconds_high = quantile(calls, 0.75);
  }
  void fail(std::string const& why) {
    state = State::failed;
    reason = why;
  }

  double of_copy() const { return copy_seconds / seconds; }
  double gigabytes_per_second() const { return 2e-9 * static_cast<double>(bytes) / seconds; }
  double predicted_over_actual() const { return predicted_seconds / seconds; }
  bool has_ratio() const { return state == State::measured && copy_seconds > 0; }
  bool has_prediction() const { return state == State::measured && predicted_seconds > 0; }
};

/// `permute 021 f32 1024x1024x64  of_copy 0.84  32.1 GB/s  tiled 1 pass  predicted/actual 0.96`
std::string row_text(Row const& row);

/// One summary per suite and type, in the order of their first rows. Of rows with the same name
/// (`--benchmark_repetitions`) the medians count.
std::vector<Summary> summaries(std::vector<Row> const& rows);
/// The same per group; `suite` is then `permute6d group=16^6`.
std::vector<Summary> group_summaries(std::vector<Row> const& rows);
/// What stands at the very end of a run of several suites.
std::string table_text(std::vector<Summary> const& all);

}  // namespace isomer::perf
