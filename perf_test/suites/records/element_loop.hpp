// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bench.hpp"

namespace isomer::perf {

/// What `Cabana::deep_copy` does between AoSoAs of two vector lengths: a loop over the elements,
/// each member of which is assigned. Members are double[3], float[3], int and double.
/// `from` and `to`: aos or tiled N; buffer 2 turn is the source, the next one the result.
std::optional<Rival> element_loop(Bench const& bench, std::string const& from,
                                  std::string const& to, std::int64_t count);

}  // namespace isomer::perf
