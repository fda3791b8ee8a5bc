// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "cost/candidate.hpp"
#include "problem/normal_problem.hpp"
#include "schema/move_args.hpp"
#include "team/work_shares.hpp"
#include "tile/host/job.hpp"
#include "tiling/tile_cursor.hpp"

namespace isomer::detail {

/// A candidate as what one thread of a host does, whoever launches it. Immutable, and the same for
/// all arrays of its problem.
class HostMove {
 public:
  HostMove() = default;
  HostMove(HostMove const&) = delete;
  HostMove& operator=(HostMove const&) = delete;
  virtual ~HostMove() = default;

  /// What threads may share out among themselves, in any parts.
  virtual std::int64_t units() const = 0;
  /// Fewer are not worth being taken, or stolen, by themselves.
  virtual std::int64_t min_batch() const { return 1; }
  /// Of each thread at work, beginning on a line.
  virtual std::size_t scratch_bytes() const { return 0; }

  /// Moves some of the units.
  virtual void move(MoveArgs const& args, Share const& units, std::byte* scratch) const = 0;
  /// Moves those that a worker takes of some shared out, or steals.
  virtual void move(MoveArgs const& args, WorkShares& shares, int worker,
                    std::byte* scratch) const {
    shares.for_each_batch(worker, [&](Share const& batch) { move(args, batch, scratch); });
  }
  /// Moves several problems; all of each, one after the other.
  virtual void move_blocks(BlockPlace const* blocks, std::int64_t count, tile::Scale const* scale,
                           std::byte* scratch) const {
    for (std::int64_t k = 0; k < count; ++k)
      move({blocks[k].dst, blocks[k].src, scale}, Share{0, units()}, scratch);
  }
};

using HostMovePtr = std::unique_ptr<HostMove const>;

/// That of any candidate.
HostMovePtr make_host_move(NormalProblem const& normal, Candidate const& candidate);

HostMovePtr make_tiled_move(NormalProblem const& normal, Candidate const& candidate);
HostMovePtr make_runs_move(NormalProblem const& normal, Candidate const& candidate);
HostMovePtr make_strided_move(NormalProblem const& normal);

}  // namespace isomer::detail
