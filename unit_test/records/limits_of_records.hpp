// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "cost/models.hpp"
#include "in_place/decomposition.hpp"

namespace isomer::test {

/// Two threads with second-level caches of that many bytes: panels are an eighth of that, and
/// copies that they do not hold leave past them.
inline in_place::Limits limits_with(std::int64_t l2_bytes) {
  auto machine = detail::host_machine(2);
  machine.l2_bytes = l2_bytes;
  return {std::size_t{1} << 30, machine, &detail::model_in_use().rates};
}

}  // namespace isomer::test
