// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <type_traits>

#include <isomer/deep_copy.hpp>
#include <isomer/detail/rebind_view.hpp>

namespace isomer {

namespace detail {

/// The View of a layout in another memory, with the static extents of `V`.
template <class V, class Layout, class Space>
struct MirrorView {
  using type = Kokkos::View<typename V::non_const_data_type, Layout, Space>;
};
template <class T, class... P, class Layout, class Space>
struct MirrorView<Kokkos::DynRankView<T, P...>, Layout, Space> {
  using type = Kokkos::DynRankView<std::remove_const_t<T>, Layout, Space>;
};

/// Whether a View lies in the memory of a space as its layout says. Of ranks 0 and 1 LayoutLeft and
/// LayoutRight are the same.
template <class V, class Layout, class Space>
constexpr bool fits() {
  using Has = typename V::array_layout;
  if constexpr (!std::is_same_v<typename V::memory_space, typename Space::memory_space>)
    return false;
  else if constexpr (std::is_same_v<Has, Layout>) return true;
  else if constexpr (is_dyn_rank_view_v<V>) return false;
  else return V::rank() <= 1 && order_of<Has>() != Order::stride;
}

/// A View that fits, on the same memory and with the same owners.
template <class Layout, class V>
auto same_view(V const& view) {
  if constexpr (std::is_same_v<typename V::array_layout, Layout>) return view;
  else return typename WithLayout<V, Layout>::type(view);
}

/// New memory for `view` in another layout or space, not yet written.
template <class Layout, class Space, class V>
auto allocate_mirror(V const& view, std::string const& label) {
  using Mirror = typename MirrorView<V, Layout, Space>::type;
  ViewInfo const info = view_info(view);
  return Mirror(
      Kokkos::view_alloc(label.empty() ? view.label() : label, Kokkos::WithoutInitializing),
      make_layout<Layout>(info.rank, info.extent));
}

template <class Layout>
constexpr void assert_mirror_layout() {
  static_assert(
      order_of<Layout>() != Order::stride,
      "isomer::create_mirror_view_and_copy: the layout must be LayoutLeft or LayoutRight");
}

}  // namespace detail

/// A View with the elements of `view` in the memory of `space` and in a layout, LayoutLeft or
/// LayoutRight. If `view` is that already, it is returned itself: nothing is allocated or copied.
/// Else a new one, with the label of `view` unless another is given; asynchronous on `exec` as
/// `deep_copy` is.
///
///     auto const columns = isomer::create_mirror_view_and_copy<Kokkos::LayoutLeft>(
///         exec, Kokkos::DefaultExecutionSpace{}, rows_on_the_host);
template <class Layout, detail::ExecutionSpace Exec, class Space, detail::ViewLike V>
requires Kokkos::is_space<Space>::value auto create_mirror_view_and_copy(
    Exec const& exec, Space const& /*space*/, V const& view, std::string const& label = "") {
  detail::assert_mirror_layout<Layout>();
  if constexpr (detail::fits<V, Layout, Space>()) {
    return detail::same_view<Layout>(view);
  } else {
    auto const mirror = detail::allocate_mirror<Layout, Space>(view, label);
    isomer::deep_copy(exec, mirror, view);
    return mirror;
  }
}

/// As above without an instance; as Kokkos' function it waits for all that runs before it returns.
template <class Layout, class Space, detail::ViewLike V>
requires Kokkos::is_space<Space>::value auto create_mirror_view_and_copy(
    Space const& /*space*/, V const& view, std::string const& label = "") {
  detail::assert_mirror_layout<Layout>();
  if constexpr (detail::fits<V, Layout, Space>()) {
    Kokkos::fence("isomer::create_mirror_view_and_copy: fence before the view is returned");
    return detail::same_view<Layout>(view);
  } else {
    auto const mirror = detail::allocate_mirror<Layout, Space>(view, label);
    isomer::deep_copy(mirror, view);
    return mirror;
  }
}

}  // namespace isomer
