// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cstdio>

#include "files/journal/companion.hpp"
#include "files/journal/marks.hpp"
#include "files/run/meter.hpp"
#include "files/run/runner.hpp"
#include "files/run/whole.hpp"
#include "files/store/file_text.hpp"

namespace isomer::files {
namespace {

std::string percent_of(Progress const& progress) {
  double const done = progress.of_bytes == 0 ? 1
                                             : static_cast<double>(progress.bytes) /
                                                   static_cast<double>(progress.of_bytes);
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.1f %%", 100 * done);
  return text.data();
}

/// `recover` is the call that goes on; empty where there is no companion.
std::string words_of(std::string const& path, Status const& status, std::string const& what,
                     std::string const& recover) {
  std::string const of = what.empty() ? "" : " (" + what + ")";
  std::string const way = name_of(status.way);
  std::string const recovers = status.running ? "" : ", " + recover + " goes on";
  switch (status.state) {
    case State::whole: return path + ": is whole";
    case State::not_begun:
      return path + ": is about to be rewritten by " + way + of + ", nothing has moved" +
             (status.running ? "" : ", " + recover + " removes what was left");
    case State::moved:
      return path + ": all is where it belongs" + of +
             (status.running ? ", the end is being written" : ", " + recover + " finishes it");
    case State::in_progress: break;
  }
  return path + ": " + percent_of(status.progress) + " of " + way + of + ", pass " +
         std::to_string(status.progress.pass) + " of " + std::to_string(status.progress.passes) +
         (status.running ? ", running" : ", cut short") + recovers;
}

/// The time that is left goes by what all attempts together took.
Progress progress_at(Schedule const& schedule, Record const& record) {
  Progress progress = Meter(schedule, totals_of(schedule), record.t, record.seconds).progress();
  progress.seconds_left = -1;
  if (progress.bytes > 0 && record.seconds > 0)
    progress.seconds_left = record.seconds *
                            static_cast<double>(progress.of_bytes - progress.bytes) /
                            static_cast<double>(progress.bytes);
  return progress;
}

State state_at(StoreFile& file, Description const& description, Record const& record,
               Progress const& progress) {
  bool const is_replaced =
      description.fresh_inode != 0 && file.facts().inode == description.fresh_inode;
  bool const is_whole = start_of(file, description) == Start::whole;
  if (is_replaced || progress.group == progress.groups) return State::moved;
  if (is_whole || (!description.has_header && record.t == 0)) return State::not_begun;
  return State::in_progress;
}

Status without_companion(Store& store, StoreFile& file, std::string const& path,
                         std::string const& real, CompanionPlace const& place, Status status) {
  auto const reason = why_not_whole(store, file, place, fresh_path(real));
  if (!reason.empty()) {
    status.state = State::in_progress;
    status.progress.seconds_left = -1;
    status.words = path + ": " + reason;
  } else if (has_dangling_link(store, place)) {
    status.state = State::not_begun;
    status.words = path + ": is whole, but " + place.link + " leads to nothing, isomer recover " +
                   path + " removes it";
  } else {
    status.words = words_of(path, status, {}, {});
  }
  return status;
}

}  // namespace

Status status(Store& store, std::string const& path, std::string const& journal_directory,
              RunOptions const& options) {
  Status status;
  std::string const real = store.real_path(path);
  CompanionPlace const place = companion_place(store, real, journal_directory);
  auto const file = store.open(real, Access::read);
  status.running = file->is_held();
  if (!store.exists(place.path)) return without_companion(store, *file, path, real, place, status);
  auto const companion = store.open(place.path, Access::read);
  Found const found = look_into(*companion);
  if (auto const reason = why_not_own(*file, place, found); !reason.empty()) {
    status.state = State::in_progress;
    status.progress.seconds_left = -1;
    status.words = path + ": " + reason;
    return status;
  }
  std::string const recover = recover_call(store, path, place);
  if (!found.description || !found.record) {
    bool const is_untouched = found.is_untouched && !is_mark(text_at(*file, 0, mark_bytes));
    status.state = is_untouched ? State::not_begun : State::in_progress;
    status.words = is_untouched
                       ? path + ": " + whole_beside_nothing(*file) +
                             ", its companion holds nothing, " + recover + " removes it"
                       : path + ": description or records in " + place.path + " are damaged";
    return status;
  }
  auto const& numbers = found.description->numbers;
  auto const schedule = options.schedule_of ? options.schedule_of(numbers) : schedule_of(numbers);
  status.way = schedule->way();
  status.progress = progress_at(*schedule, *found.record);
  status.state = state_at(*file, *found.description, *found.record, status.progress);
  status.words = words_of(path, status, found.description->words, recover);
  return status;
}

}  // namespace isomer::files
