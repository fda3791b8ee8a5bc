// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>

#include "bench.hpp"
#include "row.hpp"
#include "suites/once_work.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

namespace {

/// The row's time is that of repeated executions on the same arrays; that of a single use is
/// beside it.
void measure_size(Row& row, Bench const& bench, OnceWork const& work) {
  ColdCaches caches(bench.exec, bench.options.scale);
  OnceTimes const times = time_once(bench.exec, caches, work.make, work.rounds);
  double const once = times.planning_seconds + times.first_seconds;
  row.seconds = times.repeated_seconds;
  row.seconds_low = row.seconds_high = row.seconds;
  row.predicted_seconds = work.plan.predicted_seconds;
  row.figures = {{"array_bytes", static_cast<double>(row.bytes)},
                 {"once_gigabytes_per_second", 2e-9 * static_cast<double>(row.bytes) / once},
                 {"once_predicted_over_actual", work.once_seconds / once}};
}

}  // namespace

std::vector<Case> size_sweep_cases(ElementType type, Options const& options) {
  constexpr std::array<std::array<int, 6>, 2> orders{{{0, 2, 5, 1, 4, 3}, {4, 1, 2, 5, 3, 0}}};
  // Sides of 512 bytes to half a gigabyte of doubles; most are no multiples of what a tile has.
  auto const most = static_cast<std::int64_t>(Counts{20, 14, 6}.at(options));
  std::vector<std::int64_t> extents;
  for (std::int64_t extent = 2; extent <= most; ++extent) extents.push_back(extent);
  std::vector<Case> cases;
  for (auto const& order : orders)
    for (std::int64_t const extent : thinned(extents, Counts{19, 7, 3}.at(options))) {
      TensorCase const tensor{std::vector<std::int64_t>(6, extent), {order.begin(), order.end()}};
      auto made = once_case("size_sweep", type, tensor, measure_size);
      made.group = axes_text({order.begin(), order.end()});
      cases.push_back(std::move(made));
    }
  return cases;
}

}  // namespace isomer::perf
