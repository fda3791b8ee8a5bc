// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel/pieces.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "in_place/piece_queue.hpp"
#include "index/rounding.hpp"
#include "machine/host_kernels.hpp"
#include "team/work_shares.hpp"

namespace isomer::in_place {

using detail::share_of;

namespace {

/// The same where starts are saved.
constexpr std::int64_t saving_distance = 3;
/// Segments that are followed step by step together: each step waits for an entry of the table,
/// which may be as far away as memory. Two are a tenth faster than one, four slower again.
constexpr int abreast = 2;
/// Words of the bitmap that a worker searches for uncut cycles at a time.
constexpr std::int64_t range_words = 2;

/// Only the bitmap's own worker writes to it; others may be reading meanwhile.
void mark(std::uint64_t* bits, std::int64_t slot) {
  std::atomic_ref word(bits[slot >> 6]);
  word.store(word.load(std::memory_order_relaxed) | std::uint64_t{1} << (slot & 63),
             std::memory_order_relaxed);
}

}  // namespace

PanelPieces::PanelPieces(PanelShape const& shape, PanelWorkspace const& offsets, std::byte* data,
                         std::byte* workspace)
    : shape_(shape),
      move_(tile::piece_move()),
      data_(reinterpret_cast<char*>(data)),
      source_(reinterpret_cast<std::uint32_t*>(workspace +
                                               (shape.backward ? offsets.inverse : offsets.table))),
      saved_(reinterpret_cast<char*>(workspace + offsets.saved)),
      deferred_(reinterpret_cast<char*>(workspace + offsets.deferred)),
      deferred_stride_(offsets.deferred_stride),
      moved_(reinterpret_cast<char*>(workspace + offsets.moved)),
      moved_stride_(offsets.moved_stride),
      next_range_(reinterpret_cast<std::int64_t*>(workspace + offsets.next)),
      next_start_(next_range_ + 8) {}

std::uint64_t* PanelPieces::bitmap(std::int64_t worker) const {
  return reinterpret_cast<std::uint64_t*>(moved_ +
                                          static_cast<std::size_t>(worker) * moved_stride_);
}

std::uint64_t PanelPieces::unmoved(std::int64_t word) const {
  std::uint64_t moved = 0;
  for (std::int64_t worker = 0; worker < shape_.workers; ++worker)
    moved |= std::atomic_ref(bitmap(worker)[word]).load(std::memory_order_relaxed);
  std::int64_t const left = shape_.slots() - word * 64;
  return ~moved & (left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1);
}

void PanelPieces::save_starts(std::int64_t worker) const {
  std::uint64_t* const bits = bitmap(worker);
  std::memset(bits, 0, moved_stride_);
  if (worker == 0)
    for (int k = 0; k <= shape_.affinities; ++k) next_range_[8 * k] = 0;
  auto const [begin, end] = share_of(worker, shape_.workers, shape_.starts);
  for (std::int64_t k = begin; k < end; ++k) {
    std::int64_t const slot = shape_.start(k);
    char const* const next = piece(shape_.start(std::min(k + saving_distance, end - 1)));
    move_(saved_ + k * shape_.piece_bytes(), piece(slot), shape_.piece_bytes(), {next, next});
    source_of(slot) |= start_bit;
    mark(bits, slot);
  }
}

/// A segment or cycle, followed slot by slot against the arrows.
class PanelPieces::Walk {
 public:
  /// Fills slot `to`, then the one it took its piece from, and so on; `source` is the first of
  /// these. Ends with a start, whose saved piece it takes, or with `last`, whose piece is
  /// `deferred`.
  void begin(PanelPieces const& pieces, std::int64_t to, std::int64_t source, std::int64_t last,
             char const* deferred) {
    at_ = pieces.piece(to);
    source_ = source;
    last_ = last;
    deferred_ = deferred;
    __builtin_prefetch(&pieces.source_of(source));
  }
  /// Decides on one move; false if it was the last one. Notes in `bits` what is moved.
  bool step(PanelPieces const& pieces, std::uint64_t* bits, PieceQueue& queue) {
    if (source_ == last_) return end(queue);
    std::uint32_t const next = pieces.source_of(source_);
    if ((next & start_bit) != 0) {
      deferred_ = pieces.saved_ + source_ / pieces.shape_.every * pieces.shape_.piece_bytes();
      return end(queue);
    }
    __builtin_prefetch(&pieces.source_of(next));
    mark(bits, source_);
    char* const from = pieces.piece(source_);
    queue.push(at_, from);
    at_ = from;
    source_ = next;
    return true;
  }

 private:
  bool end(PieceQueue& queue) {
    queue.push(at_, deferred_);
    return false;
  }

  char* at_ = nullptr;
  std::int64_t source_ = 0;
  std::int64_t last_ = 0;
  char const* deferred_ = nullptr;
};

/// The starts that a worker is given: those of its affinity, then what the others have left.
class PanelPieces::Segments {
 public:
  Segments(PanelPieces const& pieces, std::int64_t worker)
      : pieces_(pieces), own_(pieces.shape_.affinity_of_worker(worker)) {}

  /// The slot of the next one, or -1.
  std::int64_t next() {
    PanelShape const& shape = pieces_.shape_;
    for (; others_ < shape.affinities; ++others_) {
      int const affinity = (own_ + others_) % shape.affinities;
      for (;;) {
        std::int64_t const k =
            Kokkos::atomic_fetch_add(pieces_.next_start_ + 8 * affinity, std::int64_t{1});
        if (k >= shape.starts) break;
        std::int64_t const slot = shape.start(k);
        if (shape.affinity_of(slot) == affinity) return slot;
      }
    }
    return -1;
  }

 private:
  PanelPieces const& pieces_;
  int own_;
  int others_ = 0;
};

void PanelPieces::move_segments(std::int64_t worker) const {
  std::uint64_t* const bits = bitmap(worker);
  PieceQueue queue(move_, shape_.piece_bytes());
  Segments segments(*this, worker);
  Walk walks[abreast];
  auto next_segment = [&](Walk& walk) {
    std::int64_t const slot = segments.next();
    if (slot < 0) return false;
    walk.begin(*this, slot, static_cast<std::int64_t>(source_of(slot) & ~start_bit), -1, nullptr);
    return true;
  };
  int count = 0;
  while (count < abreast && next_segment(walks[count])) ++count;
  while (count != 0)
    for (int k = 0; k < count; ++k)
      if (!walks[k].step(*this, bits, queue) && !next_segment(walks[k])) {
        walks[k] = walks[--count];
        --k;
      }
}

void PanelPieces::move_uncut_cycles(std::int64_t worker) const {
  std::uint64_t* const bits = bitmap(worker);
  char* const deferred = deferred_ + static_cast<std::size_t>(worker) * deferred_stride_;
  std::int64_t const bytes = shape_.piece_bytes();
  std::int64_t const max_deferred = std::max<std::int64_t>(shape_.max_deferred(), 1);
  std::int64_t cycles = 0;
  std::int64_t const words = detail::ceil_div(shape_.slots(), 64);
  PieceQueue queue(move_, shape_.piece_bytes());
  for (;;) {
    std::int64_t const begin = Kokkos::atomic_fetch_add(next_range_, range_words);
    if (begin >= words) return;
    std::int64_t const end = std::min(begin + range_words, words);
    for (std::int64_t word = begin; word < end; ++word)
      // Read anew each time: the cycle just moved may have had several of these.
      for (std::uint64_t left = unmoved(word), done = 0; left != 0; left = unmoved(word) & ~done) {
        int const bit = std::countr_zero(left);
        done |= (std::uint64_t{2} << bit) - 1;
        std::int64_t const slot = word * 64 + bit;
        std::uint32_t const entry = source_of(slot);
        auto at = static_cast<std::int64_t>(entry);
        while (at > slot) at = source_of(at);
        if (at != slot || entry == slot) continue;
        if (cycles++ % max_deferred == 0) queue.drain();
        char* const buffer = deferred + (cycles - 1) % max_deferred * bytes;
        move_(buffer, piece(slot), bytes, tile::NextPieces{});
        Walk walk;
        walk.begin(*this, slot, entry, slot, buffer);
        while (walk.step(*this, bits, queue)) {
        }
      }
  }
}

}  // namespace isomer::in_place
