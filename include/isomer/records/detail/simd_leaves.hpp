// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/detail/leaf_moves.hpp>
#include <isomer/records/detail/place.hpp>
#include <isomer/records/detail/vector_rows.hpp>

#if defined(ISOMER_HAS_VECTORS)

/// W records at once, leaf by leaf.
namespace isomer::detail {

/// A member of W records: a vec, or a C array of them.
template <class F, int W>
struct VecOf {
  using type = vec<std::remove_cv_t<F>, W>;
};
template <class F, std::size_t N, int W>
struct VecOf<F[N], W> {
  using type = typename VecOf<F, W>::type[N];
};

/// Where the vecs of the leaves lie in a struct that has one after the other.
template <class T, int W>
struct SimdPlaces {
  using Table = LeafTable<T>;
  template <int M>
  using Member = typename VecOf<typename Table::template Type<M>, W>::type;
  template <int L>
  using Leaf = typename VecOf<typename Table::template Element<Table::leaf[L].member>, W>::type;

  static constexpr std::size_t align = []<int... L>(std::integer_sequence<int, L...>) {
    return std::max({alignof(Leaf<L>)...});
  }
  (std::make_integer_sequence<int, Table::leaves>{});
  /// And the bytes of all.
  static constexpr auto offset = [] {
    std::array<std::size_t, Table::leaves + 1> at{};
    std::size_t end = 0;
    auto const place = [&](std::size_t l, std::size_t bytes, std::size_t to) {
      at[l] = (end + to - 1) / to * to;
      end = at[l] + bytes;
    };
    [&]<int... L>(std::integer_sequence<int, L...>) {
      (place(L, sizeof(Leaf<L>), alignof(Leaf<L>)), ...);
    }
    (std::make_integer_sequence<int, Table::leaves>{});
    at[Table::leaves] = (end + align - 1) / align * align;
    return at;
  }();
};

/// In place of named members.
template <class T, int W>
struct SimdBytes {
  alignas(SimdPlaces<T, W>::align) std::byte isomer_bytes[SimdPlaces<T, W>::offset.back()];
};

template <class T, int W>
using SimdMembers =
    std::conditional_t<std::is_same_v<typename RecordOf<T>::template Members<SimdPlaces<T, W>>,
                                      NoMembers<SimdPlaces<T, W>>>,
                       SimdBytes<T, W>, typename RecordOf<T>::template Members<SimdPlaces<T, W>>>;

/// W records from record i on of an arrangement.
template <class T, class A, int W>
struct SimdPlace {
  using Value = std::remove_const_t<T>;
  using Table = LeafTable<Value>;
  using Places = SimdPlaces<Value, W>;
  using At = Addresses<Value, A>;
  template <int L>
  using Leaf = typename Places::template Leaf<L>;
  template <int L>
  using Element = typename Leaf<L>::value_type;

  static constexpr auto address = At::table.leaf;
  static constexpr auto moves = []<int... L>(std::integer_sequence<int, L...>) {
    return LeafMoves<sizeof...(L)>(Table::leaf, At::table.leaf, {is_vector_element<Element<L>>...},
                                   W);
  }
  (std::make_integer_sequence<int, Table::leaves>{});

  std::byte* all;
  std::int64_t padded;
  std::int64_t i;

  template <int L>
  KOKKOS_FORCEINLINE_FUNCTION std::byte* row() const {
    return all + padded * address[L].before + i * address[L].block;
  }
  template <int L>
  KOKKOS_FORCEINLINE_FUNCTION std::byte* value(std::int64_t k) const {
    return Place<Value, A>::of(all, padded, i + k).template byte<L>();
  }
  /// Whether the W values lie side by side.
  template <int L>
  KOKKOS_FORCEINLINE_FUNCTION bool is_run() const {
    if constexpr (!moves.of[L].is_run) return false;
    else if constexpr (address[L].tile == 1) return true;
    else if constexpr (address[L].tile < W) return false;
    else return static_cast<std::uint64_t>(i) % address[L].tile <= address[L].tile - W;
  }

  template <int L>
  static KOKKOS_FORCEINLINE_FUNCTION auto& leaf(auto& records) {
    using Vec = std::conditional_t<std::is_const_v<std::remove_reference_t<decltype(records)>>,
                                   Leaf<L> const, Leaf<L>>;
    using Byte = std::conditional_t<std::is_const_v<Vec>, std::byte const, std::byte>;
    return *reinterpret_cast<Vec*>(reinterpret_cast<Byte*>(&records) + Places::offset[L]);
  }

  template <class Records>
  KOKKOS_FORCEINLINE_FUNCTION void load(Records& records) const {
    [&]<int... L>(std::integer_sequence<int, L...>) __attribute__((always_inline)) {
      (load_leaf<L>(records), ...);
    }
    (std::make_integer_sequence<int, Table::leaves>{});
  }
  template <int L, class Records>
  KOKKOS_FORCEINLINE_FUNCTION void load_leaf(Records& records) const {
    constexpr LeafMove move = moves.of[L];
    if constexpr (move.word > 0) {
      if constexpr (move.is_first_of_row) prefetch_rows_ahead<W * address[L].block>(row<L>());
      if constexpr (move.is_first_of_bytes) {
        auto const columns = load_columns<move.word, W, address[L].block>(row<L>() + move.begin);
        [&]<int... K>(std::integer_sequence<int, K...>) __attribute__((always_inline)) {
          (take_column<L, K>(records, columns[K]), ...);
        }
        (std::make_integer_sequence<int, static_cast<int>(columns.size())>{});
      }
    } else if (is_run<L>()) {
      if constexpr (move.is_run) leaf<L>(records) = Leaf<L>::load(value<L>(0));
    } else {
      for (int k = 0; k < W; ++k)
        __builtin_memcpy(&leaf<L>(records)[k], value<L>(k), sizeof(Element<L>));
    }
  }
  template <int L, int K, class Records, class C>
  static KOKKOS_FORCEINLINE_FUNCTION void take_column(Records& records, C const& column) {
    constexpr auto leaves = moves.loaded_from(L, K);
    take_leaf<leaves[0]>(records, column);
    take_leaf<leaves[1]>(records, column);
    take_leaf<leaves[2]>(records, column);
    take_leaf<leaves[3]>(records, column);
  }
  template <int L, class Records, class C>
  static KOKKOS_FORCEINLINE_FUNCTION void take_leaf(Records& records, C const& column) {
    if constexpr (L >= 0)
      leaf<L>(records) =
          values_of<Element<L>, static_cast<int>(address[L].offset % moves.of[L].word)>(column);
  }

  template <class Records>
  KOKKOS_FORCEINLINE_FUNCTION void store(Records const& records) const {
    [&]<int... L>(std::integer_sequence<int, L...>) __attribute__((always_inline)) {
      (store_leaf<L>(records), ...);
    }
    (std::make_integer_sequence<int, Table::leaves>{});
  }
  template <int L, class Records>
  KOKKOS_FORCEINLINE_FUNCTION void store_leaf(Records const& records) const {
    if constexpr (moves.of[L].stored_word > 0) {
      if constexpr (moves.of[L].is_first_of_row) {
        constexpr auto blocks = static_cast<int>((address[L].block + piece - 1) / piece);
        [&]<int... B>(std::integer_sequence<int, B...>) __attribute__((always_inline)) {
          (store_block<L, std::max<std::int64_t>(
                              0, std::min<std::int64_t>(B * piece, address[L].block - piece))>(
               records),
           ...);
        }
        (std::make_integer_sequence<int, blocks>{});
      }
    } else if (is_run<L>()) {
      if constexpr (moves.of[L].is_run) leaf<L>(records).store(value<L>(0));
    } else {
      for (int k = 0; k < W; ++k) {
        Element<L> const element = leaf<L>(records)[k];
        __builtin_memcpy(value<L>(k), &element, sizeof(Element<L>));
      }
    }
  }
  /// Stores the 16 bytes from `Begin` on of the rows of leaf L, or all of shorter ones.
  template <int L, std::int64_t Begin, class Records>
  KOKKOS_FORCEINLINE_FUNCTION void store_block(Records const& records) const {
    constexpr int bytes = moves.of[L].stored_word;
    Columns<bytes, W, address[L].block> columns;
    [&]<int... N>(std::integer_sequence<int, N...>) __attribute__((always_inline)) {
      ((columns[N] = number<L, Begin + N * bytes>(records)), ...);
    }
    (std::make_integer_sequence<int, static_cast<int>(columns.size())>{});
    store_columns<bytes, W, address[L].block>(row<L>() + Begin, columns);
  }
  /// The number at byte `Byte` of the rows of leaf L, zero where nothing is but padding.
  template <int L, std::int64_t Byte, class Records>
  static KOKKOS_FORCEINLINE_FUNCTION auto number(Records const& records) {
    constexpr auto leaves = moves.stored_in(L, Byte);
    vec<UnsignedOf<moves.of[L].stored_word>, W> sum = 0;
    add_leaf<leaves[0], Byte>(records, sum);
    add_leaf<leaves[1], Byte>(records, sum);
    add_leaf<leaves[2], Byte>(records, sum);
    add_leaf<leaves[3], Byte>(records, sum);
    return sum;
  }
  template <int L, std::int64_t Byte, class Records, class Word>
  static KOKKOS_FORCEINLINE_FUNCTION void add_leaf(Records const& records, vec<Word, W>& sum) {
    if constexpr (L >= 0)
      sum |= in_column<Word, static_cast<int>(Byte), static_cast<int>(address[L].offset)>(
          leaf<L>(records));
  }
};

}  // namespace isomer::detail

#endif
