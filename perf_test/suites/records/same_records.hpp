// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <isomer/records/dynamic_record.hpp>

namespace isomer::perf {

/// Where the members of n records differ from others; bytes between members do not count.
std::optional<std::string> first_difference(DynamicRecord const& record, std::size_t n,
                                            std::byte const* records, std::byte const* others);

}  // namespace isomer::perf
