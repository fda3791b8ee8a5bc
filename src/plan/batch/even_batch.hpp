// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <isomer/detail/batch.hpp>
#include <isomer/detail/engine.hpp>

#include "plan/batch/shape_groups.hpp"
#include "problem/normalize.hpp"

namespace isomer::detail {

/// Blocks of one shape, by whatever moves them wherever they lie; by a plan for one array where
/// they are parts of one.
template <class Exec>
class EvenBatch final : public ExecutableBatch<Exec> {
 public:
  EvenBatch(PlanFacts facts, ShapeGroups groups, BatchPlanPtr<Exec> anywhere)
      : ExecutableBatch<Exec>(std::move(facts), anywhere->shapes()),
        groups_(std::move(groups)),
        one_(normalize(groups_.groups().front().problem)),
        anywhere_(std::move(anywhere)) {}

  void run(Exec const& exec, std::vector<BatchBlock> const& blocks,
           ScaleFactors const* factors) const override {
    SortedBlocks const sorted = groups_.sorted(blocks);
    if (sorted.places().empty()) return;
    PlanPtr<Exec> const plan = plan_for(exec, sorted);
    if (plan == nullptr) return anywhere_->run(exec, blocks, factors);
    BlockPlace const& first = sorted.places().front();
    plan->run(exec, reinterpret_cast<std::byte*>(first.dst),
              reinterpret_cast<std::byte const*>(first.src), factors);
  }

  PlanPtr<Exec> plan_for(Exec const& exec, SortedBlocks const& sorted) const {
    auto const problem = as_one_problem(one_, sorted.of_group(0), sorted.count(0));
    return problem ? cached_plan(exec, *problem, {}, "isomer::permute_batch") : nullptr;
  }

 private:
  ShapeGroups groups_;
  NormalProblem one_;
  BatchPlanPtr<Exec> anywhere_;
};

/// A batch by `anywhere`, or as one array. The plan's figures are those of the list `batch`.
template <class Exec>
BatchPlanPtr<Exec> evenly(Exec const& exec, Batch const& batch, PlanOptions const& options,
                          Scalar scalar, BatchPlanPtr<Exec> anywhere) {
  ShapeGroups groups(batch.shapes(), scalar);
  if (groups.groups().size() != 1 || !options.schema.empty()) return anywhere;
  SortedBlocks const sorted = groups.sorted(batch.blocks());
  auto const with = [&](PlanFacts facts) {
    return std::make_shared<EvenBatch<Exec>>(std::move(facts), groups, anywhere);
  };
  auto const even = with(anywhere->facts());
  PlanPtr<Exec> const plan = even->plan_for(exec, sorted);
  if (plan == nullptr) return even;
  PlanFacts facts = plan->facts();
  facts.description = "batch: " + std::to_string(sorted.count(0)) +
                      " blocks of 1 shape, parts of one array\n" + facts.description;
  return with(std::move(facts));
}

}  // namespace isomer::detail
