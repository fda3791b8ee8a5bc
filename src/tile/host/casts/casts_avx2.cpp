// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/host/casts/casts.inl"

namespace isomer::tile {

extern CastRow avx2_cast_row(int from, int to);
extern CastRow avx2_cast_lines(int from, int to);
CastRow avx2_cast_row(int from, int to) { return loop_of<Rows>(from, to); }
CastRow avx2_cast_lines(int from, int to) { return loop_of<Lines>(from, to); }

}  // namespace isomer::tile
