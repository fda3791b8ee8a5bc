// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>
#include <string>

#include <isomer/detail/describe.hpp>
#include <isomer/error.hpp>

#include "problem/checks.hpp"
#include "problem/messages.hpp"

namespace isomer::detail {
namespace {

using Sequence = std::array<int, max_rank>;

/// The axes of a view from slowest to fastest in memory.
Sequence memory_order(Order order, ViewInfo const& view) {
  Sequence sequence{};
  auto const end = sequence.begin() + view.rank;
  std::iota(sequence.begin(), end, 0);
  if (order == Order::left) std::reverse(sequence.begin(), end);
  if (order == Order::stride)
    std::stable_sort(sequence.begin(), end, [&](int a, int b) {
      return view.stride[static_cast<std::size_t>(a)] > view.stride[static_cast<std::size_t>(b)];
    });
  return sequence;
}

/// Strides of a dense array whose axes lie in memory as `slowest_first` says.
std::array<std::int64_t, max_rank> dense_strides(std::array<std::int64_t, max_rank> const& extent,
                                                 Sequence const& slowest_first, int rank) {
  std::array<std::int64_t, max_rank> stride{};
  std::int64_t next = 1;
  for (int k = rank - 1; k >= 0; --k) {
    auto const axis = static_cast<std::size_t>(slowest_first[static_cast<std::size_t>(k)]);
    stride[axis] = next;
    next *= std::max<std::int64_t>(extent[axis], 1);
  }
  return stride;
}

void require_contiguous(char const* function, ViewInfo const& view, Sequence const& order) {
  auto const dense = dense_strides(view.extent, order, view.rank);
  for (int k = 0; k < view.rank; ++k)
    if (view.extent[static_cast<std::size_t>(k)] == 0) return;
  for (int k = 0; k < view.rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    if (view.extent[i] > 1 && view.stride[i] != dense[i])
      throw Error(std::string(function) + ": " + named("view", view) + " has extents " +
                  shape(view.extent.data(), view.rank) + " and strides " +
                  shape(view.stride.data(), view.rank) +
                  ", in place it has to be contiguous with strides " +
                  shape(dense.data(), view.rank));
  }
}

/// The call that its checks have let through.
InPlaceCall call_of(char const* function, ViewInfo const& view, Axes const& axes, Order result) {
  Sequence const before = memory_order(view.order, view);
  require_contiguous(function, view, before);
  Sequence const after = result == Order::stride ? before : memory_order(result, view);

  InPlaceCall call;
  call.problem.rank = view.rank;
  call.problem.element_bytes = view.element_bytes;
  Sequence position{};  // of each axis of the view, counted from the slowest in memory
  for (int m = 0; m < view.rank; ++m) {
    auto const i = static_cast<std::size_t>(m);
    position[static_cast<std::size_t>(before[i])] = m;
    call.problem.extent[i] = view.extent[static_cast<std::size_t>(before[i])];
    call.extent[i] = view.extent[static_cast<std::size_t>(axes[m])];
  }
  // The m-th slowest axis of the result is its axis after[m], which is axis axes[after[m]] of the
  // view.
  for (int m = 0; m < view.rank; ++m) {
    auto const i = static_cast<std::size_t>(m);
    call.problem.axes[i] = position[static_cast<std::size_t>(axes[after[i]])];
  }
  call.stride = dense_strides(call.extent, after, view.rank);
  return call;
}

}  // namespace

InPlaceCall describe_in_place(char const* function, ViewInfo const& view, Axes const& axes,
                              Order result) {
  require_permutation(function, axes, named_rank{"view", &view});
  require_addressable(function, "view", view);
  return call_of(function, view, axes.has_negative() ? from_first(axes) : axes, result);
}

InPlaceCall describe_in_place_shape(char const* function, ViewInfo const& shape, Axes const& axes,
                                    Order result) {
  require_permutation(function, axes, named_rank{"extents", &shape});
  return call_of(function, shape, from_first(axes), result);
}

void throw_shared(char const* function, ViewInfo const& view, int use_count) {
  std::string const head = std::string(function) + ": " + named("view", view);
  if (use_count == 0)
    throw Error(head +
                " is an lvalue or const and would stay as an alias in the old layout, it has to be "
                "moved in: std::move(view) (or pass isomer::allow_aliases)");
  throw Error(head + " is shared by " + std::to_string(use_count) +
              " owners, in place it has to have one: the others would read the old layout (or "
              "pass isomer::allow_aliases)");
}

}  // namespace isomer::detail
