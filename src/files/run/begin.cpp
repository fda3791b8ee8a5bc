// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/begin.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "files/journal/marks.hpp"
#include "files/run/fit.hpp"
#include "files/run/groups.hpp"
#include "files/run/recoverable.hpp"
#include "files/run/stages.hpp"
#include "files/run/verification.hpp"
#include "files/run/whole.hpp"
#include "files/schedule/check.hpp"
#include "files/store/file_error.hpp"
#include "files/store/file_text.hpp"
#include "files/store/lock_if_possible.hpp"

namespace isomer::files {
namespace {

void require_bytes(std::string const& path, std::uint64_t file_bytes, std::uint64_t planned) {
  if (file_bytes != planned)
    throw Error(path + ": has " + std::to_string(file_bytes) + " bytes, the work was planned for " +
                std::to_string(planned));
}

/// While a file was being opened or read, `transfer` may have given its name to a new one, and
/// emptied it.
void require_name(Store& store, StoreFile& file, std::string const& path) {
  if (store.open(path, Access::read)->facts().inode != file.facts().inode)
    throw Error(path + ": was replaced by another process at this moment");
}

void require_geometry(Task const& task, std::uint64_t file_bytes) {
  Geometry const geometry = task.schedule->geometry();
  auto const refuse = [&](std::string const& reason) { throw Error(task.path + ": " + reason); };
  require_bytes(task.path, file_bytes, geometry.file_bytes);
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
  if (geometry.offset > most_header)
    refuse("the header has " + std::to_string(geometry.offset) +
           " bytes, the companion takes no more than " + std::to_string(most_header));
}

/// Why no new rewriting may begin; empty: it may.
std::string why_not_begun(Store& store, StoreFile& file, std::string const& path,
                          CompanionPlace const& place) {
  if (store.exists(place.path)) {
    std::string const recover = recover_call(store, path, place);
    if (place.is_linked || is_mark(text_at(file, 0, mark_bytes)))
      return "was being rewritten before, " + recover + " goes on from there";
    return place.path + " is there, and no link beside the file leads to it: it may be the " +
           "companion of another file of that name; " + recover +
           " removes it if nothing has moved";
  }
  auto reason = why_not_whole(store, file, place, fresh_path(path));
  if (!reason.empty() || !has_dangling_link(store, place)) return reason;
  return place.link + " leads to nothing, isomer recover " + path + " removes it";
}

void require_companion_beside(StoreFile& file, std::string const& path, CompanionPlace const& place,
                              bool has_header) {
  if (has_header || place.link.empty() || !begins_as_npy(file)) return;
  // Should the companion be out of reach later, the file would be taken for a whole one.
  throw Error(
      path +
      ": begins as a .npy file and keeps that header, so its companion has to lie beside it");
}

constexpr char const* is_rewritten_now = ": is being rewritten by another process";

/// Of a file that this process does not hold.
void require_whole_now(Store& store, StoreFile& file, std::string const& path,
                       CompanionPlace const& place) {
  auto const reason = why_not_begun(store, file, path, place);
  if (reason.empty()) return;
  throw Error(path + (file.is_held() ? is_rewritten_now : ": " + reason));
}

/// What pages that the array shares with others hold now.
void take_images(Work& work) {
  Description& d = work.description;
  Edges const edges = edges_of(work.geometry(), d.has_header);
  d.top = text_at(*work.file, edges.top, edges.top_end - edges.top);
  d.bottom = text_at(*work.file, edges.bottom, edges.bottom_end - edges.bottom);
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
  work.store->sync_directory(work.fresh_path);
  work.description.fresh_inode = work.fresh->facts().inode;
}

/// Each name is on the disk before the next one is made: no cut leaves a link to nothing, or a new
/// file without a companion.
void make_names(Work& work) {
  Store& store = *work.store;
  work.companion = store.create(work.place.path);
  if (!lock_if_possible(*work.companion))
    throw Error(work.place.path + ": another process holds it");
  store.sync_directory(work.place.path);
  if (!work.place.link.empty()) {
    store.link(work.place.path, work.place.link);
    store.sync_directory(work.place.link);
  }
  if (work.schedule->way() == Way::transfer) make_fresh_file(work);
}

void fill_companion(Work& work) {
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
}

/// Nothing of the file has changed.
void take_back(Work& work) {
  bool const has_fresh = work.fresh != nullptr;
  work.fresh.reset();
  if (has_fresh) {
    work.store->unlink(work.fresh_path);
    work.store->sync_directory(work.fresh_path);
  }
  bool const has_companion = work.companion != nullptr;
  work.companion.reset();
  if (has_companion) remove_companion(*work.store, work.place);
}

/// False: stopped before anything was made.
bool prepare(Work& work, RunOptions const& options, Elements const& elements) {
  Geometry const g = work.geometry();
  Description& d = work.description;
  take_images(work);
  d.ring_pages = ring_pages_of(*work.schedule, d.has_header);
  if (options.verify && elements.bytes != 0) {
    d.elements = elements;
    d.sum = sum_before(work, elements, options);
    if (!d.sum) return false;
  }
  // Where there is a hole now, there may be no room later.
  if (work.schedule->way() != Way::transfer && work.file->facts().allocated < g.file_bytes)
    work.file->allocate(0, g.file_bytes);
  make_names(work);
  fill_companion(work);
  return true;
}

}  // namespace

std::unique_ptr<StoreFile> open_alone(Store& store, std::string const& path) {
  auto file = store.open(path, Access::write);
  if (!file->lock()) throw Error(path + is_rewritten_now);
  require_name(store, *file, path);
  return file;
}

void require_whole(Store& store, StoreFile& file, std::string const& path,
                   CompanionPlace const& place) {
  auto const reason = why_not_begun(store, file, path, place);
  if (!reason.empty()) throw Error(path + ": " + reason);
}

void require_source(Store& store, StoreFile& file, std::string const& path,
                    std::string const& journal_directory, std::uint64_t bytes) {
  require_whole_now(store, file, path, companion_place(store, path, journal_directory));
  require_bytes(path, file.facts().bytes, bytes);
  require_name(store, file, path);
}

void require_beginning(Store& store, std::string const& path, std::string const& journal_directory,
                       bool has_header) {
  auto const file = store.open(path, Access::read);
  auto const place = companion_place(store, path, journal_directory);
  require_whole_now(store, *file, path, place);
  require_companion_beside(*file, path, place, has_header);
}

void require_start(StoreFile& file, std::string const& path, std::string const& old_header) {
  if (text_at(file, 0, old_header.size()) != old_header)
    throw Error(path + ": has changed since it was read");
}

std::optional<Work> begin(Store& store, Task const& task, RunOptions const& options) {
  Work work;
  work.store = &store;
  work.path = store.real_path(task.path);
  work.fresh_path = files::fresh_path(work.path);
  work.schedule = task.schedule;
  work.file = open_alone(store, work.path);
  work.place = companion_place(store, work.path, task.journal_directory);
  require_whole(store, *work.file, work.path, work.place);
  require_start(*work.file, work.path, task.old_header);
  require_geometry(task, work.file->facts().bytes);
  check(*work.schedule);
  work.description = description_of(store, task, *work.file);
  require_companion_beside(*work.file, work.path, work.place, work.has_header());
  get_ready_to_move(work.geometry().file_bytes);
  take_buffers(work);
  try {
    if (!prepare(work, options, task.elements)) return std::nullopt;
  } catch (std::exception const&) {
    try {
      take_back(work);
    } catch (std::exception const&) {  // NOLINT(bugprone-empty-catch): `recover` takes it back
    }
    throw;
  }
  recoverable(work, [&] { mark(work); });
  return work;
}

}  // namespace isomer::files
