// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "in_place/clear_flags.hpp"
#include "in_place/decomposition.hpp"
#include "in_place/step.hpp"
#include "machine/machine.hpp"
#include "matrix_case.hpp"
#include "team/faulty_team.hpp"
#include "team/fiber_league.hpp"
#include "team/launch_gang.hpp"

namespace isomer::in_place {

/// Runs the kernels of a plan for warps on fibers, one launch after the other, over data and a
/// workspace that have guards, in blocks of that GPU. What is found wrong is kept, each launch with
/// its label.
class FiberLaunches {
 public:
  FiberLaunches(GuardedBytes& data, GuardedBytes& workspace, detail::Machine const& gpu,
                test::FiberOptions const& options, test::Mutation const& mutation = {},
                std::set<test::Mutation>* all = nullptr)
      : data_(&data), workspace_(&workspace), options_(options), mutation_(mutation), all_(all) {
    options_.block_bytes = gpu.block_bytes;
  }

  /// Memory that kernels only read.
  void add_source(std::byte const* source, std::size_t bytes) {
    sources_.emplace_back(source, bytes);
  }

  /// Returns whether blocks that have to be resident together are.
  template <class Kernel>
  bool operator()(char const* label, int blocks, int shared_bytes, Kernel const& kernel) const {
    if (team::Gang<Kernel> && !options_.has_gangs) return false;
    labels_.emplace_back(label);
    poison_flags(kernel);
    test::Findings findings(label);
    test::GlobalMemory memory(findings);
    if constexpr (requires { kernel.flag_count(); })
      memory.add_flags("flags", kernel.flags, static_cast<std::size_t>(kernel.flag_count()));
    if constexpr (requires { kernel.places.order.flags; })
      memory.add_flags("flags", kernel.places.order.flags,
                       static_cast<std::size_t>(kernel.places.order.flag_count()));
    for (auto const& source : sources_) memory.add_source("source", source.data(), source.size());
    memory.add_workspace("data", data_->data(), static_cast<std::size_t>(data_->bytes()));
    memory.add_workspace("workspace", workspace_->data(),
                         static_cast<std::size_t>(workspace_->bytes()));
    test::FiberOptions options = options_;
    options.threads = Kernel::threads;
    options.shared_bytes = shared_bytes;
    if constexpr (team::Gang<Kernel>) options.resident = std::max(options.resident, blocks);
    test::FiberLeague league(options, memory, findings);
    if (all_ == nullptr && mutation_ == test::Mutation{}) league.run(kernel, blocks);
    else league.run(test::Mutant<Kernel>{kernel, mutation_, all_}, blocks);
    if (findings.empty()) return true;
    std::ostringstream text;
    text << findings;
    found_ += text.str();
    return true;
  }

  std::vector<std::string> const& labels() const { return labels_; }
  std::string const& found() const { return found_; }

 private:
  /// What is cleared was anything but zero (and small enough for arithmetic on what should not be).
  template <class Kernel>
  static void poison_flags(Kernel const& kernel) {
    if constexpr (requires { kernel.first; }) poison_flags(kernel.first);
    else if constexpr (std::is_same_v<Kernel, ClearFlags>)
      std::memset(kernel.flags, 0x05, static_cast<std::size_t>(kernel.count) * 4);
  }

  GuardedBytes* data_;
  GuardedBytes* workspace_;
  test::FiberOptions options_;
  test::Mutation mutation_;
  std::set<test::Mutation>* all_;
  std::vector<std::span<std::byte const>> sources_;
  mutable std::vector<std::string> labels_;
  mutable std::string found_;
};

/// Whether plan.run(launch, data, workspace) does the step on fibers, with a workspace of
/// plan.workspace() bytes, in blocks of the GPU that it was made for.
template <class Plan>
testing::AssertionResult does_on_fibers(Plan const& plan, Step const& step, Limits const& limits,
                                        test::FiberOptions const& options = {},
                                        test::Mutation const& mutation = {},
                                        std::set<test::Mutation>* all = nullptr,
                                        std::vector<std::string>* labels = nullptr,
                                        int misalignment = 0) {
  for (int which = 0; which < fills_for(step.chunk_bytes); ++which) {
    GuardedBytes data(step.bytes(), misalignment);
    data.fill(step.chunk_bytes, which);
    GuardedBytes const before(data);
    GuardedBytes workspace(static_cast<std::int64_t>(plan.workspace()));
    // Nothing is there from a run before.
    std::memset(workspace.data(), 0x05, plan.workspace());
    FiberLaunches const launches(data, workspace, limits.machine, options, mutation, all);
    plan.run(launches, data.data(), workspace.data());
    if (labels != nullptr) *labels = launches.labels();
    if (!launches.found().empty()) return testing::AssertionFailure() << launches.found();
    if (auto const intact = data.guards_are_intact(); !intact) return intact;
    if (auto const intact = workspace.guards_are_intact(); !intact) return intact;
    if (auto const right = is_transposed(data, before, step); !right) return right;
  }
  return testing::AssertionSuccess();
}

/// Each operation of the plan's kernels spoilt in each way it can be; a mutation is one place of
/// one file. Those that no order of twelve reports can do no harm: lanes without work read or write
/// what another does, or memory that nobody minds.
struct MutantsOfPlan {
  int flags = 0;  ///< of publish and await
  std::set<test::Mutation> harmless{};
};
template <class Plan>
MutantsOfPlan try_mutants(Plan const& plan, Step const& step, Limits const& limits) {
  std::set<test::Mutation> all;
  for (bool const has_gangs : {true, false})
    EXPECT_TRUE(does_on_fibers(plan, step, limits, {.has_gangs = has_gangs}, {}, &all));
  MutantsOfPlan tried;
  for (test::Mutation const& mutation : all) {
    tried.flags += mutation.fault == test::Fault::no_flag ? 1 : 0;
    bool is_reported = false;
    for (std::uint64_t seed = 0; seed < 12 && !is_reported; ++seed)
      is_reported = !does_on_fibers(plan, step, limits, test::in_any_order(seed), mutation);
    if (!is_reported) tried.harmless.insert(mutation);
  }
  for (test::Mutation const& mutation : tried.harmless)
    EXPECT_EQ(mutation.fault, test::Fault::always) << mutation;
  return tried;
}

}  // namespace isomer::in_place
