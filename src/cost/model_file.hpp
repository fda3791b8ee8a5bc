// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "cost/cost_model.hpp"

namespace isomer::detail {

/// Raised whenever a feature changes its meaning: older coefficients would be wrong, not missing.
inline constexpr int model_file_version = 1;

/// No calibration writes more; a larger file is something else.
inline constexpr std::size_t largest_model_file = 256 << 10;

/// What is wrong with a file, in words that follow its name.
struct ModelFileError {
  std::string reason;
};

/// Reads what `model_text` writes and nothing else: every row has to be there, every name has to be
/// known and every number finite and not negative.
std::variant<CostModel, ModelFileError> parse_model(std::string_view text);

/// The model as the text of a JSON file.
std::string model_text(CostModel const& model);

}  // namespace isomer::detail
