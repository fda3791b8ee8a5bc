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

/// The row's time is that of a call, with its part of the planning.
void measure_calls(Row& row, Bench const& bench, OnceWork const& work, int calls) {
  ColdCaches caches(bench.exec, bench.options.scale);
  row.seconds = time_calls(bench.exec, caches, work.make, calls, work.rounds) / calls;
  row.seconds_low = row.seconds_high = row.seconds;
  row.predicted_seconds = (work.once_seconds + (calls - 1) * work.plan.predicted_seconds) / calls;
  row.figures = {{"calls", static_cast<double>(calls)}};
}

}  // namespace

std::vector<Case> call_count_cases(ElementType type, Options const& options) {
  constexpr std::array<std::array<int, 6>, 2> orders{{{0, 2, 5, 1, 4, 3}, {4, 1, 2, 5, 3, 0}}};
  std::vector<Case> cases;
  for (std::int64_t const extent : {16, 7})
    for (auto const& order : orders) {
      TensorCase const tensor = fitted(
          {std::vector<std::int64_t>(6, extent), {order.begin(), order.end()}}, type, options);
      int const most = options.scale == Scale::tiny ? 4 : 256;
      for (int calls = 1; calls <= most; calls *= options.scale == Scale::full ? 2 : 4) {
        auto made = once_case("call_count", type, tensor,
                              [calls](Row& row, Bench const& bench, OnceWork const& work) {
                                measure_calls(row, bench, work, calls);
                              });
        made.group = made.name;
        made.name += " calls " + std::to_string(calls);
        cases.push_back(std::move(made));
      }
    }
  return cases;
}

}  // namespace isomer::perf
