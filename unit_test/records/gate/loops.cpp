// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

/// Loops over records and the same ones by hand, for compare.py: `visit_block<RN, A, ..>` and
/// `by_hand_N_A`, N being the float members and A the arrangement. They are compiled, never run.
namespace gate {

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

}  // namespace gate

ISOMER_RECORD(gate::R3, a, b, c);
ISOMER_RECORD(gate::R7, a, b, c, d, e, f, g);
ISOMER_RECORD(gate::R12, a, b, c, d, e, f, g, h, i, j, k, l);
ISOMER_RECORD(gate::R24, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x);

namespace gate {

// What is done to a record. AT(m) is its member m, each read before any is written.
#define ISOMER_BODY_3(AT)                         \
  float const a_ = AT(a), b_ = AT(b), c_ = AT(c); \
  AT(a) = a_ + dt * b_;                           \
  AT(b) = b_ + dt * c_;
#define ISOMER_BODY_7(AT)                                                 \
  float const a_ = AT(a), b_ = AT(b), c_ = AT(c), d_ = AT(d), e_ = AT(e); \
  float const f_ = AT(f), g_ = dt * AT(g);                                \
  AT(a) = a_ + g_ * d_;                                                   \
  AT(b) = b_ + g_ * e_;                                                   \
  AT(c) = c_ + g_ * f_;
#define ISOMER_BODY_12(AT)                                                \
  float const a_ = AT(a), b_ = AT(b), c_ = AT(c), d_ = AT(d), e_ = AT(e); \
  float const f_ = AT(f);                                                 \
  AT(a) = a_ + dt * d_;                                                   \
  AT(b) = b_ + dt * e_;                                                   \
  AT(c) = c_ + dt * f_;                                                   \
  AT(k) = a_ * b_;                                                        \
  AT(l) = b_ * c_;
#define ISOMER_BODY_24(AT)                                                \
  float const a_ = AT(a), b_ = AT(b), c_ = AT(c), d_ = AT(d), e_ = AT(e); \
  float const f_ = AT(f), g_ = AT(g), h_ = AT(h), i_ = AT(i), j_ = AT(j); \
  AT(a) = a_ + dt * d_;                                                   \
  AT(b) = b_ + dt * e_;                                                   \
  AT(c) = c_ + dt * f_;                                                   \
  AT(s) = g_ * h_;                                                        \
  AT(u) = i_ * j_;                                                        \
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
      ISOMER_BODY_##N(ISOMER_BY_REFERENCE)                                                 \
    }                                                                                      \
    static void structs(R##N* __restrict records, int block, float dt) {                   \
      records += block * 256L;                                                             \
      for (int n = 0; n < 256; ++n) {                                                      \
        ISOMER_BODY_##N(ISOMER_BY_STRUCT)                                                  \
      }                                                                                    \
    }                                                                                      \
    static void arrays(float* data, long capacity, int block, float dt) {                  \
      long const first = block * 256L;                                                     \
      ISOMER_MEMBERS_##N(ISOMER_COLUMN) ISOMER_INDEPENDENT for (int n = 0; n < 256; ++n) { \
        ISOMER_BODY_##N(ISOMER_BY_ARRAY)                                                   \
      }                                                                                    \
    }                                                                                      \
    template <int records>                                                                 \
    static void tiles(float* data, int block, float dt) {                                  \
      float* __restrict tile = data + block * 256L * N;                                    \
      for (int at = 0; at < 256; at += records, tile += records * N) {                     \
        ISOMER_MEMBERS_##N(ISOMER_TILE_COLUMN) for (int n = 0; n < records; ++n) {         \
          ISOMER_BODY_##N(ISOMER_BY_ARRAY)                                                 \
        }                                                                                  \
      }                                                                                    \
    }                                                                                      \
  };

ISOMER_LOOPS(3)
ISOMER_LOOPS(7)
ISOMER_LOOPS(12)
ISOMER_LOOPS(24)

}  // namespace gate

#define ISOMER_PAIR(N, name, A, by_hand)                                                           \
  template void isomer::detail::visit_block(isomer::detail::RecordSpan<gate::R##N, A> const&, int, \
                                            gate::Body<N> const&);                                 \
  extern "C" [[gnu::flatten]] void by_hand_##N##_##name(                                           \
      void* data, [[maybe_unused]] long capacity, int block, float dt) {                           \
    gate::Body<N>::by_hand;                                                                        \
  }
#define ISOMER_PAIRS(N)                                                                    \
  ISOMER_PAIR(N, AoS, isomer::AoS, structs(static_cast<gate::R##N*>(data), block, dt))     \
  ISOMER_PAIR(N, SoA, isomer::SoA, arrays(static_cast<float*>(data), capacity, block, dt)) \
  ISOMER_PAIR(N, Tiled8, isomer::Tiled<8>, tiles<8>(static_cast<float*>(data), block, dt)) \
  ISOMER_PAIR(N, Tiled64, isomer::Tiled<64>, tiles<64>(static_cast<float*>(data), block, dt))

ISOMER_PAIRS(3)
ISOMER_PAIRS(7)
ISOMER_PAIRS(12)
ISOMER_PAIRS(24)
