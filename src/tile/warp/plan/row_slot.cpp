// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/warp/plan/row_slot.hpp"

#include <bit>

#include "team/audit.hpp"

namespace isomer::tile::warp {
namespace {

/// Warps that are looked at, all along the row.
constexpr int warps = 16;
/// Bytes of all banks.
constexpr int bank_bytes = 128;
/// Words of which one more wavefront in eight is not worth the instructions.
constexpr double negligible = 1.125;

int wavefronts(std::int64_t words, std::int64_t step, int word_bytes, RowSlot const& slot) {
  int sum = 0;
  for (int warp = 0; warp < warps; ++warp) {
    team::Request request;
    request.lanes = ~0U;
    for (std::size_t lane = 0; lane < team::warp_lanes; ++lane) {
      auto const at = (warp * words / warps + static_cast<std::int64_t>(lane) * step) % words;
      request.place[lane] = static_cast<std::uint64_t>(slot(static_cast<std::int32_t>(at))) *
                            static_cast<std::uint64_t>(word_bytes);
    }
    sum += team::wavefronts_of(request, word_bytes);
  }
  return sum;
}

}  // namespace

RowSlot best_slots(std::int64_t words, std::int64_t step, int word_bytes) {
  step %= words;
  RowSlot best;
  int fewest = wavefronts(words, step, word_bytes, best);
  int const of_vector = vector_bytes / word_bytes;
  int const mask = bank_bytes / word_bytes - of_vector;
  int const bits = std::bit_width(static_cast<unsigned>(bank_bytes / word_bytes - 1));
  for (int shift = bits; (words - 1) >> shift != 0; ++shift) {
    RowSlot const slot{shift - std::countr_zero(static_cast<unsigned>(of_vector)), mask};
    int const count = wavefronts(words, step, word_bytes, slot);
    if (count * negligible >= fewest) continue;
    best = slot;
    fewest = count;
  }
  return best;
}

}  // namespace isomer::tile::warp
