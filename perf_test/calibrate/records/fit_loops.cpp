// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "calibrate/least_squares.hpp"
#include "calibrate/records/loop_observation.hpp"
#include "statistics.hpp"

namespace isomer::perf {
namespace {

using detail::Kernel;
using detail::Rates;
using detail::Residency;
using detail::Work;
using detail::work_numbers;

constexpr int rounds = 8;
/// Observations from which a number is fitted.
constexpr std::ptrdiff_t enough = 12;

/// Columns: the numbers of work in memory and in the caches, on one thread and on all.
constexpr std::size_t numbers = work_numbers.size();
constexpr std::size_t columns = 2 * detail::residency_count * numbers;

std::size_t first_column(Residency residency, bool all) {
  return (2 * static_cast<std::size_t>(residency) + (all ? 1 : 0)) * numbers;
}

void add_pass(std::vector<double>& sample, detail::Pass const& pass, double times, int threads) {
  bool const all = threads == 1 || pass.threads > 1;
  Work const share = detail::share_of_thread(pass);
  for (std::size_t k = 0; k < numbers; ++k)
    sample[first_column(pass.residency, all) + k] += times * share.*work_numbers[k].value;
}

/// A least-squares problem that is linear in the rates.
struct Equations {
  std::vector<std::vector<double>> samples;
  std::vector<double> values, scale;

  void add(Rates const& rates, LoopObservation const& seen, int threads) {
    double const computing = seen.work.computing_seconds;
    bool const is_moving = detail::seconds(rates, seen.work.moved) > computing;
    std::vector<double> sample(columns, 0);
    add_pass(sample, seen.work.moved, is_moving ? 1 : records::not_hidden, threads);
    for (detail::Pass const& pass : seen.work.waited) add_pass(sample, pass, 1, threads);
    samples.push_back(std::move(sample));
    values.push_back(seen.seconds - (is_moving ? records::not_hidden : 1) * computing);
    scale.push_back(seen.seconds);
  }
};

void take(Rates& rates, Equations const& equations, std::vector<double> const& found) {
  for (Residency const residency : {Residency::memory, Residency::cache})
    for (bool const all : {false, true}) {
      auto& row = rates.row(Kernel::record_loop, residency);
      Work& of = all ? row.all_threads : row.one_thread;
      for (std::size_t k = 0; k < numbers; ++k) {
        std::size_t const column = first_column(residency, all) + k;
        if (count_seen(equations.samples, column) >= enough)
          of.*work_numbers[k].value = found[column];
      }
    }
}

/// An arrangement, the one with the least prediction first.
struct Timed {
  double predicted = 0;
  double seconds = 0;

  double off() const { return predicted / seconds; }
  friend bool operator<(Timed const& a, Timed const& b) { return a.predicted < b.predicted; }
};

/// All arrangements of each kernel and its records.
std::map<int, std::vector<Timed>> programs_of(Rates const& rates,
                                              std::vector<LoopObservation> const& all) {
  std::map<int, std::vector<Timed>> programs;
  for (LoopObservation const& seen : all)
    programs[seen.program].push_back({records::seconds(rates, seen.work), seen.seconds});
  return programs;
}

}  // namespace

Rates fit_loops(Rates const& start, std::vector<LoopObservation> const& train, int threads) {
  Rates rates = start;
  rates.threads = threads;
  for (int round = 0; round < rounds; ++round) {
    Equations equations;
    for (LoopObservation const& seen : train) equations.add(rates, seen, threads);
    take(rates, equations, fit_scaled(equations.samples, equations.values, equations.scale));
  }
  return rates;
}

double ratio_error(Rates const& rates, std::vector<LoopObservation> const& all) {
  constexpr double alike = 1.25;
  std::vector<double> errors;
  for (auto const& [program, arrangements] : programs_of(rates, all)) {
    auto const chosen = std::min_element(arrangements.begin(), arrangements.end());
    for (auto other = arrangements.begin(); other != arrangements.end(); ++other) {
      if (other == chosen || other->predicted > alike * chosen->predicted) continue;
      errors.push_back(std::abs(std::log(other->off() / chosen->off())));
    }
  }
  return errors.empty() ? 0 : std::expm1(median(errors));
}

std::string loops_report(Rates const& rates, std::vector<LoopObservation> const& all) {
  std::vector<double> errors;
  std::vector<double> regrets;
  for (auto const& [program, arrangements] : programs_of(rates, all)) {
    for (Timed const& one : arrangements) errors.push_back(std::abs(one.off() - 1));
    double const chosen = std::min_element(arrangements.begin(), arrangements.end())->seconds;
    double best = chosen;
    for (Timed const& one : arrangements) best = std::min(best, one.seconds);
    regrets.push_back(chosen / best - 1);
  }
  std::array<char, 200> text{};
  std::snprintf(
      text.data(), text.size(),
      "loops over records: %zu kernels, error median %.3f 90th percentile %.3f, of ratios "
      "median %.3f, regret median %.3f 95th percentile %.3f\n",
      regrets.size(), median(errors), quantile(errors, 0.9), ratio_error(rates, all),
      median(regrets), quantile(regrets, 0.95));
  return text.data();
}

}  // namespace isomer::perf
