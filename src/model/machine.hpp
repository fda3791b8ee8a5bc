// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

namespace isomer::detail {

/// Cache sizes as the system reports them.
struct Caches {
  std::int64_t l1_bytes = 32 << 10;
  std::int64_t l2_bytes = 1 << 20;   ///< a core's own
  std::int64_t l3_bytes = 16 << 20;  ///< shared
  friend bool operator==(Caches const&, Caches const&) = default;
};

/// Read once; sizes the system does not tell are those of a small server core.
Caches const& caches();

/// What a fitted model is good for: machines of the same name.
struct MachineName {
  std::string cpu;     ///< what the processor calls itself, with its family and model
  std::string isa;     ///< of the tile kernels
  int processors = 1;  ///< that the system has
  Caches caches{};
};

MachineName const& this_machine();

/// Whether the processor's cores are AMD's Zen 4.
bool is_zen4();

}  // namespace isomer::detail
