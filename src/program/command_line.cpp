// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/command_line.hpp"

#include <algorithm>
#include <charconv>

#include "program/cli11.hpp"
#include "program/failure.hpp"
#include "program/version.hpp"

namespace isomer::program {
namespace {

using Integers = std::vector<std::int64_t>;

template <class Number>
std::optional<Number> number(std::string_view text, Number least) {
  Number value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least)
    return std::nullopt;
  return value;
}

std::optional<int> count(std::string const& text) { return number(text, 1); }

/// The empty text is the empty list.
std::optional<Integers> list(std::string_view text, std::int64_t least) {
  Integers values;
  for (std::size_t start = 0; !text.empty() && start <= text.size();) {
    auto const comma = std::min(text.find(',', start), text.size());
    auto const value = number(text.substr(start, comma - start), least);
    if (!value) return std::nullopt;
    values.push_back(*value);
    start = comma + 1;
  }
  return values;
}

std::optional<Integers> axes(std::string const& text) { return list(text, INT64_MIN); }
std::optional<Integers> extents(std::string const& text) { return list(text, 0); }

std::optional<bool> is_fortran(std::string const& text) {
  if (text != "C" && text != "F") return std::nullopt;
  return text == "F";
}

/// An option whose text `read` turns into `value`, or into nothing where it is not as `expected`.
template <class Value>
CLI::Option* add(CLI::App& app, std::string const& name, std::optional<Value>& value,
                 std::optional<Value> (*read)(std::string const&), std::string const& expected,
                 char const* kind, char const* about) {
  auto const take = [=, &value](std::string const& text) {
    value = read(text);
    if (!value) throw UsageError(name + " was '" + text + "', it has to be " + expected);
  };
  return app.add_option_function<std::string>(name, take, about)->type_name(kind);
}

void add_flag(CLI::App& app, char const* name, bool& value, char const* about) {
  app.add_flag(name, value, about)
      ->disable_flag_override()
      ->multi_option_policy(CLI::MultiOptionPolicy::Throw);
}

CLI::Option* add_axes(CLI::App& app, CommandLine& line, char const* about) {
  return add(app, "--axes", line.axes, axes, "integers with commas between them, such as 2,0,1",
             "LIST", about);
}

CLI::Option* add_order(CLI::App& app, CommandLine& line, char const* about) {
  return add(app, "--order", line.fortran_order, is_fortran, "C or F", "F|C", about);
}

void add_threads(CLI::App& app, CommandLine& line) {
  add(app, "--threads", line.threads, count, "a number from 1 on", "N",
      "use N threads (a Kokkos without threads has one whatever N is)");
}

void add_file_options(CLI::App& app, CommandLine& line) {
  add_flag(app, "--in-place", line.in_place,
           "rewrite FILE.npy itself, with no second copy on disk or in memory. A signal\n"
           "such as Ctrl-C waits for the end. A file whose rewriting was cut short while\n"
           "its elements moved has lost data; else isomer recover FILE.npy mends it. It\n"
           "starts with another magic string, so it is never read as an array");
  add_flag(app, "--force", line.force,
           "replace OUT.npy if it exists; it appears at the end, whole or not at all");
  add_threads(app, line);
  add_flag(app, "--verbose", line.verbose, "say how it was done and how fast");
}

void add_none(CLI::App&, CommandLine&) {}

void add_permute(CLI::App& app, CommandLine& line) {
  add_axes(app, line, "each axis once, counted from 0: 2,0,1")->required();
  add_file_options(app, line);
}

void add_relayout(CLI::App& app, CommandLine& line) {
  add_order(app, line,
            "F: the first axis becomes the fastest (Fortran, Kokkos::LayoutLeft)\n"
            "C: the last axis becomes the fastest (C, Kokkos::LayoutRight)")
      ->required();
  add_file_options(app, line);
}

void add_from(CLI::App& app, CommandLine& line) {
  app.add_option("--from", line.from,
                 "how the records lie: only needed for tiles of 2 or 4 records and for records\n"
                 "with one field, whose header could also be one of records of arrays")
      ->type_name("ARRANGEMENT");
}

void add_rearrange(CLI::App& app, CommandLine& line) {
  app.add_option("--to", line.to,
                 "soa: the values of each field together\n"
                 "aos: record by record\n"
                 "tiled:N: in tiles of N records, a power of two from 2 to 32768\n"
                 "\"clusters(x y: tiled 8; rest: soa)\": fields in groups")
      ->type_name("ARRANGEMENT")
      ->required();
  add_from(app, line);
  add_flag(app, "--pad", line.pad, "fill the last tile with records of zeros");
  add_file_options(app, line);
}

void add_advise(CLI::App& app, CommandLine& line) {
  app.add_option("--kernel", line.kernels,
                 "a kernel, once for each: fields behind read, write and update for those of its\n"
                 "own record, gather for another record anywhere, sweep for all records one\n"
                 "after the other; a name in front and the calls to come behind, if you like:\n"
                 "\"push: read v update x y, 500 calls\"")
      ->type_name("ACCESSES")
      ->allow_extra_args(false);
  app.add_option("--offer", line.offer,
                 "the arrangements to choose from beside that of the file, with semicolons\n"
                 "between them; \"aos; soa; tiled 8; tiled 64; tiled 1024\" unless given")
      ->type_name("LIST");
  app.add_option("--svg", line.svg, "draw the advice: fields, cache lines, break-even")
      ->type_name("FILE");
  add_from(app, line);
  add_threads(app, line);
}

void add_explain(CLI::App& app, CommandLine& line) {
  add(app, "--shape", line.shape, extents,
      "integers from 0 on with commas between them, such as 64,224,3", "LIST",
      "the extents of the array")
      ->required();
  add_axes(app, line,
           "permute: axis k of the result is axis LIST[k]; left out, the axes are reversed");
  app.add_option("--type", line.type,
                 "f64 unless given: one such as f32, u8 or c128, a NumPy type string such as\n"
                 "'<f4', or a number of bytes")
      ->type_name("TYPE");
  add_order(app, line,
            "with --axes the order that the array is stored in, C unless given; without,\n"
            "explain the relayout to this order");
  add_flag(app, "--in-place", line.in_place, "explain the rewriting of one array where it lies");
  app.add_option("--gpu", line.gpu,
                 "explain what a GPU would do that need not be here: h200, h100, a100, or a file\n"
                 "of its properties")
      ->type_name("NAME");
  add_threads(app, line);
}

struct Command {
  char const* name;
  char const* summary;  ///< for the list of commands
  char const* usage;
  void (*add_options)(CLI::App&, CommandLine&);
};
constexpr Command commands[] = {
    {"permute", "put the axes of an array into another order",
     R"(usage: isomer permute IN.npy OUT.npy --axes 2,0,1 [--force] [--threads N] [--verbose]
       isomer permute --in-place FILE.npy --axes 2,0,1 [--threads N] [--verbose]

Puts the axes of an array into another order, as numpy.transpose(a, axes) does: axis k of the
output is axis axes[k] of the input. The output is stored in the order, C or Fortran, that the
input is stored in.
)",
     add_permute},
    {"transpose", "reverse the axes of an array",
     R"(usage: isomer transpose IN.npy OUT.npy [--force] [--threads N] [--verbose]
       isomer transpose --in-place FILE.npy [--threads N] [--verbose]

Reverses the axes of an array, as numpy.transpose(a) does. The output is stored in the order,
C or Fortran, that the input is stored in, so the elements move.
)",
     add_file_options},
    {"relayout", "store an array in Fortran or C order",
     R"(usage: isomer relayout IN.npy OUT.npy --order F|C [--force] [--threads N] [--verbose]
       isomer relayout --in-place FILE.npy --order F|C [--threads N] [--verbose]

Stores the same array, with the same shape and indices, in another order in memory, as
numpy.asfortranarray and numpy.ascontiguousarray do.
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
    {"recover", "mend a file whose rewriting was cut short", R"(usage: isomer recover FILE.npy

Mends a file whose rewriting in place was cut short: by a kill, a second signal, a crash. The file
says how far it came:

  not begun      no element has moved: the header is put back, the array is the old one
  complete       every element has moved: the header is finished, the array is the new one
  moved in part  data are lost, the file stays as it is, exit code 1: restore it from a copy

After a crash of the whole system, a file counts as moved in part unless all of it is known to have
reached the disk. A file that is whole is left as it is.
)",
     add_none},
    {"advise", "say which arrangement suits kernels",
     R"(usage: isomer advise FILE.npy --kernel "read x y update vx, 500 calls" [--kernel ..]
                     [--offer "aos; soa; tiled 64"] [--svg FILE] [--from ARRANGEMENT] [--threads N]

Says which arrangement of the records in a file suits the kernels that are to run on them, whether
the change to it pays on this machine, and why: the bytes that each kernel uses of the cache lines
that it touches, and a table of predicted times. Only the header of the file is read. Kernels that
alternate have their calls spread evenly over as many rounds as the one with the fewest has.
)",
     add_advise},
    {"explain", "say how an array would be rearranged",
     R"(usage: isomer explain --shape 64,224,224,3 [--axes 0,3,1,2] [--type f32] [--order F|C]
                      [--in-place] [--threads N]
       isomer explain --gpu h200 --shape 64,224,224,3 [--axes 0,3,1,2] [--type f32] [--order F|C]
                      [--in-place]

Says how an array would be rearranged on this machine, without any data: the fused shape, the
schema or decomposition, its passes, bytes and workspace, and the time that the model predicts.

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

/// Sorts what CLI11 knows no option for into files and mistakes.
std::vector<std::string> files_of(std::vector<std::string> const& remaining) {
  auto const end = std::find(remaining.begin(), remaining.end(), "--");
  for (auto word = remaining.begin(); word != end; ++word)
    if (word->size() > 1 && word->front() == '-')
      throw UsageError("there is no option " + word->substr(0, word->find('=')));
  std::vector<std::string> files(remaining.begin(), end);
  if (end != remaining.end()) files.insert(files.end(), end + 1, remaining.end());
  return files;
}

void parse_options(CLI::App& app, std::vector<std::string> const& words, CommandLine& line) {
  try {
    parse_words(app, words, " ");
  } catch (CLI::RequiredError const&) {  // told below: a misspelt option explains it better
  }
  line.files = files_of(app.remaining());
  if (line.command == "explain" && !line.files.empty())
    throw UsageError("explain takes options only, '" + line.files[0] + "' was given");
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
