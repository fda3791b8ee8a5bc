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

/// A permutation of any rank on a device in two passes: into the workspace, by the kernels of the
/// permutation out of place, and back as it lies. The workspace is as large as the array. (Hosts do
/// it as a block that all threads share.)
template <class Exec>
struct CopyBack {
  /// Nothing if the workspace is too small, or on a host.
  static std::optional<Estimate> estimate(FusedAxes const& axes, Limits const& limits);
  static std::unique_ptr<Move<Exec>> prepare(FusedAxes const& axes, Limits const& limits);
};

}  // namespace isomer::in_place
