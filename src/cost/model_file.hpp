// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "cost/rates.hpp"

namespace isomer::detail {

/// Raised whenever a number changes its meaning, or a row comes: older rates would be wrong, or
/// missing.
inline constexpr int model_file_version = 4;

/// No calibration writes more; a larger file is something else.
inline constexpr std::size_t largest_model_file = 256 << 10;

/// What is wrong with a file, in words that follow its name.
struct ModelFileError {
  std::string reason;
};

/// Reads what `model_text` writes and nothing else: every row has to be there, every name has to be
/// known and every number finite and not negative.
std::variant<Rates, ModelFileError> parse_model(std::string_view text);

/// The rates as text, a row a line: `kernel residency threads name=value ..`, then `planning ..`
/// and `cold ..`.
std::string model_text(Rates const& rates);

/// ` name=value` for each number that is not 0.
std::string numbers_text(Work const& numbers);

}  // namespace isomer::detail
