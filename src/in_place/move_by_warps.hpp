// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "in_place/decomposition.hpp"
#include "team/launch_gang.hpp"

namespace isomer::in_place {

/// Launches the kernels of a plan for warps, one after the other; one whose blocks wait for each
/// other where they can be resident together, which it tells.
template <class Exec>
struct LaunchWarps {
  Exec const& exec;

  template <class Kernel>
  void operator()(char const* label, int blocks, int shared_bytes, Kernel const& kernel) const {
    team::launch_warps(exec, label, blocks, shared_bytes, kernel);
  }
  template <team::Gang Kernel>
  bool operator()(char const* label, int blocks, int shared_bytes, Kernel const& kernel) const {
    return team::launch_gang_of_warps(exec, label, blocks, shared_bytes, kernel);
  }
};

/// A plan for warps as a Move. The plan says run(launch, data, workspace), which calls
/// launch(label, blocks, shared_bytes, kernel) for one kernel after the other, and describe().
template <class Exec, class Plan>
class MoveByWarps final : public Move<Exec> {
 public:
  explicit MoveByWarps(Plan plan) : plan_(std::move(plan)) {}

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    plan_.run(LaunchWarps<Exec>{exec}, data, workspace);
  }

  std::string describe() const override { return plan_.describe(); }

 private:
  Plan plan_;
};

}  // namespace isomer::in_place
