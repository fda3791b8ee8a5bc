// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/runner.hpp"

#include "files/run/begin.hpp"
#include "files/run/complete.hpp"
#include "files/run/copy_file.hpp"

namespace isomer::files {

Outcome run(Store& store, Task const& task, RunOptions const& options) {
  if (task.schedule->way() == Way::copy) return copy_file(store, task, options);
  auto work = begin(store, task, options);
  if (work) return complete(*work, options);
  Outcome stopped;
  stopped.stopped = true;
  return stopped;
}

}  // namespace isomer::files
