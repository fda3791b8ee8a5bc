// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulate/emulated_row.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "emulate/audit_case.hpp"
#include "emulate/run_case.hpp"
#include "emulate/scaled.hpp"
#include "statistics.hpp"

namespace isomer::perf {
namespace {

std::string figure(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

double geomean(std::vector<EmulatedRow> const& rows, double EmulatedRow::*of) {
  double sum = 0;
  for (EmulatedRow const& row : rows) sum += std::log(row.*of);
  return rows.empty() ? 1 : std::exp(sum / static_cast<double>(rows.size()));
}

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
  TensorCase const small = scaled(whole, std::max<std::int64_t>(1, max_bytes / element));
  row.scaled = extents_text(small.extents);
  bool const in_place = chosen.buffers_per_turn == 1;
  if (in_place) {
    audit_in_place(row, whole, element, gpu);
    run_in_place(row, small, element, gpu, corrupt);
  } else {
    audit_out_of_place(row, whole, element, gpu);
    run_out_of_place(row, small, element, gpu, corrupt);
  }
  return row;
}

std::string summary(std::string const& gpu, std::vector<EmulatedRow> const& rows) {
  std::int64_t wrong = 0;
  std::int64_t races = 0;
  int passes = 0;
  double sectors = 1;
  double least = rows.empty() ? 0 : rows.front().predicted_of_copy;
  for (EmulatedRow const& row : rows) {
    wrong += row.wrong.empty() ? 0 : 1;
    races += row.races;
    passes = std::max(passes, row.passes);
    sectors = std::max(sectors, row.sectors);
    least = std::min(least, row.predicted_of_copy);
  }
  return "emulated=" + gpu + " cases=" + std::to_string(rows.size()) +
         " wrong=" + std::to_string(wrong) + " races=" + std::to_string(races) +
         " sectors_of_ideal_geomean=" + figure(geomean(rows, &EmulatedRow::sectors)) +
         " sectors_of_ideal_max=" + figure(sectors) +
         " wavefronts_of_ideal_geomean=" + figure(geomean(rows, &EmulatedRow::wavefronts)) +
         " dram_of_ideal_geomean=" + figure(geomean(rows, &EmulatedRow::dram)) +
         " passes_max=" + std::to_string(passes) +
         " predicted_of_copy_geomean=" + figure(geomean(rows, &EmulatedRow::predicted_of_copy)) +
         " predicted_of_copy_min=" + figure(least) +
         " fibers_us_of_16KiB=" + median_of(rows, &EmulatedRow::fibers_us) +
         " dry_us_of_16KiB=" + median_of(rows, &EmulatedRow::dry_us);
}

}  // namespace isomer::perf
