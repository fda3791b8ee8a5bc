// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "calibrate/problems.hpp"
#include "in_place/step.hpp"
#include "random.hpp"

namespace isomer::perf {

/// A step as plans are made of, and the words that its chunks consist of.
struct InPlaceProblem {
  in_place::Step step;
  int word = 8;
};

/// A random step in place: matrices from square to very long, records of 2 to 32 fields, batches,
/// chunks of a word to some KiB, squares, also across a middle axis; sides as they come beside
/// multiples of what a cache line holds.
InPlaceProblem draw_in_place_problem(Random& random, ByteRange const& bytes);

}  // namespace isomer::perf
