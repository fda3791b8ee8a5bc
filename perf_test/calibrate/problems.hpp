// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <isomer/detail/problem.hpp>

#include "random.hpp"

namespace isomer::perf {

/// Sizes of an array that problems are drawn from.
struct ByteRange {
  double least;
  double most;
};

/// A random permutation as TTLG trains with (section V): ranks 3 to 6, extents all alike, rising,
/// falling, or rising and falling; beyond the paper also shuffled ones, extents that are multiples
/// of what a cache line or a vector holds beside those that are not, words of 1 to 16 bytes, more
/// that keep the fastest axis, plain copies, and now and then a source of which only every second
/// element is taken. The extent that it spans has at most `bytes.most`.
detail::Problem draw_problem(Random& random, ByteRange const& bytes);

}  // namespace isomer::perf
