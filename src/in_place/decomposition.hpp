// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Kokkos_Core.hpp>

#include "cost/pass.hpp"
#include "in_place/step.hpp"
#include "machine/machine.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::detail {
struct Rates;
}

/// How a decomposition looks to the planner.
///
/// To add one, say `panel`:
///  1. `panel.hpp` declares `template <class Exec> Decomposition<Exec> const& panel();` (or, if it
///     leaves parts of the work to others, a function that is given those: gcd_pass.hpp)
///  2. `panel.cpp` derives from Decomposition, answers `estimate` (cheap: the search asks thousands
///     of times), `prepare` (once per plan: tables, tile widths, all that `run` needs) and
///     `least_workspace`, and ends with explicit instantiations through
///     ISOMER_FOR_EACH_EXEC_IN_PLACE (team/exec_spaces.hpp), as cycles.cpp does. A host-only one
///     keeps its kernels behind `if constexpr (runs_on_host_v<Exec>)` and refuses every step in
///     `estimate` otherwise.
///  3. plan/in_place/methods_in_place.cpp has a row for it, CMakeLists.txt lists the file.
///     unit_test/in_place then runs it, forced by name, on every shape up to 70 x 70 and on large
///     ones.
/// team/run_teams.hpp runs a functor on each thread; the Machine in Limits knows the caches.
namespace isomer::in_place {

using detail::runs_on_host_v;

/// What a decomposition may use.
struct Limits {
  std::size_t workspace = 0;             ///< bytes, all threads together
  detail::Machine machine{};             ///< with as many units as workers that `run` may count on
  detail::Rates const* rates = nullptr;  ///< that predictions come from
  bool has_workspace = false;            ///< which is there before the call

  int threads() const { return machine.units; }
};

/// What doing a step costs. `workspace` is exact: that much is allocated, and handed to `run`.
struct Estimate {
  std::vector<detail::Pass> work{};  ///< kernel by kernel
  double seconds = 0;                ///< its price
  int passes = 1;
  std::int64_t bytes_read = 0;
  std::int64_t bytes_written = 0;
  std::size_t workspace = 0;
  std::int64_t pieces = 0;  ///< whose ways a plan works out one by one
};

/// Workspace starts at a multiple of this many bytes.
inline constexpr std::size_t workspace_alignment = 64;

/// A decomposition fitted to one step. Immutable: several threads may run it at once, each on data
/// and workspace of its own.
template <class Exec>
class Move {
 public:
  Move() = default;
  Move(Move const&) = delete;
  Move& operator=(Move const&) = delete;
  virtual ~Move() = default;

  /// Enqueues the kernels on `exec`. May not allocate: a failure would leave half-moved data.
  virtual void run(Exec const& exec, std::byte* data, std::byte* workspace) const = 0;
  /// One line for Plan::describe(): tile widths, number of panels, ..; empty if there is no more
  /// to say than the name.
  virtual std::string describe() const { return {}; }
  /// Memory of its tables, if they grow with the array.
  virtual std::size_t kept_bytes() const { return 0; }
};

template <class Exec>
class Decomposition {
 public:
  virtual ~Decomposition() = default;

  /// As PlanOptions::schema takes it.
  virtual std::string_view name() const = 0;
  /// The cost of the step under the limits; nothing if it cannot be done so.
  virtual std::optional<Estimate> estimate(Step const& step, Limits const& limits) const = 0;
  /// Only for steps that `estimate` accepted under the same limits.
  virtual std::unique_ptr<Move<Exec>> prepare(Step const& step, Limits const& limits) const = 0;
  /// The least Limits::workspace under which `estimate` accepts the step; nothing if it never does.
  virtual std::optional<std::size_t> least_workspace(Step const& step,
                                                     Limits const& limits) const = 0;
};

}  // namespace isomer::in_place
