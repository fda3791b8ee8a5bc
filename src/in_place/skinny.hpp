// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "in_place/decomposition.hpp"

namespace isomer::in_place {

/// A matrix with one side of 2 .. 32 elements, records that become columns or columns that become
/// records: the two passes of the panel decomposition. A panel is then one contiguous run of a few
/// hundred records, which leaves as so many pieces as there are fields.
template <class Exec>
Decomposition<Exec> const& skinny();

}  // namespace isomer::in_place
