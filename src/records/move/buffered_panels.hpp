// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "machine/machine.hpp"
#include "records/move/panel_stream.hpp"
#include "records/move/regroup.hpp"
#include "tile/host/job.hpp"
#include "tiling/tiling.hpp"

namespace isomer::records {

/// Panels one after the other, upwards or downwards.
struct PanelRow {
  std::int64_t first;
  std::int64_t count;
  std::int64_t step = 1;  ///< or -1

  std::int64_t at(std::int64_t k) const { return first + k * step; }
  /// The next one, or the last again.
  std::int64_t after(std::int64_t k) const { return at(std::min(k + 1, count - 1)); }
};

/// Both sides of a panel, and what takes it from one to the other.
struct PanelChange {
  PanelChange(RecordProblem const& problem, std::int64_t panel_height, RegroupSizes const& sizes,
              PanelKernels const& kernels)
      : height(panel_height),
        src(panel_layout(problem.src, problem.leaf_bytes, panel_height)),
        dst(panel_layout(problem.dst, problem.leaf_bytes, panel_height)),
        regroup(src, dst, sizes, kernels) {}

  /// ", bytes of 8 records at a time permuted", or nothing.
  std::string permuted() const;

  /// Whether panels can be stored there past the caches as they are made.
  bool can_stream_to(char const* to) const {
    return regroup.can_stream() && reinterpret_cast<std::uintptr_t>(to) % tile::line_bytes == 0;
  }
  /// Panel p to such a place.
  template <class Turn>
  void stream(char* to, char const* from, std::int64_t p, char* scratch, Turn const& turn) const {
    SegmentPlaces<char const> read;
    SegmentPlaces<char> written;
    place_segments(src, from, p, read);
    place_segments(dst, to, p, written);
    regroup.stream(read.data(), written.data(), scratch, turn);
  }

  /// Memory for a packed panel.
  std::int64_t buffer_bytes() const { return in_lines(dst.bytes); }
  /// What BufferedPanels needs.
  std::int64_t scratch_bytes() const { return 2 * buffer_bytes() + regroup.scratch_bytes(); }

  std::int64_t height;
  PanelLayout src;
  PanelLayout dst;
  Regroup regroup;
};

/// Bytes of a record in all regions of a layout, and in the wider of both layouts.
std::int64_t record_bytes(RecordLayout const& layout);
std::int64_t largest_record(RecordProblem const& problem);
/// Heights of panels are odd multiples of this: with powers of two the columns of a panel would
/// share the sets of the first-level cache.
std::int64_t height_unit(RecordProblem const& problem);
/// Packed panels of about `panel_bytes`, regrouped in turns.
struct PanelSizes {
  std::int64_t panel_bytes;
  RegroupSizes regroup;
};
/// Where panels go from their buffers.
enum class PanelsLeave { past_caches, through_caches, in_pieces };
/// From memory and back two panels fit the first-level cache beside their sources, or half of the
/// second-level cache, as far as it pays, where they leave in pieces that have to be long; parts
/// and turns are short, so that what comes in and leaves is spread evenly. Within the caches both
/// are as long as pays. A call takes as long as some hundred bytes: blocks are whole panels where
/// the first-level cache has the room.
PanelSizes panel_sizes(detail::Machine const& machine, detail::Residency residency,
                       PanelsLeave leave);

/// The places of a packed panel's segments in a buffer.
inline void place_packed(PanelLayout const& layout, char* buffer, SegmentPlaces<char>& place) {
  for (std::size_t s = 0; s < layout.segment.size(); ++s)
    place[s] = buffer + layout.segment[s].packed;
}

/// Consecutive panels through two buffers: while one is filled with a panel as the destination has
/// it, a Drain takes the panel before out of the other, and the source of the next one comes in.
template <class Drain>
class BufferedPanels {
 public:
  BufferedPanels(PanelChange const& change, char const* src, char* scratch, Drain drain)
      : change_(change), src_(src), scratch_(scratch), prefetch_(change.src), drain_(drain) {}

  void move(PanelRow const& panels) {
    std::int64_t const turns = change_.regroup.turns(change_.height);
    for (std::int64_t k = 0; k < panels.count; ++k) {
      std::int64_t const p = panels.at(k);
      char* const buffer = scratch_ + k % 2 * change_.buffer_bytes();
      prefetch_.start(src_, panels.after(k), turns);
      fill(p, buffer);
      drain_.finish();
      drain_.start(p, buffer, turns);
    }
    drain_.finish();
  }

 private:
  void fill(std::int64_t p, char* buffer) {
    place_segments(change_.src, src_, p, from_);
    place_packed(change_.dst, buffer, packed_);
    char* const scratch = scratch_ + 2 * change_.buffer_bytes();
    change_.regroup.run(from_.data(), packed_.data(), change_.height, scratch, [this] {
      prefetch_.step();
      drain_.step();
    });
  }

  PanelChange const& change_;
  char const* src_;
  char* scratch_;
  PanelPrefetch prefetch_;
  Drain drain_;
  SegmentPlaces<char const> from_;
  SegmentPlaces<char> packed_;
};

}  // namespace isomer::records
