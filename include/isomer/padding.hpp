// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/padded.hpp>
#include <isomer/detail/strided_part.hpp>
#include <isomer/permute.hpp>

namespace isomer {

/// For destinations of other extents than the permuted source: where they are smaller, it is
/// cropped; where they are larger, the rest is `value`, converted to the element type.
template <class T>
struct Padding {
  T value{};
};

template <class T>
Padding(T) -> Padding<T>;

/// As `permute`, to a `dst` of any extents: elements that it has no place for are left out, places
/// that no element comes to get the value of `padding`. Both begin at index 0 of each axis.
///
///     isomer::permute(exec, wider, narrow, {1, 0}, isomer::Padding{0.0});
template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src, class T>
void permute(Exec const& exec, Dst const& dst, Src const& src, Axes const& axes,
             Padding<T> const& padding) {
  static constexpr char const* function = "isomer::permute";
  using Element = typename Dst::non_const_value_type;
  detail::assert_types<Exec, Dst, Src>();
  detail::assert_same_elements<Dst, Src>();
  detail::Region const region(function);
  detail::ViewInfo const to = detail::view_info(dst);
  detail::ViewInfo const from = detail::view_info(src);
  detail::PaddedCall const call = detail::describe_padded(function, to, from, axes);
  auto const plan = detail::cached_plan(exec, call.problem, {}, function);
  for (int k = 0; k < call.boxes; ++k) {
    detail::Box const& box = call.box[static_cast<std::size_t>(k)];
    Kokkos::deep_copy(exec, detail::strided_part(dst, box.offset, box.extent),
                      static_cast<Element>(padding.value));
  }
  plan->run(exec, to.data, from.data, nullptr);
}

/// As above on the default instance of the execution space of `dst`; returns when it is done.
template <detail::ViewLike Dst, detail::ViewLike Src, class T>
void permute(Dst const& dst, Src const& src, Axes const& axes, Padding<T> const& padding) {
  typename Dst::execution_space const exec{};
  isomer::permute(exec, dst, src, axes, padding);
  exec.fence("isomer::permute: fence after the call without an instance");
}

}  // namespace isomer
