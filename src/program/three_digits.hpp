// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace isomer::program {

/// A quantity with the three digits that a reader wants of it: `0.0123`, `1.23`, `12.3`, `1234`.
std::string three_digits(double value);

}  // namespace isomer::program
