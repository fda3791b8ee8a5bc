// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile_moves.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tiling/gathered_vectors.hpp"
#include "tiling/skewed.hpp"
#include "tiling/taxonomy.hpp"
#include "tiling/tile_cursor.hpp"

namespace isomer::test {

detail::TileMode mode_of(Way const& way) {
  if (way.gathered)
    return detail::TileMode{.staged = way.staged, .gathered = true, .streams = way.stream};
  if (way.staged) return detail::TileMode{.staged = true, .indirect = way.indirect};
  if (way.indirect) return detail::TileMode{.indirect = true};
  if (way.skewed) return detail::TileMode{.skewed = true, .streams = true};
  return way.stream ? detail::TileMode{.streams = true} : detail::TileMode{};
}

bool move_by_tiles(tile::Kernels const& kernels, detail::NormalProblem const& normal,
                   Way const& way, std::byte* dst, std::byte const* src) {
  bool const matches = detail::is_admissible(detail::Schema::fvi_match_small, normal);
  if (!matches && !detail::is_admissible(detail::Schema::orthogonal_distinct, normal)) return false;
  detail::Slice const slice = detail::grow_slice(normal, way.size);
  if (way.indirect && matches) return false;
  if (way.gathered) {
    detail::GatheredRun const run = detail::gathered_run(normal, slice, kernels.isa);
    if (run.axes == 0) return false;
    if (way.stream && !way.staged && !detail::fills_lines(normal, run, kernels.isa)) return false;
  }
  if (way.skewed && (matches || !detail::can_skew(normal, slice))) return false;
  detail::SliceTables const tables(normal, slice, kernels.isa, mode_of(way));
  detail::TileGrid const grid(normal, slice, tables, way.walk, way.group);
  EXPECT_EQ(grid.tiles(), detail::tile_count(normal, slice));
  std::size_t const pitch = (tables.stage_bytes() + 127) / 64 * 64;
  std::size_t const carry = grid.carry_bytes();
  std::vector<char> memory(2 * pitch + carry + 128);
  auto const start = reinterpret_cast<std::uintptr_t>(memory.data());
  char* const stage = memory.data() + 64 + (64 - start % 64) % 64;
  for (int share = 0; share < way.shares; ++share) {
    auto const own = detail::share_of(share, way.shares, grid.tiles());
    auto* const to = reinterpret_cast<char*>(dst);
    auto const* const from = reinterpret_cast<char const*>(src);
    tile::Job job{};
    job.word = detail::copies_runs(normal, mode_of(way)) ? 0 : normal.element_bytes;
    auto const starts = static_cast<std::uintptr_t>(way.skewed ? job.word : 64);
    job.stream = way.stream && (way.staged || reinterpret_cast<std::uintptr_t>(to) % starts == 0);
    job.prefetch_lines = way.prefetch_lines;
    job.pipelined = way.pipelined;
    if (tables.stage_bytes() > 0) {
      job.stage[0] = stage;
      job.stage[1] = stage + pitch;
      if (way.stream && carry > 0) job.carry = stage + 2 * pitch;
    }
    detail::TileCursor cursor(grid, tables, to, from, own, 1 + share % 5);
    tile::Mover mover;
    kernels.begin(&mover, job, cursor.window());
    while (cursor.next()) kernels.move(&mover, cursor.window());
    kernels.finish(&mover);
  }
  kernels.fence();
  return true;
}

}  // namespace isomer::test
