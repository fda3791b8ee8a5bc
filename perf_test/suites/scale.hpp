// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "options.hpp"

namespace isomer::perf {

/// How many cases a suite runs at each scale.
struct Counts {
  std::size_t full;
  std::size_t few;
  std::size_t tiny;

  std::size_t at(Options const& options) const {
    switch (options.scale) {
      case Scale::few: return few;
      case Scale::tiny: return tiny;
      case Scale::full: break;
    }
    return full;
  }
  /// For suites that draw cases at random: `--samples` has the last word.
  std::size_t sampled(Options const& options) const {
    return options.samples > 0 ? static_cast<std::size_t>(options.samples) : at(options);
  }
};

}  // namespace isomer::perf
