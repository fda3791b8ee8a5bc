// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/tile_programs.hpp"

#include <gtest/gtest.h>

#include "tile/host/job.hpp"
#include "tiling/slice.hpp"

namespace isomer::test {
namespace {

/// Axes 0 4 2 1 3 of 8 x 8 x 28 x 28 x 24 words of 16 bytes: the first is shared.
detail::Problem shared_runs() {
  detail::Problem problem;
  problem.element_bytes = 16;
  problem.rank = 5;
  problem.axis[0] = {8, 1, 1};
  problem.axis[1] = {8, 8, 8L * 24 * 28};
  problem.axis[2] = {28, 64, 8L * 24};
  problem.axis[3] = {28, 64L * 28, 64L * 24 * 28};
  problem.axis[4] = {24, 64L * 28 * 28, 8};
  return problem;
}

TEST(TilePrograms, WriteSharedRunsOfTheOutputInOneGoAndReadOnInTheSource) {
  constexpr tile::Offset run_bytes = 128;
  constexpr int places = 4;  // of the source, by turns for one run of the output
  constexpr int pieces = 32;
  detail::TilePrograms const programs(shared_runs(), {{8, 8, 4, 1, places}}, tile::avx2_isa,
                                      detail::TileMode{});
  tile::Program const& program = programs.program(0);
  ASSERT_EQ(program.run_bytes, run_bytes);
  for (int piece = 0; piece < pieces; ++piece)
    for (int place = 0; place < places; ++place) {
      int const row = piece * places + place;
      EXPECT_EQ(program.row_src[row], piece * run_bytes + place * run_bytes * 8 * 28 * 28);
      EXPECT_EQ(program.col_out[row] - program.col_out[piece * places], place * run_bytes);
    }
}

}  // namespace
}  // namespace isomer::test
