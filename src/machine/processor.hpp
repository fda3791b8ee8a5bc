// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

namespace isomer::detail {

/// A processor as it describes itself.
struct Processor {
  std::string name = "unknown";  ///< with its family and model
  enum class Maker : std::uint8_t { amd, intel, other } maker = Maker::other;
  unsigned family = 0;
  unsigned model = 0;
  bool has_amx = false;  ///< tiles of matrices in registers, as Intel's servers have
};

/// The one that this program runs on, read anew.
Processor read_processor();

/// Its microarchitecture as default models are named: icelake, sapphirerapids, zen4,
/// zen5, or other.
char const* core_of(Processor const& processor);

}  // namespace isomer::detail
