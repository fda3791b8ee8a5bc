// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulate/run_suites.hpp"

#include <algorithm>
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

bool has_only_permutations(std::vector<Case> const& cases) {
  return std::all_of(cases.begin(), cases.end(),
                     [](Case const& one) { return one.tensor.has_value(); });
}

std::string suites_of_permutations() {
  Options options;
  options.scale = Scale::tiny;
  std::string names;
  for (Suite const& suite : all_suites())
    if (has_only_permutations(suite.cases(suite.types.front(), options)))
      names.append(names.empty() ? "" : ", ").append(suite.name);
  return names;
}

void require_permutations(std::vector<Case> const& cases) {
  if (has_only_permutations(cases)) return;
  auto const other = std::find_if(cases.begin(), cases.end(),
                                  [](Case const& one) { return !one.tensor.has_value(); });
  throw UsageError("--emulate: suite " + other->suite +
                   " has cases that are no permutations; those that have only such are " +
                   suites_of_permutations());
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
