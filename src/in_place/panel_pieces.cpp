// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel_pieces.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "in_place/workers.hpp"

namespace isomer::in_place {

namespace {

/// So many sources ahead of the piece that is being moved, pieces are asked for. From six on it
/// makes no difference.
constexpr int look_ahead = 9;
constexpr int ring_size = 16;
/// Words of the bitmap that a worker searches for left-over cycles at a time.
constexpr std::int64_t range_words = 16;

/// Matrices up to this size, which caches hold, are asked for to be written; larger ones come twice
/// as fast when asked for reading.
constexpr std::int64_t cached_bytes = 48 << 20;

constexpr PiecesAhead nothing_ahead{nullptr, nullptr, false};

/// Always inline: GCC drops calls of a function that only prefetches.
inline __attribute__((always_inline)) void ask_for(char const* begin, std::int64_t bytes) {
  for (std::int64_t k = 0; k < bytes; k += 64) __builtin_prefetch(begin + k, 0, 2);
}

}  // namespace

PanelPieces::PanelPieces(PanelShape const& shape, PanelWorkspace const& offsets, std::byte* data,
                         std::byte* workspace)
    : shape_(shape),
      move_(piece_move(panel_kernels())),
      alone_(shape.rows * shape.cols * shape.word <= cached_bytes),
      data_(reinterpret_cast<char*>(data)),
      source_(reinterpret_cast<std::uint32_t*>(workspace +
                                               (shape.backward ? offsets.inverse : offsets.table))),
      saved_(reinterpret_cast<char*>(workspace + offsets.saved)),
      held_(reinterpret_cast<char*>(workspace + offsets.held)),
      held_stride_(offsets.held_stride),
      moved_(reinterpret_cast<char*>(workspace + offsets.moved)),
      moved_stride_(offsets.moved_stride),
      next_segment_(reinterpret_cast<std::int64_t*>(workspace + offsets.next)),
      next_range_(next_segment_ + 8) {}

std::uint64_t* PanelPieces::bitmap(std::int64_t worker) const {
  return reinterpret_cast<std::uint64_t*>(moved_ +
                                          static_cast<std::size_t>(worker) * moved_stride_);
}

std::uint64_t PanelPieces::unmoved(std::int64_t word) const {
  std::uint64_t moved = 0;
  for (std::int64_t worker = 0; worker < shape_.workers; ++worker) moved |= bitmap(worker)[word];
  std::int64_t const left = shape_.slots() - word * 64;
  return ~moved & (left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1);
}

void PanelPieces::save_starts(std::int64_t worker) const {
  std::uint64_t* const bits = bitmap(worker);
  std::memset(bits, 0, moved_stride_);
  if (worker == 0) *next_segment_ = *next_range_ = 0;
  auto const [begin, end] = share_of(worker, shape_.workers, shape_.starts);
  for (std::int64_t k = begin; k < end; ++k) {
    std::int64_t const slot = shape_.start(k);
    move_(saved_ + k * shape_.piece_bytes(), piece(slot), shape_.piece_bytes(), nothing_ahead);
    source_of(slot) |= start_bit;
    bits[slot >> 6] |= std::uint64_t{1} << (slot & 63);
  }
}

void PanelPieces::walk(std::int64_t to, std::int64_t source, std::int64_t last, char const* held,
                       std::uint64_t* bits) const {
  std::int64_t const bytes = shape_.piece_bytes();
  char* ring[ring_size];
  unsigned first = 0;
  unsigned count = 0;
  char const* newest = nullptr;
  bool more = true;
  char const* final_piece = held;
  auto advance = [&](PiecesAhead& ahead) {
    ahead = {nullptr, newest, alone_};
    newest = nullptr;
    if (!more) return;
    if (source == last) {
      more = false;
      return;
    }
    std::uint32_t const next = source_of(source);
    if ((next & start_bit) != 0) {
      final_piece = saved_ + source / shape_.every * bytes;
      more = false;
      return;
    }
    __builtin_prefetch(&source_of(next));
    if (bits != nullptr) bits[source >> 6] |= std::uint64_t{1} << (source & 63);
    newest = ring[(first + count++) % ring_size] = piece(source);
    ahead.first_half_of = newest;
    source = next;
  };
  char* at = piece(to);
  PiecesAhead ahead{};
  while (more && count < look_ahead) {
    advance(ahead);
    if (ahead.first_half_of != nullptr) ask_for(ahead.first_half_of, bytes);
  }
  newest = nullptr;
  while (count != 0) {
    char* const from = ring[first];
    advance(ahead);
    first = (first + 1) % ring_size;
    --count;
    move_(at, from, bytes, ahead);
    at = from;
  }
  move_(at, final_piece, bytes, nothing_ahead);
}

void PanelPieces::move_segments(std::int64_t worker) const {
  std::uint64_t* const bits = bitmap(worker);
  for (;;) {
    std::int64_t const k = Kokkos::atomic_fetch_add(next_segment_, std::int64_t{1});
    if (k >= shape_.starts) return;
    std::int64_t const slot = shape_.start(k);
    walk(slot, static_cast<std::int64_t>(source_of(slot) & ~start_bit), -1, nullptr, bits);
  }
}

void PanelPieces::move_rest(std::int64_t worker) const {
  char* const held = held_ + static_cast<std::size_t>(worker) * held_stride_;
  std::int64_t const bytes = shape_.piece_bytes();
  std::int64_t const words = (shape_.slots() + 63) / 64;
  for (;;) {
    std::int64_t const begin = Kokkos::atomic_fetch_add(next_range_, range_words);
    if (begin >= words) return;
    std::int64_t const end = std::min(begin + range_words, words);
    for (std::int64_t word = begin; word < end; ++word)
      for (std::uint64_t left = unmoved(word); left != 0; left &= left - 1) {
        std::int64_t const slot = word * 64 + std::countr_zero(left);
        std::uint32_t const entry = source_of(slot);
        if (entry == slot) continue;
        auto at = static_cast<std::int64_t>(entry);
        while (at > slot) at = source_of(at);
        if (at != slot) continue;
        move_(held, piece(slot), bytes, nothing_ahead);
        walk(slot, entry, slot, held, nullptr);
      }
  }
}

}  // namespace isomer::in_place
