// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "files/group.hpp"
#include "files/schedule/part.hpp"

namespace isomer::files {

/// Bytes of an item: what lies behind one place of the first `batch` axes.
std::uint64_t item_bytes(Problem const& problem, std::uint64_t batch);

/// `items` items that lie one after the other from byte `at` of the source and of the result on,
/// each permuted by itself. The batch axes stay where they are.
Box items_box(Problem const& problem, std::uint64_t batch, std::uint64_t items, std::uint64_t at);

}  // namespace isomer::files
