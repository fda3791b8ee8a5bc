// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "index_pattern.hpp"

namespace isomer::perf {

/// A move whose result is to be compared, element by element, with what it has to be.
struct Verification {
  std::byte* source;
  std::byte* result;  ///< the same as `source` for a move in place
  std::int64_t element_bytes;
  std::vector<ResultAxis> axes;  ///< of the result, slowest first
};

/// Fills the source, scribbles over the result, runs the move once, compares. With `corrupt` one
/// byte of the result is damaged before the comparison. A text says what was wrong.
std::optional<std::string> verify(Exec const& exec, Verification const& verification,
                                  std::function<void()> const& move, bool corrupt);

}  // namespace isomer::perf
