// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/host/casts/casts.inl"

namespace isomer::tile {

extern CastRow plain_cast_row(int from, int to);
CastRow plain_cast_row(int from, int to) { return cast_row(from, to); }

}  // namespace isomer::tile
