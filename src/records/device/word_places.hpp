// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

namespace isomer::records {

/// Where one side has a word of a record, in a buffer (32 bits) or in memory (64): tiles of
/// 2^tile_shift records lie `tile_step` bytes apart, in them the values `value_step`.
template <class Bytes>
struct WordPlaces {
  Bytes begin;
  Bytes tile_step;
  std::int32_t tile_shift;
  std::int32_t value_step;

  KOKKOS_FUNCTION Bytes at(Bytes record) const {
    Bytes const tile = record >> tile_shift;
    return begin + tile * tile_step + (record - (tile << tile_shift)) * value_step;
  }
};

}  // namespace isomer::records
