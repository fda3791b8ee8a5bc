// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "machine/host_kernels.hpp"
#include "records/move/panel_layout.hpp"
#include "tile/host/prefetch.hpp"

/// What travels to and from memory while a panel is regrouped in the cache: the panel before leaves
/// past the caches, and the one after it is prefetched.
namespace isomer::records {

template <class Char>
using SegmentPlaces = std::array<Char*, max_leaves>;

/// The segments of panel p.
template <class Char>
void place_segments(PanelLayout const& layout, Char* data, std::int64_t p,
                    SegmentPlaces<Char>& place) {
  for (std::size_t s = 0; s < layout.segment.size(); ++s)
    place[s] = data + layout.segment[s].begin + p * layout.segment[s].bytes;
}

/// The bytes of a panel in pieces, segment after segment.
class PanelCursor {
 public:
  explicit PanelCursor(PanelLayout const& layout) : layout_(&layout) {}

  /// Of the next panel, evenly over `steps` steps.
  void start(std::int64_t steps) {
    segment_ = 0;
    at_ = 0;
    left_ = layout_->bytes;
    each_ = in_lines(left_ / std::max<std::int64_t>(steps, 1) + 1);
  }
  /// visit(segment, offset, bytes) for the pieces of a step.
  template <class Visit>
  void step(Visit const& visit) {
    for (std::int64_t share = std::min(each_, left_); share > 0;) {
      std::int64_t const in_segment = layout_->segment[segment_].bytes - at_;
      std::int64_t const bytes = std::min({share, in_segment, piece_bytes});
      visit(segment_, at_, bytes);
      share -= bytes;
      left_ -= bytes;
      at_ += bytes;
      if (at_ < layout_->segment[segment_].bytes) continue;
      ++segment_;
      at_ = 0;
    }
  }
  template <class Visit>
  void finish(Visit const& visit) {
    each_ = left_;
    step(visit);
  }

 private:
  static constexpr std::int64_t piece_bytes = 1024;

  PanelLayout const* layout_;
  std::size_t segment_ = 0;
  std::int64_t at_ = 0;
  std::int64_t left_ = 0;
  std::int64_t each_ = 0;
};

/// Prefetches a panel.
class PanelPrefetch {
 public:
  explicit PanelPrefetch(PanelLayout const& layout) : layout_(layout), cursor_(layout) {}

  void start(char const* data, std::int64_t p, std::int64_t steps) {
    place_segments(layout_, data, p, place_);
    cursor_.start(steps);
  }
  void step() {
    cursor_.step([this](std::size_t segment, std::int64_t at, std::int64_t bytes) {
      tile::prefetch_lines(place_[segment] + at, bytes);
    });
  }

 private:
  PanelLayout const& layout_;
  PanelCursor cursor_;
  SegmentPlaces<char const> place_;
};

/// Takes packed panels to where their segments belong, past the caches or through them.
class PanelDrain {
 public:
  PanelDrain(PanelLayout const& layout, char* data, bool streams)
      : layout_(&layout), cursor_(layout), data_(data), streams_(streams) {}

  void start(std::int64_t p, char const* packed, std::int64_t steps) {
    place_segments(*layout_, data_, p, place_);
    packed_ = packed;
    cursor_.start(steps);
  }
  void step() {
    cursor_.step([this](auto... piece) { store(piece...); });
  }
  void finish() {
    cursor_.finish([this](auto... piece) { store(piece...); });
  }

 private:
  void store(std::size_t segment, std::int64_t at, std::int64_t bytes) {
    tile::Run const piece{layout_->segment[segment].packed + at, at, bytes};
    tile::kernels().copy_runs(place_[segment], packed_, &piece, 1, streams_);
  }

  PanelLayout const* layout_;
  PanelCursor cursor_;
  char* data_;
  bool streams_;
  SegmentPlaces<char> place_;
  char const* packed_ = nullptr;
};

}  // namespace isomer::records
