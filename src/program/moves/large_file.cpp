// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/moves/large_file.hpp"

#include <cstdio>
#include <functional>

#include <isomer/error.hpp>

#include "files/part_path.hpp"
#include "machine/memory_limits.hpp"
#include "program/failure.hpp"
#include "program/files/npy_file.hpp"
#include "program/files/output_file.hpp"
#include "program/interruption.hpp"
#include "program/kokkos_session.hpp"
#include "program/progress.hpp"
#include "program/three_digits.hpp"

namespace isomer::program {
namespace {

files::Way way_named(std::string const& name) {
  using files::Way;
  for (Way const way : {Way::transfer, Way::ring, Way::slots, Way::wide, Way::blocks})
    if (name == files::name_of(way)) return way;
  return Way::automatic;
}

/// What a signal prints while a file is rewritten so that it can be recovered.
std::string stop_note(CommandLine const& line, std::string const& path) {
  auto const name = one_line(path);
  return "isomer: " + line.command + ": " + name +
         ": stops after the group at hand, isomer recover " + name +
         " goes on; a second signal stops at once, which loses nothing either\n";
}

void report(CommandLine const& line, files::Report const& done) {
  if (!line.verbose || done.passes == 0) return;
  auto const bytes = static_cast<double>(done.bytes_read + done.bytes_written);
  std::fprintf(stderr, "%s\nread and wrote %s MB in %s s: %s GB/s; predicted %s s\n",
               as_typed(done.words).c_str(), three_digits(1e-6 * bytes).c_str(),
               three_digits(done.seconds).c_str(),
               three_digits(1e-9 * bytes / done.seconds).c_str(),
               three_digits(done.predicted_seconds).c_str());
}

files::Options watched(CommandLine const& line, Progress& progress) {
  auto options = file_options(line);
  options.progress = [&progress](files::Progress const& at) { progress.reached(at); };
  return options;
}

/// What the library writes grows under a name of its own, which no user has to know.
files::Report permuted_beside(OutputFile& output, std::string const& to,
                              std::function<files::Report()> const& permute) {
  auto const growing = files::part_path(output.beside());
  output.remove_on_signal(growing);
  try {
    auto done = permute();
    output.remove_on_signal(output.beside());
    return done;
  } catch (Error const& error) {
    std::string text = without_function(error.what());
    for (auto const& name : {growing, output.beside()})
      if (auto const at = text.find(name); at != std::string::npos)
        text.replace(at, name.size(), to);
    throw Failure(text);
  }
}

void require_absent(bool is_given, char const* option, char const* reason) {
  if (is_given) throw UsageError(std::string(option) + reason);
}

}  // namespace

void require_file_options(CommandLine const& line) {
  require_raw_options(line);
  auto const& file = line.file;
  if (!line.in_place) {
    constexpr char const* reason = " is for --in-place";
    require_absent(file.spare.has_value(), "--spare", reason);
    require_absent(!file.way.empty(), "--way", reason);
    require_absent(!file.journal.empty(), "--journal", reason);
    require_absent(file.no_journal, "--no-journal", reason);
    require_absent(file.keep_inode, "--keep-inode", reason);
  }
  if (file.no_journal) {
    constexpr char const* reason =
        " needs the companion, and --no-journal rewrites the file without one";
    require_absent(file.memory.has_value(), "--memory", reason);
    require_absent(file.spare.has_value(), "--spare", reason);
    require_absent(file.rate.has_value(), "--rate", reason);
    require_absent(!file.way.empty(), "--way", reason);
    require_absent(!file.journal.empty(), "--journal", reason);
    require_absent(file.keep_inode, "--keep-inode", reason);
    require_absent(file.verify, "--verify", reason);
    require_absent(line.raw.is_raw, "--raw", reason);
  }
}

files::Options file_options(CommandLine const& line) {
  files::Options options;
  auto const& file = line.file;
  options.memory = file.memory.value_or(0);
  options.spare = file.spare.value_or(0);
  options.rate = file.rate.value_or(0);
  options.way = way_named(file.way);
  options.journal_directory = file.journal;
  options.keep_inode = file.keep_inode;
  options.verify = file.verify;
  return options;
}

bool is_large(CommandLine const& line, StoredArray const& array) {
  auto const& file = line.file;
  if (line.raw.is_raw) return true;
  // A single element, or elements of no bytes, are nothing that the library's files take.
  if (array.layout.shape.empty() || array.layout.item_bytes == 0) return false;
  return file.memory || file.rate || file.verify ||
         byte_count(array.layout) > detail::memory_left() / 2;
}

MemoryOrder memory_order_of(StoredArray const& array, Rearrangement const& rearrangement) {
  try {
    return memory_order_of(rearrangement, array.offset);
  } catch (Failure const& failure) {
    throw Failure(array.path + ": " + failure.what());
  }
}

void rewrite_large(CommandLine const& line, StoredArray const& array,
                   Rearrangement const& rearrangement) {
  auto const in_file = memory_order_of(array, rearrangement);
  warn_of_power_cuts(line, array.path);
  FinishDespiteSignal const finish(stop_note(line, array.path));
  files::Report done;
  {
    Progress progress(line.command + " " + array.path, line.file.plain_progress);
    auto options = watched(line, progress);
    options.stop = signal_is_held;
    options.old_header = array.start;
    if (array.header) try {
        options.new_header =
            format_npy_header_in_place(with_layout(*array.header, result_layout(rearrangement)));
      } catch (Failure const& failure) {
        throw Failure(array.path + ": " + failure.what());
      }
    KokkosSession const kokkos(line.threads);
    done = files::permute_in_place(array.path, in_file.array, in_file.axes, options);
  }
  report(line, done);
}

bool copy_large(CommandLine const& line, StoredArray const& array,
                Rearrangement const& rearrangement, std::string const& to) {
  std::string start;
  if (array.header) {
    auto const fitted =
        npy_header_in_its_room(with_layout(*array.header, result_layout(rearrangement)));
    if (!fitted) return false;
    start = *fitted;
  }
  auto const in_file = memory_order_of(array, rearrangement);
  auto const input = open_file(array.path, Access::read);
  OutputFile output(to, line.force, input.get());
  files::Report done;
  {
    Progress progress(line.command + " " + array.path, line.file.plain_progress);
    auto options = watched(line, progress);
    options.old_header = array.start;
    options.new_header = start;
    KokkosSession const kokkos(line.threads);
    done = permuted_beside(output, to, [&] {
      return files::permute(output.beside(), array.path, in_file.array, in_file.axes, options);
    });
    progress.flushing();
    if (array.header) output.cut(array.offset + byte_count(array.layout));
    output.commit();
  }
  report(line, done);
  return true;
}

void recover_large(CommandLine const& line, std::string const& path) {
  FinishDespiteSignal const finish(stop_note(line, path));
  files::Report done;
  {
    Progress progress(line.command + " " + path, line.file.plain_progress);
    auto options = watched(line, progress);
    options.stop = signal_is_held;
    progress.start_at(files::status(path, line.file.journal).progress.bytes);
    KokkosSession const kokkos(line.threads);
    done = files::recover(path, options);
  }
  if (!done.stopped) std::printf("%s: %s\n", one_line(path).c_str(), done.words.c_str());
}

void warn_of_power_cuts(CommandLine const& line, std::string const& path) {
  auto const text = files::warning(path, line.file.journal);
  if (!text.empty())
    std::fprintf(stderr, "isomer: %s: warning: %s\n", line.command.c_str(), one_line(text).c_str());
}

}  // namespace isomer::program
