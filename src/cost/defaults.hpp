// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

namespace isomer::detail {

/// A model file that is part of the library.
struct DefaultModel {
  char const* name;
  char const* text;
};

/// Zen 4 and Zen 5 with AVX-512, then what all others get. The texts are src/cost/defaults/*.txt.
extern std::array<DefaultModel, 3> const default_models;

}  // namespace isomer::detail
