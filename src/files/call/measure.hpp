// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "files/offer/disk.hpp"

namespace isomer::files {

/// What the disk of a file does, measured in half a second: requests anywhere in the file are read,
/// and some written to a file without a name in `folder`, where the companion will be. Files that
/// take hardly longer have the figures of their kind of disk.
Disk measured_disk(std::string const& path, std::string const& folder);

}  // namespace isomer::files
