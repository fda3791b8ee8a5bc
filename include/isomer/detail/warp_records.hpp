// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <isomer/detail/warp.hpp>
#include <isomer/detail/warp_words.hpp>

/// Records as words of a warp.
namespace isomer::detail::warp {

/// The largest word that records consist of and begin on.
template <class T>
constexpr int word_bytes() {
  return static_cast<int>(std::min<std::size_t>({16, sizeof(T) & (~sizeof(T) + 1), alignof(T)}));
}

/// The words of a lane's record in registers, loaded and stored by all lanes together. Of a piece
/// of m <= 32 words of each record, the warp's request r is for word (32 r + l) mod m of the record
/// of lane (32 r + l) div m, so that its lanes touch as few sectors as the records have.
template <class T>
struct RecordWords {
  static_assert(std::is_trivially_copyable_v<T>,
                "isomer: records have to be trivially copyable, for they move as bytes");
  static constexpr int width = word_bytes<T>();
  static constexpr int count = static_cast<int>(sizeof(T)) / width;

  Word<width> word[count];

  KOKKOS_FUNCTION static RecordWords of(T const& record) {
    RecordWords words;
    memcpy(words.word, &record, sizeof(T));
    return words;
  }
  KOKKOS_FUNCTION T record() const {
    T record;
    memcpy(static_cast<void*>(&record), word, sizeof(T));
    return record;
  }

  /// Where a word of a lane's record is, and whether to touch it.
  struct Place {
    std::byte* at;
    bool take;
  };

  template <class Warp, class PlaceOf>
  KOKKOS_FUNCTION void load(Warp const& warp, PlaceOf const& place_of) {
    order_words(warp);
    load_from<0>(warp, place_of);
  }
  template <class Warp, class PlaceOf>
  KOKKOS_FUNCTION void store(Warp const& warp, PlaceOf const& place_of) const {
    order_words(warp);
    store_from<0>(warp, place_of);
    order_words(warp);
  }

  /// The words of consecutive records, of which `words_there` are there.
  KOKKOS_FUNCTION static auto consecutive(std::byte* records, std::int64_t words_there) {
    return [=](int of_lane, int number) {
      int const element = of_lane * count + number;
      return Place{records + element * width, element < words_there};
    };
  }
  /// Those of records anywhere; a lane whose index is negative has none.
  template <class Warp>
  KOKKOS_FUNCTION static auto anywhere(Warp const& warp, std::byte* records, std::int64_t index) {
    return [=](int of_lane, int number) {
      std::int64_t const taken = shuffled(warp, index, of_lane);
      return Place{
          records + (taken < 0 ? 0 : taken) * static_cast<std::int64_t>(sizeof(T)) + number * width,
          taken >= 0};
    };
  }
  /// Those of records of which each lane has an address. Distances from its own: a compiler that
  /// knows this one to be of global memory knows it of the others.
  template <class Warp>
  KOKKOS_FUNCTION static auto at_each(Warp const& warp, std::byte* record) {
    return [=](int of_lane, int number) {
      auto const own = reinterpret_cast<std::intptr_t>(record);
      return Place{record + (shuffled(warp, own, of_lane) - own) + number * width, true};
    };
  }

 private:
  /// Other lanes touch the words of a lane's record: each of them has to find what the lane itself
  /// has left there, and the lane what they leave. Words that are records a lane touches alone.
  template <class Warp>
  KOKKOS_FUNCTION static void order_words(Warp const& warp) {
    if constexpr (count > 1) warp.sync();
  }

  template <int first>
  static constexpr int words_of_piece = std::min(count - first, lanes);

  template <int first, class Warp, class PlaceOf>
  KOKKOS_FUNCTION void load_from(Warp const& warp, PlaceOf const& place_of) {
    constexpr int m = words_of_piece<first>;
    Word<width> piece[m];
    ISOMER_DETAIL_UNROLL
    for (int r = 0; r < m; ++r) {
      int const element = r * lanes + warp.lane();
      Place const place = place_of(element / m, first + element % m);
      piece[r] = warp.template load<width>(place.at, place.take);
    }
    if constexpr (m > 1) to_lanes<m>(warp, piece);
    ISOMER_DETAIL_UNROLL
    for (int k = 0; k < m; ++k) word[first + k] = piece[k];
    if constexpr (first + m < count) load_from<first + m>(warp, place_of);
  }

  template <int first, class Warp, class PlaceOf>
  KOKKOS_FUNCTION void store_from(Warp const& warp, PlaceOf const& place_of) const {
    constexpr int m = words_of_piece<first>;
    Word<width> piece[m];
    ISOMER_DETAIL_UNROLL
    for (int k = 0; k < m; ++k) piece[k] = word[first + k];
    if constexpr (m > 1) to_rows<m>(warp, piece);
    ISOMER_DETAIL_UNROLL
    for (int r = 0; r < m; ++r) {
      int const element = r * lanes + warp.lane();
      Place const place = place_of(element / m, first + element % m);
      warp.template store<width>(place.at, piece[r], place.take);
    }
    if constexpr (first + m < count) store_from<first + m>(warp, place_of);
  }
};

/// Records that one access moves.
template <class T>
inline constexpr bool is_word = RecordWords<T>::count == 1;

template <class T>
KOKKOS_FUNCTION std::byte* bytes_of(T const* records) {
  return reinterpret_cast<std::byte*>(const_cast<std::remove_const_t<T>*>(records));
}

/// Each lane's record, wherever it is ..
template <class Warp, class T>
KOKKOS_FUNCTION T load_each(Warp const& warp, T const* record) {
  using Words = RecordWords<T>;
  Words words;
  words.load(warp, Words::at_each(warp, bytes_of(record)));
  return words.record();
}
/// .. stored there. Lanes with the same address leave a record of which each word is one of theirs.
template <class Warp, class T>
KOKKOS_FUNCTION void store_each(Warp const& warp, T* record, T const& value) {
  using Words = RecordWords<T>;
  auto const words = Words::of(value);
  words.store(warp, Words::at_each(warp, bytes_of(record)));
}

}  // namespace isomer::detail::warp
