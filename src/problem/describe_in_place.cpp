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

/// Strides of an array with the gaps of the problem whose axes lie in memory as `slowest_first`
/// says.
std::array<std::int64_t, max_rank> strides_of(InPlaceProblem const& problem,
                                              std::array<std::int64_t, max_rank> const& extent,
                                              Sequence const& slowest_first) {
  std::array<std::int64_t, max_rank> stride{};
  std::int64_t below = 1;
  for (int k = problem.rank - 1; k >= 0; --k) {
    auto const axis = static_cast<std::size_t>(slowest_first[static_cast<std::size_t>(k)]);
    stride[axis] = place_of(problem, below);
    below *= std::max<std::int64_t>(extent[axis], 1);
  }
  return stride;
}

[[noreturn]] void throw_strides(char const* function, ViewInfo const& view,
                                std::string const& needed) {
  throw Error(std::string(function) + ": " + named("view", view) + " has extents " +
              shape(view.extent.data(), view.rank) + " and strides " +
              shape(view.stride.data(), view.rank) + ", in place it has to be contiguous with " +
              "strides " + needed);
}

/// Its gaps, with the axes from slowest to fastest. A view whose elements interleave is an Error.
void find_gaps(char const* function, ViewInfo const& view, Sequence const& slowest_first,
               InPlaceProblem& problem) {
  std::int64_t count = 1;
  std::int64_t last = 0;  // the last element's place
  std::int64_t next = 1;  // the stride of an axis that no gap lies before
  for (int k = view.rank - 1; k >= 0; --k) {
    auto const axis = static_cast<std::size_t>(slowest_first[static_cast<std::size_t>(k)]);
    std::int64_t const extent = view.extent[axis];
    if (extent == 1) continue;
    std::int64_t const stride = view.stride[axis];
    if (stride <= last) {
      InPlaceProblem dense;
      dense.rank = view.rank;
      auto const strides = strides_of(dense, view.extent, slowest_first);
      throw_strides(function, view, shape(strides.data(), view.rank));
    }
    if (stride != next)
      problem.gap[static_cast<std::size_t>(problem.gaps++)] = {.count = count, .pitch = stride};
    count *= extent;
    last += (extent - 1) * stride;
    next = stride * extent;
  }
}

/// Each gap has to lie between two axes of the result too.
void require_kept_gaps(char const* function, ViewInfo const& view, InPlaceCall const& call,
                       Sequence const& slowest_first) {
  std::int64_t below = 1;
  for (int k = view.rank - 1; k >= 0; --k) {
    std::int64_t const extent =
        call.extent[static_cast<std::size_t>(slowest_first[static_cast<std::size_t>(k)])];
    for (int g = 0; g < call.problem.gaps; ++g) {
      std::int64_t const count = call.problem.gap[static_cast<std::size_t>(g)].count;
      if (below >= count || count >= below * extent) continue;
      InPlaceProblem dense;
      dense.rank = view.rank;
      auto const strides = strides_of(dense, view.extent, slowest_first);
      throw_strides(function, view,
                    shape(strides.data(), view.rank) + ", for its gaps behind every " +
                        std::to_string(count) +
                        " elements would lie within an axis of the result " +
                        shape(call.extent.data(), view.rank));
    }
    below *= extent;
  }
}

/// The call that its checks have let through.
InPlaceCall call_of(char const* function, ViewInfo const& view, Axes const& axes, Order result) {
  Sequence const before = memory_order(view.order, view);
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
  if (!is_empty(view)) {
    find_gaps(function, view, before, call.problem);
    require_kept_gaps(function, view, call, after);
  }
  call.stride = strides_of(call.problem, call.extent, after);
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

void require_strides(char const* function, ViewInfo const& view, InPlaceCall const& call,
                     ViewInfo const& result) {
  for (int k = 0; k < view.rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    if (call.extent[i] < 2 || result.stride[i] == call.stride[i] || is_empty(view)) continue;
    throw Error(std::string(function) + ": " + named("view", view) + " has extents " +
                shape(view.extent.data(), view.rank) + " and strides " +
                shape(view.stride.data(), view.rank) + ", the result with extents " +
                shape(call.extent.data(), view.rank) + " and strides " +
                shape(call.stride.data(), view.rank) +
                " has to have LayoutStride, its layout has no place for these gaps");
  }
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
