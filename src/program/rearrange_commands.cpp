// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>

#include "program/commands.hpp"
#include "program/failure.hpp"
#include "program/in_place_file.hpp"
#include "program/interruption.hpp"
#include "program/npy_file.hpp"
#include "program/output_file.hpp"
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

std::optional<int> threads_of(Arguments const& arguments) {
  auto const text = arguments.value("--threads");
  if (!text) return std::nullopt;
  return parse_count("--threads", *text);
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

void write_beside(std::string const& in, std::string const& out, Arguments const& arguments,
                  std::string const& verb, Rearrange const& rearrange) {
  MappedFile const input(open_file(in, Access::read), in, Access::read);
  auto const header = read_header(input, in);
  auto const rearrangement = rearrangement_of(header, in, rearrange);
  auto const start = format_npy_header(with_layout(header, result_layout(rearrangement)));
  auto const bytes = byte_count(rearrangement.from);
  OutputFile output(out, static_cast<std::int64_t>(start.size()) + bytes, arguments.has("--force"),
                    input.descriptor());
  std::memcpy(output.data(), start.data(), start.size());

  KokkosSession const kokkos(threads_of(arguments));
  Progress progress(verb + " " + in);
  auto const moving = Clock::now();
  auto const facts = move_elements(Exec(), rearrangement, output.data() + start.size(),
                                   input.data() + header.data_offset, progress);
  double const moved = seconds_since(moving);
  progress.flushing();
  auto const flushing = Clock::now();
  output.commit();
  if (arguments.has("--verbose"))
    report(facts, static_cast<double>(bytes), moved, seconds_since(flushing));
}

void rewrite(std::string const& path, Arguments const& arguments, std::string const& verb,
             Rearrange const& rearrange) {
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

  KokkosSession const kokkos(threads_of(arguments));
  Exec const exec;
  auto const plan = plan_in_place(exec, rearrangement, file.data());
  auto const& facts = plan->facts();
  auto const bytes = byte_count(rearrangement.from);
  FinishDespiteSignal const finish("isomer: " + verb + ": " + one_line(path) +
                                   ": half moved, will stop when it is whole; a second signal "
                                   "stops at once and leaves it unreadable\n");
  Progress progress(verb + " " + path);
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
  if (arguments.has("--verbose"))
    report(facts, static_cast<double>(bytes), moved, seconds_since(flushing));
}

void run(Arguments const& arguments, std::string const& verb, Rearrange const& rearrange) {
  threads_of(arguments);  // a wrong number is a usage error, whatever the files hold
  auto const& files = arguments.files();
  if (arguments.has("--in-place")) {
    if (files.size() != 1)
      throw UsageError("--in-place takes one file, " + std::to_string(files.size()) +
                       " were given");
    if (arguments.has("--force"))
      throw UsageError("--force is for an output file, with --in-place there is none");
    rewrite(files[0], arguments, verb, rearrange);
    return;
  }
  if (files.size() != 2)
    throw UsageError("an input and an output file have to be given, there are " +
                     std::to_string(files.size()));
  write_beside(files[0], files[1], arguments, verb, rearrange);
}

std::string required(Arguments const& arguments, std::string_view option) {
  auto const value = arguments.value(option);
  if (!value) throw UsageError("the option " + std::string(option) + " is missing");
  return *value;
}

void permute(Arguments const& arguments) {
  auto const axes = parse_list("--axes", required(arguments, "--axes"));
  try {
    // Whatever the file's rank: a list that no array could take is a mistake of the command line.
    require_permutation(axes, static_cast<int>(axes.size()));
  } catch (Failure const& failure) {
    throw UsageError(failure.what());
  }
  run(arguments, "permute", [&](ArrayLayout const& layout) {
    require_permutation(axes, static_cast<int>(layout.shape.size()));
    return Rearrangement{layout, std::vector<int>(axes.begin(), axes.end()), layout.fortran_order};
  });
}

void transpose(Arguments const& arguments) {
  run(arguments, "transpose", [](ArrayLayout const& layout) {
    std::vector<int> axes(layout.shape.size());
    std::iota(axes.rbegin(), axes.rend(), 0);
    return Rearrangement{layout, axes, layout.fortran_order};
  });
}

void relayout(Arguments const& arguments) {
  auto const order = required(arguments, "--order");
  if (order != "C" && order != "F")
    throw UsageError("--order was '" + order + "', it has to be C or F");
  run(arguments, "relayout", [&](ArrayLayout const& layout) {
    std::vector<int> axes(layout.shape.size());
    std::iota(axes.begin(), axes.end(), 0);
    return Rearrangement{layout, axes, order == "F"};
  });
}

std::vector<OptionSpec> options_and(std::vector<OptionSpec> own) {
  for (OptionSpec const& common : {OptionSpec{"--in-place"}, OptionSpec{"--force"},
                                   OptionSpec{"--threads", true}, OptionSpec{"--verbose"}})
    own.push_back(common);
  return own;
}

#define ISOMER_PROGRAM_FILES_HELP                                                                 \
  "  --in-place   rewrite FILE.npy itself, with no second copy on disk or in memory. A signal\n"  \
  "               such as Ctrl-C waits for the end. Until then the file starts with another\n"    \
  "               magic string, so one whose rewriting was cut short is never read as an array\n" \
  "  --force      replace OUT.npy if it exists; it appears at the end, whole or not at "          \
  "all\n" ISOMER_PROGRAM_THREADS_HELP "  --verbose    say how it was done and how fast\n"

constexpr std::string_view permute_help =
    "usage: isomer permute IN.npy OUT.npy --axes 2,0,1 [--force] [--threads N] [--verbose]\n"
    "       isomer permute --in-place FILE.npy --axes 2,0,1 [--threads N] [--verbose]\n"
    "\n"
    "Puts the axes of an array into another order, as numpy.transpose(a, axes) does: axis k of "
    "the\n"
    "output is axis axes[k] of the input. The output is stored in the order, C or Fortran, that "
    "the\n"
    "input is stored in.\n"
    "\n"
    "  --axes LIST  each axis once, counted from 0: 2,0,1\n" ISOMER_PROGRAM_FILES_HELP;

constexpr std::string_view transpose_help =
    "usage: isomer transpose IN.npy OUT.npy [--force] [--threads N] [--verbose]\n"
    "       isomer transpose --in-place FILE.npy [--threads N] [--verbose]\n"
    "\n"
    "Reverses the axes of an array, as numpy.transpose(a) does. The output is stored in the "
    "order,\n"
    "C or Fortran, that the input is stored in, so the elements move.\n"
    "\n" ISOMER_PROGRAM_FILES_HELP;

constexpr std::string_view relayout_help =
    "usage: isomer relayout IN.npy OUT.npy --order F|C [--force] [--threads N] [--verbose]\n"
    "       isomer relayout --in-place FILE.npy --order F|C [--threads N] [--verbose]\n"
    "\n"
    "Stores the same array, with the same shape and indices, in another order in memory, as\n"
    "numpy.asfortranarray and numpy.ascontiguousarray do.\n"
    "\n"
    "  --order F    the first axis becomes the fastest (Fortran, Kokkos::LayoutLeft)\n"
    "  --order C    the last axis becomes the fastest (C, "
    "Kokkos::LayoutRight)\n" ISOMER_PROGRAM_FILES_HELP;

}  // namespace

Command permute_command() {
  return {"permute", "put the axes of an array into another order", permute_help,
          options_and({{"--axes", true}}), permute};
}

Command transpose_command() {
  return {"transpose", "reverse the axes of an array", transpose_help, options_and({}), transpose};
}

Command relayout_command() {
  return {"relayout", "store an array in Fortran or C order", relayout_help,
          options_and({{"--order", true}}), relayout};
}

}  // namespace isomer::program
