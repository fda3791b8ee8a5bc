// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/in_place/padded_axes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace isomer::in_place {
namespace {

std::int64_t product_of(AxisList const& axes) {
  std::int64_t product = 1;
  for (Axis const& axis : axes) product *= axis.extent;
  return product;
}

/// All axes of extents above 1, with the places that the gaps leave them.
AxisList placed(detail::InPlaceProblem const& problem) {
  std::array<Axis, detail::max_axes> axis{};
  std::int64_t before = 1;
  std::int64_t after = 1;
  for (int k = problem.rank - 1; k >= 0; --k) {
    auto const i = static_cast<std::size_t>(k);
    axis[i].extent = problem.extent[i];
    axis[i].src_stride = place_of(problem, before);
    before *= problem.extent[i];
    auto const source = static_cast<std::size_t>(problem.axes[i]);
    axis[source].dst_stride = place_of(problem, after);
    after *= problem.extent[source];
  }
  AxisList list;
  for (int k = 0; k < problem.rank; ++k)
    if (axis[static_cast<std::size_t>(k)].extent > 1)
      list.push_back(axis[static_cast<std::size_t>(k)]);
  return list;
}

bool continues(Axis const& outer, Axis const& inner) {
  return outer.src_stride == inner.extent * inner.src_stride &&
         outer.dst_stride == inner.extent * inner.dst_stride;
}

AxisList fused(AxisList const& list) {
  AxisList result;
  for (Axis const& axis : list) {
    if (!result.empty() && continues(result.back(), axis))
      result.back() = {result.back().extent * axis.extent, axis.src_stride, axis.dst_stride};
    else result.push_back(axis);
  }
  return result;
}

bool is_kept(Axis const& axis) { return axis.src_stride == axis.dst_stride; }

}  // namespace

PaddedAxes::PaddedAxes(detail::InPlaceProblem const& problem)
    : element_bytes(problem.element_bytes) {
  for (Axis const& axis : fused(placed(problem))) (is_kept(axis) ? kept : moved).push_back(axis);
}

std::int64_t PaddedAxes::elements() const { return product_of(kept) * product_of(moved); }

std::optional<Sliced> slice(PaddedAxes const& axes, std::int64_t room) {
  Sliced sliced;
  sliced.block = axes.moved;
  sliced.buffer_bytes = axes.bytes();
  auto axis = axes.kept.begin();
  for (; axis != axes.kept.end() && sliced.buffer_bytes > room; ++axis) {
    std::int64_t const each = sliced.buffer_bytes / axis->extent;
    if (each <= room) {
      sliced.at_a_time = room / each;
      sliced.cut = sliced.block.size();
      sliced.block.push_back(*axis);
      sliced.buffer_bytes = sliced.at_a_time * each;
    } else {
      sliced.loops.push_back(*axis);
      sliced.buffer_bytes = each;
    }
  }
  if (sliced.buffer_bytes > room) return std::nullopt;
  sliced.block.insert(sliced.block.end(), axis, axes.kept.end());
  return sliced;
}

std::int64_t least_buffer(PaddedAxes const& axes) {
  return product_of(axes.moved) * axes.element_bytes;
}

std::optional<LoopedStep> as_squares(PaddedAxes const& axes) {
  if (axes.moved.size() != 2) return std::nullopt;
  Axis const& rows = axes.moved[0];
  Axis const& cols = axes.moved[1];
  if (rows.extent != cols.extent || rows.src_stride != cols.dst_stride ||
      rows.dst_stride != cols.src_stride)
    return std::nullopt;
  // What lies without a gap within a column is its chunk.
  LoopedStep squares;
  bool const has_chunk = !axes.kept.empty() && axes.kept.back().src_stride == 1;
  std::int64_t const chunk = has_chunk ? axes.kept.back().extent : 1;
  if (chunk != cols.src_stride) return std::nullopt;
  squares.loops.assign(axes.kept.begin(), axes.kept.end() - (has_chunk ? 1 : 0));
  Step& step = squares.step;
  step = {.rows = rows.extent, .cols = cols.extent, .chunk_bytes = chunk * axes.element_bytes};
  step.row_pitch = rows.src_stride * axes.element_bytes;
  step.item_pitch = step.row_pitch * step.rows;
  // The axis with most matrices is done in one launch.
  auto const batch =
      std::max_element(squares.loops.begin(), squares.loops.end(),
                       [](Axis const& a, Axis const& b) { return a.extent < b.extent; });
  if (batch != squares.loops.end()) {
    step.batch = batch->extent;
    step.item_pitch = batch->src_stride * axes.element_bytes;
    squares.loops.erase(batch);
  }
  return squares;
}

std::optional<LoopedBlocks> as_dense_blocks(PaddedAxes const& axes) {
  // From the fastest axis outwards, as long as each begins where the last one ends.
  AxisList inner = axes.moved;
  inner.insert(inner.end(), axes.kept.begin(), axes.kept.end());
  std::sort(inner.begin(), inner.end(),
            [](Axis const& a, Axis const& b) { return a.src_stride < b.src_stride; });
  std::int64_t dense = 1;
  auto end = inner.begin();
  for (; end != inner.end() && end->src_stride == dense; ++end) dense *= end->extent;
  if (!std::all_of(end, inner.end(), is_kept)) return std::nullopt;

  LoopedBlocks blocks;
  blocks.loops.assign(std::make_reverse_iterator(inner.end()), std::make_reverse_iterator(end));
  inner.erase(end, inner.end());
  std::reverse(inner.begin(), inner.end());
  detail::InPlaceProblem& block = blocks.block;
  block.rank = static_cast<std::int32_t>(inner.size());
  block.element_bytes = static_cast<std::int32_t>(axes.element_bytes);
  std::vector<std::int32_t> order(inner.size());
  for (std::size_t k = 0; k < inner.size(); ++k) {
    block.extent[k] = inner[k].extent;
    order[k] = static_cast<std::int32_t>(k);
  }
  std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return inner[static_cast<std::size_t>(a)].dst_stride >
           inner[static_cast<std::size_t>(b)].dst_stride;
  });
  std::copy(order.begin(), order.end(), block.axes.begin());
  return blocks;
}

std::int64_t turns_of(AxisList const& loops) { return product_of(loops); }

std::int64_t begin_of(AxisList const& loops, std::int64_t number) {
  std::int64_t begin = 0;
  for (Axis const& axis : loops) {
    begin += number % axis.extent * axis.src_stride;
    number /= axis.extent;
  }
  return begin;
}

}  // namespace isomer::in_place
