// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include <sys/stat.h>

#include <isomer/files.hpp>

#include "program/commands/commands.hpp"
#include "program/failure.hpp"
#include "program/files/in_place_file.hpp"
#include "program/files/npy_file.hpp"
#include "program/files/output_file.hpp"
#include "program/interruption.hpp"
#include "program/moves/large_file.hpp"
#include "program/moves/rearrange.hpp"
#include "program/moves/requested.hpp"
#include "program/moves/timed_move.hpp"

/// permute, transpose and relayout: one body, told apart by the rearrangement they make of a file.
namespace isomer::program {
namespace {

void write_beside(CommandLine const& line) {
  auto const& in = line.files[0];
  MappedFile const input(open_file(in, Access::read), in, Access::read);
  auto const header = read_header(input, in);
  auto const rearrangement = requested_of(line, layout_of(header), in);
  auto const start = format_npy_header(with_layout(header, result_layout(rearrangement)));
  auto const bytes = byte_count(rearrangement.from);
  OutputFile output(line.files[1], static_cast<std::int64_t>(start.size()) + bytes, line.force,
                    input.descriptor());
  std::memcpy(output.data(), start.data(), start.size());

  KokkosSession const kokkos(line.threads);
  Progress progress(line.command + " " + in, line.file.plain_progress);
  auto const move = [&] {
    return move_elements(Exec(), rearrangement, output.data() + start.size(),
                         input.data() + header.data_offset, progress);
  };
  timed_move(line, bytes, progress, move, [&] { output.commit(); });
}

/// Throws Failure unless the raw file is whole, and still the one that was opened: a file without a
/// mark has nothing else to say so.
void require_raw_source(MappedFile const& input, std::string const& path) {
  auto const found = files::status(path);
  if (found.state != files::State::whole)
    throw Failure(found.running ? path + ": is being rewritten by another process" : found.words);
  struct stat opened {};
  struct stat named {};
  bool const is_told = fstat(input.descriptor(), &opened) == 0 && stat(path.c_str(), &named) == 0;
  if (!is_told || opened.st_ino != named.st_ino || named.st_size != input.size())
    throw Failure(path + ": was replaced by another process at this moment");
}

/// What lies before and behind the array stays as it is.
void write_raw_beside(CommandLine const& line) {
  auto const& in = line.files[0];
  MappedFile const input(open_file(in, Access::read), in, Access::read);
  auto const array = stored_array(line, in, Access::read);
  require_raw_source(input, in);
  auto const rearrangement = requested_of(line, array.layout, in);
  auto const bytes = byte_count(array.layout);
  OutputFile output(line.files[1], input.size(), line.force, input.descriptor());
  auto const end = array.offset + bytes;
  std::copy_n(input.data(), array.offset, output.data());
  std::copy_n(input.data() + end, input.size() - end, output.data() + end);

  KokkosSession const kokkos(line.threads);
  Progress progress(line.command + " " + in, line.file.plain_progress);
  auto const move = [&] {
    return move_elements(Exec(), rearrangement, output.data() + array.offset,
                         input.data() + array.offset, progress);
  };
  timed_move(line, bytes, progress, move, [&] {
    require_raw_source(input, in);
    output.commit();
  });
}

void rewrite(CommandLine const& line) {
  auto const& path = line.files[0];
  InPlaceFile file(path);
  auto const rearrangement = requested_of(line, layout_of(file.header()), path);
  auto const result = with_layout(file.header(), result_layout(rearrangement));
  if (moves_nothing(rearrangement)) {
    bool const is_same =
        result.shape == file.header().shape && result.fortran_order == file.header().fortran_order;
    if (is_same) return;
    file.prepare(result);
    file.finish();
    return;
  }

  KokkosSession const kokkos(line.threads);
  Exec const exec;
  auto const plan = plan_in_place(exec, rearrangement, file.data());
  auto const& facts = plan->facts();
  auto const bytes = byte_count(rearrangement.from);
  FinishDespiteSignal const finish(half_moved_note(line, path));
  Progress progress(line.command + " " + path, line.file.plain_progress);
  progress.expect(bytes, facts.predicted_seconds);
  auto const move = [&] {
    rewrite_file(file, [&] { file.prepare(result); }, exec, plan.get(), bytes, {});
    return facts;
  };
  timed_move(line, bytes, progress, move, [&] { file.finish(); });
}

/// Through a companion, or where only the header changes without one.
void rewrite_safely(CommandLine const& line) {
  auto const& path = line.files[0];
  auto const array = stored_array(line, path, Access::write);
  auto const rearrangement = requested_of(line, array.layout, path);
  if (moves_nothing(rearrangement)) {
    if (array.header) rewrite(line);
    return;
  }
  require_companion(array, rearrangement);
  rewrite_large(line, array, rearrangement);
}

/// False where the file is written as one that fits in memory.
bool write_large(CommandLine const& line) {
  auto const& in = line.files[0];
  auto const array = stored_array(line, in, Access::read);
  if (!is_large(line, array)) return false;
  auto const rearrangement = requested_of(line, array.layout, in);
  if (!has_memory_order(rearrangement)) return false;
  return copy_large(line, array, rearrangement, line.files[1]);
}

/// Names the options that count only where the library moves files.
void warn_of_unused(CommandLine const& line) {
  auto const& file = line.file;
  std::string names;
  for (auto const& [is_given, name] :
       {std::pair(file.memory.has_value(), "--memory"), std::pair(file.rate.has_value(), "--rate"),
        std::pair(file.verify, "--verify")})
    if (is_given) names += std::string(names.empty() ? "" : ", ") + name;
  if (!names.empty())
    std::fprintf(stderr,
                 "isomer: %s: warning: %s: is moved through memory as a whole, without %s\n",
                 line.command.c_str(), one_line(line.files[0]).c_str(), names.c_str());
}

void run(CommandLine const& line) {
  require_files(line);
  require_file_options(line);
  if (line.in_place && line.file.no_journal) rewrite(line);
  else if (line.in_place) rewrite_safely(line);
  else if (!write_large(line)) {
    warn_of_unused(line);
    if (line.raw.is_raw) write_raw_beside(line);
    else write_beside(line);
  }
}

}  // namespace

void permute(CommandLine const& line) {
  require_axes(line);
  run(line);
}

void transpose(CommandLine const& line) { run(line); }

void relayout(CommandLine const& line) { run(line); }

}  // namespace isomer::program
