// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile_moves.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tiling/slanted.hpp"
#include "tiling/taxonomy.hpp"
#include "tiling/tile_walk.hpp"

namespace isomer::test {

detail::TileMode mode_of(Way const& way) {
  if (way.staged) return detail::TileMode{.staged = true};
  if (way.slanted) return detail::TileMode{.slanted = true, .streams = true};
  return way.stream ? detail::TileMode{.streams = true} : detail::TileMode{};
}

bool move_by_tiles(tile::Kernels const& kernels, detail::Problem const& normal, Way const& way,
                   std::byte* dst, std::byte const* src) {
  bool const matches = detail::is_admissible(detail::Schema::fvi_match_small, normal);
  if (!matches && !detail::is_admissible(detail::Schema::orthogonal_distinct, normal)) return false;
  detail::Slice const slice = detail::grow_slice(normal, way.size);
  if (way.slanted && (matches || !detail::can_slant(normal, slice))) return false;
  detail::TilePrograms const programs(normal, slice, kernels.isa, mode_of(way));
  detail::TileGrid const grid(normal, slice, programs, way.walk, way.band);
  EXPECT_EQ(grid.tiles(), detail::tile_count(normal, slice));
  std::size_t const pitch = (programs.stage_bytes() + 127) / 64 * 64;
  std::size_t const carry = grid.carry_bytes();
  std::vector<char> memory(2 * pitch + carry + 128);
  auto const start = reinterpret_cast<std::uintptr_t>(memory.data());
  char* const stage = memory.data() + 64 + (64 - start % 64) % 64;
  for (int share = 0; share < way.shares; ++share) {
    auto const own = detail::share_of(share, way.shares, grid.tiles());
    auto* const to = reinterpret_cast<char*>(dst);
    auto const* const from = reinterpret_cast<char const*>(src);
    detail::TileWalk walk(grid, programs, to, from, own);
    detail::TileWalk ahead(grid, programs, to, from, own);
    tile::Job job{};
    job.next = detail::TileWalk::next;
    job.walk = &walk;
    job.ahead = &ahead;
    job.word = matches ? 0 : normal.element_bytes;
    auto const starts = static_cast<std::uintptr_t>(way.slanted ? job.word : 64);
    job.stream = way.stream && (way.staged || reinterpret_cast<std::uintptr_t>(to) % starts == 0);
    job.prefetch_lines = way.prefetch_lines;
    job.weaves = way.woven;
    if (programs.stage_bytes() > 0) {
      job.stage[0] = stage;
      job.stage[1] = stage + pitch;
      if (way.stream && carry > 0) job.carry = stage + 2 * pitch;
    }
    kernels.run(job);
  }
  kernels.fence();
  return true;
}

}  // namespace isomer::test
