// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "machine/machine.hpp"

namespace isomer::program {

/// A GPU by its name or by the file of its properties, as --gpu has it. Throws UsageError.
detail::Machine gpu_named(std::string const& name);

}  // namespace isomer::program
