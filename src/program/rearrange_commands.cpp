// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>

#include "program/commands.hpp"
#include "program/failure.hpp"
#include "program/files/in_place_file.hpp"
#include "program/files/npy_file.hpp"
#include "program/files/output_file.hpp"
#include "program/interruption.hpp"
#include "program/rearrange.hpp"
#include "program/three_digits.hpp"

/// permute, transpose and relayout: one body, told apart by the rearrangement they make of a file.
namespace isomer::program {
namespace {

using Clock = std::chrono::steady_clock;
using Rearrange = std::function<Rearrangement(ArrayLayout const&)>;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What --verbose prints: how it was done, and how fast.
void report(detail::PlanFacts const& facts, double bytes, double moving, double flushing) {
  std::fprintf(stderr, "%s\nmoved %s MB in %s s: %s GB/s read and written; to disk in %s s\n",
               facts.description.c_str(), three_digits(bytes / 1e6).c_str(),
               three_digits(moving).c_str(), three_digits(2e-9 * bytes / moving).c_str(),
               three_digits(flushing).c_str());
}

Rearrangement rearrangement_of(NpyHeader const& header, std::string const& path,
                               Rearrange const& rearrange) {
  try {
    auto const layout = layout_of(header);
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
  auto const rearrangement = rearrangement_of(header, in, rearrange);
  auto const start = format_npy_header(with_layout(header, result_layout(rearrangement)));
  auto const bytes = byte_count(rearrangement.from);
  OutputFile output(out, static_cast<std::int64_t>(start.size()) + bytes, line.force,
                    input.descriptor());
  std::memcpy(output.data(), start.data(), start.size());

  KokkosSession const kokkos(line.threads);
  Progress progress(line.command + " " + in);
  auto const moving = Clock::now();
  auto const facts = move_elements(Exec(), rearrangement, output.data() + start.size(),
                                   input.data() + header.data_offset, progress);
  double const moved = seconds_since(moving);
  progress.flushing();
  auto const flushing = Clock::now();
  output.commit();
  if (line.verbose) report(facts, static_cast<double>(bytes), moved, seconds_since(flushing));
}

void rewrite(std::string const& path, CommandLine const& line, Rearrange const& rearrange) {
  InPlaceFile file(path);
  auto const rearrangement = rearrangement_of(file.header(), path, rearrange);
  auto const result = with_layout(file.header(), result_layout(rearrangement));
  if (moves_nothing(rearrangement)) {
    bool const is_same =
        result.shape == file.header().shape && result.fortran_order == file.header().fortran_order;
    if (is_same) return;
    file.begin(result);
    file.finish();
    return;
  }

  KokkosSession const kokkos(line.threads);
  Exec const exec;
  auto const plan = plan_in_place(exec, rearrangement, file.data());
  auto const& facts = plan->facts();
  auto const bytes = byte_count(rearrangement.from);
  FinishDespiteSignal const finish("isomer: " + line.command + ": " + one_line(path) +
                                   ": half moved, will stop when it is whole; a second signal "
                                   "stops at once and leaves it unreadable\n");
  Progress progress(line.command + " " + path);
  progress.expect(bytes, facts.predicted_seconds);
  file.begin(result);
  auto const moving = Clock::now();
  if (fits_in_memory(bytes)) populate(file.data(), bytes, Access::write);
  detail::run_in_place("isomer", exec, *plan, file.data());
  exec.fence("isomer::program: fence after the rewriting in place");
  double const moved = seconds_since(moving);
  progress.flushing();
  auto const flushing = Clock::now();
  file.finish();
  if (line.verbose) report(facts, static_cast<double>(bytes), moved, seconds_since(flushing));
}

void run(CommandLine const& line, Rearrange const& rearrange) {
  auto const& files = line.files;
  if (line.in_place) {
    if (files.size() != 1)
      throw UsageError("--in-place takes one file, " + std::to_string(files.size()) +
                       " were given");
    if (line.force)
      throw UsageError("--force is for an output file, with --in-place there is none");
    rewrite(files[0], line, rearrange);
    return;
  }
  if (files.size() != 2)
    throw UsageError("an input and an output file have to be given, there are " +
                     std::to_string(files.size()));
  write_beside(files[0], files[1], line, rearrange);
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
