// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/copy_file.hpp"

#include <utility>

#include <isomer/error.hpp>

#include "files/run/finish.hpp"
#include "files/run/groups.hpp"
#include "files/run/work.hpp"
#include "files/schedule/check.hpp"

namespace isomer::files {
namespace {

Outcome fill(Work& work, Task const& task, RunOptions const& options) {
  Outcome outcome;
  Geometry const g = work.geometry();
  bool const is_verified = options.verify && task.elements.bytes != 0;
  std::uint64_t const sum =
      is_verified ? sum_of_source(*work.file, g.offset, task.elements, verify_memory) : 0;
  work.fresh->allocate(0, g.file_bytes);
  outcome.way = Way::copy;
  outcome.passes = work.schedule->passes();
  outcome.stopped = do_groups(work, options, outcome);
  if (outcome.stopped) return outcome;
  complete_fresh(work);
  work.fresh->sync();
  if (is_verified && sum_of_result(*work.fresh, g.offset, task.elements, verify_memory) != sum)
    throw Error(work.fresh->path() +
                ": the sum over all elements differs from that of what was read");
  return outcome;
}

}  // namespace

void name_when_complete(Store& store, std::string const& to,
                        std::function<bool(std::unique_ptr<StoreFile>)> const& fill) {
  std::string const part = part_path(to);
  auto file = store.create(part);
  try {
    if (fill(std::move(file))) store.rename(part, to);
    else store.unlink(part);
    store.sync_directory(to);
  } catch (Error const&) {
    if (store.exists(part)) store.unlink(part);
    throw;
  }
}

Outcome copy_file(Store& store, Task const& task, RunOptions const& options) {
  Work work;
  work.store = &store;
  work.path = task.to;
  work.schedule = task.schedule;
  work.description.new_header = task.new_header;
  work.description.has_header = !task.new_header.empty();
  work.file = store.open(store.real_path(task.path), Access::read);
  std::uint64_t const bytes = work.file->facts().bytes;
  if (bytes != work.geometry().file_bytes)
    throw Error(task.path + ": has " + std::to_string(bytes) + " bytes, the work was planned for " +
                std::to_string(work.geometry().file_bytes));
  check(*work.schedule);
  Outcome outcome;
  name_when_complete(store, task.to, [&](std::unique_ptr<StoreFile> file) {
    work.fresh = std::move(file);
    outcome = fill(work, task, options);
    return !outcome.stopped;
  });
  return outcome;
}

}  // namespace isomer::files
