// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <type_traits>

#include <isomer/detail/view_info.hpp>

namespace isomer {

/// What `prefer_huge_pages` reached. Both are 0 where there is nothing to reach: a View of less
/// than a page, device memory, a system without transparent huge pages.
struct HugePages {
  /// Whole pages of the View for which the system now prefers huge pages at the first touch.
  std::size_t advised_bytes = 0;
  /// Those of them that lie on huge pages already, now that the call has returned.
  std::size_t huge_bytes = 0;
};

namespace detail {
HugePages advise_huge_pages(void const* data, std::size_t bytes) noexcept;
}  // namespace detail

/// Asks the system for huge pages under the span of a View in host memory: those it has touched
/// already are moved onto huge pages now, the others get them when they are first touched. A
/// rearrangement touches many pages at once, so it gains more from this than most loops do. The
/// elements stay what they are and where they are, and it is never an error.
///
///     Kokkos::View<double**> a(Kokkos::view_alloc("a", Kokkos::WithoutInitializing), n, n);
///     isomer::prefer_huge_pages(a);  // before the first touch it costs nothing
template <detail::ViewLike V>
HugePages prefer_huge_pages([[maybe_unused]] V const& view) noexcept {
  if constexpr (std::is_same_v<typename V::memory_space, Kokkos::HostSpace>)
    return detail::advise_huge_pages(view.data(), view.span() * sizeof(typename V::value_type));
  else return {};
}

}  // namespace isomer
