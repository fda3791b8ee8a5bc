// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records.hpp>

/// Loops over records of N floats as a body for `for_each`, and the same ones by hand, over 256
/// records that are structs, arrays or tiles.
namespace isomer::perf::loops {

struct R3 {
  float a, b, c;
};
struct R7 {
  float a, b, c, d, e, f, g;
};
struct R12 {
  float a, b, c, d, e, f, g, h, i, j, k, l;
};
struct R24 {
  float a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x;
};

}  // namespace isomer::perf::loops

ISOMER_RECORD(isomer::perf::loops::R3, a, b, c);
ISOMER_RECORD(isomer::perf::loops::R7, a, b, c, d, e, f, g);
ISOMER_RECORD(isomer::perf::loops::R12, a, b, c, d, e, f, g, h, i, j, k, l);
ISOMER_RECORD(isomer::perf::loops::R24, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t,
              u, v, w, x);

namespace isomer::perf::loops {

// What is done to a record of numbers F. AT(m) is its member m, each read before any is written.
#define ISOMER_BODY_3(F, AT)                  \
  F const a_ = AT(a), b_ = AT(b), c_ = AT(c); \
  AT(a) = a_ + dt * b_;                       \
  AT(b) = b_ + dt * c_;
#define ISOMER_BODY_7(F, AT)                                          \
  F const a_ = AT(a), b_ = AT(b), c_ = AT(c), d_ = AT(d), e_ = AT(e); \
  F const f_ = AT(f), g_ = dt * AT(g);                                \
  AT(a) = a_ + g_ * d_;                                               \
  AT(b) = b_ + g_ * e_;                                               \
  AT(c) = c_ + g_ * f_;
#define ISOMER_BODY_12(F, AT)                                         \
  F const a_ = AT(a), b_ = AT(b), c_ = AT(c), d_ = AT(d), e_ = AT(e); \
  F const f_ = AT(f);                                                 \
  AT(a) = a_ + dt * d_;                                               \
  AT(b) = b_ + dt * e_;                                               \
  AT(c) = c_ + dt * f_;                                               \
  AT(k) = a_ * b_;                                                    \
  AT(l) = b_ * c_;
#define ISOMER_BODY_24(F, AT)                                         \
  F const a_ = AT(a), b_ = AT(b), c_ = AT(c), d_ = AT(d), e_ = AT(e); \
  F const f_ = AT(f), g_ = AT(g), h_ = AT(h), i_ = AT(i), j_ = AT(j); \
  AT(a) = a_ + dt * d_;                                               \
  AT(b) = b_ + dt * e_;                                               \
  AT(c) = c_ + dt * f_;                                               \
  AT(s) = g_ * h_;                                                    \
  AT(u) = i_ * j_;                                                    \
  AT(x) = a_ * g_;

// The members of each, in their order.
#define ISOMER_MEMBERS_3(M) M(0, a) M(1, b) M(2, c)
#define ISOMER_MEMBERS_7(M) ISOMER_MEMBERS_3(M) M(3, d) M(4, e) M(5, f) M(6, g)
#define ISOMER_MEMBERS_12(M) ISOMER_MEMBERS_7(M) M(7, h) M(8, i) M(9, j) M(10, k) M(11, l)
#define ISOMER_MEMBERS_24(M) \
  ISOMER_MEMBERS_12(M)       \
  M(12, m)                   \
  M(13, n) M(14, o) M(15, p) M(16, q) M(17, r) M(18, s) M(19, t) M(20, u) M(21, v) M(22, w) M(23, x)

#define ISOMER_BY_REFERENCE(m) record.m
#define ISOMER_BY_STRUCT(m) records[n].m
#define ISOMER_BY_ARRAY(m) column_##m[n]
#define ISOMER_COLUMN(position, m) \
  [[maybe_unused]] float* __restrict const column_##m = data + position * capacity + first;
#define ISOMER_TILE_COLUMN(position, m) \
  [[maybe_unused]] float* const column_##m = tile + position * records;

template <int N>
struct Body;

#define ISOMER_LOOPS(N)                                                                    \
  template <>                                                                              \
  struct Body<N> {                                                                         \
    using Record = R##N;                                                                   \
    float dt;                                                                              \
    void operator()(auto const& particles, int n) const {                                  \
      auto record = particles(n);                                                          \
      ISOMER_BODY_##N(float, ISOMER_BY_REFERENCE)                                          \
    }                                                                                      \
    template <int W>                                                                       \
    static void vectors(auto const& particles, std::int64_t n, float dt) {                 \
      using F = vec<float, W>;                                                             \
      auto record = simd_load<W>(particles, n);                                            \
      ISOMER_BODY_##N(F, ISOMER_BY_REFERENCE) simd_store(particles, n, record);            \
    }                                                                                      \
    static void structs(R##N* __restrict records, int block, float dt) {                   \
      records += block * 256L;                                                             \
      for (int n = 0; n < 256; ++n) {                                                      \
        ISOMER_BODY_##N(float, ISOMER_BY_STRUCT)                                           \
      }                                                                                    \
    }                                                                                      \
    static void arrays(float* data, long capacity, int block, float dt) {                  \
      long const first = block * 256L;                                                     \
      ISOMER_MEMBERS_##N(ISOMER_COLUMN) ISOMER_INDEPENDENT for (int n = 0; n < 256; ++n) { \
        ISOMER_BODY_##N(float, ISOMER_BY_ARRAY)                                            \
      }                                                                                    \
    }                                                                                      \
    template <int records>                                                                 \
    static void tiles(float* data, int block, float dt) {                                  \
      float* __restrict tile = data + block * 256L * N;                                    \
      for (int at = 0; at < 256; at += records, tile += records * N) {                     \
        ISOMER_MEMBERS_##N(ISOMER_TILE_COLUMN) for (int n = 0; n < records; ++n) {         \
          ISOMER_BODY_##N(float, ISOMER_BY_ARRAY)                                          \
        }                                                                                  \
      }                                                                                    \
    }                                                                                      \
  };

ISOMER_LOOPS(3)
ISOMER_LOOPS(7)
ISOMER_LOOPS(12)
ISOMER_LOOPS(24)

}  // namespace isomer::perf::loops
