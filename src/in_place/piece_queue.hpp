// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "tile/host/columns.hpp"
#include "tile/host/prefetch.hpp"

namespace isomer::in_place {

/// Moves of pieces that a worker has decided on, in order. Each waits until `distance` others have
/// come after it, and what it reads is on its way meanwhile: across the ends of segments and
/// cycles.
class PieceQueue {
 public:
  PieceQueue(tile::PieceKernels::Move move, std::int64_t bytes) : move_(move), bytes_(bytes) {}
  ~PieceQueue() { drain(); }
  PieceQueue(PieceQueue const&) = delete;
  PieceQueue& operator=(PieceQueue const&) = delete;

  void push(char* to, char const* from) {
    if (count_ < distance) {
      tile::prefetch_lines(from, bytes_);
      newest_ = nullptr;
    } else {
      tile::NextPieces const next{from, newest_};
      newest_ = from;
      pop(next);
    }
    ring_[(first_ + count_++) % ring_size] = {to, from};
  }
  void drain() {
    tile::NextPieces next{nullptr, newest_};
    newest_ = nullptr;
    for (; count_ != 0; next = {}) pop(next);
  }

 private:
  /// From six on it makes no difference.
  static constexpr int distance = 9;
  static constexpr int ring_size = 16;

  struct Planned {
    char* to;
    char const* from;
  };

  void pop(tile::NextPieces const& next) {
    Planned const planned = ring_[first_ % ring_size];
    ++first_;
    --count_;
    move_(planned.to, planned.from, bytes_, next);
  }

  tile::PieceKernels::Move move_;
  std::int64_t bytes_;
  Planned ring_[ring_size];
  unsigned first_ = 0;
  unsigned count_ = 0;
  char const* newest_ = nullptr;  ///< of which only the first half has been prefetched
};

}  // namespace isomer::in_place
