// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>

#include "machine/machine.hpp"

namespace isomer::program {

/// A GPU by its name or by the file of its properties, as --gpu has it; none if that is not given.
/// Throws UsageError.
std::optional<detail::Machine> gpu_named(std::string const& name);

}  // namespace isomer::program
