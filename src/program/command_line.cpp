// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/command_line.hpp"

#include <algorithm>

#include "program/cli11.hpp"
#include "program/failure.hpp"
#include "program/options.hpp"
#include "program/version.hpp"

namespace isomer::program {
namespace {

struct Command {
  char const* name;
  char const* summary;  ///< for the list of commands
  char const* usage;
  void (*add_options)(CLI::App&, CommandLine&);
};
constexpr Command commands[] = {
    {"permute", "put the axes of an array into another order",
     R"(usage: isomer permute IN.npy OUT.npy --axes 2,0,1 [--force] [OPTION ..]
       isomer permute --in-place FILE.npy --axes 2,0,1 [OPTION ..]

Puts the axes of an array into another order, as numpy.transpose(a, axes) does: axis k of the
output is axis axes[k] of the input. The output is stored in the order, C or Fortran, that the
input is stored in. Files may be larger than memory, in place too.
)",
     add_permute},
    {"transpose", "reverse the axes of an array",
     R"(usage: isomer transpose IN.npy OUT.npy [--force] [OPTION ..]
       isomer transpose --in-place FILE.npy [--memory 2G] [--spare 10G] [OPTION ..]
       isomer transpose --in-place --raw f8 --shape 100000,20000 [--offset 4096] FILE

Reverses the axes of an array, as numpy.transpose(a) does. The output is stored in the order,
C or Fortran, that the input is stored in, so the elements move. Files may be larger than memory,
in place too.
)",
     add_transpose},
    {"relayout", "store an array in Fortran or C order",
     R"(usage: isomer relayout IN.npy OUT.npy --order F|C [--force] [OPTION ..]
       isomer relayout --in-place FILE.npy --order F|C [OPTION ..]

Stores the same array, with the same shape and indices, in another order in memory, as
numpy.asfortranarray and numpy.ascontiguousarray do. With --raw the array is stored in the other
order than --order says. Files may be larger than memory, in place too.
)",
     add_relayout},
    {"rearrange", "rearrange the fields of records",
     R"(usage: isomer rearrange IN.npy OUT.npy --to soa|aos|tiled:64 [--pad] [--from ARRANGEMENT]
                        [--force] [--threads N] [--verbose]
       isomer rearrange --in-place FILE.npy --to soa|aos|tiled:64 [--pad] [--from ARRANGEMENT]
                        [--threads N] [--verbose]

Rearranges the records of an array with a structured dtype. NumPy loads, maps and indexes each
arrangement by the names of the fields: aos has shape (n,); soa has shape () and fields of shape
(n,); tiles have shape (n / N,) and fields of shape (N,); clusters have shape () and a struct for
each, named after its fields, of shape (n / N,). An array in a record keeps its own axes in front:
(3,) becomes (3, n). In soa, tiles and clusters, fields of large alignment come first; back in aos
they keep that order, with the padding of a C struct.
)",
     add_rearrange},
    {"recover", "mend a file whose rewriting was cut short",
     R"(usage: isomer recover FILE [--memory 2G] [--rate 200M] [--journal DIR] [OPTION ..]

Goes on with a rewriting in place that was cut short: by a kill, a signal, a full disk, a crash of
the system. It may be cut short itself, and be called again. With the companion FILE.isomer nothing
is lost: the file becomes the new array, or the old one where nothing had moved yet.

A file rewritten without a companion (rearrange, --no-journal) says itself how far it came:

  not begun      no element has moved: the header is put back, the array is the old one
  complete       every element has moved: the header is finished, the array is the new one
  moved in part  data are lost, the file stays as it is, exit code 1: restore it from a copy

After a crash of the whole system, such a file counts as moved in part unless all of it is known to
have reached the disk. A file that is whole is left as it is.
)",
     add_recover},
    {"status", "say how far a rewriting in place came", R"(usage: isomer status FILE [--journal DIR]

Says whether a file is whole, and else how far its rewriting in place came: the way, the pass, the
part that is done. While it runs too; nothing is changed.
)",
     add_status},
    {"advise", "say which arrangement suits kernels",
     R"(usage: isomer advise FILE.npy --kernel "read x y update vx, 500 calls" [--kernel ..]
                     [--offer "aos; soa; tiled 64"] [--svg FILE [--force]] [--from ARRANGEMENT]
                     [--threads N | --gpu h200]

Says which arrangement of the records in a file suits the kernels that are to run on them, whether
the change to it pays on this machine, and why: the bytes that each kernel uses of the cache lines
that it touches, and a table of predicted times. Only the header of the file is read. Kernels that
alternate have their calls spread evenly over as many rounds as the one with the fewest has.

With --gpu: the same for kernels of such a card, by the sectors that their warps touch.
)",
     add_advise},
    {"explain", "say how an array would be rearranged",
     R"(usage: isomer explain --shape 64,224,224,3 [--axes 0,3,1,2] [--type f32] [--order F|C]
                      [--in-place] [--threads N]
       isomer explain --gpu h200 --shape 64,224,224,3 [--axes 0,3,1,2] [--type f32] [--order F|C]
                      [--in-place]
       isomer explain --in-place FILE [--axes 0,3,1,2] [--order F|C] [--memory 2G] [--spare 10G]

Says how an array would be rearranged on this machine, without any data: the fused shape, the
schema or decomposition, its passes, bytes and workspace, and the times that the model predicts,
for repeated and for single use.

With a FILE: how it would be rewritten in place on its disk, and what each other way would cost:
passes, bytes read and written, disk beside the file, seconds. The file is not changed; from 256M
on its disk is measured, by reading it and by writing to a nameless file of 64M beside it.

With --gpu: what the kernels would do on such a card, counted from the addresses of some of their
blocks (sectors, passes over shared memory, bytes in flight), and the time that follows. No GPU is
needed. A file of properties has lines `name = value` for name, multiprocessors, shared_bytes,
block_bytes, l2_bytes, copy_bandwidth, latency_seconds, launch_seconds, copy_sharpness,
clock_hertz and l2_bandwidth.
)",
     add_explain},
    {"info", "describe this program, or a .npy file", R"(usage: isomer info [--threads N]
       isomer info FILE.npy

Without a file: versions, threads, SIMD level (ISOMER_ISA in the environment chooses another),
caches, and where predictions come from (ISOMER_MODEL names a file of your own). With one: what
its header says, or how far a rewriting in place came that was cut short.
)",
     add_threads}};

std::string help() {
  Rows rows;
  for (auto const& command : commands) rows.emplace_back(command.name, command.summary);
  return "usage: isomer COMMAND ...\n\nRearranges the arrays in NumPy's .npy files.\n\n" +
         table(rows) +
         "\n  --help     for one command: isomer COMMAND --help\n"
         "  --version  print the version\n"
         "\nExit code: 0 done, 1 an error, 2 a command line that makes no sense.\n";
}

/// What CLI11 knows no option for are files, or mistakes.
void require_no_options(std::vector<std::string> const& files) {
  for (std::string const& word : files)
    if (word.size() > 1 && word.front() == '-')
      throw UsageError("there is no option " + word.substr(0, word.find('=')));
}

/// CLI11 never sees `--`: behind an option with an optional value it would swallow it.
void parse_options(CLI::App& app, std::vector<std::string> const& words, CommandLine& line) {
  auto const end = std::find(words.begin(), words.end(), "--");
  try {
    parse_words(app, {words.begin(), end}, " ");
  } catch (CLI::RequiredError const&) {  // told below: a misspelt option explains it better
  }
  line.files = app.remaining();
  require_no_options(line.files);
  if (end != words.end()) line.files.insert(line.files.end(), end + 1, words.end());
  for (auto const* option : app.get_options())
    if (option->get_required() && option->empty())
      throw UsageError("the option " + option->get_name() + " is missing");
}

}  // namespace

void parse(std::vector<std::string> const& words, CommandLine& line) {
  if (words.empty()) throw UsageError("a command is missing");
  auto const& first = words[0];
  if (first == "--help" || first == "-h" || first == "help") return void(line.answer = help());
  if (first == "--version") return void(line.answer = std::string("isomer ") + version + "\n");
  auto const* const command = std::find_if(std::begin(commands), std::end(commands),
                                           [&](Command const& c) { return c.name == first; });
  if (command == std::end(commands)) throw UsageError("there is no command " + first);
  line.command = first;
  CLI::App app(command->usage);
  app.set_help_flag();
  app.allow_extras();
  command->add_options(app, line);
  // --help helps, whatever stands around it.
  if (std::find(words.begin(), words.end(), "--help") != words.end())
    line.answer =
        app.get_description() + (app.get_options().empty() ? "" : "\n") + table(rows(app, " "));
  else parse_options(app, {words.begin() + 1, words.end()}, line);
}

}  // namespace isomer::program
