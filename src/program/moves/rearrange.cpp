// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/moves/rearrange.hpp"

#include <algorithm>

#include "program/failure.hpp"
#include "program/files/mapped_file.hpp"
#include "program/files/slabs.hpp"

namespace isomer::program {
namespace {

constexpr char const* function = "isomer";

detail::ViewInfo view_of(std::byte* data, ArrayLayout const& layout,
                         std::vector<std::int64_t> const& extent, char const* name) {
  detail::ViewInfo view;
  view.data = data;
  view.rank = static_cast<int>(extent.size());
  view.order = detail::Order::stride;
  view.element_bytes = static_cast<std::int32_t>(layout.item_bytes);
  std::copy(extent.begin(), extent.end(), view.extent.begin());
  auto const stride = strides(layout);
  std::copy(stride.begin(), stride.end(), view.stride.begin());
  view.view = name;
  view.label = [](void const* text) { return std::string(static_cast<char const*>(text)); };
  return view;
}

std::int64_t offset_bytes(ArrayLayout const& layout, std::vector<std::int64_t> const& index) {
  auto const stride = strides(layout);
  std::int64_t elements = 0;
  for (std::size_t k = 0; k < index.size(); ++k) elements += index[k] * stride[k];
  return elements * layout.item_bytes;
}

std::vector<std::int64_t> permuted(std::vector<std::int64_t> const& of_input,
                                   std::vector<int> const& axes) {
  std::vector<std::int64_t> of_result;
  of_result.reserve(axes.size());
  for (int const axis : axes) of_result.push_back(of_input[static_cast<std::size_t>(axis)]);
  return of_result;
}

std::byte* address(std::uintptr_t number) { return reinterpret_cast<std::byte*>(number); }

}  // namespace

void require_supported(ArrayLayout const& layout) {
  if (layout.shape.size() > detail::max_rank)
    throw Failure("has " + std::to_string(layout.shape.size()) + " axes, at most " +
                  std::to_string(detail::max_rank) + " can be rearranged");
}

detail::PlanFacts move_elements(Exec const& exec, Rearrangement const& rearrangement,
                                std::byte* dst, std::byte const* src, Progress& progress) {
  // Half a second of work on a slow machine, and no more than 128 steps of a bar.
  constexpr std::int64_t least_slab = std::int64_t{64} << 20;
  auto const& from = rearrangement.from;
  auto const to = result_layout(rearrangement);
  auto const total = byte_count(from);
  progress.expect(total, 0);
  detail::PlanFacts facts;
  if (fits_in_memory(total)) populate(src, total, Access::read);
  for (auto const& slab : cut_into_slabs(rearrangement, std::max(least_slab, total / 128))) {
    auto const dst_view = view_of(dst + offset_bytes(to, permuted(slab.first, rearrangement.axes)),
                                  to, permuted(slab.extent, rearrangement.axes), "output");
    auto const src_view = view_of(const_cast<std::byte*>(src) + offset_bytes(from, slab.first),
                                  from, slab.extent, "input");
    auto const problem = detail::describe(function, dst_view, src_view, rearrangement.axes);
    auto const plan = detail::cached_plan(exec, problem, {}, function);
    auto const bytes = byte_count({slab.extent, false, from.item_bytes});
    if (fits_in_memory(bytes)) populate(dst_view.data, bytes, Access::write);
    if (facts.schema.empty()) facts = plan->facts();
    plan->run(exec, dst_view.data, src_view.data, nullptr);
    exec.fence("isomer::program: fence after a slab");
    progress.add(bytes);
  }
  return facts;
}

namespace {

detail::InPlaceProblem in_place_problem_at(std::byte* data, Rearrangement const& rearrangement) {
  auto const& from = rearrangement.from;
  auto view = view_of(data, from, from.shape, "file");
  auto const order = [](bool is_fortran) {
    return is_fortran ? detail::Order::left : detail::Order::right;
  };
  view.order = order(from.fortran_order);
  return detail::describe_in_place(function, view, rearrangement.axes,
                                   order(rearrangement.result_fortran_order))
      .problem;
}

}  // namespace

detail::PlanPtr<Exec> plan_in_place(Exec const& exec, Rearrangement const& rearrangement,
                                    std::byte* data) {
  return detail::cached_plan(exec, in_place_problem_at(data, rearrangement), {}, function);
}

detail::InPlaceProblem in_place_problem_of(Rearrangement const& rearrangement) {
  return in_place_problem_at(placeholder_address(), rearrangement);
}

detail::Problem problem_of(Rearrangement const& rearrangement) {
  auto const& from = rearrangement.from;
  auto const to = result_layout(rearrangement);
  constexpr std::uintptr_t page = 4096;
  auto const src = reinterpret_cast<std::uintptr_t>(placeholder_address());
  auto const dst = (src + static_cast<std::uintptr_t>(byte_count(from)) + page) / page * page;
  return detail::describe(function, view_of(address(dst), to, to.shape, "output"),
                          view_of(address(src), from, from.shape, "input"), rearrangement.axes);
}

std::byte* placeholder_address() { return address(4096); }

}  // namespace isomer::program
