// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace isomer::perf {

/// `always`, `madvise` or `never`: what the system does with transparent huge pages.
std::string transparent_huge_pages();

}  // namespace isomer::perf
