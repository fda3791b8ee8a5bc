// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "in_place/c2r/direction.hpp"
#include "in_place/decomposition.hpp"
#include "index/rounding.hpp"

namespace isomer::in_place {

/// The array as the equations see it, and how the workspace is cut up:
/// [leaders of the row cycles][rows marked while looking for them][a buffer for each worker].
struct C2rShape {
  C2rShape(Step const& step, Direction way, Limits const& limits)
      : direction(way),
        batch(step.batch),
        m(way == Direction::c2r ? step.rows : step.cols),
        n(way == Direction::c2r ? step.cols : step.rows),
        chunk(step.chunk_bytes) {
    // Twice the line halves the misses of address translation, as long as a group stays in cache.
    std::int64_t const line = limits.machine.line_bytes;
    std::int64_t const width =
        m * 2 * line <= limits.machine.l2_bytes / 2 ? std::min(2 * line, std::int64_t{128}) : 64;
    group_cols = std::max<std::int64_t>(1, width / chunk);
    buffers_columns = m >= group_cols && column_bytes() <= limits.machine.l2_bytes;
    workers = workers_within(limits);
    if (buffers_columns && workers < limits.threads()) {
      buffers_columns = false;
      workers = workers_within(limits);
    }
  }

  int workers_within(Limits const& limits) const {
    auto const fixed = cycle_bytes() + 64;
    if (limits.workspace < fixed) return 0;
    return static_cast<int>(std::min<std::int64_t>(
        limits.threads(), static_cast<std::int64_t>(limits.workspace - fixed) / buffer_bytes()));
  }

  /// A cycle of more than one row takes at least two rows.
  std::size_t leader_bytes() const { return static_cast<std::size_t>(m / 2 + 1) * 8; }
  std::size_t mark_bytes() const { return static_cast<std::size_t>(m / 64 + 1) * 8; }
  std::size_t cycle_bytes() const { return buffers_columns ? 0 : leader_bytes() + mark_bytes(); }
  std::int64_t column_bytes() const { return m * group_cols * chunk; }
  /// A row for the row shuffle; a group of columns, or a square of sub-rows for the fine rotation.
  std::int64_t buffer_bytes() const {
    std::int64_t const square = group_cols * group_cols * chunk;
    return detail::round_up(std::max({n * chunk, square, buffers_columns ? column_bytes() : 0}),
                            64);
  }
  /// Buffers of the workers lie behind the cycles.
  std::size_t buffers_at() const { return detail::round_up(cycle_bytes(), 64); }
  std::size_t workspace() const {
    return buffers_at() + static_cast<std::size_t>(workers * buffer_bytes());
  }
  std::int64_t bytes() const { return batch * m * n * chunk; }
  int passes() const { return std::gcd(m, n) > 1 ? 3 : 2; }

  Direction direction;
  std::int64_t batch;
  std::int64_t m;
  std::int64_t n;
  std::int64_t chunk;
  std::int64_t group_cols = 1;
  bool buffers_columns = false;  ///< column shuffles by way of a buffer, which needs no row cycles
  int workers = 0;
};

}  // namespace isomer::in_place
