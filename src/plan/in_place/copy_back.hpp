// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "in_place/decomposition.hpp"
#include "problem/permutation.hpp"

namespace isomer::in_place {

/// As PlanOptions::schema takes it.
inline constexpr std::string_view copy_back_name = "copy_back";

/// A permutation of any rank in two passes: into the workspace, by the kernels of the permutation
/// out of place, and back as it lies. Where a device's workspace is smaller than the array, in
/// slices along its slowest axis, if that one stays where it is.
template <class Exec>
struct CopyBack {
  /// Nothing if the workspace is too small.
  static std::optional<Estimate> estimate(FusedAxes const& axes, Limits const& limits);
  static std::unique_ptr<Move<Exec>> prepare(FusedAxes const& axes, Limits const& limits);
  /// Of the most slices that are worth their launches.
  static std::size_t least_workspace(FusedAxes const& axes);
};

}  // namespace isomer::in_place
