// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include <isomer/detail/record_problem.hpp>

#include "index/rounding.hpp"

/// Changes of arrangement go panel by panel: `height` records, which each region of a layout has in
/// one segment of contiguous bytes.
namespace isomer::records {

using detail::RecordLayout;
using detail::RecordProblem;

/// In whole cache lines.
constexpr std::int64_t in_lines(std::int64_t bytes) { return detail::round_up(bytes, 64); }

/// The most leaves of a record.
inline constexpr int max_leaves = 512;

/// Values of a leaf in a panel: `run` of them lie side by side, and runs `step` bytes apart.
struct LeafRuns {
  std::int32_t segment = 0;
  std::int64_t offset = 0;  ///< of the first value, in its segment
  std::int64_t run = 1;
  std::int64_t step = 0;
  std::int64_t bytes = 0;  ///< of a value

  /// How far behind the beginning of a run record i is. Runs are powers of two, or as long as the
  /// panel.
  std::int64_t in_run(std::int64_t i) const {
    if (i < run) return i;
    return i == run ? 0 : i & (run - 1);
  }
  /// Of record i of the panel.
  std::int64_t at(std::int64_t i) const {
    if (i < run) return offset + i * bytes;
    std::int64_t const k = i >> std::countr_zero(static_cast<std::uint64_t>(run));
    return offset + k * step + in_run(i) * bytes;
  }
};

/// Each from its own first value on.
inline bool lie_alike(LeafRuns const& a, LeafRuns const& b) {
  return a.run == b.run && a.step == b.step && a.bytes == b.bytes;
}

/// What a region has of each panel.
struct PanelSegment {
  std::int64_t begin;  ///< of panel 0
  std::int64_t bytes;
  std::int64_t packed;  ///< where it begins if the segments of a panel lie one behind the other
};

struct PanelLayout {
  std::int64_t height = 0;
  std::int64_t bytes = 0;  ///< all segments

  /// Of `count` records.
  std::int64_t bytes_of(std::int64_t count) const { return count * bytes / height; }

  std::vector<PanelSegment> segment;
  std::vector<LeafRuns> leaf;
};

/// How a layout looks in panels of a height that all its tiles divide.
PanelLayout panel_layout(RecordLayout const& layout, std::vector<std::int32_t> const& leaf_bytes,
                         std::int64_t height);

}  // namespace isomer::records
