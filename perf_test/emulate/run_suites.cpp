// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulate/run_suites.hpp"

#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "emulate/emulated_row.hpp"
#include "suites/suites.hpp"

namespace isomer::perf {
namespace {

/// Of an array on fibers, where the command line says nothing.
constexpr std::int64_t default_bytes = 256 << 10;

detail::Machine gpu_named(std::string const& name) {
  auto const gpu = detail::gpu_machine(name);
  if (!gpu)
    throw UsageError("--emulate: was \"" + name + "\", has to be one of " + detail::gpu_names());
  return *gpu;
}

void require_permutations(std::vector<Case> const& cases) {
  for (Case const& one : cases)
    if (!one.tensor)
      throw UsageError("--emulate: suite " + one.suite +
                       " has cases that are no permutations; permute, permute6d, random, square2d, "
                       "skinny, relayout, records and those in place have only such");
}

std::string line_of(EmulatedRow const& row) {
  char figures[160];
  std::snprintf(figures, sizeof figures,
                "sectors %.2f  wavefronts %.2f  dram %.2f  passes %d  predicted %.3f of copy",
                row.sectors, row.wavefronts, row.dram, row.passes, row.predicted_of_copy);
  return row.name + "  " + row.schema + " (" + row.kernels + ")  " + figures + "  " + row.scaled +
         " on fibers: " + (row.wrong.empty() ? "right" : "WRONG: " + row.wrong);
}

}  // namespace

bool emulate_suites(Options const& options, std::ostream& out) {
  auto const gpu = gpu_named(options.emulate);
  constexpr auto unlimited = std::numeric_limits<std::int64_t>::max();
  std::int64_t const max_bytes = options.max_bytes == unlimited ? default_bytes : options.max_bytes;
  Options all_sizes = options;
  all_sizes.max_bytes = unlimited;
  auto const cases = chosen_cases(all_sizes);
  require_permutations(cases);
  std::vector<EmulatedRow> rows;
  bool is_right = true;
  for (Case const& one : cases) {
    rows.push_back(emulate(one, gpu, max_bytes, options.corrupt));
    is_right = is_right && rows.back().wrong.empty() && rows.back().races == 0;
    out << line_of(rows.back()) << '\n' << std::flush;
  }
  out << summary(options.emulate, rows) << '\n';
  return is_right;
}

}  // namespace isomer::perf
