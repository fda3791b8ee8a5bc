// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <Kokkos_Core.hpp>

#include <isomer/detail/exec_spaces.hpp>
#include <isomer/detail/problem.hpp>
#include <isomer/detail/record_problem.hpp>
#include <isomer/detail/workspace.hpp>
#include <isomer/plan_options.hpp>

/// The seam between the headers, which erase types, and src/, where the kernels are compiled once
/// per word size and execution space.
namespace isomer::detail {

/// What a plan can say about itself.
struct PlanFacts {
  std::string schema;  ///< name of the schema or decomposition, as PlanOptions::schema takes it
  std::string description;       ///< schema, slices, passes, bytes moved, in words
  double predicted_seconds = 0;  ///< by the model alone
  std::size_t workspace_bytes = 0;
  std::int64_t bytes_read = 0;
  std::int64_t bytes_written = 0;
  int passes = 0;               ///< times the whole array is read and written
  double planning_seconds = 0;  ///< that making the plan is expected to take
  double cold_seconds = 0;  ///< that the first execution is expected to take beyond the next ones
  std::size_t kept_bytes = 0;  ///< of tables that grow with the array, on host and device

  /// What a use takes if each execution but the first takes `repeated`.
  double seconds(Use use, double repeated) const {
    return use == Use::once ? planning_seconds + repeated + cold_seconds : repeated;
  }
};

/// A plan that can run on instances of one execution space type. Immutable, hence shared freely.
template <class Exec>
class ExecutablePlan {
 public:
  explicit ExecutablePlan(PlanFacts facts) : facts_(std::move(facts)) {}
  ExecutablePlan(ExecutablePlan const&) = delete;
  ExecutablePlan& operator=(ExecutablePlan const&) = delete;
  virtual ~ExecutablePlan() = default;

  /// Enqueues the work on `exec`. In place, `src` is null. `factors` is null for a plain move.
  virtual void run(Exec const& exec, std::byte* dst, std::byte const* src,
                   ScaleFactors const* factors) const = 0;

  /// The same in place with a workspace of the caller's, of facts().workspace_bytes at least.
  virtual void run_in(Exec const& exec, std::byte* data, std::byte* /*workspace*/) const {
    run(exec, data, nullptr, nullptr);
  }

  /// What the next run is expected to take.
  virtual double predicted_seconds() const { return facts_.predicted_seconds; }

  PlanFacts const& facts() const { return facts_; }

 private:
  PlanFacts facts_;
};

template <class Exec>
using PlanPtr = std::shared_ptr<ExecutablePlan<Exec> const>;

/// A plan for the problem, from scratch. `function` is the caller's name for error messages.
template <class Exec>
PlanPtr<Exec> make_plan(Exec const& exec, Problem const& problem, PlanOptions const& options,
                        char const* function);
template <class Exec>
PlanPtr<Exec> make_plan(Exec const& exec, InPlaceProblem const& problem, PlanOptions const& options,
                        char const* function);
/// A change of arrangement: out of place as `run(exec, dst, src, nullptr)`, in place as
/// `run_in_place`.
template <class Exec>
PlanPtr<Exec> make_plan(Exec const& exec, RecordProblem const& problem, PlanOptions const& options,
                        char const* function);

/// The same through the bounded, thread-safe plan cache of the process.
template <class Exec>
PlanPtr<Exec> cached_plan(Exec const& exec, Problem const& problem, PlanOptions const& options,
                          char const* function);
template <class Exec>
PlanPtr<Exec> cached_plan(Exec const& exec, InPlaceProblem const& problem,
                          PlanOptions const& options, char const* function);
template <class Exec>
PlanPtr<Exec> cached_plan(Exec const& exec, RecordProblem const& problem,
                          PlanOptions const& options, char const* function);

/// Enqueues an in-place plan. If there is no memory for its workspace, the Error names `function`
/// and not the one that the plan was made for: plans are cached.
template <class Exec>
void run_in_place(char const* function, Exec const& exec, ExecutablePlan<Exec> const& plan,
                  std::byte* data);
/// The same with the caller's workspace: nothing is allocated and nothing fenced. Throws Error if
/// it is too small, begins where none may, or overlaps the `bytes` of the array.
template <class Exec>
void run_in_place(char const* function, Exec const& exec, ExecutablePlan<Exec> const& plan,
                  std::byte* data, std::int64_t bytes, CallerWorkspace const& workspace);

}  // namespace isomer::detail
