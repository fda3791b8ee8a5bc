// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstring>

#include <isomer/error.hpp>

#include "program/commands/commands.hpp"
#include "program/failure.hpp"
#include "program/files/in_place_file.hpp"
#include "program/files/npy_file.hpp"
#include "program/files/output_file.hpp"
#include "program/interruption.hpp"
#include "program/moves/move_records.hpp"
#include "program/moves/timed_move.hpp"

namespace isomer::program {
namespace {

struct Wish {
  Arrangement to;
  std::optional<Arrangement> from;
  bool pad = false;
};

/// What becomes of a file: the move and its new header.
struct Change {
  RecordMove move;
  NpyHeader header;
};

Arrangement arrangement_of(char const* option, std::string const& text) {
  try {
    return parse_arrangement(text);
  } catch (Error const& error) {
    throw UsageError(std::string(option) + ": " + without_function(error.what()));
  }
}

/// The records after a move: the last tile has to be whole.
std::int64_t whole_tiles(std::int64_t count, Wish const& wish) {
  auto const tile = largest_tile(wish.to);
  auto const rest = count % tile;
  if (rest == 0) return count;
  if (!wish.pad)
    throw Failure("has " + std::to_string(count) + " records, no multiple of the tile of " +
                  std::to_string(tile) + ": --pad fills the last one with records of zeros");
  return count - rest + tile;
}

Change change_of(NpyHeader const& header, std::string const& path, Wish const& wish) {
  try {
    auto const records = records_of(header, wish.from);
    RecordMove move{records, wish.to, whole_tiles(records.count, wish)};
    return {move, header_of(header, records, move.to, move.count)};
  } catch (Failure const& failure) {
    throw Failure(path + ": " + failure.what());
  } catch (Error const& error) {
    throw Failure(path + ": " + without_function(error.what()));
  }
}

void say(std::string const& path, RecordMove const& move) {
  auto const& from = move.from;
  auto const bytes = from.count > 0 ? move.bytes_from() / from.count : from.record.bytes();
  std::printf("%s: %lld records of %zu fields, %lld bytes, in %s\n", one_line(path).c_str(),
              static_cast<long long>(from.count), from.fields.size(), static_cast<long long>(bytes),
              one_line(from.arrangement.name()).c_str());
  if (move.count > from.count)
    std::printf("%lld records of zeros fill the last tile, there are %lld now\n",
                static_cast<long long>(move.count - from.count),
                static_cast<long long>(move.count));
}

detail::PlanFacts bytes_as_they_are() {
  return {.schema = "copy", .description = "the bytes as they are"};
}

/// Copies where nothing moves.
detail::PlanFacts copy_records(RecordMove const& move, std::byte* dst, std::byte const* src,
                               Progress& progress) {
  auto const bytes = move.bytes_to();
  if (fits_in_memory(bytes)) populate(dst, bytes, Access::write);
  if (move.moves_nothing()) {
    progress.expect(bytes, 0);
    std::memcpy(dst, src, static_cast<std::size_t>(bytes));
    return bytes_as_they_are();
  }
  Exec const exec;
  auto const plan = plan_copy(exec, move, dst, src);
  progress.expect(bytes, plan->facts().predicted_seconds);
  plan->run(exec, dst, src, nullptr);
  exec.fence("isomer::program: fence after the records");
  return plan->facts();
}

void write_beside(CommandLine const& line, Wish const& wish) {
  auto const& in = line.files[0];
  MappedFile const input(open_file(in, Access::read), in, Access::read);
  auto const header = read_header(input, in);
  auto const [move, result] = change_of(header, in, wish);
  auto const start = format_npy_header(result);
  auto const bytes = move.bytes_to();
  OutputFile output(line.files[1], static_cast<std::int64_t>(start.size()) + bytes, line.force,
                    input.descriptor());
  std::memcpy(output.data(), start.data(), start.size());

  KokkosSession const kokkos(line.threads);
  Progress progress(line.command + ' ' + in);
  auto const copy = [&, &move = move] {
    return copy_records(move, output.data() + start.size(), input.data() + header.data_offset,
                        progress);
  };
  timed_move(line, bytes, progress, copy, [&] { output.commit(); });
  say(in, move);
}

void rewrite(CommandLine const& line, Wish const& wish) {
  auto const& path = line.files[0];
  InPlaceFile file(path);
  auto const [move, result] = change_of(file.header(), path, wish);
  bool const stays = move.moves_nothing();
  if (stays && result.descr == file.header().descr) return say(path, move);

  KokkosSession const kokkos(line.threads);
  Exec const exec;
  detail::PlanPtr<Exec> const plan = stays ? nullptr : plan_in_place(exec, move);
  FinishDespiteSignal const finish(half_moved_note(line, path));
  Progress progress(line.command + ' ' + path);
  progress.expect(move.room(), stays ? 0 : plan->facts().predicted_seconds);
  auto const rearrange = [&, &move = move, &result = result] {
    rewrite_file(
        file, [&] { file.prepare_resized(result, move.room()); }, exec, plan.get(),
        move.count > 0 ? move.room() : 0, [&] { spread(move, file.data()); });
    return stays ? bytes_as_they_are() : plan->facts();
  };
  timed_move(line, move.room(), progress, rearrange, [&] { file.finish(); });
  say(path, move);
}

}  // namespace

void rearrange(CommandLine const& line) {
  require_files(line);
  Wish wish{arrangement_of("--to", line.to), std::nullopt, line.pad};
  if (!line.from.empty()) wish.from = arrangement_of("--from", line.from);
  if (line.in_place) rewrite(line, wish);
  else write_beside(line, wish);
}

}  // namespace isomer::program
