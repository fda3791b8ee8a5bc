// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/blocks/blocks.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "in_place/blocks/cache_permute.hpp"
#include "in_place/blocks/device_blocks.hpp"
#include "in_place/blocks/planes.hpp"
#include "in_place/blocks/tile_permute.hpp"
#include "in_place/blocks/word_permute.hpp"
#include "in_place/work.hpp"
#include "index/rounding.hpp"
#include "machine/host_kernels.hpp"
#include "team/exec_spaces.hpp"
#include "team/run_teams.hpp"
#include "tile/host/job.hpp"

namespace isomer::in_place {

using detail::Machine;
using detail::WorkShares;

namespace {

/// A buffer starts on a line of its own.
std::int64_t buffer_bytes(BlockStep const& step, std::int64_t blocks = 1) {
  return detail::round_up(blocks * step.block.bytes(), 64);
}

/// How the threads go about it: each with blocks and a buffer of its own, which takes a group of
/// them, or, where there are fewer blocks or buffers than threads, all together on one block after
/// the other.
struct Sharing {
  bool together;
  int workers;
  std::int64_t group;
  std::int64_t workspace;
};

/// Bytes of small blocks that are moved at a time, so that the next are on their way early enough
/// (32 x 32 doubles: 0.80 of copy one by one, 0.94).
constexpr std::int64_t bytes_of_group = 16 << 10;

/// Blocks smaller than this are not worth two kernels.
constexpr std::int64_t min_shared_bytes = 128 << 10;

/// Nothing if not even one buffer fits.
std::optional<Sharing> sharing_for(BlockStep const& step, Limits const& limits) {
  auto const room = static_cast<std::int64_t>(limits.workspace);
  std::int64_t const buffer = buffer_bytes(step);
  if (room < buffer) return std::nullopt;
  auto const each =
      std::min({static_cast<std::int64_t>(limits.threads()), step.batch, room / buffer});
  if (each < limits.threads() && each < 4 && step.block.bytes() >= min_shared_bytes)
    return Sharing{true, limits.threads(), 1, buffer};
  std::int64_t const group =
      std::max<std::int64_t>(1, std::min(bytes_of_group, room / each - 63) / step.block.bytes());
  return Sharing{false, static_cast<int>(each), group, each * buffer_bytes(step, group)};
}

/// Whether a block is still in the thread's cache when its turn comes, beside its buffer.
bool is_cached(BlockStep const& step, Machine const& machine) {
  return 2 * buffer_bytes(step) <= machine.l2_bytes;
}

/// Whether the blocks at work and their buffers are beyond all caches: then the way back is a
/// second pass over memory.
bool goes_by_memory(Sharing const& sharing, Machine const& machine) {
  return 2 * sharing.workspace > std::max(machine.l3_bytes, sharing.workers * machine.l2_bytes);
}

/// What the threads do.
detail::Pass pass_of(BlockStep const& step, Sharing const& sharing, Limits const& limits) {
  auto work = count_matrices(matrices_of(step), limits.machine);
  work.launches = sharing.together ? 2.0 * static_cast<double>(step.batch) : 1.0;
  return {sharing.together ? detail::Kernel::block_shared : detail::Kernel::block,
          residency_of(step.bytes(), limits), static_cast<double>(sharing.workers), work};
}

struct PermuteBlocks {
  BlockPermute const* permute;
  std::byte* data;
  std::int64_t batch;
  std::int64_t block_bytes;
  std::int64_t group;
  WorkShares* shares;

  void operator()(team::HostTeam const& team) const {
    std::byte* const buffer = team.shared();
    shares->for_each_batch(team.block(), [&](detail::Share const& taken) {
      for (std::int64_t first = taken.begin; first < taken.end; first += group) {
        std::byte* const blocks = data + first * block_bytes;
        std::int64_t const count = std::min(group, taken.end - first);
        // While these blocks change places, the next ones are on their way here.
        (*permute)(buffer, blocks, count, first + group < batch ? group * block_bytes : 0);
        tile::kernels().squares.copy(reinterpret_cast<char*>(blocks),
                                     reinterpret_cast<char*>(buffer), count * block_bytes);
      }
    });
  }
};

using Shares = std::vector<std::unique_ptr<TilePermute>>;

struct PermuteShares {
  Shares const* shares;
  std::byte const* block;
  std::byte* buffer;

  void operator()(team::HostTeam const& team) const {
    (*(*shares)[static_cast<std::size_t>(team.block())])(buffer, block, 1, 0);
  }
};

/// Each worker takes back what it has written itself, past the caches: lines that another core may
/// hold are slow to claim (3 MB, threads that share no cache: 0.4 of copy instead of 0.15).
struct CopyBackShares {
  Shares const* shares;
  std::byte* block;
  std::byte const* buffer;

  void operator()(team::HostTeam const& team) const {
    auto const& runs = (*shares)[static_cast<std::size_t>(team.block())]->written();
    tile::kernels().copy_runs(reinterpret_cast<char*>(block), reinterpret_cast<char const*>(buffer),
                              runs.data(), static_cast<std::int64_t>(runs.size()), true);
    tile::kernels().fence();
  }
};

std::string blocks_of(BlockStep const& step, char const* through) {
  return std::to_string(step.batch) + (step.batch == 1 ? " block of " : " blocks of ") +
         std::to_string(step.block.bytes()) + " bytes through " + through;
}

char const* way_of(Sharing const& sharing, Machine const& machine) {
  return goes_by_memory(sharing, machine) ? "memory" : "cache";
}

/// Each thread on blocks of its own.
template <class Exec>
class BlocksApart final : public Move<Exec> {
 public:
  BlocksApart(BlockStep const& step, Sharing const& sharing, Machine const& machine)
      : step_(step),
        workers_(sharing.workers),
        group_(sharing.group),
        through_(way_of(sharing, machine)) {
    BlockPlanes const planes(step.block);
    if (WordPermute::suits(planes)) permute_ = std::make_unique<WordPermute>(planes);
    else if (is_cached(step, machine)) permute_ = std::make_unique<CachePermute>(planes);
    else permute_ = std::make_unique<TilePermute>(step.block);
  }

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    if constexpr (runs_on_host_v<Exec>) {
      WorkShares shares(step_.batch, workers_, 4 * group_);
      team::run_teams(
          exec, "isomer::in_place::blocks", step_.bytes(), workers_,
          PermuteBlocks{permute_.get(), data, step_.batch, step_.block.bytes(), group_, &shares},
          {workspace, buffer_bytes(step_, group_)});
    }
  }

  std::string describe() const override {
    return blocks_of(step_, through_) + ", " + std::to_string(workers_) + " at a time";
  }

 private:
  BlockStep step_;
  int workers_;
  std::int64_t group_;
  char const* through_;
  std::unique_ptr<BlockPermute> permute_;
};

/// All threads on one block after the other.
template <class Exec>
class BlocksTogether final : public Move<Exec> {
 public:
  BlocksTogether(BlockStep const& step, Sharing const& sharing, Machine const& machine)
      : step_(step), through_(way_of(sharing, machine)) {
    int const count = std::min(sharing.workers, TilePermute::max_workers(step.block));
    for (int worker = 0; worker < count; ++worker)
      shares_.push_back(std::make_unique<TilePermute>(step.block, worker, count));
  }

  void run(Exec const& exec, std::byte* data, std::byte* buffer) const override {
    if constexpr (runs_on_host_v<Exec>) {
      auto const workers = static_cast<int>(shares_.size());
      for (std::int64_t b = 0; b < step_.batch; ++b) {
        std::byte* const block = data + b * step_.block.bytes();
        team::run_teams(exec, "isomer::in_place::blocks_permute", step_.block.bytes(), workers,
                        PermuteShares{&shares_, block, buffer});
        team::run_teams(exec, "isomer::in_place::blocks_copy_back", step_.block.bytes(), workers,
                        CopyBackShares{&shares_, block, buffer});
      }
    }
  }

  std::string describe() const override {
    return blocks_of(step_, through_) + ", all threads on one";
  }

 private:
  BlockStep step_;
  char const* through_;
  Shares shares_;
};

/// A device's blocks of threads on blocks of their own.
template <class Exec>
class BlocksOnDevice final : public Move<Exec> {
 public:
  BlocksOnDevice(BlockStep const& step, Machine const& gpu) : step_(step), blocks_(step, gpu) {}

  void run(Exec const& exec, std::byte* data, std::byte* /*workspace*/) const override {
    blocks_.run(exec, data);
  }
  std::string describe() const override { return blocks_of(step_, "shared memory"); }

 private:
  BlockStep step_;
  DeviceBlocks<Exec> blocks_;
};

template <class Exec>
class Blocks final : public Decomposition<Exec> {
 public:
  std::string_view name() const override { return "blocks"; }
  std::optional<Estimate> estimate(Step const& step, Limits const& limits) const override {
    return BlockPermutations<Exec>::estimate(as_blocks(step), limits);
  }
  std::unique_ptr<Move<Exec>> prepare(Step const& step, Limits const& limits) const override {
    return BlockPermutations<Exec>::prepare(as_blocks(step), limits);
  }
  std::optional<std::size_t> least_workspace(Step const& step,
                                             Limits const& limits) const override {
    if constexpr (!runs_on_host_v<Exec>)
      return estimate(step, limits) ? std::optional<std::size_t>(0) : std::nullopt;
    auto enough = limits;
    enough.workspace = static_cast<std::size_t>(buffer_bytes(as_blocks(step)));
    if (!estimate(step, enough)) return std::nullopt;
    return enough.workspace;
  }
};

}  // namespace

BlockStep as_blocks(Step const& step) {
  FusedAxes const axes{{step.rows, step.middle, step.cols}, {2, 1, 0}, step.chunk_bytes};
  return {step.batch, fuse(axes)};
}

bool shares_one_buffer(BlockStep const& step, Limits const& limits) {
  auto const sharing = sharing_for(step, limits);
  return sharing && sharing->together;
}

template <class Exec>
std::optional<Estimate> BlockPermutations<Exec>::estimate(BlockStep const& step,
                                                          Limits const& limits) {
  Estimate estimate;
  estimate.bytes_read = estimate.bytes_written = step.bytes();
  if constexpr (runs_on_host_v<Exec>) {
    auto const sharing = sharing_for(step, limits);
    if (!sharing) return std::nullopt;
    estimate.work = {pass_of(step, *sharing, limits)};
    if (goes_by_memory(*sharing, limits.machine)) {
      estimate.passes = 2;
      estimate.bytes_read = estimate.bytes_written = 2 * step.bytes();
    }
    estimate.workspace = static_cast<std::size_t>(sharing->workspace);
  } else {
    if (!DeviceBlocks<Exec>::suits(step, limits.machine)) return std::nullopt;
    estimate.work = {DeviceBlocks<Exec>(step, limits.machine).pass(limits.machine)};
  }
  return priced(std::move(estimate), limits);
}

template <class Exec>
std::unique_ptr<Move<Exec>> BlockPermutations<Exec>::prepare(BlockStep const& step,
                                                             Limits const& limits) {
  if constexpr (!runs_on_host_v<Exec>) {
    return std::make_unique<BlocksOnDevice<Exec>>(step, limits.machine);
  } else {
    auto const sharing = sharing_for(step, limits).value();
    if (sharing.together)
      return std::make_unique<BlocksTogether<Exec>>(step, sharing, limits.machine);
    return std::make_unique<BlocksApart<Exec>>(step, sharing, limits.machine);
  }
}

template <class Exec>
Decomposition<Exec> const& blocks() {
  static Blocks<Exec> const decomposition;
  return decomposition;
}

#define ISOMER_INSTANTIATE(Exec)                      \
  template Decomposition<Exec> const& blocks<Exec>(); \
  template struct BlockPermutations<Exec>;
ISOMER_FOR_EACH_EXEC_IN_PLACE(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
