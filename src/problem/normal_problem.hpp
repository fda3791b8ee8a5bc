// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>

#include <isomer/detail/problem.hpp>

namespace isomer::detail {

/// A problem as `normalize` leaves it, with what follows from it: worked out once, here.
struct NormalProblem : Problem {
  NormalProblem() = default;
  /// `problem` has to be normal already.
  NormalProblem(Problem const& problem);  // NOLINT(google-explicit-constructor)

  /// Axes in the order of the output, fastest first; in the order of the input they are 0, 1, ..
  std::array<int, max_axes> out_order{};
  std::int64_t bytes = 0;      ///< that leave the source, once
  std::int64_t dst_bytes = 0;  ///< that arrive: as many, unless elements are cast
  /// The largest power of two, up to 4096, of which the bytes from one row of the output to the
  /// next are a multiple: every destination stride but that of adjacent words.
  std::int32_t dst_pitch_alignment = 4096;

  std::int64_t elements() const { return bytes / element_bytes; }
  /// Of a source and a destination between them.
  std::int64_t mean_bytes() const { return bytes / 2 + dst_bytes / 2 + (bytes & dst_bytes & 1); }

  /// Whether the fastest axis is the same on both sides.
  bool has_same_fastest() const { return out_order[0] == 0; }
};

}  // namespace isomer::detail
