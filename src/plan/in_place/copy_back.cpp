// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/in_place/copy_back.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "in_place/work.hpp"
#include "plan/in_place/copy_back_halves.hpp"
#include "plan/in_place/host_copy_back.hpp"
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

/// A problem out of place, with the kernels for it.
class Half {
 public:
  Half(NormalProblem const& normal, detail::Machine const& gpu)
      : candidate_(detail::device_candidate(normal, gpu)), kernels_(normal, candidate_) {}

  template <class Exec>
  void run(Exec const& exec, char const* label, std::byte* dst, std::byte const* src) const {
    kernels_.with_plain_kernel(tile::warp::OnePair{dst, src}, tile::warp::bits_of(dst, src),
                               [&](auto, int blocks, int shared_bytes, auto const& kernel) {
                                 team::launch_warps(exec, label, blocks, shared_bytes, kernel);
                               });
  }
  std::string name() const { return detail::name_of(candidate_.schema); }

 private:
  Candidate candidate_;
  DeviceKernels kernels_;
};

/// Launches of more slices take longer than what a smaller buffer saves.
constexpr std::int64_t most_slices = 64;

/// The array in slices along its slowest axis, which stays where it is: `count` of `slice`, and one
/// of `rest` if that is not empty. An array in one slice need not have such an axis.
struct Slices {
  std::int64_t count = 1;
  FusedAxes slice;
  std::optional<FusedAxes> rest{};

  std::int64_t all() const { return count + (rest ? 1 : 0); }
};

FusedAxes part_of(FusedAxes axes, std::int64_t extent) {
  axes.extent.front() = extent;
  return fuse(axes);
}

bool keeps_slowest(FusedAxes const& axes) { return axes.rank() > 2 && axes.target.front() == 0; }

std::optional<Slices> slices_within(FusedAxes const& axes, std::size_t workspace) {
  auto const room = static_cast<std::int64_t>(workspace);
  if (axes.bytes() <= room) return Slices{1, axes};
  if (!keeps_slowest(axes)) return std::nullopt;
  std::int64_t const extent = axes.extent.front();
  std::int64_t const at_a_time = room / (axes.bytes() / extent);
  if (at_a_time == 0) return std::nullopt;
  Slices slices{extent / at_a_time, part_of(axes, at_a_time)};
  if (extent % at_a_time > 0) slices.rest = part_of(axes, extent % at_a_time);
  return slices.all() <= most_slices ? std::optional(slices) : std::nullopt;
}

/// A slice there and back.
class Slice {
 public:
  Slice(FusedAxes const& axes, detail::Machine const& gpu)
      : there_(permutation_of(axes), gpu), back_(copy_of(axes), gpu) {}

  template <class Exec>
  void run(Exec const& exec, std::byte* data, std::byte* workspace) const {
    there_.run(exec, "isomer::in_place::copy_back::permute", workspace, data);
    back_.run(exec, "isomer::in_place::copy_back::copy", data, workspace);
  }
  std::string name() const { return there_.name(); }

 private:
  Half there_;
  Half back_;
};

template <class Exec>
class CopyBackMove final : public Move<Exec> {
 public:
  CopyBackMove(Slices const& slices, detail::Machine const& gpu)
      : count_(slices.count),
        all_(slices.all()),
        bytes_(slices.slice.bytes()),
        slice_(slices.slice, gpu) {
    if (slices.rest) rest_.emplace(*slices.rest, gpu);
  }

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    for (std::int64_t k = 0; k < count_; ++k) slice_.run(exec, data + k * bytes_, workspace);
    if (rest_) rest_->run(exec, data + count_ * bytes_, workspace);
  }
  std::string describe() const override {
    return slice_.name() + " into the workspace" +
           (all_ == 1 ? "" : ", " + std::to_string(all_) + " slices");
  }

 private:
  std::int64_t count_;
  std::int64_t all_;
  std::int64_t bytes_;
  Slice slice_;
  std::optional<Slice> rest_;
};

bool may_do(FusedAxes const& axes) {
  return axes.element_bytes <= max_element_bytes &&
         axes.rank() < tile::warp::SliceGeometry::max_axes;
}

/// What the kernels of a slice cost, as passes in place are counted.
void add_passes(std::vector<detail::Pass>& work, FusedAxes const& slice, detail::Machine const& gpu,
                std::int64_t times) {
  for (NormalProblem const& normal : {permutation_of(slice), copy_of(slice)})
    work.insert(work.end(), static_cast<std::size_t>(times),
                detail::device_candidate(normal, gpu).passes.front());
}

}  // namespace

template <class Exec>
std::optional<Estimate> CopyBack<Exec>::estimate(FusedAxes const& axes, Limits const& limits) {
  if constexpr (runs_on_host_v<Exec>) return HostCopyBack<Exec>::estimate(axes, limits);
  auto const slices = slices_within(axes, limits.workspace);
  if (!slices || !may_do(axes)) return std::nullopt;
  Estimate estimate;
  add_passes(estimate.work, slices->slice, limits.machine, slices->count);
  if (slices->rest) add_passes(estimate.work, *slices->rest, limits.machine, 1);
  estimate.passes = 2;
  estimate.bytes_read = estimate.bytes_written = 2 * axes.bytes();
  estimate.workspace = static_cast<std::size_t>(slices->slice.bytes());
  return priced(std::move(estimate), limits);
}

template <class Exec>
std::unique_ptr<Move<Exec>> CopyBack<Exec>::prepare(FusedAxes const& axes, Limits const& limits) {
  if constexpr (runs_on_host_v<Exec>) return HostCopyBack<Exec>::prepare(axes, limits);
  else
    return std::make_unique<CopyBackMove<Exec>>(slices_within(axes, limits.workspace).value(),
                                                limits.machine);
}

template <class Exec>
std::size_t CopyBack<Exec>::least_workspace(FusedAxes const& axes) {
  if (runs_on_host_v<Exec> || !keeps_slowest(axes)) return static_cast<std::size_t>(axes.bytes());
  std::int64_t const extent = axes.extent.front();
  std::int64_t const at_a_time = (extent + most_slices - 1) / most_slices;
  return static_cast<std::size_t>(axes.bytes() / extent * at_a_time);
}

#define ISOMER_INSTANTIATE(Exec) template struct CopyBack<Exec>;
ISOMER_FOR_EACH_EXEC_IN_PLACE(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
