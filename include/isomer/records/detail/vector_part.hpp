// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <Kokkos_Macros.hpp>

/// Vectors are an extension of GCC and Clang that nvcc does not have.
#if defined(__GNUC__) && !defined(__CUDACC__)
#define ISOMER_HAS_VECTORS

/// For short loops of a constant length: GCC keeps what they go through in memory otherwise.
#if defined(__clang__)
#define ISOMER_UNROLL
#else
#define ISOMER_UNROLL _Pragma("GCC unroll 64")
#endif

namespace isomer::detail {

/// Bytes of the longest vector of the processor that is compiled for. Longer ones would be allowed,
/// but compilers take their shuffles apart.
#if defined(__AVX512F__)
inline constexpr int native_vector = 64;
#elif defined(__AVX__)
inline constexpr int native_vector = 32;
#else
inline constexpr int native_vector = 16;
#endif

template <int W>
inline constexpr bool is_width = W >= 2 && W <= 64 && (W & (W - 1)) == 0;

/// Numbers that there are vectors of.
template <class F, class... Numbers>
inline constexpr bool is_one_of = (std::is_same_v<F, Numbers> || ...);
template <class F>
inline constexpr bool is_vector_element =
    is_one_of<F, float, double, char, signed char, unsigned char, short, unsigned short, int,
              unsigned int, long, unsigned long, long long, unsigned long long>;

template <int Bytes>
using IntOf = std::conditional_t<
    Bytes == 1, std::int8_t,
    std::conditional_t<Bytes == 2, std::int16_t,
                       std::conditional_t<Bytes == 4, std::int32_t, std::int64_t>>>;

template <class F, int Lanes>
struct Vector {
  static constexpr int bytes = Lanes * static_cast<int>(sizeof(F));
  typedef F type __attribute__((vector_size(bytes)));
};

/// W numbers in vectors of equal length.
template <class F, int W>
struct VectorParts {
  static constexpr int lanes = std::min(W, native_vector / static_cast<int>(sizeof(F)));
  static constexpr int count = W / lanes;
  using Part = typename Vector<F, lanes>::type;
};

/// Kokkos::Experimental::simd, of which this header does without the definition.
template <class Simd, class F, int W>
concept IsKokkosSimd = requires(Simd const& simd) {
  typename Simd::abi_type;
  typename Simd::mask_type;
  requires std::is_same_v<typename Simd::value_type, F>;
  requires static_cast<int>(Simd::size()) == W;
  static_cast<F>(simd[0]);
};

template <class F, int Lanes>
using VectorOf = typename Vector<F, Lanes>::type;

/// A vector of N numbers from several shorter ones.
template <class F, int Short, int Long>
KOKKOS_FORCEINLINE_FUNCTION VectorOf<F, Long> join_vectors(VectorOf<F, Short> const* from) {
  if constexpr (Short == Long) {
    return *from;
  } else {
    constexpr int half = Long / 2;
    auto const a = join_vectors<F, Short, half>(from);
    auto const b = join_vectors<F, Short, half>(from + half / Short);
    return [&]<int... K>(std::integer_sequence<int, K...>) __attribute__((always_inline)) {
      return __builtin_shufflevector(a, b, K...);
    }
    (std::make_integer_sequence<int, Long>{});
  }
}
/// And back.
template <class F, int Short, int Long>
KOKKOS_FORCEINLINE_FUNCTION void cut_vector(VectorOf<F, Long> const& from, VectorOf<F, Short>* to) {
  if constexpr (Short == Long) {
    *to = from;
  } else {
    constexpr int half = Long / 2;
    [&]<int... K>(std::integer_sequence<int, K...>) __attribute__((always_inline)) {
      cut_vector<F, Short, half>(__builtin_shufflevector(from, from, K...), to);
      cut_vector<F, Short, half>(__builtin_shufflevector(from, from, (K + half)...),
                                 to + half / Short);
    }
    (std::make_integer_sequence<int, half>{});
  }
}

}  // namespace isomer::detail

#endif
