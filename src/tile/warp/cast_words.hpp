// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

#include <isomer/detail/problem.hpp>

#include "team/team.hpp"
#include "tile/warp/halves.hpp"
#include "tile/warp/scaled_words.hpp"
#include "tile/warp/unroll.hpp"

/// An element as one of another kind, in registers: which kinds is a question that all threads
/// answer alike, so that a kernel is compiled for a width of words and not for each pair of kinds.
namespace isomer::tile::warp {

using detail::Cast;

namespace impl {

/// An element in the low bytes.
template <class To>
KOKKOS_INLINE_FUNCTION team::Word16 low_bytes(To const& element) {
  team::Word16 bits{};
  __builtin_memcpy(static_cast<void*>(&bits), &element, sizeof element);
  return bits;
}

template <class Real>
KOKKOS_INLINE_FUNCTION team::Word16 pair_of(Real re, Real im) {
  Real const both[2]{re, im};
  team::Word16 bits{};
  __builtin_memcpy(static_cast<void*>(&bits), both, sizeof both);
  return bits;
}

/// A number that holds the source exactly, as an element.
template <class Number>
KOKKOS_INLINE_FUNCTION team::Word16 element_of(Scalar to, Number re, Number im) {
  switch (to) {
    case Scalar::i8: return low_bytes(static_cast<std::int8_t>(re));
    case Scalar::u8: return low_bytes(static_cast<std::uint8_t>(re));
    case Scalar::i16: return low_bytes(static_cast<std::int16_t>(re));
    case Scalar::u16: return low_bytes(static_cast<std::uint16_t>(re));
    case Scalar::i32: return low_bytes(static_cast<std::int32_t>(re));
    case Scalar::u32: return low_bytes(static_cast<std::uint32_t>(re));
    case Scalar::i64: return low_bytes(static_cast<std::int64_t>(re));
    case Scalar::u64: return low_bytes(static_cast<std::uint64_t>(re));
    case Scalar::f16: return low_bytes(narrowed<Half>(static_cast<float>(re)));
    case Scalar::bf16: return low_bytes(narrowed<Bhalf>(static_cast<float>(re)));
    case Scalar::f32: return low_bytes(static_cast<float>(re));
    case Scalar::f64: return low_bytes(static_cast<double>(re));
    case Scalar::c64: return pair_of(static_cast<float>(re), static_cast<float>(im));
    case Scalar::c128: return pair_of(static_cast<double>(re), static_cast<double>(im));
    default: return low_bytes(static_cast<std::uint8_t>(re != Number{} ? 1 : 0));
  }
}

template <class Number>
KOKKOS_INLINE_FUNCTION team::Word16 element_of(Scalar to, Number number) {
  return element_of(to, number, Number{});
}

template <class Real, class W>
KOKKOS_INLINE_FUNCTION team::Word16 complex_element_of(Scalar to, W const& word) {
  Real part[2];
  __builtin_memcpy(part, &word, sizeof part);
  return element_of(to, static_cast<double>(part[0]), static_cast<double>(part[1]));
}

}  // namespace impl

/// The element whose bytes are `word`, cast: in the low bytes of what is returned.
KOKKOS_INLINE_FUNCTION team::Word16 cast_word(Cast const& cast, std::uint8_t word) {
  using impl::element_of;
  if (cast.from == Scalar::i8)
    return element_of(cast.to, std::int64_t{static_cast<std::int8_t>(word)});
  return element_of(cast.to, std::int64_t{word});
}
KOKKOS_INLINE_FUNCTION team::Word16 cast_word(Cast const& cast, std::uint16_t word) {
  using impl::element_of;
  switch (cast.from) {
    case Scalar::f16: return element_of(cast.to, static_cast<double>(widened(Half{word})));
    case Scalar::bf16: return element_of(cast.to, static_cast<double>(widened(Bhalf{word})));
    case Scalar::i16: return element_of(cast.to, std::int64_t{static_cast<std::int16_t>(word)});
    default: return element_of(cast.to, std::int64_t{word});
  }
}
KOKKOS_INLINE_FUNCTION team::Word16 cast_word(Cast const& cast, std::uint32_t word) {
  using impl::element_of;
  if (cast.from == Scalar::f32)
    return element_of(cast.to, static_cast<double>(impl::bits_as<float>(word)));
  if (cast.from == Scalar::i32)
    return element_of(cast.to, std::int64_t{static_cast<std::int32_t>(word)});
  return element_of(cast.to, std::int64_t{word});
}
KOKKOS_INLINE_FUNCTION team::Word16 cast_word(Cast const& cast, std::uint64_t word) {
  using impl::element_of;
  switch (cast.from) {
    case Scalar::f64: return element_of(cast.to, impl::bits_as<double>(word));
    case Scalar::c64: return impl::complex_element_of<float>(cast.to, word);
    case Scalar::i64: return element_of(cast.to, static_cast<std::int64_t>(word));
    default: return element_of(cast.to, word);
  }
}
KOKKOS_INLINE_FUNCTION team::Word16 cast_word(Cast const& cast, team::Word16 const& word) {
  return impl::complex_element_of<double>(cast.to, word);
}

/// How words of W bytes enter shared memory, and leave it as elements of another kind, scaled where
/// that is wanted. Where the arrays do not begin on elements, byte by byte.
template <int W, bool Aligned>
struct CastWords {
  static constexpr int unit_bytes = W;

  Cast cast;
  bool scales;
  Factors factors;

  template <class T>
  KOKKOS_FUNCTION void read(T const& team, int at, std::byte const* from, bool take) const {
    constexpr int unit = Aligned ? W : 1;  // NOLINT(bugprone-branch-clone): W may be 1
    for (int k = 0; k < W; k += unit) team.template copy_async<unit>(at + k, from + k, take);
  }
  template <class T>
  KOKKOS_FUNCTION void write(T const& team, std::byte* to, int at, bool take) const {
    team::Word16 const bits = cast_word(cast, team.template get<W>(at));
    switch (detail::bytes_of(cast.to)) {
      case 1: return put<1>(team, to, bits, take);
      case 2: return put<2>(team, to, bits, take);
      case 4: return put<4>(team, to, bits, take);
      case 8: return put<8>(team, to, bits, take);
      default: return put<16>(team, to, bits, take);
    }
  }

 private:
  template <int B, class T>
  KOKKOS_FUNCTION void put(T const& team, std::byte* to, team::Word16 const& bits,
                           bool take) const {
    team::Word<B> element;
    if constexpr (B == 16) element = bits;
    else element = static_cast<team::Word<B>>(bits.half[0]);
    if (scales) element = scaled_element<B>(factors, element, held<B>(team, to, take));
    if constexpr (Aligned) {
      team.template store<B>(to, element, take, team::Hint::once);
    } else {
      std::uint8_t byte[B];
      __builtin_memcpy(byte, &element, B);
      for (int k = 0; k < B; ++k) team.template store<1>(to + k, byte[k], take, team::Hint::once);
    }
  }
  /// What the destination holds, where that matters.
  template <int B, class T>
  KOKKOS_FUNCTION team::Word<B> held(T const& team, std::byte const* at, bool take) const {
    bool const reads = take && factors.reads_dst;
    if constexpr (Aligned) {
      return team.template load<B>(at, reads);
    } else {
      std::uint8_t byte[B];
      ISOMER_UNROLL
      for (int k = 0; k < B; ++k) byte[k] = team.template load<1>(at + k, reads);
      team::Word<B> element;
      __builtin_memcpy(static_cast<void*>(&element), byte, B);
      return element;
    }
  }
};

}  // namespace isomer::tile::warp
