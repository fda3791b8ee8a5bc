// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace isomer::detail {

/// A processor as it describes itself.
struct Processor {
  std::string name = "unknown";  ///< with its family and model
  bool is_amd = false;
  unsigned family = 0;
  unsigned model = 0;
};

/// The one that this program runs on, read anew.
Processor read_processor();

/// Its microarchitecture as default models are named: zen4, zen5, or other.
char const* core_of(Processor const& processor);

}  // namespace isomer::detail
