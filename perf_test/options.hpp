// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "element_type.hpp"
#include "program/failure.hpp"

namespace isomer::perf {

/// A flag that is unknown or has a value it cannot have. One line.
using program::UsageError;

/// What lies under the buffers, those of the yardstick included.
enum class Pages : std::uint8_t {
  usual,  ///< what an allocation gets on this machine
  huge    ///< madvise(MADV_HUGEPAGE) before the first touch
};

/// How much of a suite is run.
enum class Scale : std::uint8_t {
  full,
  few,  ///< --short: enough to see where things stand
  tiny  ///< --smoke: does it run and verify at all
};

struct Options {
  std::vector<std::string> suites;
  std::vector<ElementType> types;  ///< empty: each suite's own
  std::string cases_file;          ///< empty: cases/ttc57.txt
  std::string plot_file;
  std::string schema;
  std::string calibrate_file;          ///< where the fitted model goes; empty: only shown
  std::string calibrate_records_file;  ///< where the decision tree goes; empty: only said
  std::string measurements_file;
  std::string emulate;  ///< a GPU that need not be there; empty: nothing is emulated
  int threads = 0;      ///< 0: what Kokkos takes
  int repeat = 0;       ///< 0: by scale
  int samples = 0;      ///< random cases of a suite; 0: by suite and scale
  std::uint64_t seed = 1;
  std::int64_t min_bytes = 0;
  std::int64_t max_bytes = std::numeric_limits<std::int64_t>::max();
  Pages pages = Pages::usual;
  Scale scale = Scale::full;
  bool all_permutations = false;
  bool peers = false;
  bool measure = false;  ///< plans are made with Effort::measure
  bool corrupt = false;
  bool calibrate = false;
  bool calibrate_records = false;
  bool list = false;
  bool help = false;
};

struct CommandLine {
  Options options;
  std::vector<std::string> passed_on;  ///< --benchmark_.. and --kokkos-.. as they are
};

/// `suites` are the names that `--suite` accepts. Throws UsageError.
CommandLine parse_command_line(std::vector<std::string> const& arguments,
                               std::vector<std::string> const& suites);

struct SuiteHelp {
  std::string name;
  std::string about;
};
std::string help_text(std::vector<SuiteHelp> const& suites);

}  // namespace isomer::perf
