// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace isomer::detail {

/// What moves 16 bytes at once.
struct alignas(16) Word16 {
  std::uint64_t half[2];
  friend bool operator==(Word16 const&, Word16 const&) = default;
};

template <int Bytes>
struct WordOf;
template <>
struct WordOf<1> {
  using type = std::uint8_t;
};
template <>
struct WordOf<2> {
  using type = std::uint16_t;
};
template <>
struct WordOf<4> {
  using type = std::uint32_t;
};
template <>
struct WordOf<8> {
  using type = std::uint64_t;
};
template <>
struct WordOf<16> {
  using type = Word16;
};

/// A word of 1, 2, 4, 8 or 16 bytes.
template <int Bytes>
using Word = typename WordOf<Bytes>::type;

}  // namespace isomer::detail
