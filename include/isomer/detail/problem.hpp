// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <Kokkos_Macros.hpp>

#include <isomer/detail/limits.hpp>

namespace isomer::detail {

/// What an element is to arithmetic; `none` moves bytes.
enum class Scalar : std::uint8_t {
  none,
  i8,
  u8,
  i16,
  u16,
  i32,
  u32,
  i64,
  u64,
  f32,
  f64,
  f80,
  c64,
  c128,
  f16,
  bf16,
  boolean  ///< as what an element is cast to; as what is cast it is `u8`
};

KOKKOS_INLINE_FUNCTION constexpr std::int32_t bytes_of(Scalar scalar) {
  switch (scalar) {
    case Scalar::none: return 0;
    case Scalar::i8:
    case Scalar::u8:
    case Scalar::boolean: return 1;
    case Scalar::i16:
    case Scalar::u16:
    case Scalar::f16:
    case Scalar::bf16: return 2;
    case Scalar::i32:
    case Scalar::u32:
    case Scalar::f32: return 4;
    case Scalar::i64:
    case Scalar::u64:
    case Scalar::f64:
    case Scalar::c64: return 8;
    default: return 16;
  }
}

constexpr bool is_integer(Scalar scalar) { return scalar >= Scalar::i8 && scalar <= Scalar::u64; }
constexpr bool is_complex(Scalar scalar) { return scalar == Scalar::c64 || scalar == Scalar::c128; }

/// From which elements a move converts to which, if it does.
struct Cast {
  Scalar from = Scalar::none;
  Scalar to = Scalar::none;

  constexpr bool is_any() const { return from != Scalar::none; }
  friend bool operator==(Cast const&, Cast const&) = default;
};

/// One axis, seen from both sides. Strides count elements.
struct Axis {
  std::int64_t extent;
  std::int64_t src_stride;
  std::int64_t dst_stride;
  friend bool operator==(Axis const&, Axis const&) = default;
};

/// An out-of-place permutation without its pointers: for every index (i0, i1, ..) within the
/// extents, element sum(i_k * src_stride_k) of the source goes to sum(i_k * dst_stride_k).
///
/// As a view call makes it, axis k is axis k of the source; `normalize` sorts and fuses.
struct Problem {
  std::int32_t rank = 0;
  std::int32_t element_bytes = 0;  ///< of the source
  Scalar scalar = Scalar::none;    ///< what arithmetic a scaled move does, that of the destination
  Cast cast{};
  /// What the address of either side is a multiple of, 0 for 64 bytes: a hint for choosing tiles,
  /// never relied on.
  std::uint8_t src_offset = 0;
  std::uint8_t dst_offset = 0;
  std::array<Axis, max_axes> axis{};

  std::int32_t dst_element_bytes() const {
    return cast.is_any() ? bytes_of(cast.to) : element_bytes;
  }
  /// Whether elements have to stay whole on their way, for arithmetic sees them.
  bool keeps_elements() const { return scalar != Scalar::none || cast.is_any(); }

  friend bool operator==(Problem const& a, Problem const& b) {
    if (a.rank != b.rank || a.element_bytes != b.element_bytes || a.scalar != b.scalar ||
        a.cast != b.cast || a.src_offset != b.src_offset || a.dst_offset != b.dst_offset)
      return false;
    for (int k = 0; k < a.rank; ++k)
      if (!(a.axis[static_cast<std::size_t>(k)] == b.axis[static_cast<std::size_t>(k)]))
        return false;
    return true;
  }
};

/// A gap behind every `count` elements: the next ones begin `pitch` elements further.
struct Gap {
  std::int64_t count = 1;
  std::int64_t pitch = 1;
  friend bool operator==(Gap const&, Gap const&) = default;
};

/// An in-place permutation of an array in C order (last axis fastest): afterwards the same memory
/// holds, in C order, the array with extents `extent[axes[k]]`. Gaps stay where they are, and each
/// lies between two axes before and after.
struct InPlaceProblem {
  std::int32_t rank = 0;
  std::int32_t element_bytes = 0;
  std::array<std::int64_t, max_axes> extent{};
  std::array<std::int32_t, max_axes> axes{};
  std::int32_t gaps = 0;
  /// That of the smallest count first. Only Views and matrices have any.
  std::array<Gap, max_view_rank> gap{};
  bool has_workspace = false;  ///< the memory for one is there before the call

  friend bool operator==(InPlaceProblem const&, InPlaceProblem const&) = default;
};

/// Where the element that `number` others lie before is, in elements from the first.
inline std::int64_t place_of(InPlaceProblem const& problem, std::int64_t number) {
  std::int64_t place = 0;
  for (int k = problem.gaps - 1; k >= 0; --k) {
    Gap const& gap = problem.gap[static_cast<std::size_t>(k)];
    place += number / gap.count * gap.pitch;
    number %= gap.count;
  }
  return place + number;
}

/// Of all elements, without gaps.
inline std::int64_t array_bytes(InPlaceProblem const& problem) {
  std::int64_t bytes = problem.element_bytes;
  for (int k = 0; k < problem.rank; ++k) bytes *= problem.extent[static_cast<std::size_t>(k)];
  return bytes;
}

/// From the first element to behind the last.
inline std::int64_t span_bytes(InPlaceProblem const& problem) {
  std::int64_t const bytes = array_bytes(problem);
  if (bytes == 0) return 0;
  return (place_of(problem, bytes / problem.element_bytes - 1) + 1) * problem.element_bytes;
}

/// The factors of a scaled move, already converted to the element type (`scalar` of the Problem).
struct ScaleFactors {
  alignas(16) std::array<std::byte, 16> alpha{};
  alignas(16) std::array<std::byte, 16> beta{};
  bool reads_dst = false;
  bool conjugate = false;
};

}  // namespace isomer::detail
