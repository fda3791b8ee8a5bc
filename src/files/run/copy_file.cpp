// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/copy_file.hpp"

#include <optional>
#include <utility>

#include <isomer/error.hpp>

#include "files/part_path.hpp"
#include "files/run/begin.hpp"
#include "files/run/finish.hpp"
#include "files/run/groups.hpp"
#include "files/run/verification.hpp"
#include "files/run/work.hpp"
#include "files/schedule/check.hpp"
#include "files/store/lock_if_possible.hpp"

namespace isomer::files {
namespace {

Outcome fill(Work& work, Task const& task, RunOptions const& options) {
  Outcome outcome;
  Geometry const g = work.geometry();
  bool const is_verified = options.verify && task.elements.bytes != 0;
  outcome.way = Way::copy;
  outcome.passes = work.schedule->passes();
  std::optional<std::uint64_t> sum;
  if (is_verified) sum = sum_before(work, task.elements, options);
  outcome.stopped = is_verified && !sum;
  if (outcome.stopped) return outcome;
  work.fresh->allocate(0, g.file_bytes);
  outcome.stopped = do_groups(work, counting(work, options), outcome);
  if (outcome.stopped) return outcome;
  complete_fresh(work);
  work.fresh->sync();
  if (!is_verified) return outcome;
  auto const result = sum_behind(work, *work.fresh, task.elements, options);
  outcome.stopped = !result;
  if (result && *result != *sum)
    throw Error(work.fresh->path() +
                ": the sum over all elements differs from that of what was read");
  outcome.verified = !outcome.stopped;
  return outcome;
}

/// The file that grows, of this process alone, instead of one that a killed call left. While it was
/// being locked its name may have gone to another file.
std::unique_ptr<StoreFile> part_file(Store& store, std::string const& part) {
  auto const refuse = [&](char const* reason) { throw Error(part + ": " + reason); };
  if (store.link_target(part)) refuse("is a link, it has to be moved away");
  if (store.exists(part)) {
    auto const left = store.open(part, Access::write);
    if (!lock_if_possible(*left)) refuse("another process holds it");
    store.unlink(part);
  }
  auto file = store.create(part);
  auto const has_name = [&] {
    return store.exists(part) &&
           store.open(part, Access::read)->facts().inode == file->facts().inode;
  };
  try {
    if (!lock_if_possible(*file) || !has_name()) refuse("another process holds it");
  } catch (FileError const&) {
    if (has_name()) store.unlink(part);
    throw;
  }
  return file;
}

}  // namespace

void name_when_complete(Store& store, std::string const& to,
                        std::function<bool(std::unique_ptr<StoreFile>&)> const& fill) {
  std::string const part = part_path(to);
  auto file = part_file(store, part);
  bool has_name = true;
  try {
    if (fill(file)) {
      store.show(part);
      store.rename(part, to);
    } else {
      store.unlink(part);
    }
    has_name = false;
    store.sync_directory(to);
  } catch (...) {
    if (has_name && store.exists(part)) store.unlink(part);
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
  std::string const from = store.real_path(task.path);
  std::uint64_t const bytes = work.geometry().file_bytes;
  work.file = store.open(from, Access::read);
  require_source(store, *work.file, from, task.journal_directory, bytes);
  require_start(*work.file, task.path, task.old_header);
  check(*work.schedule);
  get_ready_to_move(bytes);
  take_buffers(work);
  Outcome outcome;
  name_when_complete(store, task.to, [&](std::unique_ptr<StoreFile>& file) {
    work.fresh = std::move(file);
    outcome = fill(work, task, options);
    if (!outcome.stopped) require_source(store, *work.file, from, task.journal_directory, bytes);
    return !outcome.stopped;
  });
  return outcome;
}

}  // namespace isomer::files
