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

/// Blocks of one shape: those that lie as far apart as planned, and are as many, by a plan for the
/// one array that they are parts of; others by whatever moves them wherever they lie.
template <class Exec>
class EvenBatch final : public ExecutableBatch<Exec> {
 public:
  EvenBatch(PlanFacts facts, ShapeGroups groups, Problem const& all, PlanPtr<Exec> as_one,
            BatchPlanPtr<Exec> anywhere)
      : ExecutableBatch<Exec>(std::move(facts), anywhere->shapes()),
        groups_(std::move(groups)),
        one_(normalize(groups_.groups().front().problem)),
        all_(all),
        as_one_(std::move(as_one)),
        anywhere_(std::move(anywhere)) {}

  void run(Exec const& exec, std::vector<BatchBlock> const& blocks,
           ScaleFactors const* factors) const override {
    SortedBlocks const sorted = groups_.sorted(blocks);
    if (!are_as_planned(sorted)) return anywhere_->run(exec, blocks, factors);
    BlockPlace const& first = sorted.places().front();
    as_one_->run(exec, reinterpret_cast<std::byte*>(first.dst),
                 reinterpret_cast<std::byte const*>(first.src), factors);
  }

 private:
  bool are_as_planned(SortedBlocks const& sorted) const {
    if (sorted.places().empty()) return false;
    auto all = as_one_problem(one_, sorted.of_group(0), sorted.count(0));
    if (!all) return false;
    // Where they begin is a hint.
    all->src_offset = all_.src_offset;
    all->dst_offset = all_.dst_offset;
    return *all == all_;
  }

  ShapeGroups groups_;
  NormalProblem one_;
  Problem all_;
  PlanPtr<Exec> as_one_;
  BatchPlanPtr<Exec> anywhere_;
};

/// The plan of a list that lies evenly, or `anywhere` as it is.
template <class Exec>
BatchPlanPtr<Exec> evenly(Exec const& exec, Batch const& batch, PlanOptions const& options,
                          BatchPlanPtr<Exec> anywhere) {
  ShapeGroups groups(batch.shapes(), Scalar::none);
  if (groups.groups().size() != 1 || !options.schema.empty()) return anywhere;
  SortedBlocks const sorted = groups.sorted(batch.blocks());
  NormalProblem const one = normalize(groups.groups().front().problem);
  auto const all = as_one_problem(one, sorted.of_group(0), sorted.count(0));
  if (!all) return anywhere;
  PlanOptions of_one;
  of_one.workspace_limit = options.workspace_limit;
  PlanPtr<Exec> as_one = cached_plan(exec, *all, of_one, batch.function());
  PlanFacts facts = as_one->facts();
  facts.description = "batch: " + std::to_string(sorted.count(0)) +
                      " blocks of 1 shape, parts of one array\n" + facts.description;
  return std::make_shared<EvenBatch<Exec>>(std::move(facts), std::move(groups), *all,
                                           std::move(as_one), std::move(anywhere));
}

}  // namespace isomer::detail
