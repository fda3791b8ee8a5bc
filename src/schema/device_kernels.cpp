// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/device_kernels.hpp"

#include <cstring>
#include <string>

#include <isomer/error.hpp>

#include "schema/device_plan.hpp"
#include "tiling/slice.hpp"

namespace isomer::detail {
namespace {

void require_device_can(NormalProblem const& normal) {
  if (normal.rank > tile::warp::SliceGeometry::max_axes)
    throw Error("isomer: a normal problem of rank " + std::to_string(normal.rank) +
                " was planned for a device, it has to have rank at most " +
                std::to_string(tile::warp::SliceGeometry::max_axes));
  if (normal.scalar == Scalar::f80)
    throw Error("isomer: long double was to be scaled on a device, it has to be float or double");
  if (normal.cast.from == Scalar::f80 || normal.cast.to == Scalar::f80)
    throw Error("isomer: long double was to be cast on a device, it has to be float or double");
}

}  // namespace

DeviceKernels::DeviceKernels(NormalProblem const& normal, Candidate const& candidate)
    : normal_(normal), slice_(candidate.tiling.slice) {
  require_device_can(normal);
  auto const tile = device_tile(normal);
  if (candidate.schema == Schema::orthogonal_distinct && tile && slice_.extent == *tile) {
    vector_tile_ = tile::warp::plan_tile16(normal);
    tile_ = tile::warp::plan_tile(normal);
  }
  rows_ = device_rows(normal, candidate.schema);
  // Tiles are larger than slices may be.
  if (slice_bytes(normal, slice_) > max_device_slice_bytes(normal))
    slice_ = device_slices(normal, candidate.schema).tiling.slice;
  slices_ = slices_of(normal.element_bytes);
}

tile::warp::Factors DeviceKernels::factors_of(ScaleFactors const& given) const {
  tile::warp::Factors factors{};
  std::memcpy(factors.alpha, given.alpha.data(), sizeof factors.alpha);
  std::memcpy(factors.beta, given.beta.data(), sizeof factors.beta);
  factors.scalar = normal_.scalar;
  factors.reads_dst = given.reads_dst;
  factors.conjugate = given.conjugate;
  return factors;
}

tile::warp::SliceGeometry DeviceKernels::slices_of(int unit) const {
  auto const slices = tile::warp::plan_slices(normal_, slice_.extent, unit);
  if (!slices)
    throw Error("isomer: a problem of " + std::to_string(tile_count(normal_, slice_)) +
                " slices was planned for a device, it has to have less than 2^30 of at most " +
                std::to_string(tile::warp::max_slice_words(normal_.element_bytes)) + " words");
  return *slices;
}

}  // namespace isomer::detail
