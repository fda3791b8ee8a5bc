// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "files/run/runner.hpp"

namespace isomer::files {

/// Makes a file by `fill`, which leaves it on the disk and returns whether it is complete: then it
/// gets its name, else it is gone. It is open, and so held by this process, until then, even if
/// `fill` takes it over.
void name_when_complete(Store& store, std::string const& to,
                        std::function<bool(std::unique_ptr<StoreFile>&)> const& fill);

/// Into another file, which has its name only when it is complete and on the disk.
Outcome copy_file(Store& store, Task const& task, RunOptions const& options);

}  // namespace isomer::files
