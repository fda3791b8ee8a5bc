// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace isomer::tile::warp {

/// Calls run.operator()<W>() for words of W = `bytes`, a power of two from `Least` to `Most`.
template <int Least, int Most, class Run>
void with_word(int bytes, Run const& run) {
  static_assert(Least <= Most);
  if constexpr (Least == Most) run.template operator()<Most>();
  else if (bytes == Least) run.template operator()<Least>();
  else with_word<2 * Least, Most>(bytes, run);
}

}  // namespace isomer::tile::warp
