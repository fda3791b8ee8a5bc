// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <isomer/detail/problem.hpp>

namespace isomer::test {

/// What a problem does, without its form: every byte it moves as (place in dst, place in src),
/// sorted. Two problems are the same move if and only if these lists are equal.
using ByteMoves = std::vector<std::pair<std::int64_t, std::int64_t>>;

ByteMoves byte_moves(detail::Problem const& problem);

}  // namespace isomer::test
