// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>

#include "program/commands/commands.hpp"
#include "program/failure.hpp"
#include "program/files/in_place_file.hpp"
#include "program/files/npy_file.hpp"
#include "program/files/output_file.hpp"
#include "program/interruption.hpp"
#include "program/moves/large_file.hpp"
#include "program/moves/rearrange.hpp"
#include "program/moves/timed_move.hpp"

/// permute, transpose and relayout: one body, told apart by the rearrangement they make of a file.
namespace isomer::program {
namespace {

using Rearrange = std::function<Rearrangement(ArrayLayout const&)>;

Rearrangement rearrangement_of(ArrayLayout const& layout, std::string const& path,
                               Rearrange const& rearrange) {
  try {
    require_supported(layout);
    return rearrange(layout);
  } catch (Failure const& failure) {
    throw Failure(path + ": " + failure.what());
  }
}

void write_beside(std::string const& in, std::string const& out, CommandLine const& line,
                  Rearrange const& rearrange) {
  MappedFile const input(open_file(in, Access::read), in, Access::read);
  auto const header = read_header(input, in);
  auto const rearrangement = rearrangement_of(layout_of(header), in, rearrange);
  auto const start = format_npy_header(with_layout(header, result_layout(rearrangement)));
  auto const bytes = byte_count(rearrangement.from);
  OutputFile output(out, static_cast<std::int64_t>(start.size()) + bytes, line.force,
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

void rewrite(std::string const& path, CommandLine const& line, Rearrange const& rearrange) {
  InPlaceFile file(path);
  auto const rearrangement = rearrangement_of(layout_of(file.header()), path, rearrange);
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
void rewrite_safely(std::string const& path, CommandLine const& line, Rearrange const& rearrange) {
  auto const array = stored_array(line, path, Access::write);
  auto const rearrangement = rearrangement_of(array.layout, path, rearrange);
  if (!moves_nothing(rearrangement)) rewrite_large(line, array, rearrangement);
  else if (array.header) rewrite(path, line, rearrange);
}

/// False where the file is written as one that fits in memory.
bool write_large(CommandLine const& line, Rearrange const& rearrange) {
  auto const& in = line.files[0];
  auto const array = stored_array(line, in, Access::read);
  if (!is_large(line, array)) return false;
  auto const rearrangement = rearrangement_of(array.layout, in, rearrange);
  return copy_large(line, array, rearrangement, line.files[1]);
}

void run(CommandLine const& line, Rearrange const& rearrange) {
  require_files(line);
  require_file_options(line);
  auto const& path = line.files[0];
  if (line.in_place && line.file.no_journal) rewrite(path, line, rearrange);
  else if (line.in_place) rewrite_safely(path, line, rearrange);
  else if (!write_large(line, rearrange)) write_beside(path, line.files[1], line, rearrange);
}

}  // namespace

void permute(CommandLine const& line) {
  auto const& axes = *line.axes;
  try {
    // Whatever the file's rank: a list that no array could take is a mistake of the command line.
    require_permutation(axes, static_cast<int>(axes.size()));
  } catch (Failure const& failure) {
    throw UsageError(failure.what());
  }
  run(line, [&](ArrayLayout const& layout) {
    require_permutation(axes, static_cast<int>(layout.shape.size()));
    return Rearrangement{layout, std::vector<int>(axes.begin(), axes.end()), layout.fortran_order};
  });
}

void transpose(CommandLine const& line) {
  run(line, [](ArrayLayout const& layout) {
    std::vector<int> axes(layout.shape.size());
    std::iota(axes.rbegin(), axes.rend(), 0);
    return Rearrangement{layout, axes, layout.fortran_order};
  });
}

void relayout(CommandLine const& line) {
  run(line, [&](ArrayLayout const& layout) {
    std::vector<int> axes(layout.shape.size());
    std::iota(axes.begin(), axes.end(), 0);
    return Rearrangement{layout, axes, *line.fortran_order};
  });
}

}  // namespace isomer::program
