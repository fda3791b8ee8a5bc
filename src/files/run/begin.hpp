// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string>

#include "files/run/runner.hpp"
#include "files/run/work.hpp"

namespace isomer::files {

/// Opens the file for one process alone. Throws Error if another one has it.
std::unique_ptr<StoreFile> open_alone(Store& store, std::string const& path);

/// Makes companion and, for `transfer`, the new file; marks the file last. Before the mark whatever
/// is wrong throws, and what was made is gone again.
Work begin(Store& store, Task const& task, RunOptions const& options);

}  // namespace isomer::files
