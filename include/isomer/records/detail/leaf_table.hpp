// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include <isomer/records/detail/fixed_string.hpp>
#include <isomer/records/detail/record_of.hpp>

namespace isomer::detail {

/// What is never split: a member, or a component of one that is a C array.
struct LeafShape {
  std::int32_t member = 0;
  std::int32_t component = 0;
  std::int32_t bytes = 0;
  std::int32_t align = 1;
  std::int64_t offset = 0;  ///< in the struct

  friend bool operator==(LeafShape const&, LeafShape const&) = default;
};

template <class F>
inline constexpr int components_of = static_cast<int>(sizeof(F) /
                                                      sizeof(std::remove_all_extents_t<F>));

/// All about the members of T that is known at compile time.
template <class T>
struct LeafTable {
  using Of = RecordOf<T>;
  using Types = typename Of::Types;

  static constexpr int members = size_of_list<Types>;
  template <int M>
  using Type = typename TypeAt<M, Types>::type;
  /// Of the leaves of member M.
  template <int M>
  using Element = std::remove_all_extents_t<Type<M>>;

  /// The first leaf of each member, and the number of leaves.
  static constexpr auto first = [] {
    std::array<int, members + 1> sum{};
    [&]<int... M>(std::integer_sequence<int, M...>) {
      ((sum[M + 1] = sum[M] + components_of<Type<M>>), ...);
    }
    (std::make_integer_sequence<int, members>{});
    return sum;
  }();
  static constexpr int leaves = first[members];

  static constexpr auto leaf = [] {
    std::array<LeafShape, static_cast<std::size_t>(leaves)> table{};
    std::size_t next = 0;
    auto const add = [&]<int M>(std::integral_constant<int, M>) {
      constexpr auto bytes = static_cast<std::int32_t>(sizeof(Element<M>));
      for (int k = 0; k < components_of<Type<M>>; ++k)
        table[next++] = {M, k, bytes, static_cast<std::int32_t>(alignof(Element<M>)),
                         Of::offset[M] + static_cast<std::int64_t>(k) * bytes};
    };
    [&]<int... M>(std::integer_sequence<int, M...>) {
      (add(std::integral_constant<int, M>{}), ...);
    }
    (std::make_integer_sequence<int, members>{});
    return table;
  }();

  /// For kernels, which cannot index the tables: leaf L, and the first leaf of member M.
  template <int L>
  static consteval LeafShape shape() {
    return leaf[L];
  }
  template <int M>
  static consteval int first_of() {
    return first[M];
  }

  /// The member of a name, or -1.
  static constexpr int position(std::string_view name) {
    for (int m = 0; m < members; ++m)
      if (Of::name[static_cast<std::size_t>(m)] == name) return m;
    return -1;
  }

  template <FixedString Name>
  static consteval int position_named() {
    return position(text_of<Name>());
  }

  /// The member that a pointer to member stands for, or -1.
  template <auto Pointer>
  static consteval int position_of() {
    int position = -1;
    auto const look = [&]<int M>(std::integral_constant<int, M>) {
      constexpr auto other = std::get<M>(Of::pointers);
      if constexpr (std::is_same_v<decltype(Pointer), std::remove_const_t<decltype(other)>>) {
        if (Pointer == other) position = M;
      }
    };
    [&]<int... M>(std::integer_sequence<int, M...>) {
      (look(std::integral_constant<int, M>{}), ...);
    }
    (std::make_integer_sequence<int, members>{});
    return position;
  }
};

}  // namespace isomer::detail
