// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/blocks.hpp"

#include <algorithm>

#include "in_place/cache_permute.hpp"
#include "in_place/word_kernels.hpp"
#include "in_place/workers.hpp"
#include "plan/instantiate.hpp"

namespace isomer::in_place {

namespace {

/// A buffer starts on a line of its own.
std::int64_t buffer_bytes(BlockStep const& step) { return (step.block.bytes() + 63) / 64 * 64; }

/// How the threads go about it: each with blocks and a buffer of its own or, where there are fewer
/// blocks or buffers than threads, all together on one block after the other.
struct Sharing {
  bool together;
  int workers;
};

/// Under so many bytes a block is too small to be worth two kernels.
constexpr std::int64_t least_shared_bytes = 128 << 10;

/// Nothing if not even one buffer fits.
std::optional<Sharing> sharing_for(BlockStep const& step, Limits const& limits) {
  auto const buffers = static_cast<std::int64_t>(limits.workspace) / buffer_bytes(step);
  if (buffers < 1) return std::nullopt;
  auto const each = std::min({static_cast<std::int64_t>(limits.threads), step.batch, buffers});
  if (each < limits.threads && each < 4 && step.block.bytes() >= least_shared_bytes)
    return Sharing{true, limits.threads};
  return Sharing{false, static_cast<int>(each)};
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
      // While this block goes back to memory, the next one is on its way here.
      word_kernels().copy(reinterpret_cast<char*>(block), reinterpret_cast<char*>(buffer),
                          block_bytes, b + 1 < end ? block_bytes : 0);
    }
  }
};

struct PermuteTogether {
  CachePermute const* permute;
  std::byte const* block;
  std::byte* buffer;
  int workers;

  void operator()(std::int64_t worker) const { permute->part(buffer, block, worker, workers); }
};

struct CopyBack {
  std::byte* block;
  std::byte const* buffer;
  std::int64_t block_bytes;
  int workers;

  void operator()(std::int64_t worker) const {
    auto const [begin, end] = share_of(worker, workers, (block_bytes + 63) / 64);
    std::int64_t const first = begin * 64;
    word_kernels().copy(reinterpret_cast<char*>(block + first),
                        reinterpret_cast<char const*>(buffer + first),
                        std::min(end * 64, block_bytes) - first, 0);
  }
};

template <class Exec>
class BlocksMove final : public Move<Exec> {
 public:
  BlocksMove(BlockStep const& step, Sharing sharing)
      : step_(step), sharing_(sharing), permute_(step.block) {}

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    if constexpr (is_host_v<Exec>) {
      if (sharing_.together) run_together(exec, data, workspace);
      else
        for_each_worker(exec, "isomer::in_place::blocks", sharing_.workers,
                        PermuteBlocks{&permute_, data, workspace, step_.batch, step_.block.bytes(),
                                      buffer_bytes(step_), sharing_.workers});
    }
  }

  std::string describe() const override {
    return std::to_string(step_.batch) + (step_.batch == 1 ? " block of " : " blocks of ") +
           std::to_string(step_.block.bytes()) + " bytes through cache, " +
           (sharing_.together ? "all threads on one"
                              : std::to_string(sharing_.workers) + " at a time");
  }

 private:
  void run_together(Exec const& exec, std::byte* data, std::byte* buffer) const {
    int const workers = sharing_.workers;
    for (std::int64_t b = 0; b < step_.batch; ++b) {
      std::byte* const block = data + b * step_.block.bytes();
      for_each_worker(exec, "isomer::in_place::blocks_permute", workers,
                      PermuteTogether{&permute_, block, buffer, workers});
      for_each_worker(exec, "isomer::in_place::blocks_copy_back", workers,
                      CopyBack{block, buffer, step_.block.bytes(), workers});
    }
  }

  BlockStep step_;
  Sharing sharing_;
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
  auto const sharing = sharing_for(step, limits);
  if (!is_host_v<Exec> || !sharing) return std::nullopt;
  auto const& machine = limits.machine;
  // How many times the time of a copy: block and buffer in the second level of the cache, a buffer
  // in the third, a buffer in memory, which is then written and read like the array itself.
  std::int64_t const in_use = 2 * buffer_bytes(step);
  std::int64_t const second_level = machine.l2_bytes * (sharing->together ? sharing->workers : 1);
  double const slowdown = in_use <= second_level ? 1.2 : in_use <= machine.l3_bytes ? 2.0 : 2.8;
  double const launches = sharing->together ? 2.0 * static_cast<double>(step.batch) : 1.0;
  Estimate estimate;
  estimate.seconds = launches * machine.launch_seconds +
                     slowdown * 2.0 * static_cast<double>(step.bytes()) / machine.copy_bandwidth *
                         limits.threads / sharing->workers;
  estimate.bytes_read = estimate.bytes_written = step.bytes();
  estimate.workspace =
      static_cast<std::size_t>(buffer_bytes(step) * (sharing->together ? 1 : sharing->workers));
  return estimate;
}

template <class Exec>
std::unique_ptr<Move<Exec>> BlockPermutations<Exec>::prepare(BlockStep const& step,
                                                             Limits const& limits) {
  return std::make_unique<BlocksMove<Exec>>(step, *sharing_for(step, limits));
}

template <class Exec>
Decomposition<Exec> const& blocks() {
  static Blocks<Exec> const decomposition;
  return decomposition;
}

#define ISOMER_INSTANTIATE(Exec)                      \
  template Decomposition<Exec> const& blocks<Exec>(); \
  template struct BlockPermutations<Exec>;
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
