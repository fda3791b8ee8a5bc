// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include <isomer/plan_options.hpp>

#include "calibrate/fit.hpp"
#include "calibrate/measure_plans.hpp"
#include "calibrate/measure_steps.hpp"
#include "calibrate/once/fit_once.hpp"
#include "calibrate/once/measure_once.hpp"
#include "calibrate/problems.hpp"
#include "calibrate/progress.hpp"
#include "calibrate/records/measure_changes.hpp"
#include "calibrate/records/measure_loops.hpp"
#include "calibrate/records/measure_transposes.hpp"
#include "context.hpp"
#include "cost/model_file.hpp"
#include "cost/models.hpp"
#include "machine/memory_limits.hpp"
#include "one_thread.hpp"
#include "statistics.hpp"
#include "suites/scale.hpp"
#include "svg.hpp"

namespace isomer::perf {

namespace {

constexpr std::uint64_t stream = 19;
constexpr std::uint64_t in_place_stream = 29;
constexpr std::uint64_t once_stream = 31;
constexpr std::uint64_t changes_stream = 43;
constexpr double kibibyte = 1 << 10;
constexpr double mebibyte = 1 << 20;

/// Out of ten problems six are for memory, one is in between, three are for the caches: one
/// thread's and those of all.
ByteRange range_of(int problem, int threads, Options const& options) {
  if (options.scale == Scale::tiny) return {4 * kibibyte, 1 * mebibyte};
  double const large = options.scale == Scale::few ? 64 : 512;
  // Two pairs of buffers, and as much again left free.
  double const room = static_cast<double>(detail::memory_left()) / 8;
  double const caches = static_cast<double>(detail::host_machine(threads).l2_bytes) / 2 * threads;
  switch (problem % 10) {
    case 0: return {4 * kibibyte, 256 * kibibyte};
    case 3:
    case 6: return {128 * kibibyte, std::max(caches, 256 * kibibyte)};
    case 8: return {1 * mebibyte, 16 * mebibyte};
    default: return {16 * mebibyte, std::max(16 * mebibyte, std::min(large * mebibyte, room))};
  }
}

/// The text of a file, empty if there is none.
std::string text_in(std::string const& file) {
  std::ifstream in(file);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  return text.str();
}

/// The measurements that a file holds already.
std::vector<Observation> kept(std::string const& file) {
  auto const text = file.empty() ? std::string() : text_in(file);
  try {
    return text.empty() ? std::vector<Observation>{} : read_observations(text);
  } catch (std::runtime_error const& error) {
    throw std::runtime_error(file + ": " + error.what());
  }
}

void keep(std::string const& file, std::vector<Observation> const& all) {
  if (file.empty()) return;
  std::string text = observations_head();
  for (auto const& seen : all) text += line_of(seen);
  write_file(file, text);
}

/// Adds what `observe_one` sees of each problem to `all`: of the given range, on these threads,
/// drawn from the numbers of `first_stream` on, so that runs that go on in one file draw new ones.
template <class Observe>
void measure(char const* what, Exec const& exec, Options const& options, std::uint64_t first_stream,
             Counts const& counts, std::vector<Observation>& all, Observe const& observe_one) {
  Buffers buffers(exec, options.pages);
  Exec const one = one_thread_instance();
  int number = all.empty() ? 0 : all.back().problem + 1;
  Random random(options.seed, first_stream + static_cast<std::uint64_t>(number));
  auto const problems = static_cast<int>(counts.sampled(options));
  for (int k = 0; k < problems; ++k, ++number) {
    show_progress(what, k, problems);
    // A third with one thread, of all sizes alike.
    bool const alone = one.concurrency() < exec.concurrency() && k / 10 % 3 == 0;
    Exec const& with = alone ? one : exec;
    auto const range = range_of(k, with.concurrency(), options);
    for (auto& seen : observe_one(with, buffers, random, range, number))
      all.push_back(std::move(seen));
  }
  show_progress(what, problems, problems);
}

void measure_problems(Exec const& exec, Options const& options, std::vector<Observation>& all) {
  measure(
      "permutations", exec, options, stream, {600, 120, 20}, all,
      [](Exec const& with, Buffers& buffers, Random& random, ByteRange const& range, int number) {
        auto const problem = draw_problem(random, range);
        return observe(with, buffers, problem, number, random);
      });
}

/// Most with the library's own limit; every fifth step has to do with less.
std::size_t draw_workspace_limit(Random& random) {
  if (random.between(0, 4) != 0) return PlanOptions::automatic;
  return static_cast<std::size_t>(random.between_on_log_scale(16 * kibibyte, 2 * mebibyte));
}

void measure_steps(Exec const& exec, Options const& options, std::vector<Observation>& all) {
  measure("steps in place", exec, options, in_place_stream, {400, 100, 20}, all,
          [](Exec const& with, Buffers& buffers, Random& random, ByteRange range, int number) {
            range.most = std::max(range.least, range.most / 2);
            auto const chosen = draw_in_place_problem(random, range);
            return observe(with, buffers, chosen, draw_workspace_limit(random), number);
          });
}

#ifdef ISOMER_PERF_ON_DEVICE
void measure_changes(Exec const& /*exec*/, Options const& /*options*/,
                     std::vector<Observation>& /*all*/) {}
#else
void measure_changes(Exec const& exec, Options const& options, std::vector<Observation>& all) {
  measure("changes of arrangements", exec, options, changes_stream, {400, 100, 20}, all,
          [](Exec const& with, Buffers& buffers, Random& random, ByteRange range, int number) {
            range.most = std::max(range.least, range.most / 2);
            return observe(with, buffers, draw_change(random, range), number);
          });
}
#endif

/// Sizes for what is measured once: two of three in the caches, the others beyond all of them.
/// What is between may be in the third-level cache the next time, and then follows another plan.
ByteRange once_range(int problem, int threads, Options const& options) {
  auto const machine = detail::host_machine(threads);
  double const caches =
      std::max(static_cast<double>(machine.l2_bytes) / 2 * threads, 64 * kibibyte);
  if (problem % 3 != 0 || options.scale == Scale::tiny) return {1 * kibibyte, caches};
  double const least = 1.5 * static_cast<double>(machine.l3_bytes);
  return {least, 2 * least};
}

detail::RecordProblem draw_change_in_place(Random& random, ByteRange const& range) {
  DrawnChange drawn = draw_change(random, range);
  while (!drawn.problem.in_place) drawn = draw_change(random, range);
  return drawn.problem;
}

/// Every fourth in place, a third of these records; every eighth tries its plans out.
std::vector<OnceObservation> measure_once(Exec const& exec, Options const& options) {
  Buffers buffers(exec, options.pages);
  ColdCaches caches(exec, options.scale);
  Exec const one = one_thread_instance();
  Random random(options.seed, once_stream);
  std::vector<OnceObservation> all;
  auto const problems = static_cast<int>(Counts{240, 80, 24}.sampled(options));
  for (int k = 0; k < problems; ++k) {
    show_progress("single uses", k, problems);
    bool const alone = one.concurrency() < exec.concurrency() && k / 12 % 3 == 0;
    Exec const& with = alone ? one : exec;
    auto const range = once_range(k, with.concurrency(), options);
    if (k % 12 == 0) {
      all.push_back(observe_once(with, buffers, caches, draw_change_in_place(random, range)));
    } else if (k % 4 == 0) {
      all.push_back(observe_once(with, buffers, caches, draw_in_place_problem(random, range)));
    } else {
      PlanOptions plan;
      if (k % 8 == 5) plan.effort = Effort::measure;
      all.push_back(observe_once(with, buffers, caches, draw_problem(random, range), plan));
    }
  }
  show_progress("single uses", problems, problems);
  return all;
}

double copy_speed(std::vector<Observation> const& all, int threads) {
  std::vector<double> speeds;
  for (auto const& seen : all) {
    if (seen.is_in_place() || seen.residency() != detail::Residency::memory ||
        seen.threads != threads)
      continue;
    speeds.push_back(2 * seen.passes.front().work.bytes / seen.copy_seconds);
  }
  return speeds.empty() ? 0 : median(speeds);
}

enum class Part : std::uint8_t { out_of_place, in_place, once, changes, loops };

Part part_of(std::string const& suite) {
  if (suite == "single_use" || suite == "call_count") return Part::once;
  if (suite == "records" || suite == "records_random") return Part::loops;
  if (suite == "rearrange") return Part::changes;
  return suite.rfind("in_place", 0) == 0 ? Part::in_place : Part::out_of_place;
}

/// Whether a part is to be measured: all unless suites of other kinds only are named.
bool wants(Options const& options, Part part) {
  return options.suites.empty() ||
         std::any_of(options.suites.begin(), options.suites.end(),
                     [&](std::string const& suite) { return part_of(suite) == part; });
}

/// Fits the rows of single uses to every plan but each fifth, and says how well they fit those.
std::string fit_once_and_report(detail::OnceRates& rates, std::vector<OnceObservation> const& all) {
  std::vector<OnceObservation> train;
  std::vector<OnceObservation> test;
  for (std::size_t k = 0; k < all.size(); ++k) (k % 5 == 4 ? test : train).push_back(all[k]);
  rates = fit_once(rates, train);
  return once_report(rates, train, test);
}

#ifdef ISOMER_PERF_ON_DEVICE
std::string fit_records_and_report(detail::Rates& /*rates*/, Exec const& /*exec*/,
                                   Options const& /*options*/) {
  return {};
}
#else
/// Fits the rows of loops over records to four programs in five, and says how well they fit the
/// fifth.
std::string fit_records_and_report(detail::Rates& rates, Exec const& exec, Options const& options) {
  std::vector<LoopObservation> train;
  std::vector<LoopObservation> test;
  for (LoopObservation const& seen : measure_loops(exec, options))
    (seen.program % 5 == 4 ? test : train).push_back(seen);
  std::string const before = loops_report(rates, test);
  rates = fit_loops(rates, train, exec.concurrency());
  rates.advice = {.ratio_error = ratio_error(rates, test),
                  .transposed_bytes = measure_transposed_bytes()};
  return "before: " + before + "train: " + loops_report(rates, train) +
         "test: " + loops_report(rates, test);
}
#endif

}  // namespace

void calibrate(Exec const& exec, Options const& options) {
  std::cout << context_text(exec, options);
  std::string const& file = options.measurements_file;
  auto all = kept(file);
  if (wants(options, Part::out_of_place)) measure_problems(exec, options, all);
  if (wants(options, Part::in_place)) measure_steps(exec, options, all);
  if (wants(options, Part::changes)) measure_changes(exec, options, all);
  keep(file, all);

  auto const parts = split(all, options.seed);
  auto rates = detail::model_in_use().rates;
  if (!all.empty()) rates = fit(rates, parts.train, exec.concurrency());
  rates.machine = detail::host_machine(1);
  if (double const speed = copy_speed(all, exec.concurrency()); speed > 0)
    rates.copy_bytes_per_second = speed;
  std::string once;
  if (wants(options, Part::once))
    once = fit_once_and_report(rates.once, measure_once(exec, options));
  std::string loops;
  if (wants(options, Part::loops)) loops = fit_records_and_report(rates, exec, options);
  std::cout << fit_report(rates, parts) << once << loops
            << "copy meanwhile: " << std::lround(rates.copy_bytes_per_second / 1e9) << " GB/s\n";
  if (options.calibrate_file.empty()) return;
  write_file(options.calibrate_file, model_text(rates));
  std::cout << "written to " << options.calibrate_file
            << "; programs take it with ISOMER_MODEL=" << options.calibrate_file << "\n";
}

}  // namespace isomer::perf
