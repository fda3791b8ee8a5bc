// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

#include "in_place/decomposition.hpp"

namespace isomer::in_place {

/// Whether another decomposition is known to do the step better than the one of this name wherever
/// both have been measured: then the search leaves it out unless it is forced.
bool is_outdone(std::string_view decomposition, Step const& step, Limits const& limits);
bool is_outdone(std::string_view decomposition, BlockStep const& step, Limits const& limits);

/// The same of a permutation by way of a copy on a host, where `passes` do it in place: by a single
/// one, as long as the third-level cache holds the array (24 MB of doubles: 0.84 of the time), or
/// where the pages of a workspace would have to be made first (280 MB: 25 ms, and 33 to move it).
bool is_copy_outdone(std::int64_t bytes, int passes, Limits const& limits);

}  // namespace isomer::in_place
