// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>

#include "files/run/runner.hpp"
#include "files/run/work.hpp"

/// What a work reads to verify its result, beside its groups, and what is told of both.
namespace isomer::files {

/// The sum over all elements before anything moves; nothing if `options.stop` said so.
std::optional<std::uint64_t> sum_before(Work& work, Elements const& elements,
                                        RunOptions const& options);

/// The same of `file`, which all groups have made.
std::optional<std::uint64_t> sum_behind(Work& work, StoreFile& file, Elements const& elements,
                                        RunOptions const& options);

/// The options of the groups: progress counts what is read to verify, too.
RunOptions counting(Work const& work, RunOptions options);

}  // namespace isomer::files
