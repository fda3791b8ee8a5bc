// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <span>

#include <isomer/advisor/detail/trace.hpp>
#include <isomer/records/dynamic_record.hpp>

#include "records/advise/watch/uses.hpp"

namespace isomer::records {

/// What a warp of a kernel asks of memory in an arrangement: means over those that were replayed.
struct WarpTouched {
  double lanes = 0;     ///< items of a warp
  double requests = 0;  ///< instructions that load or store
  double wavefronts =
      0;  ///< lines of 128 bytes, one of which the first-level cache serves at a time
  double sectors_loaded = 0;   ///< from the second-level cache
  double sectors_stored = 0;   ///< to it
  double sectors_read = 0;     ///< different ones that its neighbours before it did not touch
  double sectors_written = 0;  ///< .. to which they did not write
  double sectors_partial = 0;  ///< of those written, not read and not filled by neighbours
  double sectors = 0;          ///< read or written, that its neighbours before it did not touch
  double bytes = 0;            ///< of leaves in these

  friend bool operator==(WarpTouched const&, WarpTouched const&) = default;
};

/// Where a warp looks, and what remains for it in the first-level cache.
struct WarpGround {
  std::span<detail::LeafShape const> leaves;
  detail::RecordLayout const& layout;
  std::int64_t count = 0;       ///< records
  std::int64_t held_bytes = 0;  ///< of the first-level cache, a warp's part
};

/// The accesses of a kernel by warps: the k-th of a leaf by each of 32 neighbours is one request.
/// Values stay in registers, so that of each item each leaf of a record counts once, read and
/// written.
class WarpReplay {
 public:
  WarpReplay(detail::KernelTrace const& kernel, std::size_t most_accesses);

  /// What the accesses to the leaves with `counts` touch.
  WarpTouched touched(WarpGround const& ground, std::vector<bool> const& counts) const;

 private:
  friend class WarpWalk;
  struct Item {
    std::int64_t item = 0;
    std::vector<Use> use;
  };
  struct Warp {
    std::vector<Item> before;  ///< its neighbours that were recorded
    std::vector<Item> lane;
    double longer = 1;  ///< all accesses, to those that are kept
  };

  static Warp warp_of(std::span<detail::ItemTrace const> group, std::size_t most);

  std::vector<Warp> warps_;
  std::vector<std::int32_t> written_;  ///< leaves that items write to in their own records
};

}  // namespace isomer::records
