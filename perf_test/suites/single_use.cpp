// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench.hpp"
#include "row.hpp"
#include "suites/once_work.hpp"
#include "suites/six_axes.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

namespace {

/// The row's time is that of a single use: planning and a first, cold execution.
void measure_single_use(Row& row, Bench const& bench, OnceWork const& work) {
  ColdCaches caches(bench.exec, bench.options.scale);
  OnceTimes const times = time_once(bench.exec, caches, work.make, work.rounds);
  row.seconds = times.planning_seconds + times.first_seconds;
  row.seconds_low = row.seconds_high = row.seconds;
  row.predicted_seconds = work.once_seconds;
  auto const of = [&](double seconds) { return 2e-9 * static_cast<double>(row.bytes) / seconds; };
  row.figures = {{"repeated_gigabytes_per_second", of(times.repeated_seconds)},
                 {"planning_us", 1e6 * times.planning_seconds},
                 {"once_over_repeated", row.seconds / times.repeated_seconds}};
}

}  // namespace

std::vector<Case> single_use_cases(ElementType type, Options const& options) {
  std::vector<Case> cases;
  // The tensors of permute6d, and small ones of which planning is a part.
  for (std::int64_t const extent : {16, 15, 17, 4, 5, 7}) {
    for (TensorCase const& tensor : six_axis_tensors(extent, {20, 4, 1}, options)) {
      auto made = once_case("single_use", type, fitted(tensor, type, options), measure_single_use);
      made.group = std::to_string(extent) + "^6";
      cases.push_back(std::move(made));
    }
  }
  return cases;
}

}  // namespace isomer::perf
