// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace isomer::program {

/// Isomer's version, `1.2.3`.
extern char const* const version;

}  // namespace isomer::program
