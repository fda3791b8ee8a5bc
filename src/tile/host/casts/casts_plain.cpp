// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/host/casts/casts.inl"

namespace isomer::tile {

extern CastRow plain_cast_row(int from, int to);
extern CastRow plain_cast_lines(int from, int to);
CastRow plain_cast_row(int from, int to) { return loop_of<Rows>(from, to); }
CastRow plain_cast_lines(int from, int to) { return loop_of<Lines>(from, to); }

}  // namespace isomer::tile
