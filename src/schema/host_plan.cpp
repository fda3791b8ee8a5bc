// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/host_plan.hpp"

#include <memory>
#include <string>
#include <utility>

#include "schema/host_move.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"
#include "tiling/taxonomy.hpp"

namespace isomer::detail {
namespace {

/// What a team takes of a move.
struct HostKernel {
  HostMove const* move;
  MoveArgs args;
  team::Batches batches;

  template <team::Team T>
  void operator()(T const& team) const {
    if (batches.shares == nullptr) return move->move(args, Share{0, batches.units}, team.shared());
    move->move(args, *batches.shares, team.block(), team.shared());
  }
};

template <class Exec>
class HostPlan final : public ExecutablePlan<Exec> {
 public:
  HostPlan(NormalProblem const& normal, Candidate const& candidate, PlanFacts facts)
      : ExecutablePlan<Exec>(std::move(facts)),
        normal_(normal),
        label_(std::string("isomer::permute::") + name_of(candidate.schema)),
        move_(make_host_move(normal, candidate)) {}

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const* factors) const override {
    with_args(normal_, dst, src, factors, [&](MoveArgs const& args) {
      team::Launch const how{.label = label_.c_str(),
                             .scratch_bytes = static_cast<int>(move_->scratch_bytes())};
      run_shared(exec, how, normal_.mean_bytes(), move_->units(), move_->min_batch(),
                 [&](team::Batches const& batches) {
                   return HostKernel{move_.get(), args, batches};
                 });
    });
  }

 private:
  NormalProblem normal_;
  std::string label_;
  HostMovePtr move_;
};

}  // namespace

template <class Exec>
PlanPtr<Exec> make_host_plan(NormalProblem const& normal, Candidate const& candidate,
                             PlanFacts facts) {
  return std::make_shared<HostPlan<Exec>>(normal, candidate, std::move(facts));
}

#define ISOMER_INSTANTIATE(Exec) \
  template PlanPtr<Exec> make_host_plan<Exec>(NormalProblem const&, Candidate const&, PlanFacts);
ISOMER_FOR_EACH_HOST_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
