// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <Kokkos_Macros.hpp>

namespace isomer::detail {

/// Goes through what `components[k]` is for each k.
template <class Components>
class ComponentIterator {
 public:
  KOKKOS_FORCEINLINE_FUNCTION ComponentIterator(Components const& of, std::size_t k)
      : of_(of), k_(k) {}
  KOKKOS_FORCEINLINE_FUNCTION decltype(auto) operator*() const { return of_[k_]; }
  KOKKOS_FORCEINLINE_FUNCTION ComponentIterator& operator++() {
    ++k_;
    return *this;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool operator!=(ComponentIterator const& other) const {
    return k_ != other.k_;
  }

 private:
  Components of_;
  std::size_t k_;
};

/// A reference to a member that is a C array F: its components lie apart, at a constant distance.
/// `[k]` is a reference to a component, or such a proxy again in an array of arrays.
template <class F>
class ComponentRef {
  static constexpr std::int64_t below = static_cast<std::int64_t>(
      sizeof(std::remove_extent_t<F>) / sizeof(std::remove_all_extents_t<F>));

 public:
  using Element = std::remove_extent_t<F>;

  KOKKOS_FORCEINLINE_FUNCTION ComponentRef(std::byte* data, std::int64_t step)
      : data_(data), step_(step) {}

  template <class I>
  KOKKOS_FORCEINLINE_FUNCTION decltype(auto) operator[](I k) const {
    std::byte* const at = data_ + static_cast<std::int64_t>(k) * (below * step_);
    if constexpr (std::is_array_v<Element>) return ComponentRef<Element>(at, step_);
    else return (*reinterpret_cast<Element*>(at));
  }
  static KOKKOS_FUNCTION constexpr std::size_t size() { return std::extent_v<F>; }
  KOKKOS_FORCEINLINE_FUNCTION ComponentIterator<ComponentRef> begin() const { return {*this, 0}; }
  KOKKOS_FORCEINLINE_FUNCTION ComponentIterator<ComponentRef> end() const {
    return {*this, size()};
  }

 private:
  std::byte* data_;
  std::int64_t step_;
};

}  // namespace isomer::detail
