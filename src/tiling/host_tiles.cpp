// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/host_tiles.hpp"

#include "problem/order.hpp"

namespace isomer::detail {

HostTiles::HostTiles(Problem const& normal, Tiling const& tiling, tile::Kernels const& kernels)
    : kernels_(&kernels),
      programs_(normal, tiling.slice, kernels.isa, tiling.mode),
      grid_(normal, tiling.slice, programs_, tiling.walk, tiling.band),
      word_(output_order(normal)[0] == 0 ? 0 : normal.element_bytes),
      streams_(tiling.mode.streams),
      weaves_(tiling.mode.woven && programs_.are_line_high()),
      prefetch_lines_(weaves_ ? 0 : tiling.mode.prefetch_lines) {}

std::size_t HostTiles::scratch_bytes() const {
  if (programs_.stage_bytes() == 0) return 0;
  return tile::line_bytes + 2 * stage_pitch() + carry_bytes();
}

void HostTiles::run_only_tile(char* dst, char const* src) const {
  kernels_->run_tile(programs_.program(0), dst, src, word_);
}

void HostTiles::run(char* dst, char const* src, tile::Scale const* scale, char* stage) const {
  TileWalk walk(grid_, programs_, dst, src, {0, tiles()});
  TileWalk ahead = walk;
  run(walk, ahead, dst, scale, stage);
}

void HostTiles::run(char* dst, char const* src, tile::Scale const* scale, WorkShares& shares,
                    int worker, char* stage) const {
  do {
    std::int64_t const end = shares.end(worker);
    Share const first = shares.take(worker);
    if (first.size() == 0) continue;
    TileWalk walk(grid_, programs_, dst, src, first);
    walk.extend_by(shares, worker);
    TileWalk ahead(grid_, programs_, dst, src, {first.begin, end});
    run(walk, ahead, dst, scale, stage);
  } while (shares.steal(worker));
}

bool HostTiles::can_stream(char const* dst, bool staged) const {
  int const starts = programs_.are_slanted() ? word_ : tile::line_bytes;
  return staged || reinterpret_cast<std::uintptr_t>(dst) % static_cast<std::uintptr_t>(starts) == 0;
}

void HostTiles::run(TileWalk& walk, TileWalk& ahead, char const* dst, tile::Scale const* scale,
                    char* stage) const {
  tile::Job job{TileWalk::next,  &walk,
                &ahead,          {nullptr, nullptr},
                nullptr,         scale,
                word_,           streams_ && can_stream(dst, stage != nullptr),
                prefetch_lines_, weaves_ && stage != nullptr};
  if (stage != nullptr) {
    job.stage[0] = stage + tile::line_bytes;
    job.stage[1] = job.stage[0] + stage_pitch();
    if (carry_bytes() > 0 && scale == nullptr) job.carry = job.stage[1] + stage_pitch();
  }
  kernels_->run(job);
}

}  // namespace isomer::detail
