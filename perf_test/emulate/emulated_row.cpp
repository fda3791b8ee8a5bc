// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulate/emulated_row.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "emulate/audit_case.hpp"
#include "emulate/run_case.hpp"
#include "emulate/small_plan.hpp"
#include "statistics.hpp"

namespace isomer::perf {
namespace {

std::string figure(double value, int digits = 3) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

/// Of the rows that have it, ` name=1.234`; nothing if none has.
std::string geomean(std::vector<EmulatedRow> const& rows, char const* name,
                    double EmulatedRow::*of) {
  std::vector<double> values;
  for (EmulatedRow const& row : rows)
    if (!std::isnan(row.*of)) values.push_back(row.*of);
  return values.empty() ? "" : std::string(" ") + name + "=" + figure(geometric_mean(values));
}

std::string text_of(Moved const& by) { return by.schema + " (" + by.kernels + ")"; }

/// Of the rows that were timed.
std::string median_of(std::vector<EmulatedRow> const& rows, double EmulatedRow::*of) {
  std::vector<double> values;
  for (EmulatedRow const& row : rows)
    if (row.*of > 0) values.push_back(row.*of);
  return values.empty() ? "0" : figure(median(values));
}

}  // namespace

EmulatedRow emulate(Case const& chosen, detail::Machine const& gpu, std::int64_t max_bytes,
                    bool corrupt) {
  EmulatedRow row;
  row.name = chosen.suite + "/" + chosen.name;
  TensorCase const& whole = chosen.tensor.value();
  std::int64_t const element = bytes_of(chosen.type);
  auto const tensors = smaller(whole, element, max_bytes);
  bool const in_place = chosen.buffers_per_turn == 1;
  if (in_place) {
    audit_in_place(row, whole, element, gpu);
    run_in_place(row, small_plan_in_place(row.by, tensors, element, gpu), element, gpu, corrupt);
  } else {
    audit_out_of_place(row, whole, element, gpu);
    run_out_of_place(row, small_plan(row.by, tensors, element, gpu), element, gpu, corrupt);
  }
  return row;
}

std::string line_of(EmulatedRow const& row) {
  std::string text = row.name + "  " + text_of(row.by) + "  sectors " + figure(row.sectors, 2) +
                     "  wavefronts " + figure(row.wavefronts, 2);
  if (!std::isnan(row.dram)) text += "  dram " + figure(row.dram, 2);
  text += "  passes " + std::to_string(row.passes) + "  predicted " +
          figure(row.predicted_of_copy) + " of copy  " + row.scaled + " on fibers";
  if (!(row.scaled_by == row.by)) text += " by " + text_of(row.scaled_by);
  return text + ": " + (row.wrong.empty() ? "right" : "WRONG: " + row.wrong);
}

std::string summary(std::string const& gpu, std::vector<EmulatedRow> const& rows) {
  std::int64_t wrong = 0;
  std::int64_t same = 0;
  std::int64_t races = 0;
  int passes = 0;
  double sectors = 1;
  double least = rows.empty() ? 0 : rows.front().predicted_of_copy;
  for (EmulatedRow const& row : rows) {
    wrong += row.wrong.empty() ? 0 : 1;
    same += row.scaled_by == row.by ? 1 : 0;
    races += row.races;
    passes = std::max(passes, row.passes);
    sectors = std::max(sectors, row.sectors);
    least = std::min(least, row.predicted_of_copy);
  }
  return "emulated=" + gpu + " cases=" + std::to_string(rows.size()) +
         " wrong=" + std::to_string(wrong) + " races=" + std::to_string(races) +
         geomean(rows, "sectors_of_ideal_geomean", &EmulatedRow::sectors) +
         " sectors_of_ideal_max=" + figure(sectors) +
         geomean(rows, "wavefronts_of_ideal_geomean", &EmulatedRow::wavefronts) +
         geomean(rows, "dram_of_ideal_geomean", &EmulatedRow::dram) +
         " passes_max=" + std::to_string(passes) +
         geomean(rows, "predicted_of_copy_geomean", &EmulatedRow::predicted_of_copy) +
         " predicted_of_copy_min=" + figure(least) + " same_kernel=" + std::to_string(same) +
         " fibers_us_of_16KiB=" + median_of(rows, &EmulatedRow::fibers_us) +
         " dry_us_of_16KiB=" + median_of(rows, &EmulatedRow::dry_us);
}

}  // namespace isomer::perf
