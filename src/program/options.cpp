// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/options.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "program/failure.hpp"
#include "program/option_values.hpp"

namespace isomer::program {
namespace {

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

/// An option whose value is any text but the empty one.
template <class Text>
CLI::Option* add_text(CLI::App& app, std::string const& name, Text& value, char const* kind,
                      char const* about) {
  auto const take = [=, &value](std::string const& text) {
    if (text.empty()) throw UsageError(name + ": needs a value, " + name + " " + kind);
    value = text;
  };
  return app.add_option_function<std::string>(name, take, about)->type_name(kind);
}

void add_flag(CLI::App& app, char const* name, bool& value, char const* about) {
  app.add_flag(name, value, about)
      ->disable_flag_override()
      ->multi_option_policy(CLI::MultiOptionPolicy::Throw);
}

CLI::Option* add_axes(CLI::App& app, CommandLine& line, char const* about) {
  return add(app, "--axes", line.axes, read_axes,
             "integers with commas between them, such as 2,0,1", "LIST", about);
}

CLI::Option* add_order(CLI::App& app, CommandLine& line, char const* about) {
  return add(app, "--order", line.fortran_order, read_order, "C or F", "F|C", about);
}

void add_file_options(CLI::App& app, CommandLine& line, char const* in_place) {
  add_flag(app, "--in-place", line.in_place, in_place);
  add_flag(app, "--force", line.force,
           "replace OUT.npy if it exists; it appears at the end, whole or not at all");
  add_threads(app, line);
  add_flag(app, "--verbose", line.verbose, "say how it was done and how fast");
}

constexpr char const* a_size = "a number of bytes from 1 on, below 2^63, such as 512M, 2G or 1T";

CLI::Option* add_size(CLI::App& app, std::string const& name, std::optional<std::uint64_t>& value,
                      char const* about) {
  return add(app, name, value, read_size, a_size, "SIZE", about);
}

void add_memory(CLI::App& app, CommandLine& line) {
  add_size(app, "--memory", line.file.memory,
           "use at most so much memory: 512M, 2G; half of what is free unless given, limits\n"
           "of control groups and of ulimit -v heard");
}

void add_journal(CLI::App& app, CommandLine& line, char const* about) {
  add_text(app, "--journal", line.file.journal, "DIR", about);
}

void add_companion(CLI::App& app, CommandLine& line) {
  add_journal(app, line, "where the companion is, if it is not beside the file");
}

void add_limits(CLI::App& app, CommandLine& line) {
  add_memory(app, line);
  add_size(app, "--spare", line.file.spare,
           "use at most so much disk beside the file; the larger of 3 % of the array and\n"
           "1G unless given");
  auto const take = [&line](std::string const& text) {
    constexpr std::array<std::string_view, 5> ways{"transfer", "ring", "slots", "wide", "blocks"};
    if (std::find(ways.begin(), ways.end(), text) == ways.end())
      throw UsageError("--way was '" + text +
                       "', it has to be transfer, ring, slots, wide or blocks");
    line.file.way = text;
  };
  app.add_option_function<std::string>("--way", take,
                                       "transfer, ring, slots, wide or blocks instead of the one "
                                       "that is\nthought to be the fastest (see doc/files.md)")
      ->type_name("NAME");
  add_flag(app, "--keep-inode", line.file.keep_inode,
           "never replace the file by a new one of its name");
}

void add_rate(CLI::App& app, CommandLine& line) {
  add_size(app, "--rate", line.file.rate, "read and write at most so much a second: 200M");
}

void add_progress(CLI::App& app, CommandLine& line) {
  auto const take = [&line](std::string const& text) {
    if (text != "plain") throw UsageError("--progress was '" + text + "', it has to be plain");
    line.file.plain_progress = true;
  };
  app.add_option_function<std::string>(
         "--progress", take, "plain: a line a minute, as without a terminal, instead of a bar")
      ->type_name("plain");
}

/// How a file is rewritten, from its beginning or from where it was cut short.
void add_run(CLI::App& app, CommandLine& line, char const* verify) {
  add_rate(app, line);
  add_flag(app, "--verify", line.file.verify, verify);
  add_progress(app, line);
}

void add_raw(CLI::App& app, CommandLine& line) {
  auto const take = [&line](std::vector<std::string> const& words) {
    line.raw.is_raw = true;
    if (!words.empty()) line.raw.type = words[0];
  };
  app.add_option_function<std::vector<std::string>>(
         "--raw", take,
         "the file has no header: an array of such elements, f8, <i4, V12, float32, as\n"
         "NumPy has them: the digits of i8 are bytes; without a DTYPE --item-bytes says\n"
         "how long they are")
      ->expected(0, 1)
      ->allow_extra_args(false)
      ->type_name("DTYPE");
  add(app, "--item-bytes", line.raw.item_bytes, read_item_bytes, "a number from 1 on", "N",
      "with --raw: bytes of an element");
  add(app, "--offset", line.raw.offset, read_offset,
      "a number of bytes from 0 on, below 2^63, such as 4096", "SIZE",
      "with --raw: bytes before the array, 0 unless given");
}

void add_raw_shape(CLI::App& app, CommandLine& line) {
  add(app, "--shape", line.shape, read_extents,
      "integers from 0 on with commas between them, such as 64,224,3", "LIST",
      "with --raw: the extents of the array");
}

/// What permute, transpose and relayout know beside the files' names.
void add_large_file_options(CLI::App& app, CommandLine& line) {
  add_file_options(
      app, line,
      "rewrite FILE.npy itself, whatever its size: a kill, a full disk or a power cut\n"
      "loses nothing, isomer recover FILE.npy goes on. Until it is whole it starts with\n"
      "another magic string, so it is never read as an array");
  add_limits(app, line);
  add_journal(app, line,
              "keep the companion FILE.isomer in this directory, with a link to it beside\n"
              "the file");
  add_flag(app, "--no-journal", line.file.no_journal,
           "rewrite FILE.npy through memory, without a companion: for arrays that fit. Cut\n"
           "short while elements move, data are lost");
  add_run(app, line, "read the result again and compare a sum over all elements");
  add_raw(app, line);
  add_raw_shape(app, line);
}

constexpr char const* raw_order =
    "with --raw: the order that the array is stored in, C unless given";

void add_from(CLI::App& app, CommandLine& line) {
  add_text(app, "--from", line.from, "ARRANGEMENT",
           "how the records lie, where the header of tiles could also be one of records\n"
           "of arrays: where all fields are arrays of one length, a power of two. Of\n"
           "8 to 32768 they are taken for tiles: aos says that they are records. Needed\n"
           "for 2 and 4, and where there is one field only; without it, tiles in declared\n"
           "order are taken for records");
}

void add_gpu(CLI::App& app, CommandLine& line, char const* text) {
  add_text(app, "--gpu", line.gpu, "NAME", text);
}

}  // namespace

void add_threads(CLI::App& app, CommandLine& line) {
  add(app, "--threads", line.threads, read_threads,
      "a number from 1 to " + std::to_string(most_threads), "N",
      "use N threads, 512 at most (a Kokkos without threads has one whatever N is)");
}

void add_permute(CLI::App& app, CommandLine& line) {
  add_axes(app, line, "each axis once, counted from 0: 2,0,1")->required();
  add_large_file_options(app, line);
  add_order(app, line, raw_order);
}

void add_transpose(CLI::App& app, CommandLine& line) {
  add_large_file_options(app, line);
  add_order(app, line, raw_order);
}

void add_relayout(CLI::App& app, CommandLine& line) {
  add_order(app, line,
            "F: the first axis becomes the fastest (Fortran, Kokkos::LayoutLeft)\n"
            "C: the last axis becomes the fastest (C, Kokkos::LayoutRight)")
      ->required();
  add_large_file_options(app, line);
}

void add_rearrange(CLI::App& app, CommandLine& line) {
  add_text(app, "--to", line.to, "ARRANGEMENT",
           "soa: the values of each field together\n"
           "aos: record by record\n"
           "tiled:N: in tiles of N records, a power of two from 2 to 32768\n"
           "\"clusters(x y: tiled 8; rest: soa)\": fields in groups")
      ->required();
  add_from(app, line);
  add_flag(app, "--pad", line.pad, "fill the last tile with records of zeros");
  add_file_options(app, line,
                   "rewrite FILE.npy itself, with no second copy on disk or in memory. A signal\n"
                   "such as Ctrl-C waits for the end. A file whose rewriting was cut short while\n"
                   "its elements moved has lost data; else isomer recover FILE.npy mends it. It\n"
                   "starts with another magic string, so it is never read as an array");
}

void add_recover(CLI::App& app, CommandLine& line) {
  add_memory(app, line);
  add_companion(app, line);
  add_run(app, line,
          "read the result again and compare a sum over all elements, kept where the\n"
          "rewriting began with --verify; it is said where there is none");
}

void add_status(CLI::App& app, CommandLine& line) { add_companion(app, line); }

void add_advise(CLI::App& app, CommandLine& line) {
  app.add_option("--kernel", line.kernels,
                 "a kernel, once for each: fields behind read, write and update for those of its\n"
                 "own record, gather for another record anywhere, sweep for all records one\n"
                 "after the other; a name in front and the calls to come behind, if you like:\n"
                 "\"push: read v update x y, 500 calls\"")
      ->type_name("ACCESSES")
      ->allow_extra_args(false);
  add_text(app, "--offer", line.offer, "LIST",
           "the arrangements to choose from beside that of the file, with semicolons\n"
           "between them; \"aos; soa; tiled 8; tiled 64; tiled 1024\" unless given");
  add_text(app, "--svg", line.svg, "FILE", "draw the advice: fields, cache lines, break-even");
  add_flag(app, "--force", line.force, "replace the file of --svg if it exists");
  add_from(app, line);
  add_gpu(app, line,
          "advise for kernels of a GPU that need not be here: h200, h100, a100, or a file\n"
          "of its properties");
  add_threads(app, line);
}

void add_explain(CLI::App& app, CommandLine& line) {
  add(app, "--shape", line.shape, read_extents,
      "integers from 0 on with commas between them, such as 64,224,3", "LIST",
      "the extents of the array, where no FILE says them");
  add_axes(app, line,
           "permute: axis k of the result is axis LIST[k]; left out, the axes are reversed");
  add_text(app, "--type", line.type, "TYPE",
           "f64 unless given: one such as f32, u8 or c128, whose digits count bits, a NumPy\n"
           "type string such as '<f4', whose digits count bytes (i8 has 1 byte, '<i8' has 8),\n"
           "or a number of bytes");
  add_order(app, line,
            "with --axes the order that the array is stored in, C unless given; without,\n"
            "explain the relayout to this order");
  add_flag(app, "--in-place", line.in_place, "explain the rewriting of one array where it lies");
  add_gpu(app, line,
          "explain what a GPU would do that need not be here: h200, h100, a100, or a file\n"
          "of its properties");
  add_threads(app, line);
  add_limits(app, line);
  add_journal(app, line, "where the companion would be");
  add_raw(app, line);
}

}  // namespace isomer::program
