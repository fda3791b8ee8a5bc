// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <isomer/axes.hpp>
#include <isomer/detail/engine.hpp>
#include <isomer/detail/problem.hpp>
#include <isomer/detail/view_shape.hpp>
#include <isomer/plan_options.hpp>

/// A list of pairs of views with its types erased.
namespace isomer::detail {

/// One pair, and which of the shapes of its batch it has.
struct BatchBlock {
  std::byte* dst;
  std::byte const* src;
  std::int32_t shape;
};

/// What pairs have in common that are moved in the same way.
struct BatchShape {
  Problem problem;  ///< each address modulo 64 as the largest power of two that divides it
  ViewShape dst;
  ViewShape src;
};

/// How many blocks of each shape a plan is made for.
struct BatchCount {
  BatchShape shape;
  std::int64_t blocks = 0;
};

/// The pairs of a list, each checked as it is added.
class Batch {
 public:
  /// `function` is the caller's name for error messages.
  Batch(char const* function, Axes const& axes) : function_(function), axes_(axes) {}
  /// One of blocks that a plan was made for: others are an Error.
  Batch(char const* function, Axes const& axes, std::vector<BatchCount> const& planned);

  void reserve(std::size_t blocks) { blocks_.reserve(blocks); }
  /// Throws the Error that `permute` throws for such a pair; it names `list[k]`.
  void add(ViewInfo const& dst, ViewInfo const& src);
  /// Throws Error if a destination shares a byte with another one, or with another pair's source.
  void require_apart() const;

  char const* function() const { return function_; }
  std::vector<BatchBlock> const& blocks() const { return blocks_; }
  std::vector<BatchCount> const& shapes() const { return shapes_; }
  /// Of all blocks together, read once.
  std::int64_t bytes() const;

 private:
  bool add_as(std::size_t shape, ViewInfo const& dst, ViewInfo const& src);
  bool lie_in_order() const;
  Problem described(ViewInfo const& dst, ViewInfo const& src) const;
  std::size_t shape_of(ViewInfo const& dst, ViewInfo const& src);
  void know(BatchShape const& shape);

  char const* function_;
  Axes axes_;
  std::vector<BatchBlock> blocks_;
  std::vector<BatchCount> shapes_;
  std::unordered_multimap<std::size_t, std::size_t> shape_with_;  ///< hash of the problem
  std::size_t last_ = 0;                                          ///< the shape of the last block
  bool is_planned_ = false;
};

/// What executes batches of some shapes on instances of some execution space.
class AnyBatchPlan {
 public:
  AnyBatchPlan(PlanFacts facts, std::vector<BatchCount> shapes)
      : facts_(std::move(facts)), shapes_(std::move(shapes)) {}
  AnyBatchPlan(AnyBatchPlan const&) = delete;
  AnyBatchPlan& operator=(AnyBatchPlan const&) = delete;
  virtual ~AnyBatchPlan() = default;

  PlanFacts const& facts() const { return facts_; }
  std::vector<BatchCount> const& shapes() const { return shapes_; }

 private:
  PlanFacts facts_;
  std::vector<BatchCount> shapes_;
};

/// Immutable, hence shared freely.
template <class Exec>
class ExecutableBatch : public AnyBatchPlan {
 public:
  using AnyBatchPlan::AnyBatchPlan;

  /// Enqueues the blocks, whose shapes are numbered as here. `factors` is null for a plain move.
  virtual void run(Exec const& exec, std::vector<BatchBlock> const& blocks,
                   ScaleFactors const* factors) const = 0;
};

template <class Exec>
using BatchPlanPtr = std::shared_ptr<ExecutableBatch<Exec> const>;

/// A plan for the shapes of a batch. What moves a shape comes from a cache of the process.
template <class Exec>
BatchPlanPtr<Exec> make_batch_plan(Exec const& exec, Batch const& batch, PlanOptions const& options,
                                   Scalar scalar);

/// The same for lists like this one, again and again. Blocks that lie evenly far apart have a plan
/// as one array.
template <class Exec>
BatchPlanPtr<Exec> plan_batch(Exec const& exec, Batch const& batch, PlanOptions const& options);

}  // namespace isomer::detail
