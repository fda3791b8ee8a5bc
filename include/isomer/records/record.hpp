// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/detail/check_record.hpp>
#include <isomer/records/detail/repeat.hpp>

/// ISOMER_RECORD declares it once more, which within a namespace makes another struct.
struct IsomerGlobalScope;

namespace isomer {

/// A member and its name, for `record`.
template <class T, class F>
struct Field {
  std::string_view name;
  F T::*pointer;
};

template <class T, class F>
constexpr Field<T, F> field(std::string_view name, F T::*pointer) {
  return {name, pointer};
}

/// What `record` makes: the members of T with the places that natural alignment gives them.
template <class T, class... F>
struct Record {
  using Types = detail::TypeList<F...>;
  std::array<std::string_view, sizeof...(F)> name;
  std::array<std::int64_t, sizeof...(F)> offset;
  std::tuple<F T::*...> pointers;
};

/// Describes T without a macro, its fields in the order of their declaration. The members of
/// references have no names then: `v(i).get<"x">()` and `v(i).get<&T::x>()` reach them.
///
///     template <>
///     inline constexpr auto isomer::record_of<Point> =
///         isomer::record<Point>(isomer::field("x", &Point::x), isomer::field("y", &Point::y));
template <class T, class... F>
constexpr Record<T, F...> record(Field<T, F> const&... fields) {
  Record<T, F...> result{{fields.name...}, {}, {fields.pointer...}};
  std::int64_t end = 0;
  std::size_t k = 0;
  auto const place = [&](std::int64_t bytes, std::int64_t align) {
    result.offset[k] = (end + align - 1) / align * align;
    end = result.offset[k++] + bytes;
  };
  (place(sizeof(F), alignof(F)), ...);
  return result;
}

}  // namespace isomer

/// Between these the compiler takes `offsetof` of a member of a base without a warning. What it
/// gives is compared with where the members are when the first view is made.
#if defined(__GNUC__)
#define ISOMER_OFFSETS_OF_BASES_TOO \
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"")
#define ISOMER_OFFSETS_END _Pragma("GCC diagnostic pop")
#else
#define ISOMER_OFFSETS_OF_BASES_TOO
#define ISOMER_OFFSETS_END
#endif

/// Describes the struct T, at global scope: `ISOMER_RECORD(Particle, x, y, z, v, cell, kind);`. Up
/// to 64 members, and all that T has; C arrays are split into their components, classes stay whole.
/// A compile error in a sentence if a member is missing, named twice, or overlaps another.
#define ISOMER_RECORD(T, ...)                                                                  \
  struct IsomerGlobalScope;                                                                    \
  static_assert(::std::is_same_v<IsomerGlobalScope, ::IsomerGlobalScope>,                      \
                "isomer: ISOMER_RECORD has to stand at global scope, in no namespace");        \
  template <>                                                                                  \
  [[maybe_unused]] inline constexpr bool isomer::detail::has_record_macro<T> = true;           \
  template <>                                                                                  \
  struct isomer::detail::RecordOf<T> {                                                         \
    static constexpr int isomer_count = ::isomer::detail::count_names(#__VA_ARGS__);           \
    static_assert(isomer_count >= 1 && isomer_count <= ::isomer::detail::max_record_members,   \
                  "isomer: ISOMER_RECORD takes 1 to 64 members");                              \
    static constexpr auto name = ::isomer::detail::split_names<isomer_count>(#__VA_ARGS__);    \
    static_assert(::isomer::detail::are_distinct(name),                                        \
                  "isomer: ISOMER_RECORD names a member twice");                               \
    static_assert(::std::is_trivially_copyable_v<T>,                                           \
                  "isomer: a record must be trivially copyable, its bytes are moved");         \
    struct IsomerAt {                                                                          \
      enum : int { __VA_ARGS__ };                                                              \
    };                                                                                         \
    using Types = ::isomer::detail::TypeList<ISOMER_LIST(ISOMER_RECORD_TYPE, T, __VA_ARGS__)>; \
    ISOMER_OFFSETS_OF_BASES_TOO                                                                \
    static constexpr ::std::array<::std::int64_t, isomer_count> offset{                        \
        ISOMER_LIST(ISOMER_RECORD_OFFSET, T, __VA_ARGS__)};                                    \
    ISOMER_OFFSETS_END                                                                         \
    [[maybe_unused]] static constexpr ::std::tuple pointers{                                   \
        ISOMER_LIST(ISOMER_RECORD_POINTER, T, __VA_ARGS__)};                                   \
    template <class IsomerPlace>                                                               \
    struct Members {                                                                           \
      ISOMER_FOR_EACH(ISOMER_RECORD_MEMBER, T, __VA_ARGS__)                                    \
    };                                                                                         \
  };                                                                                           \
  static_assert(::isomer::detail::CheckedRecord<T>::value)

#define ISOMER_RECORD_TYPE(T, m) decltype(T::m)
#define ISOMER_RECORD_OFFSET(T, m) offsetof(T, m)
#define ISOMER_RECORD_POINTER(T, m) &T::m
#define ISOMER_RECORD_MEMBER(T, m) typename IsomerPlace::template Member<IsomerAt::m> m;
