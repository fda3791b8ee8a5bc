// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/detail/place.hpp>

/// Records as their leaves, from place to place.
namespace isomer::detail {

template <class P>
using AllLeaves = std::make_integer_sequence<int, P::Table::leaves>;

template <class To, class From, int... L>
KOKKOS_FORCEINLINE_FUNCTION void copy_leaves(To const& to, From const& from,
                                             std::integer_sequence<int, L...>) {
  ((to.template leaf<L>() = from.template leaf<L>()), ...);
}

template <class F>
KOKKOS_FORCEINLINE_FUNCTION void swap_values(F& a, F& b) {
  F const was = a;
  a = b;
  b = was;
}
template <class A, class B, int... L>
KOKKOS_FORCEINLINE_FUNCTION void swap_leaves(A const& a, B const& b,
                                             std::integer_sequence<int, L...>) {
  (swap_values(a.template leaf<L>(), b.template leaf<L>()), ...);
}

/// A struct as records in AoS of which there is one.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Place<T, AoS> place_of_struct(T* record) {
  return {reinterpret_cast<std::byte*>(const_cast<std::remove_const_t<T>*>(record)), 0, 0, 0};
}

/// Room for a record that may have no default constructor.
template <class T>
union Unmade {
  T record;
  KOKKOS_FORCEINLINE_FUNCTION Unmade() {}  // NOLINT(modernize-use-equals-default): T may have none
};

}  // namespace isomer::detail
