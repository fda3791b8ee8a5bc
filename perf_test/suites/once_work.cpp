// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/once_work.hpp"

#include <algorithm>

#include <isomer/detail/engine.hpp>
#include <isomer/error.hpp>

#include "bench.hpp"
#include "interleave.hpp"
#include "machine/memory_limits.hpp"
#include "patience.hpp"
#include "row.hpp"
#include "suites/tensor_work.hpp"
#include "verify.hpp"
#include "yardstick.hpp"

namespace isomer::perf {

namespace {

detail::Problem problem_of(TensorCase const& tensor, ElementType type) {
  detail::Problem problem;
  problem.element_bytes = static_cast<std::int32_t>(bytes_of(type));
  problem.rank = static_cast<std::int32_t>(tensor.extents.size());
  auto const source = column_major_strides(tensor.extents);
  for (std::size_t k = 0; k < tensor.extents.size(); ++k)
    problem.axis[k] = {tensor.extents[k], source[k], 0};
  std::int64_t stride = 1;
  for (int const axis : tensor.axes) {
    auto const k = static_cast<std::size_t>(axis);
    problem.axis[k].dst_stride = stride;
    stride *= tensor.extents[k];
  }
  return problem;
}

OnceWork work_of(Bench const& bench, ElementType type, TensorCase const& tensor, int rounds) {
  auto const planned = [&bench, problem = problem_of(tensor, type)] {
    return detail::make_plan(bench.exec, problem, bench.plan_options(), "isomer_perf");
  };
  auto const plan = planned();
  auto const& facts = plan->facts();
  double const repeated = plan->predicted_seconds();
  OnceWork work{
      {}, {facts.schema, facts.passes, repeated}, facts.seconds(Use::once, repeated), rounds};
  work.make = [&bench, planned]() -> Move {
    return [&bench, made = planned()](int) {
      made->run(bench.exec, bench.buffers[1], bench.buffers[0], nullptr);
    };
  };
  return work;
}

/// Of a copy from memory to memory, whatever the size.
void time_copy(Row& row, Case const& chosen, Bench const& bench) {
  auto copies = yardsticks(bench.exec, chosen.bytes, [&](int turn) {
    return CopyPair{bench.buffers[2 * turn + 1], bench.buffers[2 * turn]};
  });
  interleave(copies, patience_for(chosen, bench.options), stopwatch_for(bench.exec));
  auto const& fastest = fastest_yardstick(copies);
  row.copy_seconds = median(fastest.seconds);
  row.copy_name = fastest.name;
}

}  // namespace

Case once_case(std::string const& suite, ElementType type, TensorCase const& tensor,
               std::function<void(Row&, Bench const&, OnceWork const&)> const& measured) {
  Case made;
  made.suite = suite;
  made.type = type;
  made.name = tensor_name(type, tensor);
  made.bytes = element_count(tensor.extents) * bytes_of(type);
  made.measure = [=](Row& row, Case const& chosen, Bench const& bench) {
    int const buffers = std::max(2, buffers_for(chosen));
    if (Buffers::footprint(buffers, chosen.bytes) >
        detail::memory_left() / 10 * 8 + bench.buffers.held_bytes()) {
      row.state = Row::State::skipped;
      row.reason = "needs more memory than there is";
      return;
    }
    bench.buffers.provide(buffers, chosen.bytes);
    time_copy(row, chosen, bench);
    OnceWork const work = work_of(bench, type, tensor, patience_for(chosen, bench.options).rounds);
    row.schema = work.plan.schema;
    row.passes = work.plan.passes;
    measured(row, bench, work);
    auto const wrong = verify(
        bench.exec, permute_verification(bench, type, tensor), [&] { work.make()(0); },
        bench.options.corrupt);
    if (wrong) row.fail(*wrong);
  };
  return made;
}

}  // namespace isomer::perf
