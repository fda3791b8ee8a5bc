// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "in_place/decomposition.hpp"

namespace isomer::in_place {

/// Any matrix in two passes: panels of rows go through the cache and leave as pieces of columns in
/// slots (order.hpp), then the pieces follow their cycles (pieces.hpp).
template <class Exec>
Decomposition<Exec> const& panel();

/// The same for matrices with one side of 2 .. 32 elements, records that become columns or columns
/// that become records. A panel is then one contiguous run of a few hundred records, which leaves
/// as many pieces as there are fields.
template <class Exec>
Decomposition<Exec> const& skinny();

}  // namespace isomer::in_place
