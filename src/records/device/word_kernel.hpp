// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "records/device/word_places.hpp"
#include "team/team.hpp"

namespace isomer::records {

struct FarWordColumn {
  WordPlaces<std::int64_t> src;
  WordPlaces<std::int64_t> dst;
  std::int32_t word;
  std::int32_t unused[3];
};
static_assert(sizeof(FarWordColumn) == 64);

/// Records, numbered on either side.
struct RecordRange {
  std::int64_t src_first;
  std::int64_t dst_first;
  std::int64_t count;
};

/// Records word by word from one memory to another: those behind the last full panel, and tiles
/// that no panel holds. Each thread has a record, so that lanes touch the same lines word after
/// word. Both memories begin on V bytes.
template <int V>
struct RecordWordsKernel {
  static constexpr int threads = 128;

  std::byte const* columns;  ///< list
  std::int32_t column_count;
  RecordRange records;
  std::byte const* src;
  std::byte* dst;

  int blocks() const { return static_cast<int>((records.count + threads - 1) / threads); }

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    std::int64_t const k = std::int64_t{team.block()} * team.size() + team.rank();
    bool const take = k < records.count;
    std::int64_t const number = take ? k : 0;
    for (std::int32_t c = 0; c < column_count; ++c) {
      std::byte const* const at = columns + std::int64_t{c} * std::int64_t{sizeof(FarWordColumn)};
      std::byte const* const from = src + places_at(team, at).at(records.src_first + number);
      std::byte* const to = dst + places_at(team, at + 24).at(records.dst_first + number);
      std::uint32_t const word = team.template load<4>(at + 48, true);
      if (word == 4) move<4>(team, to, from, take);
      else if (word == 8) move<8>(team, to, from, take);
      else if (word == 2) move<2>(team, to, from, take);
      else if (word == 1) move<1>(team, to, from, take);
      else move<16>(team, to, from, take);
    }
  }

 private:
  template <int W, class T>
  KOKKOS_FUNCTION static void move(T const& team, std::byte* to, std::byte const* from, bool take) {
    constexpr int unit = W < V ? W : V;
    for (int at = 0; at < W; at += unit)
      team.template store<unit>(to + at, team.template load<unit>(from + at, take), take);
  }
  template <class T>
  KOKKOS_FUNCTION static WordPlaces<std::int64_t> places_at(T const& team, std::byte const* at) {
    team::Word<8> const shift_and_step = team.template load<8>(at + 16, true);
    return {static_cast<std::int64_t>(team.template load<8>(at, true)),
            static_cast<std::int64_t>(team.template load<8>(at + 8, true)),
            static_cast<std::int32_t>(shift_and_step & 0xffffffffU),
            static_cast<std::int32_t>(shift_and_step >> 32U)};
  }
};

}  // namespace isomer::records
