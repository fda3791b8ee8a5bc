// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/complete.hpp"

#include "files/run/finish.hpp"
#include "files/run/groups.hpp"
#include "files/run/recoverable.hpp"
#include "files/run/verification.hpp"

namespace isomer::files {
namespace {

void verify(Work& work, RunOptions const& options) {
  Description const& d = work.description;
  auto const file = work.store->open(work.path, Access::read);
  auto const sum = sum_behind(work, *file, d.elements, options);
  if (!sum) throw Error(work.path + ": is rewritten, its verification was cut short");
  if (*sum != *d.sum)
    throw Error(work.path + ": the sum over all elements differs from that of what was read first");
}

}  // namespace

Outcome complete(Work& work, RunOptions const& options) {
  Outcome outcome;
  outcome.way = work.schedule->way();
  outcome.passes = work.schedule->passes();
  bool const is_verified = options.verify && work.description.sum;
  if (is_verified)
    work.verified.of_bytes = work.verified.bytes + bytes_of(work.description.elements);
  recoverable(work, [&] {
    outcome.stopped = do_groups(work, counting(work, options), outcome);
    if (!outcome.stopped) finish(work);
  });
  outcome.verified = is_verified && !outcome.stopped;
  if (outcome.verified) verify(work, options);
  return outcome;
}

}  // namespace isomer::files
