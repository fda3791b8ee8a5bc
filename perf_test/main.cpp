// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// isomer_perf: how fast Isomer is, in units of a copy of the same bytes.

#include <iostream>

#include <benchmark/benchmark.h>
#include <Kokkos_Core.hpp>

#include "bar_plot.hpp"
#include "calibrate/calibrate.hpp"
#include "calibrate/records/calibrate_records.hpp"
#include "case_file.hpp"
#include "context.hpp"
#include "emulate/run_suites.hpp"
#include "measure.hpp"
#include "report.hpp"
#include "suites/suites.hpp"
#include "svg.hpp"

namespace {

using namespace isomer::perf;

constexpr int exit_wrong_result = 1;
constexpr int exit_wrong_usage = 2;

std::vector<std::string> suite_names() {
  std::vector<std::string> names;
  for (auto const& suite : all_suites()) names.push_back(suite.name);
  return names;
}

std::string help() {
  std::vector<SuiteHelp> suites;
  for (auto const& suite : all_suites()) suites.push_back({suite.name, suite.about});
  return help_text(suites);
}

/// Google Benchmark keeps the pointer to the program's name for its JSON and removes the flags that
/// it knows.
void initialize_benchmark(char* program, std::vector<std::string>& passed_on) {
  std::vector<char*> arguments{program};
  for (auto& argument : passed_on)
    if (argument.rfind("--benchmark_", 0) == 0) arguments.push_back(argument.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (count > 1)
    throw UsageError(std::string("\"") + arguments[1] + "\" is no flag of Google Benchmark");
}

void initialize_kokkos(char* program, std::vector<std::string>& passed_on, int threads) {
  std::vector<char*> arguments{program};
  for (auto& argument : passed_on)
    if (argument.rfind("--kokkos-", 0) == 0) arguments.push_back(argument.data());
  std::string number = "--kokkos-num-threads=" + std::to_string(threads);
  if (threads > 0) arguments.push_back(number.data());
  std::string quiet = "--kokkos-disable-warnings";
  arguments.push_back(quiet.data());
  int count = static_cast<int>(arguments.size());
  Kokkos::initialize(count, arguments.data());
}

/// `permute/021/f32/1024x1024x64`
std::string benchmark_name(Case const& chosen) {
  std::string name = chosen.suite + "/" + chosen.name;
  for (char& c : name)
    if (c == ' ') c = '/';
  return name;
}

void run_case(benchmark::State& state, Row const& row) {
  state.SetIterationTime(row.seconds);
  if (row.state != Row::State::measured) {
    state.SkipWithError(row.reason.c_str());
    return;
  }
  auto& counters = state.counters;
  counters["gigabytes_per_second"] = row.gigabytes_per_second();
  counters["seconds_quartile_1"] = row.seconds_low;
  counters["seconds_quartile_3"] = row.seconds_high;
  if (row.has_ratio()) {
    counters["of_copy"] = row.of_copy();
    counters["copy_seconds"] = row.copy_seconds;
  }
  if (row.has_prediction()) counters["predicted_over_actual"] = row.predicted_over_actual();
  if (row.passes > 0) counters["passes"] = row.passes;
  for (auto const& rival : row.rivals)
    counters["times_" + rival.name] = rival.seconds / row.seconds;
  for (auto const& figure : row.figures) counters[figure.name] = figure.value;
  state.SetLabel(row.schema + (row.copy_name.empty() ? "" : "; copy: " + row.copy_name) +
                 (row.figures.empty() ? "" : row.note));
}

/// One iteration is a whole measurement with its own rounds, so that copy and case can take turns.
void register_cases(std::vector<Case> const& cases, Exec const& exec, Buffers& buffers,
                    Options const& options, std::vector<Row>& rows) {
  for (auto const& chosen : cases)
    benchmark::RegisterBenchmark(benchmark_name(chosen).c_str(),
                                 [&](benchmark::State& state) {
                                   for ([[maybe_unused]] auto _ : state) {
                                     rows.push_back(measure(chosen, exec, buffers, options));
                                     run_case(state, rows.back());
                                   }
                                 })
        ->Iterations(1)
        ->UseManualTime();
}

/// What `--benchmark_format` or `--benchmark_out_format` says; Google Benchmark itself would answer
/// a wrong one with its usage and success.
std::string format_of(std::string const& flag, std::vector<std::string> const& passed_on) {
  std::string format = "console";
  for (auto const& argument : passed_on)
    if (argument.starts_with(flag + "=")) format = argument.substr(flag.size() + 1);
  if (format != "console" && format != "json" && format != "csv")
    throw UsageError(flag + ": was \"" + format + "\", has to be console, json or csv");
  return format;
}

/// Before anything is measured for them.
void require_files(Options const& options) {
  for (auto const& file : {options.calibrate_file, options.calibrate_records_file,
                           options.measurements_file, options.plot_file})
    if (!file.empty() && !is_writable(file)) throw UsageError(file + ": cannot be written");
}

int run(Options const& options, bool prints_rows) {
  Exec const exec;
  require_files(options);
  if (options.calibrate) calibrate(exec, options);
  if (options.calibrate_records) calibrate_records(exec, options);
  if (options.calibrate || options.calibrate_records) return 0;
  if (!options.emulate.empty()) return emulate_suites(options, std::cout) ? 0 : exit_wrong_result;
  Buffers buffers(exec, options.pages);
  auto const cases = chosen_cases(options);
  if (options.list) {
    for (auto const& chosen : cases) std::cout << benchmark_name(chosen) << '\n';
    return 0;
  }
  for (auto const& [key, value] : context(exec, options)) benchmark::AddCustomContext(key, value);
  std::vector<Row> rows;
  register_cases(cases, exec, buffers, options, rows);
  std::string const heading = context_text(exec, options);
  RowReporter reporter(rows, heading);
  if (benchmark::RunSpecifiedBenchmarks(prints_rows ? &reporter : nullptr) == 0)
    throw UsageError("--benchmark_filter: is met by none of " + std::to_string(cases.size()) +
                     " cases; --list names them");
  if (!options.plot_file.empty())
    write_file(options.plot_file, bar_plot(rows, caption(exec, options)));
  for (auto const& row : rows)
    if (row.state == Row::State::failed) return exit_wrong_result;
  return 0;
}

int usage_error(std::exception const& error) {
  std::cerr << "isomer_perf: " << error.what() << '\n';
  return exit_wrong_usage;
}

}  // namespace

int main(int argc, char** argv) {
  CommandLine line;
  bool prints_rows = true;
  try {
    line = parse_command_line({argv + 1, argv + argc}, suite_names());
    if (line.options.help) {
      std::cout << help();
      return 0;
    }
    prints_rows = format_of("--benchmark_format", line.passed_on) == "console";
    format_of("--benchmark_out_format", line.passed_on);
    initialize_benchmark(argv[0], line.passed_on);
  } catch (UsageError const& error) {
    return usage_error(error);
  }
  initialize_kokkos(argv[0], line.passed_on, line.options.threads);
  int result = 0;
  try {
    result = run(line.options, prints_rows);
  } catch (CaseFileError const& error) {
    result = usage_error(error);
  } catch (UsageError const& error) {
    result = usage_error(error);
  } catch (std::exception const& error) {
    std::cerr << "isomer_perf: " << error.what() << '\n';
    result = exit_wrong_result;
  }
  benchmark::Shutdown();
  Kokkos::finalize();
  return result;
}
