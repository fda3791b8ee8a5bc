// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>

#include "case.hpp"
#include "options.hpp"

namespace isomer::perf {

/// A case of records of floats that has no copy beside it, but for its `measure`.
inline Case float_records_case(std::string suite, std::string name, std::int64_t bytes,
                               Residency residency) {
  Case made;
  made.suite = std::move(suite);
  made.type = ElementType::f32;
  made.name = std::move(name);
  made.residency = residency;
  made.bytes = bytes;
  made.buffers_per_turn = 1;
  made.has_copy = false;
  return made;
}

/// Calls add(bytes, residency) for records that the second-level cache holds, and where time allows
/// for some in memory.
template <class Add>
void add_in_cache_and_memory(Options const& options, Add const& add) {
  constexpr std::int64_t in_cache = 200'000;
  constexpr std::int64_t in_memory = 64'000'000;
  add(in_cache, Residency::cache);
  if (options.scale == Scale::full) add(in_memory, Residency::memory);
}

}  // namespace isomer::perf
