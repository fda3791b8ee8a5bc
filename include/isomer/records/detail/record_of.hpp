// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <isomer/records/detail/names.hpp>

namespace isomer {

/// The description of T that `isomer::record` made, for those who do without the macro:
///
///     template <>
///     inline constexpr auto isomer::record_of<Particle> = isomer::record<Particle>(
///         isomer::field("x", &Particle::x), isomer::field("v", &Particle::v));
template <class T>
inline constexpr auto record_of = nullptr;

namespace detail {

template <class...>
struct TypeList {};

/// What stands in for named members where there are none.
template <class>
struct NoMembers {};

/// Whether ISOMER_RECORD describes T; `RecordOf<T>` may not be asked where nothing does.
template <class T>
inline constexpr bool has_record_macro = false;

/// Whether T is described.
template <class T>
inline constexpr bool is_record_v =
    has_record_macro<T> || !std::is_same_v<decltype(record_of<T>), std::nullptr_t const>;

/// The members of a record: `Types`, `name`, `offset`, `pointers`, and `Members<Place>`, whose
/// members are named as those of T. ISOMER_RECORD specialises it.
template <class T>
struct RecordOf {
  static_assert(is_record_v<T>,
                "isomer: this type has no description, it needs ISOMER_RECORD(T, members...) at "
                "global scope, or isomer::record_of<T>");
  static constexpr auto const& given = record_of<T>;
  using Types = typename std::remove_cvref_t<decltype(given)>::Types;
  static constexpr auto name = given.name;
  static constexpr auto offset = given.offset;
  static constexpr auto pointers = given.pointers;
  template <class Place>
  using Members = NoMembers<Place>;
};

template <class List>
inline constexpr int size_of_list = 0;
template <class... F>
inline constexpr int size_of_list<TypeList<F...>> = static_cast<int>(sizeof...(F));

template <int I, class List>
struct TypeAt;
template <int I, class... F>
struct TypeAt<I, TypeList<F...>> {
  using type = typename std::tuple_element_t<I, std::tuple<std::type_identity<F>...>>::type;
};

}  // namespace detail
}  // namespace isomer
