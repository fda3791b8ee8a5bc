// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/blocks/planes.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "tile/host/squares.hpp"

namespace isomer::in_place {

BlockPlanes::BlockPlanes(FusedAxes const& axes) : bytes(axes.bytes()), word(axes.element_bytes) {
  std::vector<AxisSteps> loops = steps_of(axes);
  if (loops.back().out == word) {
    word *= loops.back().extent;
    loops.pop_back();
  }
  if (tile::word_log2(word) >= 0) {
    cols = loops.back().extent;
    out_stride = loops.back().out;
    loops.pop_back();
    auto const fastest_out = std::find_if(
        loops.begin(), loops.end(), [this](AxisSteps const& loop) { return loop.out == word; });
    rows = fastest_out->extent;
    in_stride = fastest_out->in;
    loops.erase(fastest_out);
  }
  for (auto loop = std::make_reverse_iterator(loops.end()); loop != loops.rend(); ++loop)
    around.add({loop->extent, loop->in, loop->out});
}

}  // namespace isomer::in_place
