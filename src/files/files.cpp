// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/files.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <isomer/error.hpp>

#include "files/call/measure.hpp"
#include "files/call/place.hpp"
#include "files/call/target.hpp"
#include "files/checks.hpp"
#include "files/journal/companion.hpp"
#include "files/journal/journal.hpp"
#include "files/offer/choose.hpp"
#include "files/run/begin.hpp"
#include "files/run/copy_file.hpp"
#include "files/run/runner.hpp"
#include "files/run/totals.hpp"
#include "files/run/whole.hpp"
#include "files/store/file_error.hpp"
#include "files/store/file_text.hpp"
#include "files/store/posix_store.hpp"

namespace isomer::files {
namespace {

using Clock = std::chrono::steady_clock;

std::string in_call(char const* function, Error const& error) {
  return std::string("isomer::files::") + function + ": " + error.what();
}

/// The cheapest way, or the reasons why there is none, with the limits that they go by.
Choice chosen(Target const& target, Limits const& limits, Disk const& disk, bool in_place) {
  try {
    return choose(target.array, target.axes, limits, disk, in_place);
  } catch (Error const& error) {
    constexpr std::string_view function = "isomer::files: ";
    std::string_view reason = error.what();
    if (reason.starts_with(function)) reason.remove_prefix(function.size());
    throw Error(target.path + ": with options.memory of " + std::to_string(limits.memory) +
                (in_place ? " and options.spare of " + std::to_string(limits.spare) : "") +
                " bytes " + std::string(reason));
  }
}

/// Errors of all that is below name no function: this one does.
template <class Body>
auto named(char const* function, Body const& body) {
  try {
    return body();
  } catch (FileError const& error) {
    if (error.is_of_path()) throw Error(in_call(function, error));
    throw Failure(in_call(function, error));
  } catch (Failure const& error) {
    throw Failure(in_call(function, error));
  } catch (Error const& error) {
    throw Error(in_call(function, error));
  }
}

RunOptions run_options(Options const& options, std::uint64_t spare) {
  RunOptions run;
  run.spare = spare;
  run.rate = options.rate;
  run.verify = options.verify;
  run.progress = options.progress;
  run.stop = options.stop;
  return run;
}

std::string words_of(Target const& target) {
  auto const& array = target.array;
  return "elements of " + std::to_string(array.element_bytes) + " bytes, shape " +
         text_of(array.extents) + " in " + (array.order == Order::f ? "F" : "C") + " order, axes " +
         text_of(target.axes);
}

Report promised(Offer const& offer) {
  Report report;
  report.way = offer.way;
  report.words = offer.why_not;
  if (!offer.why_not.empty()) return report;
  report.passes = offer.passes;
  report.bytes_read = offer.price.read_bytes;
  report.bytes_written = offer.price.written_bytes;
  report.spare_bytes = offer.spare_bytes;
  report.memory_bytes = offer.memory_bytes;
  report.predicted_seconds = offer.price.seconds;
  return report;
}

Report promised(Choice const& choice) {
  auto report = choice.schedule ? promised(choice.taken()) : Report();
  report.words = choice.words;
  while (report.words.ends_with('\n')) report.words.pop_back();
  for (std::size_t k = 1; k < choice.offers.size(); ++k)
    report.others.push_back(promised(choice.offers[k]));
  return report;
}

Report nothing_moves() {
  Report report;
  report.words = "nothing moves: every element is where it belongs";
  return report;
}

/// Runs what was chosen.
Report carried_out(Choice const& choice, Target const& target, Task task, Options const& options) {
  auto report = promised(choice);
  auto const start = Clock::now();
  PosixStore store;
  task.path = target.path;
  task.old_header = options.old_header;
  task.new_header = options.new_header;
  task.words = words_of(target);
  task.elements = elements_of(target);
  task.schedule = choice.schedule;
  auto const outcome = run(store, task, run_options(options, choice.taken().spare_bytes));
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  report.bytes_read = outcome.bytes_read;
  report.bytes_written = outcome.bytes_written;
  report.stopped = outcome.stopped;
  report.verified = outcome.verified;
  return report;
}

/// Another header, in a file in which nothing moves.
void write_header(Target const& target, Options const& options) {
  auto const& header = options.new_header;
  if (header.empty()) return;
  PosixStore store;
  auto const file = open_alone(store, target.path);
  require_whole(store, *file, target.path,
                companion_place(store, target.path, options.journal_directory));
  require_start(*file, target.path, options.old_header);
  write_text(*file, 0, header);
  file->sync();
}

/// What lies around an array without elements, which no schedule has.
void copy_around(Target const& target, std::string const& to, Options const& options) {
  constexpr std::uint64_t slab = std::uint64_t{1} << 22U;
  PosixStore store;
  auto const from = store.open(target.path, Access::read);
  auto const require_whole_source = [&] {
    require_source(store, *from, target.path, options.journal_directory, target.file_bytes);
  };
  require_whole_source();
  require_start(*from, target.path, options.old_header);
  name_when_complete(store, to, [&](auto& file) {
    file->allocate(0, target.file_bytes);
    std::vector<std::byte> bytes(static_cast<std::size_t>(std::min(slab, target.file_bytes)));
    for (std::uint64_t at = 0; at < target.file_bytes; at += slab) {
      auto const part =
          std::span(bytes).first(static_cast<std::size_t>(std::min(slab, target.file_bytes - at)));
      from->read(at, part);
      file->write(at, part);
    }
    write_text(*file, 0, options.new_header);
    file->sync();
    require_whole_source();
    return true;
  });
}

void require_new(std::string const& to) {
  if (to.empty()) throw Error("the new file has no name");
  PosixStore store;
  if (store.exists(to)) throw Error(to + ": is there, it has to be the name of a new file");
  auto const folder = folder_of(to);
  if (!store.exists(folder)) throw Error(to + ": there is no folder " + folder);
}

Choice choice_in_place(Target const& target, Options const& options) {
  auto const disk = measured_disk(target.path, companion_folder(target, options.journal_directory));
  return chosen(target, limits_in_place(target, options), disk, true);
}

/// Throws isomer::Error if what has the companion's name is somebody else's file. One that was
/// being made is still zeros; of the two copies of its beginning one may be damaged.
void require_own_companion(Store& store, std::string const& real, std::string const& directory) {
  constexpr std::string_view beginning = "part of ";
  auto const place = companion_place(store, real, directory);
  if (!store.exists(place.path)) return;
  auto const companion = store.open(place.path, Access::read);
  bool is_zero = true;
  for (std::uint64_t const page : {std::uint64_t{0}, second_preface}) {
    std::string start(beginning.size(), '\0');
    companion->read(page * journal_page, std::as_writable_bytes(std::span(start)));
    if (start == beginning) return;
    is_zero = is_zero && start == std::string(beginning.size(), '\0');
  }
  if (!is_zero)
    throw Error(place.path +
                " is no companion of a file that is rewritten, it has to be moved away");
}

/// Throws isomer::Error if the groups of a rewriting that was cut short take more memory.
void require_memory(Store& store, std::string const& path, Options const& options) {
  if (options.memory == 0) return;
  auto const place = companion_place(store, store.real_path(path), options.journal_directory);
  if (!store.exists(place.path)) return;
  auto const found = look_into(*store.open(place.path, Access::read));
  if (!found.description) return;
  auto const schedule = schedule_of(found.description->numbers);
  auto const totals = totals_of(*schedule);
  auto const needed = 2 * (totals.in_bytes + totals.out_bytes) + schedule->table_bytes();
  if (needed > options.memory)
    throw Error("options.memory was " + std::to_string(options.memory) + ", it has to be " +
                std::to_string(needed) + ", which the groups of this rewriting take");
}

/// `beside_nothing`: what a file is whose companion holds nothing.
std::string end_of(Status const& before, Outcome const& outcome, Options const& options,
                   std::string const& beside_nothing) {
  if (before.state == State::whole) return "is whole, there is nothing to recover";
  if (outcome.stopped) return "stopped before its end, isomer recover goes on";
  // A companion that holds nothing has not begun, or has been closed.
  if (before.state == State::not_begun && before.way == Way::automatic)
    return beside_nothing + ", what was left beside it is removed";
  if (before.state == State::not_begun) return "not begun: it is the old array";
  std::string words = "complete: it is the new array now";
  if (options.verify && !outcome.verified)
    words += outcome.passes == 0 ? ", not verified: nothing was left to move"
                                 : ", not verified: the call that began kept no sum";
  return words;
}

}  // namespace

Report permute(std::string const& to, std::string const& from, FileArray const& array,
               std::vector<int> const& axes, Options const& options) {
  return named("permute", [&] {
    require_way(options.way, false);
    auto const target = checked_target(from, array, axes, options);
    require_new(to);
    PosixStore store;
    require_own_companion(store, target.path, options.journal_directory);
    if (target.array_bytes == 0) {
      copy_around(target, to, options);
      return nothing_moves();
    }
    auto const choice = chosen(target, limits_of_copy(target, options),
                               measured_disk(target.path, folder_of(to)), false);
    Task task;
    task.to = to;
    task.journal_directory = options.journal_directory;
    return carried_out(choice, target, task, options);
  });
}

Report permute_in_place(std::string const& path, FileArray const& array,
                        std::vector<int> const& axes, Options const& options) {
  return named("permute_in_place", [&] {
    require_way(options.way, true);
    auto const target = checked_target(path, array, axes, options);
    if (target.moves_nothing()) {
      write_header(target, options);
      return nothing_moves();
    }
    require_rewritable(target, options);
    PosixStore store;
    require_own_companion(store, target.path, options.journal_directory);
    Task task;
    task.journal_directory = options.journal_directory;
    return carried_out(choice_in_place(target, options), target, task, options);
  });
}

Report explain(std::string const& path, FileArray const& array, std::vector<int> const& axes,
               Options const& options) {
  return named("explain", [&] {
    require_way(options.way, true);
    auto const target = checked_target(path, array, axes, options);
    if (target.moves_nothing()) return nothing_moves();
    require_rewritable(target, options);
    PosixStore store;
    require_own_companion(store, target.path, options.journal_directory);
    require_beginning(store, target.path, options.journal_directory, !options.new_header.empty());
    return promised(choice_in_place(target, options));
  });
}

Status status(std::string const& path, std::string const& journal_directory) {
  return named("status", [&] {
    PosixStore store;
    return status(store, path, journal_directory);
  });
}

Report recover(std::string const& path, Options const& options) {
  return named("recover", [&] {
    PosixStore store;
    require_own_companion(store, store.real_path(path), options.journal_directory);
    auto const before = status(store, path, options.journal_directory);
    auto const beside_nothing = whole_beside_nothing(*store.open(path, Access::read));
    require_memory(store, path, options);
    auto const start = Clock::now();
    auto const spare = spare_in(folder_of(store.real_path(path)), 0, options);
    auto const outcome =
        recover(store, path, options.journal_directory, run_options(options, spare));
    Report report;
    report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    report.way = outcome.way;
    report.passes = outcome.passes;
    report.bytes_read = outcome.bytes_read;
    report.bytes_written = outcome.bytes_written;
    report.stopped = outcome.stopped;
    report.verified = outcome.verified;
    report.words = end_of(before, outcome, options, beside_nothing);
    return report;
  });
}

std::string warning(std::string const& path, std::string const& journal_directory) {
  return named("warning", [&] {
    PosixStore store;
    auto const real = store.real_path(path);
    for (auto const& place :
         {real, journal_directory.empty() ? folder_of(real) : journal_directory}) {
      auto const there = place_of(place);
      auto const end =
          " may lose data in a power cut or a crash of the system; a kill loses nothing";
      if (!there.file_system.empty())
        return place + " is on " + there.file_system + ", which" + end;
      if (!there.has_barriers)
        return place + " is on a file system that is mounted without barriers, which" + end;
    }
    return std::string();
  });
}

}  // namespace isomer::files
