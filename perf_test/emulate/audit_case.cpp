// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulate/audit_case.hpp"

#include "cost/gpu_time.hpp"
#include "emulate/problems.hpp"
#include "emulate/small_plan.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "problem/normalize.hpp"
#include "schema/device_audit.hpp"
#include "schema/device_plan.hpp"

namespace isomer::perf {
namespace {

double of_copy(TensorCase const& tensor, std::int64_t element_bytes, double seconds,
               detail::Machine const& gpu) {
  return detail::gpu_copy_seconds(gpu, element_count(tensor.extents) * element_bytes) / seconds;
}

/// A sum of what launches have, each as often as it has bytes.
class Mean {
 public:
  void add(double value, double weight) {
    sum_ += value * weight;
    weight_ += weight;
  }
  double value() const { return weight_ > 0 ? sum_ / weight_ : 1; }

 private:
  double sum_ = 0;
  double weight_ = 0;
};

/// Bytes that all blocks move, by those that were audited.
double bytes_of_all(team::LaunchAudit const& launch) {
  auto const& some = launch.requests;
  return some.blocks == 0
             ? 0
             : static_cast<double>(some.bytes_read + some.bytes_written) * launch.what.blocks *
                   launch.what.turns / static_cast<double>(some.blocks);
}

}  // namespace

void audit_out_of_place(EmulatedRow& row, TensorCase const& tensor, std::int64_t element_bytes,
                        detail::Machine const& gpu) {
  auto const normal = detail::normalize(out_of_place_problem(tensor, element_bytes));
  auto const candidate = detail::device_candidate(normal, gpu);
  auto const audit = detail::audit_on_device(normal, candidate, gpu);
  row.by = {detail::name_of(candidate.schema), audit.kernel};
  row.sectors = audit.requests.sector_ratio();
  row.wavefronts = audit.requests.wavefront_ratio();
  row.dram = audit.memory_ratio;
  row.predicted_of_copy = of_copy(tensor, element_bytes, audit.seconds, gpu);
}

void audit_in_place(EmulatedRow& row, TensorCase const& tensor, std::int64_t element_bytes,
                    detail::Machine const& gpu) {
  auto const plan =
      in_place::plan_for_gpu(gpu, in_place_problem(tensor, element_bytes), {}, "isomer_perf");
  row.passes = plan.facts.passes;
  Mean sectors;
  Mean wavefronts;
  auto const launches = audit(plan);
  row.by = {plan.facts.schema, kernels_of(launches)};
  for (team::LaunchAudit const& launch : launches) {
    sectors.add(launch.requests.sector_ratio(), bytes_of_all(launch));
    wavefronts.add(launch.requests.wavefront_ratio(), bytes_of_all(launch));
  }
  row.sectors = sectors.value();
  row.wavefronts = wavefronts.value();
  row.predicted_of_copy = plan.facts.predicted_seconds > 0
                              ? of_copy(tensor, element_bytes, plan.facts.predicted_seconds, gpu)
                              : 1;
}

}  // namespace isomer::perf
