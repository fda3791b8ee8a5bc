// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/copy_back.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "in_place/blocks/device_blocks.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/work.hpp"
#include "problem/normalize.hpp"
#include "schema/device_audit.hpp"
#include "schema/device_kernels.hpp"
#include "schema/device_plan.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"

namespace isomer::in_place {
namespace {

using detail::Candidate;
using detail::DeviceKernels;
using detail::NormalProblem;

NormalProblem permutation_of(FusedAxes const& axes) { return problem_of(BlockStep{1, axes}); }

/// The array as a run of its elements.
NormalProblem copy_of(FusedAxes const& axes) {
  detail::Problem copy;
  copy.rank = 1;
  copy.element_bytes = static_cast<std::int32_t>(unit_of(axes.element_bytes));
  copy.axis[0] = {axes.bytes() / copy.element_bytes, 1, 1};
  return detail::normalize(copy);
}

/// A problem out of place, with the kernels for it.
class Half {
 public:
  Half(NormalProblem const& normal, detail::Machine const& gpu)
      : candidate_(detail::device_candidate(normal, gpu)), kernels_(normal, candidate_) {}

  template <class Exec>
  void run(Exec const& exec, char const* label, std::byte* dst, std::byte const* src) const {
    kernels_.with_plain_kernel(dst, src,
                               [&](auto, int blocks, int shared_bytes, auto const& kernel) {
                                 team::launch_warps(exec, label, blocks, shared_bytes, kernel);
                               });
  }
  std::string name() const { return detail::name_of(candidate_.schema); }

 private:
  Candidate candidate_;
  DeviceKernels kernels_;
};

template <class Exec>
class CopyBackMove final : public Move<Exec> {
 public:
  CopyBackMove(FusedAxes const& axes, detail::Machine const& gpu)
      : there_(permutation_of(axes), gpu), back_(copy_of(axes), gpu) {}

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    there_.run(exec, "isomer::in_place::copy_back::permute", workspace, data);
    back_.run(exec, "isomer::in_place::copy_back::copy", data, workspace);
  }
  std::string describe() const override { return there_.name() + " into the workspace"; }

 private:
  Half there_;
  Half back_;
};

/// What a kernel of the problem costs, as passes in place are counted.
detail::Pass pass_of(NormalProblem const& normal, detail::Machine const& gpu) {
  return detail::device_candidate(normal, gpu).passes.front();
}

bool may_do(FusedAxes const& axes, Limits const& limits) {
  return static_cast<std::size_t>(axes.bytes()) <= limits.workspace &&
         axes.element_bytes <= max_element_bytes &&
         axes.rank() < tile::warp::SliceGeometry::max_axes;
}

}  // namespace

template <class Exec>
std::optional<Estimate> CopyBack<Exec>::estimate(FusedAxes const& axes, Limits const& limits) {
  if constexpr (runs_on_host_v<Exec>) return std::nullopt;
  if (!may_do(axes, limits)) return std::nullopt;
  Estimate estimate;
  estimate.work = {pass_of(permutation_of(axes), limits.machine),
                   pass_of(copy_of(axes), limits.machine)};
  estimate.passes = 2;
  estimate.bytes_read = estimate.bytes_written = 2 * axes.bytes();
  estimate.workspace = static_cast<std::size_t>(axes.bytes());
  return priced(std::move(estimate), limits);
}

template <class Exec>
std::unique_ptr<Move<Exec>> CopyBack<Exec>::prepare(FusedAxes const& axes, Limits const& limits) {
  if constexpr (runs_on_host_v<Exec>) return nullptr;
  else return std::make_unique<CopyBackMove<Exec>>(axes, limits.machine);
}

#define ISOMER_INSTANTIATE(Exec) template struct CopyBack<Exec>;
ISOMER_FOR_EACH_EXEC_IN_PLACE(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
