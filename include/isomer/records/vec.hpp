// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/detail/vector_part.hpp>

#if defined(ISOMER_HAS_VECTORS)

namespace isomer {

template <class F, int W>
class vec;

/// What comparing values of that many bytes gives: true or false for each of W. Of two masks there
/// are `&`, `|`, `^`, of one `!`.
template <int Bytes, int W>
class vec_mask {
  using Int = detail::IntOf<Bytes>;
  using Parts = detail::VectorParts<Int, W>;

 public:
  using Part = typename Parts::Part;
  static constexpr int parts = Parts::count;

  vec_mask() = default;
  KOKKOS_FORCEINLINE_FUNCTION vec_mask(bool all) {
    ISOMER_UNROLL
    for (Part& part : part_) part = Part{} - static_cast<Int>(all ? 1 : 0);
  }

  static constexpr int size() { return W; }
  KOKKOS_FORCEINLINE_FUNCTION bool operator[](int k) const {
    return part_[k / Parts::lanes][k % Parts::lanes] != 0;
  }

  friend KOKKOS_FORCEINLINE_FUNCTION vec_mask operator&(vec_mask a, vec_mask const& b) {
    ISOMER_UNROLL
    for (int p = 0; p < parts; ++p) a.part_[p] &= b.part_[p];
    return a;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION vec_mask operator|(vec_mask a, vec_mask const& b) {
    ISOMER_UNROLL
    for (int p = 0; p < parts; ++p) a.part_[p] |= b.part_[p];
    return a;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION vec_mask operator^(vec_mask a, vec_mask const& b) {
    ISOMER_UNROLL
    for (int p = 0; p < parts; ++p) a.part_[p] ^= b.part_[p];
    return a;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION vec_mask operator!(vec_mask a) {
    ISOMER_UNROLL
    for (Part& part : a.part_) part = ~part;
    return a;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION bool any_of(vec_mask const& a) {
    Part either = a.part_[0];
    ISOMER_UNROLL
    for (int p = 1; p < parts; ++p) either |= a.part_[p];
    Int found = 0;
    for (int k = 0; k < Parts::lanes; ++k) found = static_cast<Int>(found | either[k]);
    return found != 0;
  }
  friend KOKKOS_FORCEINLINE_FUNCTION bool all_of(vec_mask const& a) { return !any_of(!a); }
  friend KOKKOS_FORCEINLINE_FUNCTION bool none_of(vec_mask const& a) { return !any_of(a); }

  /// The vectors it is made of, each -1 where true; for the library.
  KOKKOS_FORCEINLINE_FUNCTION Part& isomer_part(int p) { return part_[p]; }
  KOKKOS_FORCEINLINE_FUNCTION Part const& isomer_part(int p) const { return part_[p]; }

 private:
  Part part_[parts];
};

/// W values of a type that has no arithmetic of its own, such as a class, an enumeration or bool:
/// there is only `[k]`.
template <class F, int W>
class vec {
  static_assert(detail::is_width<W>,
                "isomer: a vec has a number of values that is a power of two from 2 to 64");
  static_assert(std::is_trivially_copyable_v<F>,
                "isomer: the values of a vec must be trivially copyable");

 public:
  using value_type = F;

  vec() = default;
  KOKKOS_FORCEINLINE_FUNCTION vec(F const& all) {
    for (int k = 0; k < W; ++k) (*this)[k] = all;
  }

  static constexpr int size() { return W; }
  KOKKOS_FORCEINLINE_FUNCTION F& operator[](int k) { return reinterpret_cast<F*>(bytes_)[k]; }
  KOKKOS_FORCEINLINE_FUNCTION F const& operator[](int k) const {
    return reinterpret_cast<F const*>(bytes_)[k];
  }

 private:
  alignas(F) std::byte bytes_[static_cast<std::size_t>(W) * sizeof(F)];
};

/// W numbers at once, in vectors as long as the processor that is compiled for has them: `+ - * /`
/// and, of integers, `% & | ^ << >> ~`; comparing gives a `vec_mask`, for `select`. A number stands
/// for W of it. Converts to and from `Kokkos::Experimental::simd` of the same numbers.
///
/// Code that hands a vec from one translation unit to another must be compiled for one processor.
template <class F, int W>
requires detail::is_vector_element<F>
class vec<F, W> {
  static_assert(detail::is_width<W>,
                "isomer: a vec has a number of values that is a power of two from 2 to 64");
  using Parts = detail::VectorParts<F, W>;

 public:
  using value_type = F;
  using mask_type = vec_mask<static_cast<int>(sizeof(F)), W>;
  using Part = typename Parts::Part;
  static constexpr int parts = Parts::count;

  vec() = default;
  KOKKOS_FORCEINLINE_FUNCTION vec(F all) {
    ISOMER_UNROLL
    for (Part& part : part_) part = all - Part{};  // which keeps -0.0, and + would not
  }
  /// Each value converted as by static_cast.
  template <class G>
  requires(!std::is_same_v<F, G> && detail::is_vector_element<G>)  //
      KOKKOS_FORCEINLINE_FUNCTION explicit vec(vec<G, W> const& other) {
    constexpr bool is_real = std::is_floating_point_v<F>;
    constexpr int least_bytes = static_cast<int>(std::min(sizeof(F), sizeof(G)));
    if constexpr (is_real != std::is_floating_point_v<G> && least_bytes < 4) {
      *this = vec(vec<int, W>(other));  // in one step, GCC takes one value at a time
    } else {
      using Others = detail::VectorParts<G, W>;
      constexpr int lanes = std::min(Parts::lanes, Others::lanes);
      detail::VectorOf<G, lanes> from[W / lanes];
      detail::VectorOf<F, lanes> to[W / lanes];
      ISOMER_UNROLL
      for (int p = 0; p < Others::count; ++p)
        detail::cut_vector<G, lanes, Others::lanes>(other.isomer_part(p),
                                                    from + p * (Others::lanes / lanes));
      ISOMER_UNROLL
      for (int k = 0; k < W / lanes; ++k)
        to[k] = __builtin_convertvector(from[k], detail::VectorOf<F, lanes>);
      ISOMER_UNROLL
      for (int p = 0; p < parts; ++p)
        part_[p] = detail::join_vectors<F, lanes, Parts::lanes>(to + p * (Parts::lanes / lanes));
    }
  }
  template <class Simd>
  requires detail::IsKokkosSimd<Simd, F, W> KOKKOS_FORCEINLINE_FUNCTION vec(Simd const& other) {
    for (int k = 0; k < W; ++k) (*this)[k] = other[static_cast<std::size_t>(k)];
  }
  template <class Simd>
  requires detail::IsKokkosSimd<Simd, F, W> KOKKOS_FORCEINLINE_FUNCTION operator Simd() const {
    return Simd([&](auto k) { return (*this)[static_cast<int>(k)]; });
  }

  /// The W numbers at an address of any alignment.
  static KOKKOS_FORCEINLINE_FUNCTION vec load(void const* from) {
    vec loaded;
    ISOMER_UNROLL
    for (int p = 0; p < parts; ++p)
      __builtin_memcpy(&loaded.part_[p], static_cast<std::byte const*>(from) + p * sizeof(Part),
                       sizeof(Part));
    return loaded;
  }
  KOKKOS_FORCEINLINE_FUNCTION void store(void* to) const {
    ISOMER_UNROLL
    for (int p = 0; p < parts; ++p)
      __builtin_memcpy(static_cast<std::byte*>(to) + p * sizeof(Part), &part_[p], sizeof(Part));
  }

  static constexpr int size() { return W; }
  KOKKOS_FORCEINLINE_FUNCTION F operator[](int k) const {
    return part_[k / Parts::lanes][k % Parts::lanes];
  }
  KOKKOS_FORCEINLINE_FUNCTION F& operator[](int k) { return reinterpret_cast<F*>(part_)[k]; }

#define ISOMER_VEC_OPERATOR(op, assign)                                            \
  KOKKOS_FORCEINLINE_FUNCTION vec& operator assign(vec const& b) {                 \
    ISOMER_UNROLL                                                                  \
    for (int p = 0; p < parts; ++p) part_[p] assign b.part_[p];                    \
    return *this;                                                                  \
  }                                                                                \
  friend KOKKOS_FORCEINLINE_FUNCTION vec operator op(vec const& a, vec const& b) { \
    vec result = a;                                                                \
    result assign b;                                                               \
    return result;                                                                 \
  }
#define ISOMER_VEC_INT_OPERATOR(op, assign)                                                       \
  KOKKOS_FORCEINLINE_FUNCTION vec& operator assign(vec const& b) requires std::is_integral_v<F> { \
    ISOMER_UNROLL                                                                                 \
    for (int p = 0; p < parts; ++p) part_[p] assign b.part_[p];                                   \
    return *this;                                                                                 \
  }                                                                                               \
  friend KOKKOS_FORCEINLINE_FUNCTION vec operator op(                                             \
      vec const& a, vec const& b) requires std::is_integral_v<F> {                                \
    vec result = a;                                                                               \
    result assign b;                                                                              \
    return result;                                                                                \
  }
#define ISOMER_VEC_COMPARISON(op)                                                        \
  friend KOKKOS_FORCEINLINE_FUNCTION mask_type operator op(vec const& a, vec const& b) { \
    using Bits = typename mask_type::Part;                                               \
    mask_type result;                                                                    \
    ISOMER_UNROLL                                                                        \
    for (int p = 0; p < parts; ++p)                                                      \
      result.isomer_part(p) = reinterpret_cast<Bits>(a.part_[p] op b.part_[p]);          \
    return result;                                                                       \
  }
  ISOMER_VEC_OPERATOR(+, +=)
  ISOMER_VEC_OPERATOR(-, -=)
  ISOMER_VEC_OPERATOR(*, *=)
  ISOMER_VEC_OPERATOR(/, /=)
  ISOMER_VEC_INT_OPERATOR(%, %=)
  ISOMER_VEC_INT_OPERATOR(&, &=)
  ISOMER_VEC_INT_OPERATOR(|, |=)
  ISOMER_VEC_INT_OPERATOR(^, ^=)
  ISOMER_VEC_INT_OPERATOR(<<, <<=)
  ISOMER_VEC_INT_OPERATOR(>>, >>=)
  ISOMER_VEC_COMPARISON(==)
  ISOMER_VEC_COMPARISON(!=)
  ISOMER_VEC_COMPARISON(<)
  ISOMER_VEC_COMPARISON(<=)
  ISOMER_VEC_COMPARISON(>)
  ISOMER_VEC_COMPARISON(>=)
#undef ISOMER_VEC_OPERATOR
#undef ISOMER_VEC_INT_OPERATOR
#undef ISOMER_VEC_COMPARISON

  KOKKOS_FORCEINLINE_FUNCTION vec operator-() const {
    vec result;
    ISOMER_UNROLL
    for (int p = 0; p < parts; ++p) result.part_[p] = -part_[p];
    return result;
  }
  KOKKOS_FORCEINLINE_FUNCTION vec operator~() const requires std::is_integral_v<F> {
    vec result;
    ISOMER_UNROLL
    for (int p = 0; p < parts; ++p) result.part_[p] = ~part_[p];
    return result;
  }

  /// a where the mask is true, else b.
  friend KOKKOS_FORCEINLINE_FUNCTION vec select(mask_type const& mask, vec const& a, vec const& b) {
    using Bits = typename mask_type::Part;
    vec result;
    ISOMER_UNROLL
    for (int p = 0; p < parts; ++p) {
      Bits const is = mask.isomer_part(p);
      result.part_[p] = reinterpret_cast<Part>((is & reinterpret_cast<Bits>(a.part_[p])) |
                                               (~is & reinterpret_cast<Bits>(b.part_[p])));
    }
    return result;
  }

  /// The vectors it is made of; for the library.
  KOKKOS_FORCEINLINE_FUNCTION Part& isomer_part(int p) { return part_[p]; }
  KOKKOS_FORCEINLINE_FUNCTION Part const& isomer_part(int p) const { return part_[p]; }

 private:
  Part part_[parts];
};

}  // namespace isomer

#endif
