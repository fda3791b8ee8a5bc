// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/shapes.hpp"

#include <array>

#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "tile/host/job.hpp"

namespace isomer::detail {
namespace {

/// Tried on the host where output rows start on cache lines: a few lines of each source row, and
/// as many of each output row. The first is the default.
constexpr std::array<Shape, 5> aligned_shapes{{{{256, 512, 64 << 10}},
                                               {{128, 512, 64 << 10}},
                                               {{256, 256, 64 << 10}},
                                               {{512, 512, 128 << 10}},
                                               {{256, 1024, 128 << 10}}}};

/// Tried where they do not: runs that continue from tile to tile, and so long that their ends do
/// not matter. Groups read some KiB of each row at a time (1095 x 27356 floats: 0.48 of copy
/// without groups, 0.83 with).
constexpr std::array<Shape, 7> misaligned_shapes{
    {{{256, 1024, 64 << 10}, Walk::along_output, 32},
     {{256, 256, 64 << 10}, Walk::along_output, 16},
     {{256, 512, 64 << 10}, Walk::along_output, 32},
     {{512, 512, 128 << 10}, Walk::along_output, 16},
     {{256, 1024, 128 << 10}, Walk::along_output, 16},
     {{512, 1024, 256 << 10}, Walk::along_output, 8},
     {{256, 2048, 128 << 10}, Walk::along_output, 16}}};

/// Tried where output rows start on lines by kernels whose vectors are half a line or less.
/// Hardware that follows 4 KiB of eight rows at a time beats prefetching lines there, which takes
/// instructions and places in a queue that non-temporal stores need (Zen 3, AVX2, 7248 x 7248
/// floats: 0.63 of copy with the first of the tiles above, 0.83 with the first of these).
constexpr std::array<Shape, 7> aligned_half_lines{
    {{{4096, 512, 1 << 20}, Walk::along_input, 1, Reads::followed},
     {{2048, 256, 1 << 20}, Walk::along_input, 1, Reads::followed},
     {{256, 512, 64 << 10}},
     {{512, 512, 128 << 10}},
     {{512, 1024, 1 << 20}, Walk::along_input, 1, Reads::pipelined, true},
     {{512, 512, 1 << 20}, Walk::along_input, 1, Reads::pipelined, true},
     {{256, 1024, 128 << 10}, Walk::along_input, 1, Reads::pipelined, true}}};

/// Tried by the same kernels where these rows are a multiple of 1 KiB apart: lines that are written
/// one by one meet in the same banks there, which the model takes for less than it is (Zen 3, 4096
/// x 4096, 4096 x 5120 and 8192 x 8192 floats 17 GB/s through a buffer, 15 without; doubles 20 and
/// 18).
constexpr std::array<Shape, 3> half_lines_1024_apart{
    {{{512, 512, 1 << 20}, Walk::along_input, 1, Reads::pipelined, true},
     {{512, 1024, 1 << 20}, Walk::along_input, 1, Reads::pipelined, true},
     {{4096, 512, 1 << 20}, Walk::along_input, 1, Reads::followed}}};

/// Tried by the same kernels where rows do not, for words of up to four bytes (fifteen random
/// tensors of floats: the first 133 ns/KiB, the others 137 to 141, the best for each 126).
constexpr std::array<Shape, 6> misaligned_half_lines{
    {{{512, 512, 128 << 10}, Walk::along_output, 16, Reads::pipelined},
     {{1024, 512, 256 << 10}, Walk::along_output, 8, Reads::pipelined},
     {{256, 1024, 256 << 10}, Walk::along_output, 16, Reads::pipelined},
     {{512, 1024, 256 << 10}, Walk::along_output, 16, Reads::pipelined},
     {{256, 512, 64 << 10}, Walk::along_output, 32},
     {{256, 256, 64 << 10}, Walk::along_output, 16}}};

/// The same for longer words (fifteen of doubles 104, 110, 112; of complex numbers 98, 96, 101).
constexpr std::array<Shape, 6> misaligned_half_lines_long{
    {{{512, 1024, 256 << 10}, Walk::along_output, 16, Reads::pipelined},
     {{1024, 1024, 256 << 10}, Walk::along_output, 8, Reads::pipelined},
     {{1024, 512, 256 << 10}, Walk::along_output, 8, Reads::pipelined},
     {{512, 1024, 128 << 10}, Walk::along_output, 16},
     {{1024, 1024, 128 << 10}, Walk::along_output, 8},
     {{512, 512, 128 << 10}, Walk::along_output, 8}}};

/// Of tiles that stay in the caches: they differ little, and planning more than one would take
/// longer than the move.
constexpr std::array<Shape, 1> cached_shapes{{{{256, 1024, 64 << 10}}}};

/// For rows of the output that start on lines. Those of the source have to be some lines long for
/// what is written one by one to meet in the same banks.
std::span<Shape const> aligned_half_line_shapes(NormalProblem const& normal) {
  Axis const& columns = axis_at(normal, 0);
  std::int64_t const word = normal.element_bytes;
  bool const may_meet = !normal.has_same_fastest() && columns.extent * word >= 2 * tile::line_bytes;
  if (may_meet && columns.dst_stride * word % 1024 == 0) return half_lines_1024_apart;
  return aligned_half_lines;
}

}  // namespace

std::span<Shape const> shapes_to_try(NormalProblem const& normal, Machine const& machine,
                                     Residency residency) {
  if (residency == Residency::cache) return cached_shapes;
  bool const aligned = rows_start_on_lines(normal);
  if (!machine.has_half_line_vectors()) {
    if (aligned) return aligned_shapes;
    return misaligned_shapes;
  }
  if (aligned) return aligned_half_line_shapes(normal);
  if (normal.element_bytes > 4) return misaligned_half_lines_long;
  return misaligned_half_lines;
}

bool rows_start_on_lines(NormalProblem const& normal) {
  return normal.dst_offset % tile::line_bytes == 0 && rows_are_lines_apart(normal);
}

}  // namespace isomer::detail
