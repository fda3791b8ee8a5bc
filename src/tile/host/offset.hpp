// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace isomer::tile {

/// A distance between two addresses, or a number of bytes.
using Offset = long long;

}  // namespace isomer::tile
