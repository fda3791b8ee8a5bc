// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/moves/requested.hpp"

#include <numeric>

#include "program/failure.hpp"
#include "program/files/memory_order.hpp"
#include "program/moves/rearrange.hpp"

namespace isomer::program {

bool is_relayout(CommandLine const& line) {
  if (line.command == "explain") return line.fortran_order && !line.axes;
  return line.command == "relayout";
}

void require_axes(CommandLine const& line) {
  if (line.axes) try {
      require_permutation(*line.axes, static_cast<int>(line.axes->size()));
    } catch (Failure const& failure) {
      throw UsageError(failure.what());
    }
}

Rearrangement requested_of(CommandLine const& line, ArrayLayout const& layout) {
  auto const rank = layout.shape.size();
  Rearrangement result{layout, std::vector<int>(rank), layout.fortran_order};
  if (is_relayout(line)) {
    std::iota(result.axes.begin(), result.axes.end(), 0);
    result.result_fortran_order = *line.fortran_order;
  } else if (line.axes) {
    require_permutation(*line.axes, static_cast<int>(rank));
    result.axes.assign(line.axes->begin(), line.axes->end());
  } else {
    std::iota(result.axes.rbegin(), result.axes.rend(), 0);
  }
  return result;
}

Rearrangement requested_of(CommandLine const& line, ArrayLayout const& layout,
                           std::string const& path) {
  try {
    require_supported(layout);
    return requested_of(line, layout);
  } catch (Failure const& failure) {
    throw Failure(path + ": " + failure.what());
  }
}

void require_companion(StoredArray const& array, Rearrangement const& rearrangement) {
  if (array.header) try {
      memory_order_of(rearrangement, array.offset);
    } catch (Failure const& failure) {
      throw Failure(array.path + ": " + failure.what() +
                    ", unless --no-journal rewrites them through memory");
    }
}

}  // namespace isomer::program
