// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <version>
#ifdef __cpp_lib_mdspan
#include <mdspan>
#endif

#include <Kokkos_Core.hpp>

#include <isomer/detail/limits.hpp>
#include <isomer/detail/rebind_view.hpp>
#include <isomer/detail/view_info.hpp>

/// Views on the memory of an mdspan, and mdspans on that of a View. What an mdspan is, its members
/// say: so that of the standard library is one too, and a Kokkos without any needs nothing.
namespace isomer::detail {

template <class... P>
void take_view(Kokkos::View<P...> const*);

/// A View or a class derived from one, which has the members of an mdspan but other indices, as a
/// Kokkos::OffsetView, or other types of results.
template <class V>
concept IsOrDerivesFromView = requires(V const* view) {
  detail::take_view(view);
};

template <class M>
concept Mdspan = !is_view_like_v<M> && !IsOrDerivesFromView<M> && requires(M const& span) {
  typename M::extents_type;
  typename M::layout_type;
  typename M::accessor_type;
  span.data_handle();
  span.mapping();
  M::rank();
};

template <class A>
concept ViewOrMdspan = ViewLike<A> || Mdspan<A>;

template <class Layout>
constexpr bool is_layout_left() {
  bool is = false;
#ifdef KOKKOS_ENABLE_IMPL_MDSPAN
  is = std::is_same_v<Layout, Kokkos::layout_left>;
#endif
#ifdef __cpp_lib_mdspan
  is = is || std::is_same_v<Layout, std::layout_left>;
#endif
  return is;
}

template <class Layout>
constexpr bool is_layout_right() {
  bool is = false;
#ifdef KOKKOS_ENABLE_IMPL_MDSPAN
  is = std::is_same_v<Layout, Kokkos::layout_right>;
#endif
#ifdef __cpp_lib_mdspan
  is = is || std::is_same_v<Layout, std::layout_right>;
#endif
  return is;
}

template <class Layout>
constexpr bool is_layout_stride() {
  bool is = false;
#ifdef KOKKOS_ENABLE_IMPL_MDSPAN
  is = std::is_same_v<Layout, Kokkos::layout_stride>;
#endif
#ifdef __cpp_lib_mdspan
  is = is || std::is_same_v<Layout, std::layout_stride>;
#endif
  return is;
}

/// The layout of the View on an mdspan: LayoutStride for all whose strides are its own.
template <class Layout>
using view_layout_t = std::conditional_t<
    is_layout_left<Layout>(), Kokkos::LayoutLeft,
    std::conditional_t<is_layout_right<Layout>(), Kokkos::LayoutRight, Kokkos::LayoutStride>>;

/// The layout of an mdspan that lies as `Layout` says, a View's or its own; of the same library as
/// `Old`.
template <class Layout, class Old>
struct MdspanLayout {
  using type = Layout;
};
#ifdef KOKKOS_ENABLE_IMPL_MDSPAN
template <class Old>
struct MdspanLayout<Kokkos::LayoutLeft, Old> {
  using type = Kokkos::layout_left;
};
template <class Old>
struct MdspanLayout<Kokkos::LayoutRight, Old> {
  using type = Kokkos::layout_right;
};
#endif
#ifdef __cpp_lib_mdspan
template <class Old>
concept IsOfStd = std::is_same_v<Old, std::layout_left> || std::is_same_v<Old, std::layout_right> ||
    std::is_same_v<Old, std::layout_stride>;
template <IsOfStd Old>
struct MdspanLayout<Kokkos::LayoutLeft, Old> {
  using type = std::layout_left;
};
template <IsOfStd Old>
struct MdspanLayout<Kokkos::LayoutRight, Old> {
  using type = std::layout_right;
};
#endif
template <class Layout, class Old>
using mdspan_layout_t = typename MdspanLayout<Layout, Old>::type;

/// Where the data of an mdspan are: where its accessor says, else in `Default`.
template <class Accessor, class Default>
struct SpaceOf {
  using type = Default;
};
template <class Accessor, class Default>
requires requires { typename Accessor::memory_space; }
struct SpaceOf<Accessor, Default> {
  using type = typename Accessor::memory_space;
};

/// What a handle to data points to: a View's own mdspan counts its owners.
template <class T, class Handle>
requires std::convertible_to<Handle const&, T*> T* pointer_of(Handle const& handle) {
  return handle;
}
template <class T, class Handle>
requires(!std::convertible_to<Handle const&, T*>) && requires(Handle const& handle) {
  { handle.get() } -> std::convertible_to<T*>;
}
T* pointer_of(Handle const& handle) { return handle.get(); }

template <class Space, class M>
auto view_in(M const& span) {
  using T = typename M::element_type;
  static_assert(M::rank() <= max_view_rank, "isomer: an mdspan must have a rank of at most 8");
  static_assert(M::is_always_strided(), "isomer: the layout of an mdspan must have strides");
  static_assert(
      std::is_same_v<typename M::reference, T&> && requires { pointer_of<T>(span.data_handle()); },
      "isomer: the accessor of an mdspan must give its elements as they lie in memory");
  using Device = Kokkos::Device<typename Space::execution_space, typename Space::memory_space>;
  constexpr int rank = static_cast<int>(M::rank());
  using Layout = view_layout_t<typename M::layout_type>;
  using V = Kokkos::View<typename DynamicData<T, rank>::type, Layout, Device,
                         Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  std::array<std::int64_t, max_rank> extent{};
  std::array<std::int64_t, max_rank> stride{};
  if constexpr (rank > 0)
    for (std::size_t k = 0; k < M::rank(); ++k) {
      extent[k] = static_cast<std::int64_t>(span.extent(k));
      stride[k] = static_cast<std::int64_t>(span.stride(k));
    }
  return V(pointer_of<T>(span.data_handle()), make_layout<Layout>(rank, extent, stride));
}

/// The View of an argument: of an mdspan one in the memory that its accessor names, else in that of
/// `Space`; a View itself.
template <class Space, Mdspan M>
auto view_for(M const& span) {
  return view_in<typename SpaceOf<typename M::accessor_type, Space>::type>(span);
}
template <class Space, ViewLike V>
V const& view_for(V const& view) {
  return view;
}

/// The extents of an mdspan, all dynamic.
template <class Extents>
struct DynamicExtents;
template <template <class, std::size_t...> class Extents, class Index, std::size_t... N>
struct DynamicExtents<Extents<Index, N...>> {
  static constexpr std::size_t dynamic(std::size_t) { return static_cast<std::size_t>(-1); }
  using type = Extents<Index, dynamic(N)...>;
};

/// An mdspan type with other extents and another layout.
template <class M, class Extents, class Layout>
struct RebindMdspan;
template <template <class, class, class, class> class M, class T, class OldExtents, class OldLayout,
          class Accessor, class Extents, class Layout>
struct RebindMdspan<M<T, OldExtents, OldLayout, Accessor>, Extents, Layout> {
  using type = M<T, Extents, Layout, Accessor>;
};

/// An mdspan on the elements of `span` that lies as `view` does.
template <class Extents, class Layout, class M, class V>
auto span_like(M const& span, V const& view) {
  using Result = typename RebindMdspan<M, Extents, Layout>::type;
  using Mapping = typename Result::mapping_type;
  using Index = typename Extents::index_type;
  std::array<Index, Extents::rank()> extent{};
  std::array<Index, Extents::rank()> stride{};
  for (std::size_t k = 0; k < Extents::rank(); ++k) {
    extent[k] = static_cast<Index>(view.extent(k));
    stride[k] = static_cast<Index>(view.stride(k));
  }
  if constexpr (is_layout_stride<Layout>())
    return Result(span.data_handle(), Mapping(Extents(extent), stride), span.accessor());
  else return Result(span.data_handle(), Mapping(Extents(extent)), span.accessor());
}

/// What a permutation in place of `span` returns, given the View that it became.
template <class M, class V>
auto permuted_span(M const& span, V const& view) {
  using Layout = typename M::layout_type;
  static_assert(is_layout_left<Layout>() || is_layout_right<Layout>() || is_layout_stride<Layout>(),
                "isomer: in place the layout of an mdspan must be layout_left, layout_right or "
                "layout_stride");
  return span_like<typename DynamicExtents<typename M::extents_type>::type, Layout>(span, view);
}

}  // namespace isomer::detail
