// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include <benchmark/benchmark.h>

#include "row.hpp"

namespace isomer::perf {

/// Prints the newest row when Google Benchmark says that a case is done, and a suite's summary
/// before the next one begins.
class RowReporter : public benchmark::BenchmarkReporter {
 public:
  /// Both outlive the reporter; the cases append to `rows`.
  RowReporter(std::vector<Row> const& rows, std::string const& heading)
      : rows_(rows), heading_(heading) {}

  bool ReportContext(Context const& context) override;
  void ReportRuns(std::vector<Run> const& runs) override;
  void Finalize() override;

 private:
  void print_summary();

  std::vector<Row> const& rows_;
  std::string const& heading_;
  std::size_t printed_ = 0;
  std::size_t suite_start_ = 0;
};

}  // namespace isomer::perf
