// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/calibrate.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "calibrate/fit.hpp"
#include "calibrate/measure_plans.hpp"
#include "calibrate/problems.hpp"
#include "context.hpp"
#include "memory/available_memory.hpp"
#include "model/model_file.hpp"
#include "statistics.hpp"
#include "suites/scale.hpp"
#include "svg.hpp"

namespace isomer::perf {

namespace {

constexpr std::uint64_t stream = 19;
constexpr double kibibyte = 1 << 10;
constexpr double mebibyte = 1 << 20;

/// Out of ten problems six are for memory, one is in between, three are for the caches: one
/// thread's and those of all.
ByteRange range_of(int problem, int threads, Options const& options) {
  if (options.scale == Scale::tiny) return {4 * kibibyte, 1 * mebibyte};
  double const large = options.scale == Scale::few ? 64 : 512;
  // Two pairs of buffers, and as much again left free.
  double const room = static_cast<double>(detail::available_memory()) / 8;
  double const caches = static_cast<double>(detail::caches().l2_bytes) / 2 * threads;
  switch (problem % 10) {
    case 0: return {4 * kibibyte, 256 * kibibyte};
    case 3:
    case 6: return {128 * kibibyte, std::max(caches, 256 * kibibyte)};
    case 8: return {1 * mebibyte, 16 * mebibyte};
    default: return {16 * mebibyte, std::max(16 * mebibyte, std::min(large * mebibyte, room))};
  }
}

Exec one_thread_instance() {
#ifdef KOKKOS_ENABLE_OPENMP
  if constexpr (std::is_same_v<Exec, Kokkos::OpenMP>) return Kokkos::OpenMP(1);
#endif
  return Exec();
}

/// One line that is written again and again, where somebody sees it.
void show_progress(int done, int all) {
  if (isatty(STDERR_FILENO) == 0) return;
  std::fprintf(stderr, "\rcalibrating: %d of %d problems%s", done, all, done == all ? "\n" : "");
}

std::vector<Observation> kept(std::string const& file) {
  std::ifstream in(file);
  if (!in) return {};
  std::ostringstream text;
  text << in.rdbuf();
  try {
    return text.str().empty() ? std::vector<Observation>{} : read_csv(text.str());
  } catch (std::runtime_error const& error) {
    throw std::runtime_error(file + ": " + error.what());
  }
}

void keep(std::string const& file, std::vector<Observation> const& all) {
  std::string text = csv_head();
  for (auto const& seen : all) text += csv_line(seen);
  write_file(file, text);
}

void measure_problems(Exec const& exec, Options const& options, std::vector<Observation>& all) {
  Buffers buffers(exec, options.pages);
  Exec const one = one_thread_instance();
  int number = all.empty() ? 0 : all.back().problem + 1;
  Random random(options.seed, stream + static_cast<std::uint64_t>(number));
  auto const problems = static_cast<int>(Counts{600, 120, 20}.sampled(options));
  for (int k = 0; k < problems; ++k, ++number) {
    show_progress(k, problems);
    // A third with one thread, of all sizes alike.
    bool const alone = one.concurrency() < exec.concurrency() && k / 10 % 3 == 0;
    Exec const& with = alone ? one : exec;
    auto const problem = draw_problem(random, range_of(k, with.concurrency(), options));
    for (auto& seen : observe(with, buffers, problem, number, random))
      all.push_back(std::move(seen));
  }
  show_progress(problems, problems);
}

double copy_speed(std::vector<Observation> const& all, int threads) {
  std::vector<double> speeds;
  for (auto const& seen : all) {
    if (seen.reach != detail::Reach::memory || seen.threads != threads) continue;
    double const bytes = value_of(seen.features, detail::Feature::bytes) * seen.in_effect;
    speeds.push_back(2 * bytes / seen.copy_seconds);
  }
  return speeds.empty() ? 0 : median(speeds);
}

}  // namespace

void calibrate(Exec const& exec, Options const& options) {
  std::cout << context_text(exec, options);
  std::vector<Observation> all;
  if (!options.measurements_file.empty()) all = kept(options.measurements_file);
  measure_problems(exec, options, all);
  if (!options.measurements_file.empty()) keep(options.measurements_file, all);

  auto const parts = split(all, options.seed);
  auto model = fit(detail::model_in_use().model, parts.train, exec.concurrency());
  model.machine = detail::this_machine();
  model.copy_bytes_per_second = copy_speed(all, exec.concurrency());
  std::cout << fit_report(model, parts)
            << "copy meanwhile: " << std::lround(model.copy_bytes_per_second / 1e9) << " GB/s\n";
  if (options.calibrate_file.empty()) return;
  write_file(options.calibrate_file, model_text(model));
  std::cout << "written to " << options.calibrate_file
            << "; programs take it with ISOMER_MODEL=" << options.calibrate_file << "\n";
}

}  // namespace isomer::perf
