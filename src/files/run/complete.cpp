// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/complete.hpp"

#include "files/run/finish.hpp"
#include "files/run/groups.hpp"
#include "files/store/file_error.hpp"

namespace isomer::files {
namespace {

void verify(Work& work) {
  Description const& d = work.description;
  auto const file = work.store->open(work.path, Access::read);
  if (sum_of_result(*file, work.geometry().offset, d.elements, verify_memory) != *d.sum)
    throw Error(work.path + ": the sum over all elements differs from that of what was read first");
}

}  // namespace

Outcome complete(Work& work, RunOptions const& options) {
  Outcome outcome;
  outcome.way = work.schedule->way();
  outcome.passes = work.schedule->passes();
  try {
    outcome.stopped = do_groups(work, options, outcome);
    if (!outcome.stopped) finish(work);
  } catch (FileError const& error) {
    throw Interrupted(std::string(error.what()) + "; isomer recover " + work.path + " goes on");
  }
  if (!outcome.stopped && options.verify && work.description.sum) verify(work);
  return outcome;
}

}  // namespace isomer::files
