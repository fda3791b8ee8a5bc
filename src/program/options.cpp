// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/options.hpp"

#include <algorithm>
#include <charconv>

#include "program/failure.hpp"

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

/// A number of bytes with K, M, G or T behind it for powers of 1024.
std::optional<std::uint64_t> byte_size(std::string const& text, std::uint64_t least) {
  constexpr std::string_view units = "KMGT";
  std::string_view digits = text;
  int shift = 0;
  if (!text.empty())
    if (auto const unit = units.find(text.back()); unit != std::string_view::npos) {
      shift = 10 * (static_cast<int>(unit) + 1);
      digits.remove_suffix(1);
    }
  auto const value = number(digits, least);
  if (!value || *value > (std::uint64_t{INT64_MAX} >> shift)) return std::nullopt;
  return *value << shift;
}

std::optional<std::uint64_t> some_bytes(std::string const& text) { return byte_size(text, 1); }
std::optional<std::uint64_t> any_bytes(std::string const& text) { return byte_size(text, 0); }
std::optional<std::int64_t> item_bytes(std::string const& text) {
  return number<std::int64_t>(text, 1);
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

void add_file_options(CLI::App& app, CommandLine& line, char const* in_place) {
  add_flag(app, "--in-place", line.in_place, in_place);
  add_flag(app, "--force", line.force,
           "replace OUT.npy if it exists; it appears at the end, whole or not at all");
  add_threads(app, line);
  add_flag(app, "--verbose", line.verbose, "say how it was done and how fast");
}

constexpr char const* a_size = "a number of bytes from 1 on, such as 512M, 2G or 1T";

CLI::Option* add_size(CLI::App& app, std::string const& name, std::optional<std::uint64_t>& value,
                      char const* about) {
  return add(app, name, value, some_bytes, a_size, "SIZE", about);
}

void add_memory(CLI::App& app, CommandLine& line) {
  add_size(app, "--memory", line.file.memory,
           "use at most so much memory: 512M, 2G; half of what is free unless given, limits\n"
           "of control groups heard");
}

void add_journal(CLI::App& app, CommandLine& line, char const* about) {
  app.add_option("--journal", line.file.journal, about)->type_name("DIR");
}

void add_companion(CLI::App& app, CommandLine& line) {
  add_journal(app, line, "where the companion is, if it is not beside the file");
}

void add_limits(CLI::App& app, CommandLine& line) {
  add_memory(app, line);
  add_size(app, "--spare", line.file.spare,
           "use at most so much disk beside the file; the larger of 3 % of the array and\n"
           "1G unless given");
  auto const is_way = [](std::string const& text) -> std::optional<std::string> {
    for (char const* name : {"transfer", "ring", "slots", "wide", "blocks"})
      if (text == name) return text;
    return std::nullopt;
  };
  auto const take = [is_way, &line](std::string const& text) {
    if (!is_way(text))
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

void add_verify(CLI::App& app, CommandLine& line) {
  add_flag(app, "--verify", line.file.verify,
           "read the result again and compare a sum over all elements");
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
void add_run(CLI::App& app, CommandLine& line) {
  add_rate(app, line);
  add_verify(app, line);
  add_progress(app, line);
}

void add_raw(CLI::App& app, CommandLine& line) {
  auto const take = [&line](std::vector<std::string> const& words) {
    line.raw.is_raw = true;
    if (!words.empty()) line.raw.type = words[0];
  };
  app.add_option_function<std::vector<std::string>>(
         "--raw", take,
         "the file has no header: an array of such elements, f8, <i4, V12; without a\n"
         "DTYPE --item-bytes says how long they are")
      ->expected(0, 1)
      ->type_name("DTYPE");
  add(app, "--item-bytes", line.raw.item_bytes, item_bytes, "a number from 1 on", "N",
      "with --raw: bytes of an element");
  add(app, "--offset", line.raw.offset, any_bytes, "a number of bytes from 0 on, such as 4096",
      "SIZE", "with --raw: bytes before the array, 0 unless given");
}

void add_raw_shape(CLI::App& app, CommandLine& line) {
  add(app, "--shape", line.shape, extents,
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
  add_run(app, line);
  add_raw(app, line);
  add_raw_shape(app, line);
}

constexpr char const* raw_order =
    "with --raw: the order that the array is stored in, C unless given";

void add_from(CLI::App& app, CommandLine& line) {
  app.add_option("--from", line.from,
                 "how the records lie: only needed for tiles of 2 or 4 records and for records\n"
                 "with one field, whose header could also be one of records of arrays")
      ->type_name("ARRANGEMENT");
}

void add_gpu(CLI::App& app, CommandLine& line, char const* text) {
  app.add_option("--gpu", line.gpu, text)->type_name("NAME");
}

}  // namespace

void add_threads(CLI::App& app, CommandLine& line) {
  add(app, "--threads", line.threads, count, "a number from 1 on", "N",
      "use N threads (a Kokkos without threads has one whatever N is)");
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
  app.add_option("--to", line.to,
                 "soa: the values of each field together\n"
                 "aos: record by record\n"
                 "tiled:N: in tiles of N records, a power of two from 2 to 32768\n"
                 "\"clusters(x y: tiled 8; rest: soa)\": fields in groups")
      ->type_name("ARRANGEMENT")
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
  add_run(app, line);
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
  app.add_option("--offer", line.offer,
                 "the arrangements to choose from beside that of the file, with semicolons\n"
                 "between them; \"aos; soa; tiled 8; tiled 64; tiled 1024\" unless given")
      ->type_name("LIST");
  app.add_option("--svg", line.svg, "draw the advice: fields, cache lines, break-even")
      ->type_name("FILE");
  add_from(app, line);
  add_gpu(app, line,
          "advise for kernels of a GPU that need not be here: h200, h100, a100, or a file\n"
          "of its properties");
  add_threads(app, line);
}

void add_explain(CLI::App& app, CommandLine& line) {
  add(app, "--shape", line.shape, extents,
      "integers from 0 on with commas between them, such as 64,224,3", "LIST",
      "the extents of the array, where no FILE says them");
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
  add_gpu(app, line,
          "explain what a GPU would do that need not be here: h200, h100, a100, or a file\n"
          "of its properties");
  add_threads(app, line);
  add_limits(app, line);
  add_journal(app, line, "where the companion would be");
  add_raw(app, line);
}

}  // namespace isomer::program
