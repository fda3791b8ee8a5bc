// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

namespace isomer::detail {

/// A model file that is part of the library.
struct DefaultModel {
  char const* name;
  char const* text;
};

/// Processors with AVX-512 by their core, then what all others get. The texts are
/// src/cost/defaults/*.txt.
extern std::array<DefaultModel, 5> const default_models;

}  // namespace isomer::detail
