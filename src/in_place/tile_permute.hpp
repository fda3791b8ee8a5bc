// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <memory>

#include <isomer/detail/problem.hpp>

#include "in_place/block_permute.hpp"
#include "in_place/fused_axes.hpp"
#include "schema/candidate.hpp"
#include "schema/tile_programs.hpp"
#include "schema/tile_walk.hpp"

namespace isomer::in_place {

/// A block that comes from memory: tile by tile as out of place, the tiles to come asked for
/// meanwhile.
class TilePermute final : public BlockPermute {
 public:
  /// Tiles are stored straight to the buffer, which is read again by the same thread.
  static std::unique_ptr<TilePermute> direct(FusedAxes const& axes);
  /// Tiles are collected and stored past the caches, if there is a way to do so: another thread
  /// will read them. `threads` is what the model should count on.
  static std::unique_ptr<TilePermute> streaming(FusedAxes const& axes, int threads);

  /// So many bytes for each worker are enough for collecting tiles.
  static constexpr std::size_t stage_bytes = 512 << 10;

  void part(std::byte* out, std::byte const* in, std::int64_t worker,
            std::int64_t workers) const override {
    part(out, in, worker, workers, nullptr);
  }
  void part(std::byte* out, std::byte const* in, std::int64_t worker, std::int64_t workers,
            std::byte* stage) const;

 private:
  TilePermute(detail::Problem const& normal, detail::Candidate const& candidate);

  std::size_t stage_pitch() const { return (programs_.stage_bytes() + 127) / 64 * 64; }
  bool is_staged() const { return programs_.stage_bytes() != 0; }

  detail::TilePrograms programs_;
  detail::TileGrid grid_;
  int word_;  ///< as tile::Job takes it
  bool streams_;
  int prefetch_lines_;
};

}  // namespace isomer::in_place
