// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "comma_list.hpp"

namespace isomer::perf {

namespace {

/// What a flag does with its value; `flag` is for messages.
struct Request {
  Options& options;
  std::string flag;
  std::string value;
  std::vector<std::string> const& suites;

  [[noreturn]] void refuse(std::string const& expected) const {
    throw UsageError(flag + ": was \"" + value + "\", has to be " + expected);
  }
  std::vector<std::string> list() const { return comma_list(value); }
  template <class Number>
  Number number(Number least, Number most) const {
    Number result{};
    auto const* const end = value.data() + value.size();
    auto const [stop, error] = std::from_chars(value.data(), end, result);
    if (error != std::errc{} || stop != end || result < least || result > most)
      refuse("a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return result;
  }
  std::string file() const {
    if (value.empty()) refuse("the name of a file");
    return value;
  }
  /// `64M` is 64 MiB.
  std::int64_t bytes() const {
    static constexpr std::string_view units = "KMG";
    Request digits = *this;
    int shift = 0;
    if (!value.empty() && units.find(value.back()) != std::string_view::npos) {
      shift = 10 * (static_cast<int>(units.find(value.back())) + 1);
      digits.value.pop_back();
    }
    std::int64_t result = 0;
    auto const* const end = digits.value.data() + digits.value.size();
    auto const [stop, error] = std::from_chars(digits.value.data(), end, result);
    if (error != std::errc{} || stop != end || result < 0 || result > (INT64_MAX >> shift))
      refuse("a number of bytes, with K, M or G for the larger units");
    return result << shift;
  }
};

void add_suites(Request const& request) {
  auto& chosen = request.options.suites;
  for (auto const& name : request.list()) {
    auto const& known = request.suites;
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      std::string names;
      for (auto const& suite : known) {
        if (!names.empty()) names += '|';
        names += suite;
      }
      request.refuse("of " + names);
    }
    if (std::find(chosen.begin(), chosen.end(), name) == chosen.end()) chosen.push_back(name);
  }
}

void add_types(Request const& request) {
  for (auto const& name : request.list()) {
    auto const type = parse_element_type(name);
    if (!type) request.refuse("of " + element_type_names());
    request.options.types.push_back(*type);
  }
}

void set_pages(Request const& request) {
  if (request.value == "default") request.options.pages = Pages::usual;
  else if (request.value == "huge") request.options.pages = Pages::huge;
  else request.refuse("default or huge");
}

struct Flag {
  char const* name;
  char const* value;  ///< what stands after `=` in the help; nullptr: takes none
  char const* about;
  void (*apply)(Request const&);
  bool stands_alone = false;  ///< the value may be left out, with its `=`
};

constexpr int most_threads = 4096;
constexpr int most_repeats = 100000;

Flag const flags[] = {
    {"--suite", "NAME[,NAME..]", "suites to run, in this order (default: permute)", add_suites},
    {"--all-suites", nullptr, "run every suite",
     [](Request const& r) { r.options.suites = r.suites; }},
    {"--type", "TYPE[,TYPE..]", "element types (default: what the suite is usually quoted for)",
     add_types},
    {"--cases", "FILE", "suite permute: lines d0,d1,.. | p0,p1,.. (default: cases/ttc57.txt)",
     [](Request const& r) { r.options.cases_file = r.file(); }},
    {"--threads", "N", "threads of the execution space",
     [](Request const& r) { r.options.threads = r.number(1, most_threads); }},
    {"--repeat", "N", "timed rounds per case; the median counts (default: 9, --short 3)",
     [](Request const& r) { r.options.repeat = r.number(1, most_repeats); }},
    {"--samples", "N", "number of random cases in suites that draw them",
     [](Request const& r) { r.options.samples = r.number(1, most_repeats); }},
    {"--seed", "N", "of everything random (default: 1)",
     [](Request const& r) { r.options.seed = r.number<std::uint64_t>(0, UINT64_MAX); }},
    {"--pages", "default|huge", "huge: madvise on every buffer, the yardstick's too", set_pages},
    {"--measure", nullptr, "plans with Effort::measure: the best few are tried out",
     [](Request const& r) { r.options.measure = true; }},
    {"--short", nullptr, "few cases, few rounds, smaller arrays",
     [](Request const& r) { r.options.scale = Scale::few; }},
    {"--smoke", nullptr, "tiny arrays: only shows that everything runs and verifies",
     [](Request const& r) { r.options.scale = Scale::tiny; }},
    {"--all", nullptr, "suite permute6d: all 720 permutations",
     [](Request const& r) { r.options.all_permutations = true; }},
    {"--peers", nullptr, "time what else does the job (libraries found at run time) beside ours",
     [](Request const& r) { r.options.peers = true; }},
    {"--schema", "NAME", "force a schema or decomposition; cases it cannot do are skipped",
     [](Request const& r) { r.options.schema = r.value; }},
    {"--min-bytes", "N[K|M|G]", "leave out smaller arrays",
     [](Request const& r) { r.options.min_bytes = r.bytes(); }},
    {"--max-bytes", "N[K|M|G]", "leave out larger arrays",
     [](Request const& r) { r.options.max_bytes = r.bytes(); }},
    {"--plot", "FILE.svg", "bars of of_copy per case",
     [](Request const& r) { r.options.plot_file = r.file(); }},
    {"--model-plot", "FILE.svg", "predicted and actual time per case, fastest first",
     [](Request const& r) { r.options.model_plot_file = r.file(); }},
    {"--heatmap", "FILE.svg", "suite in_place: of_copy over rows and columns",
     [](Request const& r) { r.options.heat_map_file = r.file(); }},
    {"--histogram", "FILE.svg", "how many cases reach which of_copy",
     [](Request const& r) { r.options.histogram_file = r.file(); }},
    {"--calibrate", "FILE.json",
     "fit the performance model to this machine, and keep it (ISOMER_MODEL reads it); with "
     "--suite=in_place only the part for moves in place, with --suite=permute only the other",
     [](Request const& r) {
       r.options.calibrate = true;
       r.options.calibrate_file = r.value;
     },
     true},
    {"--measurements", "FILE.csv", "--calibrate: add the timings to the file and fit to all in it",
     [](Request const& r) { r.options.measurements_file = r.file(); }},
    {"--corrupt", nullptr, "damage each result before it is verified: the run has to fail",
     [](Request const& r) { r.options.corrupt = true; }},
    {"--list", nullptr, "print the names of the cases and stop",
     [](Request const& r) { r.options.list = true; }},
    {"--help", nullptr, "print this and stop", [](Request const& r) { r.options.help = true; }},
};

bool starts_with(std::string const& text, char const* start) { return text.rfind(start, 0) == 0; }

}  // namespace

CommandLine parse_command_line(std::vector<std::string> const& arguments,
                               std::vector<std::string> const& suites) {
  CommandLine line;
  for (auto const& argument : arguments) {
    if (starts_with(argument, "--benchmark_") || starts_with(argument, "--kokkos-")) {
      line.passed_on.push_back(argument);
      continue;
    }
    auto const equals = argument.find('=');
    auto const name = argument.substr(0, equals);
    auto const* const flag = std::find_if(std::begin(flags), std::end(flags),
                                          [&](Flag const& f) { return name == f.name; });
    if (flag == std::end(flags))
      throw UsageError(std::string("\"") + argument +
                       "\" is no flag of isomer_perf; --help lists them");
    bool const has_value = equals != std::string::npos;
    if (flag->value == nullptr && has_value)
      throw UsageError(name + ": takes no value, was given \"" + argument.substr(equals + 1) +
                       "\"");
    if (flag->value != nullptr && !has_value && !flag->stands_alone)
      throw UsageError(name + ": needs a value, " + name + "=" + flag->value);
    if (has_value && flag->stands_alone && equals + 1 == argument.size())
      throw UsageError(name + ": was \"\", has to be the name of a file, or left out with its =");
    flag->apply({line.options, name, has_value ? argument.substr(equals + 1) : "", suites});
  }
  if (line.options.suites.empty() && !line.options.calibrate) line.options.suites = {"permute"};
  if (line.options.min_bytes > line.options.max_bytes)
    throw UsageError("--min-bytes: was " + std::to_string(line.options.min_bytes) +
                     ", has to be at most --max-bytes, " + std::to_string(line.options.max_bytes));
  return line;
}

std::string help_text(std::vector<SuiteHelp> const& suites) {
  std::string text =
      "isomer_perf [flags]\n"
      "Measures Isomer against the streaming copy of the same bytes, interleaved in the same run.\n"
      "of_copy is copy time over our time: 1 is the speed of a copy. Results are verified.\n\n";
  auto const column = [&text](std::string const& left, std::string const& right) {
    std::size_t const width = 30;
    text += "  " + left + std::string(left.size() < width ? width - left.size() : 1, ' ') + right +
            "\n";
  };
  text += "Flags:\n";
  for (auto const& flag : flags) {
    std::string usage = flag.name;
    if (flag.value != nullptr && flag.stands_alone)
      usage.append("[=").append(flag.value).append("]");
    else if (flag.value != nullptr) usage.append("=").append(flag.value);
    column(usage, flag.about);
  }
  column("--benchmark_..", "flags of Google Benchmark (filter, format=json, out=FILE, ..)");
  column("--kokkos-..", "flags of Kokkos");
  text += "\nSuites:\n";
  for (auto const& suite : suites) column(suite.name, suite.about);
  text += "\nTypes: " + element_type_names() + "\n";
  text +=
      "\nExit: 0 all verified; 1 a result was wrong or a case failed; 2 a flag or file was "
      "wrong.\n";
  return text;
}

}  // namespace isomer::perf
