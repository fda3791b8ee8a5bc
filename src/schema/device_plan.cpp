// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/device_plan.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "problem/order.hpp"
#include "schema/device_kernels.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"
#include "team/report_failures.hpp"

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
    auto const launch = [&](DeviceKernel which, int blocks, int shared_bytes, auto const& kernel) {
      team::launch_warps(exec, labels_[static_cast<std::size_t>(which)].c_str(), blocks,
                         shared_bytes, kernel);
    };
    team::report_failures(this->facts().description, [&] {
      kernels_.with_kernel(tile::warp::OnePair{dst, src}, tile::warp::bits_of(dst, src), factors,
                           launch);
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
  if (!moves_runs(schema) || normal.keeps_elements()) return std::nullopt;
  return tile::warp::plan_rows(normal);
}

std::optional<tile::warp::TileExtents> device_tile(NormalProblem const& normal) {
  bool const is_half = normal.scalar == Scalar::f16 || normal.scalar == Scalar::bf16;
  if (normal.cast.is_any() || is_half) return std::nullopt;
  return tile::warp::tile_extents(normal);
}

Candidate device_slices(NormalProblem const& normal, Schema schema, std::int64_t in_words) {
  Candidate candidate;
  candidate.schema = schema;
  Slice& slice = candidate.tiling.slice;
  std::int64_t const sure = std::int64_t{tile::warp::sure_slice_words} * normal.element_bytes;
  std::int64_t cap = max_device_slice_bytes(normal);
  do {
    slice = grow_slice(normal, {in_words * normal.element_bytes, cap / in_words, cap, cap});
    cap /= 2;
  } while (cap >= sure && !tile::warp::slices_have_room(normal, slice.extent));
  return candidate;
}

namespace {

/// What is called for by the shape.
Candidate by_shape(NormalProblem const& normal) {
  Schema const shape = taxonomy(normal, 32);
  if (shape == Schema::copy || shape == Schema::strided) return device_slices(normal, shape);
  if (normal.has_same_fastest())
    return device_slices(normal,
                         shape == Schema::fvi_match_large ? shape : Schema::fvi_match_small);
  Candidate candidate = device_slices(normal, Schema::orthogonal_distinct);
  auto const extents = device_tile(normal);
  if (extents) candidate.tiling.slice.extent = *extents;
  else if (runs_share_an_axis(normal, candidate.tiling.slice))
    candidate.schema = Schema::orthogonal_arbitrary;
  return candidate;
}

/// Under the name that the taxonomy has for them.
Candidate named_slices(NormalProblem const& normal, Schema shape, std::int64_t in_words) {
  Candidate candidate = device_slices(normal, shape, in_words);
  if (normal.has_same_fastest()) return candidate;
  candidate.schema = runs_share_an_axis(normal, candidate.tiling.slice)
                         ? Schema::orthogonal_arbitrary
                         : Schema::orthogonal_distinct;
  return candidate;
}

}  // namespace

std::vector<Candidate> device_candidates(NormalProblem const& normal) {
  std::vector<Candidate> list{by_shape(normal)};
  Schema const shape = list.front().schema;
  if (device_rows(normal, shape) || shape == Schema::strided) return list;
  // Alg. 3 of TTLG: what one side gains in run length the other loses. Smaller slices than the
  // largest were never faster (doc/measured/2026-11-26_instructions.md).
  for (std::int64_t const in_words : {32, 16, 64}) {
    Candidate const slices = named_slices(normal, shape, in_words);
    auto const is_same = [&](Candidate const& other) { return other.tiling == slices.tiling; };
    if (std::none_of(list.begin(), list.end(), is_same)) list.push_back(slices);
  }
  return list;
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
