// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Vectors of 16 bytes as the compiler makes them for any processor: all of an `Isa`
// (tile/host/kernels.inl) but stores past the caches and their fence.

#include "tile/host/partial.inl"

namespace {

struct PlainVector {
  static constexpr int bytes = 16;
  using Vector = unsigned char __attribute__((vector_size(16)));

  template <int Word>
  static constexpr int square_bytes = bytes;
  static constexpr int piece = bytes;
  static constexpr int turn = 1;
  using Mask = Vector;
  template <int Word>
  static Mask mask(unsigned bits) {
    char words[bytes];
    for (int k = 0; k < bytes; ++k) words[k] = static_cast<char>(bits >> k / Word & 1 ? -1 : 0);
    Mask mask;
    __builtin_memcpy(&mask, words, bytes);
    return mask;
  }
  template <int Word>
  static Vector choose(Mask mask, Vector a, Vector b) {
    return (b & mask) | (a & ~mask);
  }
  static Vector load(char const* p) {
    Vector v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
  }
  static Vector join(char const* const* p) { return load(p[0]); }
  static Vector join_part(char const* const* p, int n) {
    Vector v{};
    copy_bytes(reinterpret_cast<char*>(&v), p[0], n);
    return v;
  }
  static Vector join_lanes(char const* p, long long) { return load(p); }
  static Vector join_lane_parts(char const* p, long long, int n) { return join_part(&p, n); }
  static void store(char* d, Vector v) { __builtin_memcpy(d, &v, sizeof v); }
  static void store_part(char* d, Vector v, int n) {
    copy_bytes(d, reinterpret_cast<char const*>(&v), n);
  }
  static void split_lanes(char* p, long long, Vector v) { store(p, v); }
  static void split_lane_parts(char* p, long long, Vector v, int n) { store_part(p, v, n); }
  static void copy_part(char* d, char const* s, int n) { copy_bytes(d, s, n); }
  static inline __attribute__((always_inline)) void prefetch(char const* p) {
    __builtin_prefetch(p, 0, 2);
  }
};

}  // namespace
