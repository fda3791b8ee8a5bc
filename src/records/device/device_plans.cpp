// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/device/device_plans.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <isomer/error.hpp>

#include "in_place/move_by_warps.hpp"
#include "records/device/device_copy.hpp"
#include "records/device/device_rearrange.hpp"
#include "team/exec_spaces.hpp"
#include "team/report_failures.hpp"

namespace isomer::records {

namespace {

template <class Exec>
class DeviceMove final : public in_place::Move<Exec> {
 public:
  DeviceMove(Exec const& exec, DeviceRearrange change, char const* function)
      : change_(std::move(change)), table_(exec, change_.table(), function) {
    change_.forget_table();
  }

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    change_.run(in_place::LaunchWarps<Exec>{exec}, data, workspace, table_.data());
  }
  std::string describe() const override { return change_.describe(); }
  std::size_t kept_bytes() const override { return change_.table().size(); }

 private:
  DeviceRearrange change_;
  TableOnDevice<Exec> table_;
};

template <class Exec>
class DeviceCopyPlan final : public detail::ExecutablePlan<Exec> {
 public:
  DeviceCopyPlan(Exec const& exec, detail::PlanFacts facts, DeviceCopy copy, char const* function)
      : detail::ExecutablePlan<Exec>(std::move(facts)),
        copy_(std::move(copy)),
        table_(exec, copy_.table(), function) {
    copy_.forget_table();
  }

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           detail::ScaleFactors const*) const override {
    team::report_failures(this->facts().description, [&] {
      copy_.run(in_place::LaunchWarps<Exec>{exec}, dst, src, table_.data());
    });
  }

 private:
  DeviceCopy copy_;
  TableOnDevice<Exec> table_;
};

}  // namespace

template <class Exec>
InPlaceChoice<Exec> device_in_place_move(Exec const& exec, RecordProblem const& problem,
                                         in_place::Limits const& limits, char const* function) {
  auto change = DeviceRearrange::fit(problem, limits);
  if (!change) {
    std::int64_t const tile = std::max(problem.src.largest_tile(), problem.dst.largest_tile());
    throw Error(std::string(function) + ": tiles of " + std::to_string(tile) +
                " records do not fit the " + std::to_string(limits.machine.block_bytes) +
                " bytes of shared memory of a block, smaller ones have to be chosen");
  }
  in_place::Estimate estimate = change->estimate();
  return {std::move(estimate),
          std::make_unique<DeviceMove<Exec>>(exec, std::move(*change), function)};
}

template <class Exec>
std::shared_ptr<detail::ExecutablePlan<Exec> const> device_copy_plan(Exec const& exec,
                                                                     RecordProblem const& problem,
                                                                     in_place::Limits const& limits,
                                                                     char const* function) {
  DeviceCopy copy(problem, limits);
  in_place::Estimate const& estimate = copy.estimate();
  detail::PlanFacts facts;
  facts.schema = "records";
  facts.passes = 1;
  facts.bytes_read = estimate.bytes_read;
  facts.bytes_written = estimate.bytes_written;
  facts.predicted_seconds = estimate.seconds;
  facts.description = "records: " + copy.describe() + "; reads " +
                      std::to_string(facts.bytes_read) + " and writes " +
                      std::to_string(facts.bytes_written) + " bytes";
  return std::make_shared<DeviceCopyPlan<Exec>>(exec, std::move(facts), std::move(copy), function);
}

#define ISOMER_INSTANTIATE(Exec)                                                                 \
  template InPlaceChoice<Exec> device_in_place_move<Exec>(Exec const&, RecordProblem const&,     \
                                                          in_place::Limits const&, char const*); \
  template std::shared_ptr<detail::ExecutablePlan<Exec> const> device_copy_plan<Exec>(           \
      Exec const&, RecordProblem const&, in_place::Limits const&, char const*);
ISOMER_FOR_EACH_DEVICE_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::records
