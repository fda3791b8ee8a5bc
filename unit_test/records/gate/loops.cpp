// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/loops_by_hand.hpp"

/// Loops for compare.py, which are compiled and never run: `visit_block` of a span of RN in A, of a
/// part of one, and `by_hand_N_A`, N being the float members and A the arrangement.
#define ISOMER_PAIR(N, name, A, by_hand)                                                         \
  template void isomer::detail::visit_block(                                                     \
      isomer::detail::RecordSpan<isomer::perf::loops::R##N, A> const&, int,                      \
      isomer::perf::loops::Body<N> const&);                                                      \
  template void isomer::detail::visit_block(                                                     \
      isomer::detail::PartSpan<isomer::detail::RecordSpan<isomer::perf::loops::R##N, A>> const&, \
      int, isomer::perf::loops::Body<N> const&);                                                 \
  extern "C" [[gnu::flatten]] void by_hand_##N##_##name(                                         \
      void* data, [[maybe_unused]] long capacity, int block, float dt) {                         \
    isomer::perf::loops::Body<N>::by_hand;                                                       \
  }
#define ISOMER_PAIRS(N)                                                                    \
  ISOMER_PAIR(N, AoS, isomer::AoS,                                                         \
              structs(static_cast<isomer::perf::loops::R##N*>(data), block, dt))           \
  ISOMER_PAIR(N, SoA, isomer::SoA, arrays(static_cast<float*>(data), capacity, block, dt)) \
  ISOMER_PAIR(N, Tiled8, isomer::Tiled<8>, tiles<8>(static_cast<float*>(data), block, dt)) \
  ISOMER_PAIR(N, Tiled64, isomer::Tiled<64>, tiles<64>(static_cast<float*>(data), block, dt))

ISOMER_PAIRS(3)
ISOMER_PAIRS(7)
ISOMER_PAIRS(12)
ISOMER_PAIRS(24)
