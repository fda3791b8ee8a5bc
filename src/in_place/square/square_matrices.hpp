// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "in_place/step.hpp"
#include "index/fast_div.hpp"

namespace isomer::in_place {

/// The square matrices of a step: number k = (b, m) starts at b * item + m * side * chunk, its rows
/// are middle * side * chunk bytes apart, or
/// further where the step has gaps.
struct Squares {
  explicit Squares(Step const& step)
      : by_middle(step.middle),
        count(step.batch * step.middle),
        side(step.rows),
        chunk(step.chunk_bytes),
        row_stride(step.row_step()),
        item_bytes(step.item_step()) {}

  KOKKOS_INLINE_FUNCTION std::byte* origin(std::byte* data, std::int64_t number) const {
    std::int64_t const b = by_middle.quotient(number);
    return data + b * item_bytes + (number - b * by_middle.divisor()) * side * chunk;
  }

  std::int64_t bytes() const { return count * side * side * chunk; }

  detail::FastDiv by_middle;
  std::int64_t count;
  std::int64_t side;
  std::int64_t chunk;
  std::int64_t row_stride;
  std::int64_t item_bytes;
};

}  // namespace isomer::in_place
