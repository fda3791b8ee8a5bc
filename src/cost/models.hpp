// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "cost/rates.hpp"

namespace isomer::detail {

/// The rates that predictions come from, and where it is from, in words.
struct ModelInUse {
  Rates rates;
  std::string origin;
};

/// What ISOMER_MODEL names if it can be used here, else the default for this processor. Read once;
/// a file that cannot be used is said so on stderr then.
ModelInUse const& model_in_use();

/// The same without the memory: `file` is what ISOMER_MODEL holds, null when it is not set.
/// `warning` stays empty unless the file is ignored.
ModelInUse choose_model(char const* file, Machine const& machine, std::string& warning);

/// The rates that come with the library for a machine, whether it is here or not.
Rates const& default_rates(Machine const& machine);

}  // namespace isomer::detail
