// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <functional>

#include "comma_list.hpp"
#include "program/cli11.hpp"
#include "program/command_line.hpp"

namespace isomer::perf {

namespace {

/// What a value has to be; thrown where it is something else.
struct Expected {
  std::string what;
};

template <class Number>
Number number(std::string_view text, Number least, Number most) {
  Number result{};
  auto const* const end = text.data() + text.size();
  auto const [stop, error] = std::from_chars(text.data(), end, result);
  if (error != std::errc{} || stop != end || result < least || result > most)
    throw Expected{"a whole number from " + std::to_string(least) + " to " + std::to_string(most)};
  return result;
}

int threads(std::string const& text) { return number(text, 1, program::most_threads); }

constexpr int most_repeats = 100000;
int repeats(std::string const& text) { return number(text, 1, most_repeats); }

std::uint64_t seed(std::string const& text) { return number<std::uint64_t>(text, 0, UINT64_MAX); }

/// `64M` is 64 MiB.
std::int64_t bytes(std::string const& text) {
  std::string_view digits = text;
  int shift = 0;
  if (auto const unit = std::string_view("KMG").find(text.empty() ? ' ' : text.back());
      unit != std::string_view::npos) {
    shift = 10 * (static_cast<int>(unit) + 1);
    digits.remove_suffix(1);
  }
  try {
    return number<std::int64_t>(digits, 0, INT64_MAX >> shift) << shift;
  } catch (Expected const&) {
    throw Expected{"a number of bytes, with K, M or G for the larger units"};
  }
}

std::string file(std::string const& text) {
  if (text.empty()) throw Expected{"the name of a file"};
  return text;
}

std::string any(std::string const& text) { return text; }

Pages pages(std::string const& text) {
  if (text == "default") return Pages::usual;
  if (text == "huge") return Pages::huge;
  throw Expected{"default or huge"};
}

void add_types(std::vector<ElementType>& chosen, std::string const& text) {
  for (auto const& name : comma_list(text)) {
    auto const type = parse_element_type(name);
    if (!type) throw Expected{"of " + element_type_names()};
    chosen.push_back(*type);
  }
}

void add_suites(std::vector<std::string>& chosen, std::string const& text,
                std::vector<std::string> const& known) {
  for (auto const& name : comma_list(text)) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      std::string names;
      for (auto const& suite : known) names += (names.empty() ? "" : "|") + suite;
      throw Expected{"of " + names};
    }
    if (std::find(chosen.begin(), chosen.end(), name) == chosen.end()) chosen.push_back(name);
  }
}

/// A flag with a value, each time it is given: the last one counts, or lists grow.
CLI::Option* add(CLI::App& app, std::string const& name, char const* kind, char const* about,
                 std::function<void(std::string const&)> const& take) {
  auto const told = [=](std::string const& text) {
    try {
      take(text);
    } catch (Expected const& expected) {
      throw UsageError(name + ": was \"" + text + "\", has to be " + expected.what);
    }
  };
  return app.add_option_function<std::string>(name, told, about)
      ->type_name(kind)
      ->trigger_on_parse();
}

template <class Value>
void add(CLI::App& app, char const* name, char const* kind, char const* about, Value& value,
         Value (*read)(std::string const&)) {
  add(app, name, kind, about, [&value, read](std::string const& text) { value = read(text); });
}

template <class Value>
void add_flag(CLI::App& app, char const* name, char const* about, Value& target, Value value) {
  app.add_flag_callback(
         name, [&target, value] { target = value; }, about)
      ->disable_flag_override();
}

/// A flag for something that is done, and kept in a file if one is named.
void add_kept(CLI::App& app, char const* name, char const* about, bool& is_wanted,
              std::string& file) {
  constexpr char const* only_shown = "-";
  auto const take = [&is_wanted, &file](std::string const& text) {
    is_wanted = true;
    file = text == only_shown ? "" : text;
  };
  add(app, name, "FILE.txt", about, take)->expected(0, 1)->default_str(only_shown);
}

void add_calibrate(CLI::App& app, Options& options) {
  add_kept(
      app, "--calibrate",
      "fit the performance model to this machine, and keep it (ISOMER_MODEL reads it); with\n"
      "--suite=in_place only the part for moves in place, with --suite=permute that for others,\n"
      "with --suite=single_use what a plan takes only once",
      options.calibrate, options.calibrate_file);
  add_kept(app, "--calibrate-records",
           "train the decision tree of isomer::advise on this machine, and keep it (ISOMER_TREE\n"
           "reads it)",
           options.calibrate_records, options.calibrate_records_file);
}

void add_flags(CLI::App& app, Options& options, std::vector<std::string> const& suites) {
  app.set_help_flag();
  app.allow_extras();
  add(app, "--suite", "NAME[,NAME..]", "suites to run, in this order (default: permute)",
      [&](std::string const& text) { add_suites(options.suites, text, suites); });
  add_flag(app, "--all-suites", "run every suite", options.suites, suites);
  add(app, "--type", "TYPE[,TYPE..]",
      "element types (default: what the suite is usually quoted for)",
      [&](std::string const& text) { add_types(options.types, text); });
  add(app, "--cases", "FILE", "suite permute: lines d0,d1,.. | p0,p1,.. (default: cases/ttc57.txt)",
      options.cases_file, file);
  add(app, "--threads", "N", "threads of the execution space", options.threads, threads);
  add(app, "--repeat", "N", "timed rounds per case; the median counts (default: 9, --short 3)",
      options.repeat, repeats);
  add(app, "--samples", "N", "number of random cases in suites that draw them", options.samples,
      repeats);
  add(app, "--seed", "N", "of everything random (default: 1)", options.seed, seed);
  add(app, "--pages", "default|huge", "huge: madvise on every buffer, the yardstick's too",
      options.pages, pages);
  add_flag(app, "--measure", "plans with Effort::measure: the best few are tried out",
           options.measure, true);
  add_flag(app, "--short", "few cases, few rounds, smaller arrays", options.scale, Scale::few);
  add_flag(app, "--smoke", "tiny arrays: only shows that everything runs and verifies",
           options.scale, Scale::tiny);
  add_flag(app, "--all", "suite permute6d: all 720 permutations", options.all_permutations, true);
  add_flag(app, "--peers", "time what else does the job (libraries found at run time) beside ours",
           options.peers, true);
  add(app, "--schema", "NAME", "force a schema or decomposition; cases it cannot do are skipped",
      options.schema, any);
  add(app, "--min-bytes", "N[K|M|G]", "leave out smaller arrays", options.min_bytes, bytes);
  add(app, "--max-bytes", "N[K|M|G]", "leave out larger arrays", options.max_bytes, bytes);
  add(app, "--plot", "FILE.svg", "bars of of_copy per case", options.plot_file, file);
  add_calibrate(app, options);
  add(app, "--measurements", "FILE.txt",
      "--calibrate: add the timings to the file and fit to all in it", options.measurements_file,
      file);
  add(app, "--emulate", "GPU",
      "h200, h100 or a100: the plan and the kernels for that card, audited, and run on fibers "
      "with\n"
      "arrays scaled down to --max-bytes (default: 256K); no card is needed, nothing is timed",
      options.emulate, any);
  add_flag(app, "--corrupt", "damage each result before it is verified: the run has to fail",
           options.corrupt, true);
  add_flag(app, "--list", "print the names of the cases and stop", options.list, true);
  add_flag(app, "--help", "print this and stop", options.help, true);
}

/// What CLI11 knows no flag for: those of others, and mistakes.
std::vector<std::string> passed_on(std::vector<std::string> const& remaining) {
  for (auto const& argument : remaining)
    if (!argument.starts_with("--benchmark_") && !argument.starts_with("--kokkos-"))
      throw UsageError("\"" + argument + "\" is no flag of isomer_perf; --help lists them");
  return remaining;
}

}  // namespace

CommandLine parse_command_line(std::vector<std::string> const& arguments,
                               std::vector<std::string> const& suites) {
  CommandLine line;
  auto& options = line.options;
  CLI::App app;
  add_flags(app, options, suites);
  program::parse_words(app, arguments, "=");
  line.passed_on = passed_on(app.remaining());
  if (options.suites.empty() && !options.calibrate && !options.calibrate_records)
    options.suites = {"permute"};
  if (!options.emulate.empty() && !options.schema.empty())
    throw UsageError("--schema does not go with --emulate, which takes the plan for the card");
  if (options.min_bytes > options.max_bytes)
    throw UsageError("--min-bytes: was " + std::to_string(options.min_bytes) +
                     ", has to be at most --max-bytes, " + std::to_string(options.max_bytes));
  return line;
}

std::string help_text(std::vector<SuiteHelp> const& suites) {
  CLI::App app;
  Options options;
  add_flags(app, options, {});
  auto flags = program::rows(app, "=");
  flags.emplace_back("--benchmark_..",
                     "flags of Google Benchmark (filter, format=json, out=FILE, ..)");
  flags.emplace_back("--kokkos-..", "flags of Kokkos");
  program::Rows names;
  for (auto const& suite : suites) names.emplace_back(suite.name, suite.about);
  return "isomer_perf [flags]\n"
         "Measures Isomer against the streaming copy of the same bytes, interleaved in the same "
         "run.\n"
         "of_copy is copy time over our time: 1 is the speed of a copy. Results are verified.\n\n"
         "Flags:\n" +
         program::table(flags) + "\nSuites:\n" + program::table(names) +
         "\nTypes: " + element_type_names() +
         "\n\nExit: 0 all verified; 1 a result was wrong or a case failed; 2 a flag or file was "
         "wrong.\n";
}

}  // namespace isomer::perf
