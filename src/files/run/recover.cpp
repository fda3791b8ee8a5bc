// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <utility>

#include "files/journal/marks.hpp"
#include "files/run/begin.hpp"
#include "files/run/complete.hpp"
#include "files/run/fit.hpp"
#include "files/run/groups.hpp"
#include "files/run/recoverable.hpp"
#include "files/run/runner.hpp"
#include "files/run/stages.hpp"
#include "files/run/whole.hpp"
#include "files/run/work.hpp"
#include "files/schedule/check.hpp"
#include "files/store/file_text.hpp"
#include "files/store/lock_if_possible.hpp"
#include "files/store/requests.hpp"

namespace isomer::files {
namespace {

/// The file is the old array or the new one: nothing beside it is needed.
void drop(Work& work) {
  work.fresh.reset();
  if (work.place.is_linked && work.store->exists(work.fresh_path)) {
    work.store->unlink(work.fresh_path);
    work.store->sync_directory(work.fresh_path);
  }
  work.companion.reset();
  remove_companion(*work.store, work.place);
}

[[noreturn]] void refuse(Work const& work, std::string const& reason) {
  throw Error(work.path + ": " + reason);
}

/// What only the page cache knows is no fact yet.
void flush_all(Work& work) {
  if (work.fresh) work.fresh->sync();
  work.file->sync();
  work.companion->sync();
  work.store->sync_directory(work.place.path);
  work.store->sync_directory(work.path);
}

void require_same_file(Work const& work, Description const& d) {
  FileFacts const facts = work.file->facts();
  if (facts.inode != d.inode && facts.inode != d.fresh_inode)
    refuse(work, "is not the file that " + work.place.path + " belongs to (another inode)");
  if (facts.bytes != d.file_bytes)
    refuse(work, "has " + std::to_string(facts.bytes) + " bytes, it had " +
                     std::to_string(d.file_bytes) + " when it began to be rewritten");
}

void require_companion_size(Work const& work) {
  constexpr std::uint64_t most_pages = std::uint64_t{1} << 50U;
  std::uint64_t const spare = work.schedule->spare_pages();
  std::uint64_t const ring = work.description.ring_pages;
  std::uint64_t const bytes = work.companion->facts().bytes;
  if (spare > most_pages || ring > most_pages ||
      bytes < work.journal_bytes + (spare + ring_places * ring) * work.geometry().page)
    refuse(work, work.place.path + " is shorter than it was: it cannot be recovered");
}

/// A schedule that breaks its rules would lose data, whatever was recorded.
void require_fitting(Work const& work) {
  auto const says = work.place.path + " says what cannot be of the file";
  if (!fits(work.description, *work.schedule)) refuse(work, says);
  try {
    check(*work.schedule);
  } catch (Error const& error) {
    refuse(work, says + ": " + error.what());
  }
}

void take_up(Work& work, Found& found, RunOptions const& options) {
  work.description = std::move(*found.description);
  work.journal_bytes = found.journal_bytes;
  auto const& numbers = work.description.numbers;
  work.schedule = options.schedule_of ? options.schedule_of(numbers) : schedule_of(numbers);
  require_fitting(work);
  require_companion_size(work);
  work.done = found.record->t;
  work.seconds = found.record->seconds;
}

std::uint64_t group_count(Work& work) {
  Requests requests(0, 0);
  return Stages(work, requests).count();
}

/// The remaining groups and the end.
Outcome go_on(Work& work, RunOptions const& options) {
  if (work.schedule->way() == Way::transfer && !work.fresh)
    refuse(work, work.fresh_path + " is gone: it cannot be recovered");
  get_ready_to_move(work.geometry().file_bytes);
  recoverable(work, [&] {
    write_record_again(*work.companion, work.description.id, {work.done, work.seconds});
    if (start_of(*work.file, work.description) == Start::marked) mark_again(work);
    else mark(work);
    Requests requests(options.threads, options.rate);
    Stages(work, requests).settle_again();
    take_buffers(work);
  });
  return complete(work, options);
}

Outcome without_companion(Work& work) {
  auto const reason = why_not_whole(*work.store, *work.file, work.place, work.fresh_path);
  if (!reason.empty()) refuse(work, reason);
  drop(work);
  return {};
}

/// Description or records cannot be read.
Outcome with_damaged_companion(Work& work, Found const& found) {
  bool const is_marked = is_mark(text_at(*work.file, 0, mark_bytes));
  if (is_marked || !found.is_untouched)
    refuse(work, std::string("both copies of ") +
                     (found.description ? "the records" : "the description") + " in " +
                     work.place.path + " are damaged: it cannot be recovered");
  drop(work);
  return {};
}

bool is_replaced(Work& work, std::uint64_t fresh_inode) {
  return fresh_inode != 0 && work.file->facts().inode == fresh_inode;
}

/// The header says that all elements are where they were, or where they belong.
Outcome of_whole_file(Work& work, Found& found, RunOptions const& options) {
  bool const is_new_file = is_replaced(work, found.description->fresh_inode);
  // That it has the name may be in the page cache only.
  if (is_new_file) work.store->sync_directory(work.path);
  if (found.record && !is_new_file) {
    take_up(work, found, options);
    if (work.schedule->way() != Way::transfer && work.done == group_count(work))
      write_first_page_again(work);
  }
  drop(work);
  return {};
}

Outcome recover_found(Work& work, RunOptions const& options) {
  Found found = look_into(*work.companion);
  if (found.description) require_same_file(work, *found.description);
  auto const reason = why_not_own(*work.file, work.place, found);
  if (!reason.empty()) refuse(work, reason);
  if (found.description && start_of(*work.file, *found.description) == Start::whole)
    return of_whole_file(work, found, options);
  flush_all(work);
  if (!found.description || !found.record) return with_damaged_companion(work, found);
  bool const has_header = found.description->has_header;
  bool const is_at_end = is_replaced(work, found.description->fresh_inode);
  if (!has_header && (found.record->t == 0 || is_at_end)) {
    drop(work);
    return {};
  }
  take_up(work, found, options);
  if (work.done > group_count(work))
    refuse(work, work.place.path + " counts more groups than there are");
  return go_on(work, options);
}

}  // namespace

Outcome recover(Store& store, std::string const& path, std::string const& journal_directory,
                RunOptions const& options) {
  Work work;
  work.store = &store;
  work.path = store.real_path(path);
  work.fresh_path = files::fresh_path(work.path);
  work.file = open_alone(store, work.path);
  work.place = companion_place(store, work.path, journal_directory);
  if (!store.exists(work.place.path)) return without_companion(work);
  work.companion = store.open(work.place.path, Access::write);
  if (!lock_if_possible(*work.companion))
    throw Error(work.place.path + ": another process holds it");
  if (store.exists(work.fresh_path)) {
    work.fresh = store.open(work.fresh_path, Access::write);
    if (!work.fresh->lock()) throw Error(work.fresh_path + ": another process holds it");
  }
  return recover_found(work, options);
}

}  // namespace isomer::files
