// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/begin.hpp"

#include <algorithm>
#include <utility>

#include "files/journal/marks.hpp"
#include "files/run/stages.hpp"
#include "files/run/totals.hpp"
#include "files/schedule/check.hpp"
#include "files/store/file_error.hpp"
#include "files/store/file_text.hpp"

namespace isomer::files {
namespace {

void require_geometry(Task const& task, std::uint64_t file_bytes) {
  Geometry const geometry = task.schedule->geometry();
  auto const refuse = [&](std::string const& reason) { throw Error(task.path + ": " + reason); };
  if (geometry.file_bytes != file_bytes)
    refuse("has " + std::to_string(file_bytes) + " bytes, the work was planned for " +
           std::to_string(geometry.file_bytes));
  if (geometry.page == 0 || geometry.page > journal_page)
    refuse("the page of " + std::to_string(geometry.page) +
           " bytes cannot be longer than one of the companion, 4096");
  if (task.new_header.empty()) return;
  if (task.new_header.size() != geometry.offset)
    refuse("the new header has " + std::to_string(task.new_header.size()) +
           " bytes, it has to have those before the array, " + std::to_string(geometry.offset));
  if (geometry.offset < mark_bytes)
    refuse("the header has " + std::to_string(geometry.offset) +
           " bytes, the mark of a file that is being rewritten needs 32");
}

void require_whole(Work const& work) {
  std::string const start = text_at(*work.file, 0, mark_bytes);
  bool const has_companion = work.store->exists(work.place.path) ||
                             (!work.place.link.empty() && work.store->link_target(work.place.link));
  if (is_mark(start) || has_companion)
    throw Error(work.path + ": was being rewritten before, isomer recover " + work.path +
                " goes on from there");
  if (work.store->exists(work.fresh_path))
    throw Error(work.path + ": " + work.fresh_path + " is there, isomer recover " + work.path +
                " removes it");
}

/// What pages that the array shares with others hold now.
void take_images(Work& work) {
  Geometry const g = work.geometry();
  Description& d = work.description;
  std::uint64_t const array_end = g.offset + g.array_bytes;
  std::uint64_t const top_begin = d.has_header ? 0 : round_down(g.offset, g.page);
  std::uint64_t const top_end = std::min(round_up(g.offset, g.page), g.file_bytes);
  d.top = text_at(*work.file, top_begin, std::max(top_begin, top_end) - top_begin);
  std::uint64_t const bottom = std::max(round_down(array_end, g.page), top_end);
  if (bottom < array_end)
    d.bottom = text_at(*work.file, bottom, std::min(g.page, g.file_bytes - bottom));
}

Description description_of(Store& store, Task const& task, StoreFile& file) {
  Description d;
  FileFacts const facts = file.facts();
  d.id = store.new_id();
  d.file_bytes = facts.bytes;
  d.inode = facts.inode;
  d.has_header = !task.new_header.empty();
  d.numbers = task.schedule->numbers();
  d.name = task.path.substr(task.path.rfind('/') + 1);
  d.words = task.words;
  d.new_header = task.new_header;
  return d;
}

std::uint64_t ring_pages_of(Schedule const& schedule, bool has_header) {
  if (!schedule.through_ring()) return 0;
  Geometry const g = schedule.geometry();
  std::uint64_t const header = has_header ? round_up(g.offset, g.page) / g.page : 0;
  return std::max(totals_of(schedule).most_written, header);
}

/// Beside the file, complete but for its data, and like it in all else.
void make_fresh_file(Work& work) {
  FileFacts const facts = work.file->facts();
  if (facts.links > 1)
    throw Error(work.path + ": has " + std::to_string(facts.links) +
                " hard links, `transfer` would leave all but one behind");
  work.fresh = work.store->create(work.fresh_path);
  if (!work.fresh->lock()) throw Error(work.fresh_path + ": another process holds it");
  work.fresh->take_attributes(*work.file);
  work.fresh->resize(work.geometry().file_bytes);
  work.fresh->punch(0, work.geometry().page);  // refused here if the file system cannot
  work.fresh->sync();
  work.description.fresh_inode = work.fresh->facts().inode;
}

void make_companion(Work& work) {
  Store& store = *work.store;
  work.companion = store.create(work.place.path);
  if (!work.place.link.empty()) store.link(work.place.path, work.place.link);
  if (work.schedule->way() == Way::transfer) make_fresh_file(work);
  auto const journal = bytes_of(work.description);
  work.journal_bytes = journal.size();
  std::uint64_t const spare_pages =
      work.schedule->spare_pages() + ring_places * work.description.ring_pages;
  work.companion->allocate(0, work.journal_bytes + spare_pages * work.geometry().page);
  // Pages 1 to 4 and 6 stay zeros: that no record was written has to be seen.
  auto const page = [&](std::uint64_t k) {
    return std::span(journal).subspan(k * journal_page, journal_page);
  };
  work.companion->write(0, page(0));
  for (std::uint64_t k = second_preface; k * journal_page < journal.size(); ++k)
    if (k != first_page_copy) work.companion->write(k * journal_page, page(k));
  write_record(*work.companion, work.description.id, {});
  work.companion->sync();
  store.sync_directory(work.place.path);
  if (!work.place.link.empty() || work.fresh) store.sync_directory(work.path);
}

/// Nothing of the file has changed.
void take_back(Work& work) {
  bool const has_fresh = work.fresh != nullptr;
  work.fresh.reset();
  if (has_fresh) work.store->unlink(work.fresh_path);
  bool const has_companion = work.companion != nullptr;
  work.companion.reset();
  if (has_companion) remove_companion(*work.store, work.place);
}

void prepare(Work& work, RunOptions const& options, Elements const& elements) {
  Geometry const g = work.geometry();
  Description& d = work.description;
  take_images(work);
  d.ring_pages = ring_pages_of(*work.schedule, d.has_header);
  if (options.verify && elements.bytes != 0) {
    d.elements = elements;
    d.sum = sum_of_source(*work.file, g.offset, elements, verify_memory);
  }
  // Where there is a hole now, there may be no room later.
  if (work.schedule->way() != Way::transfer && work.file->facts().allocated < g.file_bytes)
    work.file->allocate(0, g.file_bytes);
  make_companion(work);
}

}  // namespace

std::unique_ptr<StoreFile> open_alone(Store& store, std::string const& path) {
  auto file = store.open(path, Access::write);
  if (!file->lock()) throw Error(path + ": is being rewritten by another process");
  return file;
}

Work begin(Store& store, Task const& task, RunOptions const& options) {
  Work work;
  work.store = &store;
  work.path = store.real_path(task.path);
  work.place = companion_place(store, work.path, task.journal_directory);
  work.fresh_path = files::fresh_path(work.path);
  work.schedule = task.schedule;
  work.file = open_alone(store, work.path);
  require_geometry(task, work.file->facts().bytes);
  require_whole(work);
  check(*work.schedule);
  work.description = description_of(store, task, *work.file);
  try {
    prepare(work, options, task.elements);
  } catch (Error const&) {
    try {
      take_back(work);
    } catch (Error const&) {  // NOLINT(bugprone-empty-catch): `recover` removes it, the reason is
                              // the first
    }
    throw;
  }
  mark(work);
  return work;
}

}  // namespace isomer::files
