// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include <isomer/detail/problem.hpp>
#include <isomer/detail/scale_factors.hpp>

/// What becomes of elements on their way from a View of one type to one of another.
namespace isomer::detail {

/// As what an element is cast: a bool, whose value is 0 or 1, like an integer of a byte.
template <class T>
constexpr Scalar cast_source_of() {
  return std::is_same_v<std::remove_cv_t<T>, bool> ? Scalar::u8 : scalar_of<T>();
}
template <class T>
constexpr Scalar cast_target_of() {
  return std::is_same_v<std::remove_cv_t<T>, bool> ? Scalar::boolean : scalar_of<T>();
}

/// Integers of one width have the same bits, whatever their signs.
constexpr bool has_same_bits(Scalar from, Scalar to) {
  return from == to || (is_integer(from) && is_integer(to) && bytes_of(from) == bytes_of(to));
}

template <class Dst, class Src>
inline constexpr bool are_cast_types_v =
    cast_source_of<Src>() != Scalar::none&& cast_target_of<Dst>() != Scalar::none;

/// The cast from the elements of one View to those of another; none if bytes are what moves.
template <class Dst, class Src>
constexpr Cast cast_of() {
  if constexpr (std::is_same_v<std::remove_cv_t<Dst>, std::remove_cv_t<Src>>) return {};
  else {
    constexpr Cast cast{cast_source_of<Src>(), cast_target_of<Dst>()};
    return has_same_bits(cast.from, cast.to) ? Cast{} : cast;
  }
}

template <class Dst, class Src>
constexpr Cast cast_of_views() {
  return cast_of<typename Dst::value_type, typename Src::value_type>();
}

/// Whether a plan of a cast takes a View of bytes as the source of another one: where both are rows
/// of numbers.
template <class Dst, class Src>
inline constexpr bool casts_bytes_v = requires {
  requires Kokkos::is_view_v<Dst> && Dst::rank()
  == 1;
}
&&!std::is_const_v<typename Dst::value_type> &&
    !std::is_same_v<std::remove_cv_t<typename Dst::value_type>,
                    typename Src::non_const_value_type> &&
    are_cast_types_v<typename Dst::value_type, typename Src::value_type>;

/// Of Views between which elements move as they are.
template <class Dst, class Src>
constexpr void assert_same_elements() {
  static_assert(
      std::is_same_v<typename Dst::non_const_value_type, typename Src::non_const_value_type>,
      "isomer: this call does not cast, dst and src must have the same element type");
}

/// Says in a sentence which elements cannot be cast to which.
template <class Dst, class Src>
constexpr void assert_castable() {
  static_assert(std::is_same_v<Dst, Src> || are_cast_types_v<Dst, Src>,
                "isomer: dst and src must have the same element type, or arithmetic types or "
                "Kokkos::complex");
  static_assert(std::is_same_v<Dst, Src> || !is_complex(cast_source_of<Src>()) ||
                    is_complex(cast_target_of<Dst>()) || !are_cast_types_v<Dst, Src>,
                "isomer: complex elements cannot be cast to real ones, dst must be complex too");
}

}  // namespace isomer::detail
