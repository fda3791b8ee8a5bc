// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

namespace isomer::records {

/// A tree file that is part of the library.
struct DefaultTree {
  char const* name;
  char const* text;
};

/// Zen 4, GPUs, then what all others get. The texts are src/records/advise/tree/defaults/*.txt.
extern std::array<DefaultTree, 3> const default_trees;

}  // namespace isomer::records
