// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <isomer/detail/record_problem.hpp>

#include "calibrate/problems.hpp"
#include "random.hpp"

namespace isomer::perf {

/// Records that change their arrangement.
struct DrawnChange {
  detail::RecordProblem problem;
  std::string what;  ///< the sizes of the fields, the number of records, both arrangements
};

/// A random change, two of three in place: records of 2 to 32 equal fields and of up to 12 of
/// several sizes, in whole records, arrays, tiles of 4 to 256 and clusters.
DrawnChange draw_change(Random& random, ByteRange const& bytes);

}  // namespace isomer::perf
