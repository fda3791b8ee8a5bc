// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace isomer::files {

/// Why a file may not be replaced by a new one of its name whose space comes from the old one's:
/// hard links, a mount, an owner or attributes that no other file can be given, a folder that may
/// not be written, a file system without holes, space that other files share. Empty: it may.
std::string why_not_replaced(std::string const& path);

}  // namespace isomer::files
