// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/device_plan.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "problem/order.hpp"
#include "schema/device_kernels.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"

namespace isomer::detail {
namespace {

/// What a profiler sees: the names of the schema and of the kernel.
using Labels = std::array<std::string, device_kernel_names.size()>;
Labels labels_of(Schema schema) {
  Labels labels;
  for (std::size_t k = 0; k < labels.size(); ++k)
    labels[k] = std::string("isomer::permute::") + name_of(schema) + "::" + device_kernel_names[k];
  return labels;
}

template <class Exec>
class DevicePlan final : public ExecutablePlan<Exec> {
 public:
  DevicePlan(NormalProblem const& normal, Candidate const& candidate, PlanFacts facts)
      : ExecutablePlan<Exec>(std::move(facts)),
        kernels_(normal, candidate),
        labels_(labels_of(candidate.schema)) {}

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const* factors) const override {
    kernels_.with_kernel(dst, src, factors,
                         [&](DeviceKernel which, int blocks, int shared_bytes, auto const& kernel) {
                           team::launch_warps(exec,
                                              labels_[static_cast<std::size_t>(which)].c_str(),
                                              blocks, shared_bytes, kernel);
                         });
  }

 private:
  DeviceKernels kernels_;
  Labels labels_;
};

}  // namespace

std::int64_t max_device_slice_bytes(Problem const& problem) {
  return std::int64_t{tile::warp::max_slice_words(problem.element_bytes)} * problem.element_bytes;
}

std::optional<tile::warp::RowGeometry> device_rows(NormalProblem const& normal, Schema schema) {
  bool const has_runs = schema == Schema::copy || schema == Schema::fvi_match_large;
  if (!has_runs || normal.scalar != Scalar::none) return std::nullopt;
  return tile::warp::plan_rows(normal);
}

Candidate device_slices(NormalProblem const& normal, Schema schema) {
  std::int64_t const word = normal.element_bytes;
  std::int64_t const cap = max_device_slice_bytes(normal);
  Candidate candidate;
  candidate.schema = schema;
  // Runs of 32 words at least on either side, which is where a warp's request ends.
  candidate.tiling.slice = grow_slice(normal, {32 * word, cap / 32, cap, cap});
  return candidate;
}

Candidate device_candidate(NormalProblem const& normal) {
  Schema const shape = taxonomy(normal, 32);
  if (shape == Schema::copy || shape == Schema::strided) return device_slices(normal, shape);
  if (normal.has_same_fastest())
    return device_slices(normal,
                         shape == Schema::fvi_match_large ? shape : Schema::fvi_match_small);
  Candidate candidate = device_slices(normal, Schema::orthogonal_distinct);
  auto const extents = tile::warp::tile_extents(normal);
  if (extents) candidate.tiling.slice.extent = *extents;
  else if (runs_share_an_axis(normal, candidate.tiling.slice))
    candidate.schema = Schema::orthogonal_arbitrary;
  return candidate;
}

template <class Exec>
PlanPtr<Exec> make_device_plan(NormalProblem const& normal, Candidate const& candidate,
                               PlanFacts facts) {
  return std::make_shared<DevicePlan<Exec>>(normal, candidate, std::move(facts));
}

#define ISOMER_INSTANTIATE(Exec) \
  template PlanPtr<Exec> make_device_plan<Exec>(NormalProblem const&, Candidate const&, PlanFacts);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
