// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "problem/normal_problem.hpp"
#include "tile/host/job.hpp"
#include "tile/isa.hpp"
#include "tiling/slice.hpp"
#include "tiling/tiling.hpp"

namespace isomer::detail {

/// The fastest axes of a tile's output, which make a run that is cut into vectors, each with words
/// of a few vectors of the source. The other axes of the tile move a run as a whole on either side,
/// so what is worked out for one serves all. All distances are bytes.
struct GatheredRun {
  int axes = 0;                   ///< of the output, fastest first; 0: there is no such way
  std::int64_t part = 0;          ///< of the last of them, if it is not taken whole
  std::int64_t words = 0;         ///< of the run
  std::int64_t last_forward = 0;  ///< where the last run of a tile begins in the source, of those
                                  ///< whose vectors `forward` end within the tile
  double instructions = 0;        ///< for each word
};

/// Of the vectors: those of bytes are lanes of 16, within which there are permutations of them.
int gathered_bytes(std::int64_t word, tile::Isa const& isa);

/// The cheapest way to gather the runs of tiles from vectors that lie within them. There is none
/// where a vector has words of too many, nor where there are gaps between the elements of the
/// source, which vectors would read.
GatheredRun gathered_run(NormalProblem const& normal, Slice const& tile, tile::Isa const& isa);

/// The same for tiles that are moved in a mode; none unless vectors are gathered in it.
GatheredRun gathered_run(NormalProblem const& normal, Slice const& tile, TileMode const& mode,
                         tile::Isa const& isa);

/// Runs whose vectors are gathered one after the other with what a vector needs in registers: about
/// a step, and enough to pay for that.
int places_of_block(GatheredRun const& run, std::int64_t word, int step_bytes);

/// Whether each vector is a line of the destination.
bool fills_lines(NormalProblem const& normal, GatheredRun const& run, tile::Isa const& isa);

/// A vector of a run, as seen from where the run begins on either side.
struct GatheredVector {
  static constexpr int most_words = 32;

  std::int64_t out = 0;
  int words = 0;
  int pairs = 0;
  std::array<std::int64_t, 2 * tile::most_gathered_pairs> source{};  ///< where both of each begin
  std::array<unsigned, tile::most_gathered_pairs> from{};  ///< a bit for each word that a pair has
  std::array<std::uint8_t, most_words> index{};            ///< the number of each word in its pair
};

/// The vectors of a run.
struct GatheredVectors {
  std::vector<GatheredVector> forward{};   ///< those of the source begin with a word of theirs,
  std::vector<GatheredVector> backward{};  ///< or end with one
};
GatheredVectors gathered_vectors(NormalProblem const& normal, Slice const& tile,
                                 GatheredRun const& run, tile::Isa const& isa);

}  // namespace isomer::detail
