// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace isomer {

/// How much work goes into choosing a plan.
enum class Effort : std::uint8_t {
  estimate,  ///< the cost model alone decides
  /// The best few candidates are run on scratch memory as large as the views, and the fastest is
  /// kept. The cost model decides where that would take more than half of the memory that is left.
  measure
};

/// How often a plan is executed, to a question what it takes.
enum class Use : std::uint8_t {
  repeated,  ///< again and again: the next execution
  once       ///< planning, and a first execution that finds nothing in the caches
};

/// What a caller may ask of a plan.
struct PlanOptions {
  /// The library's own limit: for in-place plans 2 % of the array and 8 MiB a thread.
  static constexpr std::size_t automatic = std::numeric_limits<std::size_t>::max();

  /// As much as the fastest way takes. A call in place on a host that allocates for itself leaves
  /// out the way by a copy of the array: making new pages each time takes longer than it gains.
  static constexpr std::size_t unlimited = automatic - 1;

  /// The most extra memory, in bytes, that the plan may use while it runs. A plan in place with a
  /// limit is taken for one that is executed with a workspace of the caller's.
  std::size_t workspace_limit = automatic;
  Effort effort = Effort::estimate;
  /// In place: go ahead although other Views share the allocation. They see the new arrangement
  /// through their old layout.
  bool allow_aliases = false;
  /// Forces a schema or decomposition by its name (see doc/schemas.md); empty lets the model
  /// choose.
  std::string schema{};

  friend bool operator==(PlanOptions const&, PlanOptions const&) = default;
};

/// `convert_layout<Kokkos::LayoutLeft>(exec, view, isomer::allow_aliases)`: convert in place even
/// though other Views share the allocation.
struct AllowAliases {
  operator PlanOptions() const { return {.allow_aliases = true}; }
};
inline constexpr AllowAliases allow_aliases{};

}  // namespace isomer
