// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "files/run/runner.hpp"

namespace isomer::files {

/// Into another file, which has its name only when it is complete and on the disk.
Outcome copy_file(Store& store, Task const& task, RunOptions const& options);

}  // namespace isomer::files
