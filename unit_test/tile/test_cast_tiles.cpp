// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/detail/describe.hpp>

#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "problem/normalize.hpp"
#include "support/case.hpp"
#include "support/cast_kinds.hpp"
#include "support/guarded_array.hpp"
#include "tiling/host_tiles.hpp"
#include "tiling/taxonomy.hpp"
#include "with_kernels.hpp"

/// Tiles that are cast as they leave their buffers, by each instruction set in every way, at every
/// place in a line: against static_cast in a loop, to the last guard byte.
namespace isomer::test {
namespace {

using detail::Scalar;
using detail::Walk;

struct CastWay {
  detail::SliceSize size;
  bool stream;
  bool pipelined;
  int prefetch_lines;
  Walk walk = Walk::along_input;
  std::int64_t group = 1;
};

class CastTiles : public WithKernels {
 protected:
  /// False where there are no tiles.
  template <class To, class From>
  bool moves(Case const& c, CastWay const& way, detail::Cast cast) const {
    auto const array = [](ArrayShape shape, std::size_t bytes, int misalignment) {
      shape.element_bytes = static_cast<int>(bytes);
      return GuardedArray(shape, misalignment);
    };
    GuardedArray const src = array(c.src_shape(), sizeof(From), c.src.misalignment);
    GuardedArray const dst = array(c.dst_shape(), sizeof(To), c.dst.misalignment);
    GuardedArray const expected(dst);
    detail::Problem problem = detail::describe("test", dst.info(), src.info(), to_axes(c.axes));
    problem.cast = cast;
    auto const normal = detail::normalize(problem);
    if (detail::volume_bytes(normal) == 0) return false;
    if (!detail::is_admissible(detail::Schema::orthogonal_distinct, normal)) return false;

    std::mt19937 random(static_cast<unsigned>(c.seed));
    for_each_index(src.shape().extent, [&](Index const& i) {
      From const value = castable<To, From>(random);
      To const result = cast_naively<To>(value);
      std::memcpy(src.at(i), &value, sizeof value);
      std::memcpy(expected.at(permuted(i, c.axes)), &result, sizeof result);
    });
    detail::Tiling const tiling{detail::grow_slice(normal, way.size),
                                way.walk,
                                way.group,
                                {.staged = true,
                                 .streams = way.stream,
                                 .pipelined = way.pipelined,
                                 .prefetch_lines = way.prefetch_lines}};
    detail::HostTiles const tiles(normal, tiling, *kernels);
    std::vector<char> memory(tiles.scratch_bytes() + 64);
    void* stage = memory.data();
    std::size_t room = memory.size();
    std::align(64, tiles.scratch_bytes(), stage, room);
    tiles.run(reinterpret_cast<char*>(dst.data()), reinterpret_cast<char const*>(src.data()),
              nullptr, static_cast<char*>(stage));
    kernels->fence();
    EXPECT_TRUE(same_bytes(dst, expected));
    return true;
  }
};

CastWay const ways[] = {{{512, 512, 65536}, true, true, 0},
                        {{128, 64, 8192}, true, true, 0},
                        {{256, 512, 65536}, true, false, 512},
                        {{64, 256, 8192}, true, false, 0, Walk::along_output, 3},
                        {{256, 192, 16384}, true, true, 0, Walk::along_output, 4},
                        {{512, 1024, 65536}, true, true, 0, Walk::along_output, 16},
                        {{256, 512, 65536}, false, true, 0, Walk::along_output, 4},
                        {{64, 64, 4096}, false, false, 8}};

TEST_P(CastTiles, AreExactInEveryWay) {
  int moved = 0;
  CaseRange const range{.min_rank = 2, .max_rank = 5, .max_bytes = 16 * 1024, .element_bytes = {1}};
  for_each_case(800, range, [&](Case const& c) {
    CastWay const& way = ways[c.seed % std::size(ways)];
    bool is_tiled = false;
    switch (c.seed / std::size(ways) % 5) {
      case 0: is_tiled = moves<double, float>(c, way, {Scalar::f32, Scalar::f64}); break;
      case 1: is_tiled = moves<float, double>(c, way, {Scalar::f64, Scalar::f32}); break;
      case 2: is_tiled = moves<double, std::int8_t>(c, way, {Scalar::i8, Scalar::f64}); break;
      case 3: is_tiled = moves<std::uint8_t, double>(c, way, {Scalar::f64, Scalar::u8}); break;
      default: is_tiled = moves<float, std::int16_t>(c, way, {Scalar::i16, Scalar::f32});
    }
    if (is_tiled) ++moved;
  });
  EXPECT_GT(moved, case_count(800) / 4);
}

/// Runs of every length and place in a line, that between two elements and within one: what tiles
/// leave for each other to complete.
TEST_P(CastTiles, OfMatricesAreExactAtEveryPlaceInALine) {
  for (std::int64_t rows = 16; rows <= 150; rows += 7 + rows % 3)
    for (int shift = 0; shift < 64; shift += 4) {
      Case c = dense({33 + (rows * 7 + shift) % 40, rows}, {1, 0}, 1);
      c.seed = static_cast<std::uint64_t>(rows);
      c.dst.misalignment = shift;
      CastWay way = ways[static_cast<std::size_t>(rows + shift) % std::size(ways)];
      way.size.out_bytes = 64 + rows % 5 * 64;
      EXPECT_TRUE((moves<double, float>(c, way, {Scalar::f32, Scalar::f64})));
      EXPECT_TRUE((moves<float, double>(c, way, {Scalar::f64, Scalar::f32})));
    }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, CastTiles, testing::ValuesIn(instruction_sets()),
                         [](auto const& name) { return std::string(name.param); });

}  // namespace
}  // namespace isomer::test
