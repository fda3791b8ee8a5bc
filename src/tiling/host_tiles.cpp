// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/host_tiles.hpp"

#include <algorithm>

namespace isomer::detail {
namespace {

/// Tiles behind the one at work in which prefetching at a distance can be: twice as many as whole
/// ones have the lines, for some are cut short.
int prefetch_tiles_of(tile::SourcePieces const& pieces, int prefetch_lines, bool pipelined) {
  if (pipelined) return 1;
  if (prefetch_lines == 0) return 0;
  int const lines = std::max(1, pieces.count * pieces.lines);
  return std::min(2 * (prefetch_lines / lines + 1), tile::window_tiles - 2);
}

std::uintptr_t address_of(char const* data) { return reinterpret_cast<std::uintptr_t>(data); }

}  // namespace

std::optional<tile::Cast> host_cast_of(NormalProblem const& normal, tile::Kernels const& kernels) {
  if (!normal.cast.is_any()) return std::nullopt;
  auto const from = static_cast<int>(normal.cast.from);
  auto const to = static_cast<int>(normal.cast.to);
  return tile::Cast{kernels.cast_row(from, to), kernels.cast_lines(from, to), normal.element_bytes,
                    normal.dst_element_bytes()};
}

HostTiles::HostTiles(NormalProblem const& normal, Tiling const& tiling,
                     tile::Kernels const& kernels)
    : kernels_(&kernels),
      tables_(normal, tiling.slice, kernels.isa, tiling.mode),
      grid_(normal, tiling.slice, tables_, tiling.walk, tiling.group),
      word_(copies_runs(normal, tiling.mode) ? 0 : normal.element_bytes),
      cast_(host_cast_of(normal, kernels)),
      streams_(tiling.mode.streams),
      pipelined_(tiling.mode.pipelined && tables_.are_line_high()),
      prefetch_lines_(pipelined_ ? 0 : tiling.mode.prefetch_lines),
      prefetch_tiles_(prefetch_tiles_of(tables_.of(0).pieces, prefetch_lines_, pipelined_)) {}

std::size_t HostTiles::scratch_bytes() const {
  if (tables_.stage_bytes() == 0) return 0;
  return tile::line_bytes + 2 * stage_pitch() + carry_bytes();
}

void HostTiles::run_only_tile(char* dst, char const* src) const {
  kernels_->run_tile(tables_.of(0), dst, src, word_);
}

void HostTiles::run(char* dst, char const* src, tile::Scale const* scale, Share const& share,
                    char* stage) const {
  TileCursor cursor(grid_, tables_, dst, src, share, prefetch_tiles_);
  run(cursor, job_of(address_of(dst), scale, stage));
}

void HostTiles::run_blocks(BlockPlace const* blocks, std::int64_t count, tile::Scale const* scale,
                           char* stage) const {
  // What divides all addresses divides these bits.
  std::uintptr_t bits = 0;
  for (std::int64_t k = 0; k < count; ++k) bits |= address_of(blocks[k].dst);
  TileCursor cursor(grid_, tables_, blocks, count, prefetch_tiles_);
  run(cursor, job_of(bits, scale, stage));
}

void HostTiles::run(char* dst, char const* src, tile::Scale const* scale, WorkShares& shares,
                    int worker, char* stage) const {
  tile::Job const job = job_of(address_of(dst), scale, stage);
  do {
    std::int64_t const end = shares.end(worker);
    Share const first = shares.take(worker);
    if (first.size() == 0) continue;
    TileCursor cursor(grid_, tables_, dst, src, first, prefetch_tiles_, end);
    cursor.extend_by(shares, worker);
    run(cursor, job);
  } while (shares.steal(worker));
}

void HostTiles::run(TileCursor& cursor, tile::Job const& job) const {
  tile::Mover mover;
  kernels_->begin(&mover, job, cursor.window());
  while (cursor.next()) kernels_->move(&mover, cursor.window());
  kernels_->finish(&mover);
}

bool HostTiles::can_stream(std::uintptr_t dst, bool staged) const {
  int starts = tile::line_bytes;
  if (staged) starts = cast_ ? cast_->to_bytes : 1;
  else if (tables_.are_skewed()) starts = word_;
  return dst % static_cast<std::uintptr_t>(starts) == 0;
}

tile::Job HostTiles::job_of(std::uintptr_t dst, tile::Scale const* scale, char* stage) const {
  bool const staged = tables_.stage_bytes() > 0;
  tile::Job job{{nullptr, nullptr},
                nullptr,
                scale,
                cast_ ? &*cast_ : nullptr,
                word_,
                streams_ && can_stream(dst, staged),
                prefetch_lines_,
                pipelined_ && staged};
  if (staged) {
    job.stage[0] = stage + tile::line_bytes;
    job.stage[1] = job.stage[0] + stage_pitch();
    if (carry_bytes() > 0 && scale == nullptr) job.carry = job.stage[1] + stage_pitch();
  }
  return job;
}

}  // namespace isomer::detail
