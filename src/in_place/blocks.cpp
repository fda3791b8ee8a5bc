// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/blocks.hpp"

#include <algorithm>
#include <cstring>

#include "in_place/cache_permute.hpp"
#include "in_place/instantiate.hpp"
#include "in_place/workers.hpp"

namespace isomer::in_place {

namespace {

/// A buffer starts on a line of its own.
std::int64_t buffer_bytes(BlockStep const& step) { return (step.block.bytes() + 63) / 64 * 64; }

/// As many as have work and a buffer.
int workers_for(BlockStep const& step, Limits const& limits) {
  auto const buffers = static_cast<std::int64_t>(limits.workspace) / buffer_bytes(step);
  return static_cast<int>(
      std::min({static_cast<std::int64_t>(limits.threads), step.batch, buffers}));
}

struct PermuteBlocks {
  CachePermute const* permute;
  std::byte* data;
  std::byte* buffers;
  std::int64_t batch;
  std::int64_t block_bytes;
  std::int64_t buffer_stride;
  int workers;

  void operator()(std::int64_t worker) const {
    std::byte* const buffer = buffers + worker * buffer_stride;
    auto const [begin, end] = share_of(worker, workers, batch);
    for (std::int64_t b = begin; b < end; ++b) {
      std::byte* const block = data + b * block_bytes;
      (*permute)(buffer, block);
      std::memcpy(block, buffer, static_cast<std::size_t>(block_bytes));
    }
  }
};

template <class Exec>
class BlocksMove final : public Move<Exec> {
 public:
  BlocksMove(BlockStep const& step, int workers)
      : step_(step), workers_(workers), permute_(step.block) {}

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    if constexpr (is_host_v<Exec>)
      for_each_worker(exec, "isomer::in_place::blocks", workers_,
                      PermuteBlocks{&permute_, data, workspace, step_.batch, step_.block.bytes(),
                                    buffer_bytes(step_), workers_});
  }

  std::string describe() const override {
    return std::to_string(step_.batch) + " blocks of " + std::to_string(step_.block.bytes()) +
           " bytes through cache, " + std::to_string(workers_) + " at a time";
  }

 private:
  BlockStep step_;
  int workers_;
  CachePermute permute_;
};

BlockStep as_blocks(Step const& step) {
  FusedAxes const axes{{step.rows, step.middle, step.cols}, {2, 1, 0}, step.chunk_bytes};
  return {step.batch, fuse(axes)};
}

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
    auto enough = limits;
    enough.workspace = static_cast<std::size_t>(buffer_bytes(as_blocks(step)));
    if (!estimate(step, enough)) return std::nullopt;
    return enough.workspace;
  }
};

}  // namespace

template <class Exec>
std::optional<Estimate> BlockPermutations<Exec>::estimate(BlockStep const& step,
                                                          Limits const& limits) {
  if constexpr (!is_host_v<Exec>) return std::nullopt;
  auto const& machine = limits.machine;
  if (buffer_bytes(step) > 4 * machine.l2_bytes) return std::nullopt;
  int const workers = workers_for(step, limits);
  if (workers < 1) return std::nullopt;
  // Block and buffer together stay in the second level up to half of it each; past that the
  // buffer costs about as much as the memory.
  double const slowdown = 2 * buffer_bytes(step) > machine.l2_bytes ? 2.0 : 1.1;
  Estimate estimate;
  estimate.seconds = machine.launch_seconds +
                     slowdown * 2.0 * static_cast<double>(step.bytes()) /
                         machine.copy_bandwidth * limits.threads / workers;
  estimate.bytes_read = estimate.bytes_written = step.bytes();
  estimate.workspace = static_cast<std::size_t>(workers * buffer_bytes(step));
  return estimate;
}

template <class Exec>
std::unique_ptr<Move<Exec>> BlockPermutations<Exec>::prepare(BlockStep const& step,
                                                             Limits const& limits) {
  return std::make_unique<BlocksMove<Exec>>(step, workers_for(step, limits));
}

template <class Exec>
Decomposition<Exec> const& blocks() {
  static Blocks<Exec> const decomposition;
  return decomposition;
}

#define ISOMER_INSTANTIATE(Exec)                        \
  template Decomposition<Exec> const& blocks<Exec>(); \
  template struct BlockPermutations<Exec>;
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
