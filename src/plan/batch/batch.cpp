// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/detail/batch.hpp>

#include <algorithm>
#include <limits>
#include <optional>

#include <isomer/detail/describe.hpp>
#include <isomer/error.hpp>

#include "plan/batch/shape_groups.hpp"
#include "problem/common_bytes.hpp"
#include "problem/line_alignment.hpp"
#include "problem/messages.hpp"

namespace isomer::detail {
namespace {

/// Shapes among which a block's is looked for before its problem is worked out.
constexpr std::size_t tried_shapes = 8;

std::string item(char const* function, std::size_t number) {
  return std::string(function) + ": list[" + std::to_string(number) + ']';
}

std::string describe_shape(ViewShape const& view) {
  ViewInfo const info = view.at(nullptr);
  return shape(info.extent.data(), info.rank) + " with strides " +
         shape(info.stride.data(), info.rank);
}

std::string describe_shapes(BatchShape const& both) {
  return "dst " + describe_shape(both.dst) + " and src " + describe_shape(both.src) +
         " of elements of " + std::to_string(both.src.element_bytes()) + " bytes";
}

[[noreturn]] void throw_not_planned(std::string const& name, BatchShape const& wanted,
                                    std::vector<BatchCount> const& planned) {
  std::string text = name + " has " + describe_shapes(wanted) + ", the plan is for ";
  text += planned.empty() ? "no block" : describe_shapes(planned.front().shape);
  if (planned.size() == 2) text += " and 1 other shape";
  if (planned.size() > 2) text += " and " + std::to_string(planned.size() - 1) + " other shapes";
  throw Error(text);
}

}  // namespace

Batch::Batch(char const* function, Axes const& axes, std::vector<BatchCount> const& planned)
    : Batch(function, axes) {
  for (BatchCount const& count : planned) know(count.shape);
  is_planned_ = true;
}

void Batch::know(BatchShape const& shape) {
  shape_with_.emplace(hash_but_for_place(shape.problem), shapes_.size());
  shapes_.push_back({shape, 0});
}

void Batch::add(ViewInfo const& dst, ViewInfo const& src) {
  if (add_as(last_, dst, src)) return;
  for (std::size_t k = 0; k < std::min(tried_shapes, shapes_.size()); ++k)
    if (add_as(k, dst, src)) return;
  last_ = shape_of(dst, src);
  ++shapes_[last_].blocks;
  blocks_.push_back({dst.data, src.data, static_cast<std::int32_t>(last_)});
}

/// Adds a block if it plainly has that shape, and needs no closer look.
bool Batch::add_as(std::size_t number, ViewInfo const& dst, ViewInfo const& src) {
  if (number >= shapes_.size()) return false;
  auto& [shape, blocks] = shapes_[number];
  if (!shape.dst.matches(dst) || !shape.src.matches(src) ||
      shape.problem.dst_offset != line_alignment(dst.data) ||
      shape.problem.src_offset != line_alignment(src.data) ||
      !lie_apart(shape.dst, dst.data, shape.src, src.data))
    return false;
  ++blocks;
  blocks_.push_back({dst.data, src.data, static_cast<std::int32_t>(number)});
  last_ = number;
  return true;
}

Problem Batch::described(ViewInfo const& dst, ViewInfo const& src) const {
  try {
    return describe(function_, dst, src, axes_);
  } catch (Error const&) {
    // Only now is the name of the block worth making.
    return describe(item(function_, blocks_.size()).c_str(), dst, src, axes_);
  }
}

std::size_t Batch::shape_of(ViewInfo const& dst, ViewInfo const& src) {
  BatchShape const wanted{described(dst, src), ViewShape(dst), ViewShape(src)};
  auto const [begin, end] = shape_with_.equal_range(hash_but_for_place(wanted.problem));
  std::optional<std::size_t> placed_elsewhere;
  for (auto at = begin; at != end; ++at) {
    Problem const& known = shapes_[at->second].shape.problem;
    if (known == wanted.problem) return at->second;
    Problem placed = wanted.problem;
    placed.dst_offset = known.dst_offset;
    placed.src_offset = known.src_offset;
    if (placed == known) placed_elsewhere = at->second;
  }
  if (is_planned_) {
    if (placed_elsewhere) return *placed_elsewhere;
    throw_not_planned(item(function_, blocks_.size()), wanted, shapes_);
  }
  know(wanted);
  return shapes_.size() - 1;
}

/// Whether the destinations lie one behind the other, as they are listed, and the sources before or
/// behind them all: nothing more has to be looked at.
bool Batch::lie_in_order() const {
  std::uintptr_t dst_begin = std::numeric_limits<std::uintptr_t>::max();
  std::uintptr_t dst_end = 0;
  std::uintptr_t src_begin = dst_begin;
  std::uintptr_t src_end = 0;
  for (BatchBlock const& block : blocks_) {
    BatchShape const& shape = shapes_[static_cast<std::size_t>(block.shape)].shape;
    if (shape.dst.is_empty()) continue;
    auto const dst = reinterpret_cast<std::uintptr_t>(block.dst);
    auto const src = reinterpret_cast<std::uintptr_t>(block.src);
    if (dst < dst_end) return false;
    dst_begin = std::min(dst_begin, dst);
    dst_end = dst + static_cast<std::uintptr_t>(shape.dst.span_bytes());
    src_begin = std::min(src_begin, src);
    src_end = std::max(src_end, src + static_cast<std::uintptr_t>(shape.src.span_bytes()));
  }
  return src_end <= dst_begin || dst_end <= src_begin;
}

void Batch::require_apart() const {
  if (lie_in_order()) return;
  std::vector<PlacedView> dst;
  std::vector<PlacedView> src;
  dst.reserve(blocks_.size());
  src.reserve(blocks_.size());
  for (BatchBlock const& block : blocks_) {
    BatchShape const& shape = shapes_[static_cast<std::size_t>(block.shape)].shape;
    dst.push_back({block.dst, &shape.dst});
    src.push_back({block.src, &shape.src});
  }
  std::string const prefix = std::string(function_) + ": list[";
  if (auto const both = common_bytes(dst))
    throw Error(prefix + std::to_string(both->first) + "].dst and list[" +
                std::to_string(both->second) +
                "].dst overlap in memory, every dst has to have a place of its own");
  if (auto const both = common_bytes(dst, src))
    throw Error(prefix + std::to_string(both->first) + "].dst and list[" +
                std::to_string(both->second) +
                "].src overlap in memory, no dst may be where a src is");
}

std::int64_t Batch::bytes() const {
  std::int64_t bytes = 0;
  for (BatchCount const& count : shapes_) {
    std::int64_t volume = count.shape.src.element_bytes();
    for (int k = 0; k < count.shape.src.rank(); ++k) volume *= count.shape.src.extent(k);
    bytes += count.blocks * volume;
  }
  return bytes;
}

}  // namespace isomer::detail
