// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

namespace isomer::files {

/// Why a file may not be replaced by a new one of its name whose space comes from the old one's:
/// hard links, a mount, an owner or attributes that no other file can be given, a folder that may
/// not be written, a file system without holes, space that other files share, holes of its own for
/// which there is no room. Empty: it may. Behind `most_extents` nobody looks whether it shares.
std::string why_not_replaced(std::string const& path, std::size_t most_extents = 65536);

}  // namespace isomer::files
