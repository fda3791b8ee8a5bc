// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.hpp"

#include <iostream>

namespace isomer::perf {

bool RowReporter::ReportContext(Context const&) {
  GetOutputStream() << heading_ << std::flush;
  return true;
}

void RowReporter::ReportRuns(std::vector<Run> const&) {
  for (; printed_ < rows_.size(); ++printed_) {
    auto const& row = rows_[printed_];
    auto const& first = rows_[suite_start_];
    if (row.suite != first.suite || row.type != first.type) {
      print_summary();
      suite_start_ = printed_;
    }
    GetOutputStream() << row_text(row) << std::endl;
  }
}

void RowReporter::Finalize() {
  if (rows_.empty()) return;
  print_summary();
  auto const all = summaries(rows_);
  if (all.size() > 1) GetOutputStream() << '\n' << table_text(all) << std::flush;
}

void RowReporter::print_summary() {
  std::vector<Row> const suite(rows_.begin() + static_cast<std::ptrdiff_t>(suite_start_),
                               rows_.begin() + static_cast<std::ptrdiff_t>(printed_));
  for (auto const& group : group_summaries(suite))
    GetOutputStream() << "group " << summary_line(group).substr(std::string("summary ").size())
                      << '\n';
  for (auto const& summary : summaries(suite))
    GetOutputStream() << summary_line(summary) << std::endl;
}

}  // namespace isomer::perf
