// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/fit.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>

#include "calibrate/drifts.hpp"
#include "calibrate/least_squares.hpp"
#include "cost/model_file.hpp"

namespace isomer::perf {

namespace {

using detail::Kernel;
using detail::kernel_count;
using detail::Rates;
using detail::Residency;
using detail::Work;
using detail::work_numbers;

/// Observations from which a row is fitted.
constexpr std::size_t enough = 24;

/// So often is the drift found anew and the rows fitted to what it leaves.
constexpr int rounds = 4;

/// Columns of the least-squares problem: the numbers of each kernel on one thread, then on all.
constexpr std::size_t columns = 2 * kernel_count * work_numbers.size();

std::size_t first_column(Kernel kernel, bool all) {
  return (2 * static_cast<std::size_t>(kernel) + (all ? 1 : 0)) * work_numbers.size();
}

/// How far the threads of a pass are on the way from one to all.
double towards_all(detail::Pass const& pass, int threads) {
  return threads > 1 ? std::min(1.0, (pass.threads - 1) / (threads - 1)) : 1;
}

/// What a time is linear in, column by column.
std::vector<double> sample_of(Observation const& seen, int threads) {
  std::vector<double> sample(columns, 0);
  for (detail::Pass const& pass : seen.passes) {
    double const towards = towards_all(pass, threads);
    Work const share = detail::share_of_thread(pass);
    for (std::size_t k = 0; k < work_numbers.size(); ++k) {
      double const value = share.*work_numbers[k].value;
      sample[first_column(pass.kernel, false) + k] += (1 - towards) * value;
      sample[first_column(pass.kernel, true) + k] += towards * value;
    }
  }
  return sample;
}

using Kernels = std::array<std::size_t, kernel_count>;

/// Kernels that observations have in common get the same number: their rows are fitted together.
Kernels families(std::vector<Observation> const& train) {
  Kernels family{};
  std::iota(family.begin(), family.end(), 0);
  for (Observation const& seen : train)
    for (detail::Pass const& pass : seen.passes) {
      auto const from = family[static_cast<std::size_t>(pass.kernel)];
      auto const to = family[static_cast<std::size_t>(seen.passes.front().kernel)];
      std::replace(family.begin(), family.end(), from, to);
    }
  return family;
}

/// Observations of a kernel that tell of its row for one thread, or for all.
std::size_t count_of(std::vector<Observation> const& train, Kernel kernel, bool all, int threads) {
  return static_cast<std::size_t>(
      std::count_if(train.begin(), train.end(), [&](Observation const& seen) {
        return std::any_of(seen.passes.begin(), seen.passes.end(), [&](detail::Pass const& pass) {
          return pass.kernel == kernel && (towards_all(pass, threads) > 0.5) == all;
        });
      }));
}

void fit_family(Rates& rates, std::vector<Observation> const& train, Residency residency) {
  std::vector<std::vector<double>> samples;
  std::vector<double> seconds;
  for (Observation const& seen : train) {
    samples.push_back(sample_of(seen, rates.threads));
    seconds.push_back(seen.seconds);
  }
  auto const found = fit_relative(samples, seconds);
  for (std::size_t k = 0; k < kernel_count; ++k)
    for (bool const all : {false, true}) {
      auto const kernel = static_cast<Kernel>(k);
      if (count_of(train, kernel, all, rates.threads) < enough) continue;
      auto& row = rates.row(kernel, residency);
      Work& numbers = all ? row.all_threads : row.one_thread;
      for (std::size_t n = 0; n < work_numbers.size(); ++n) {
        std::size_t const column = first_column(kernel, all) + n;
        if (count_seen(samples, column) > 0) numbers.*work_numbers[n].value = found[column];
      }
    }
}

Rates fit_rows(Rates const& start, std::vector<Observation> const& train, int threads) {
  Rates rates = start;
  rates.threads = threads;
  Kernels const family = families(train);
  for (Residency const residency : {Residency::memory, Residency::cache})
    for (std::size_t number = 0; number < kernel_count; ++number) {
      auto const mine = where(train, [&](Observation const& seen) {
        auto const kernel = static_cast<std::size_t>(seen.passes.front().kernel);
        return seen.residency() == residency && family[kernel] == number;
      });
      if (!mine.empty()) fit_family(rates, mine, residency);
    }
  if (threads == 1)
    for (auto& kernel : rates.rows)
      for (auto& row : kernel) row.one_thread = row.all_threads;
  return rates;
}

/// The errors of one method where the arrays lie so, on one thread or on all.
std::string method_text(Split const& parts, std::string const& method, Residency residency,
                        int threads, Predict const& predict) {
  Split const mine = where(parts, [&](Observation const& seen) {
    return seen.method == method && seen.residency() == residency && seen.threads == threads;
  });
  auto const train = errors_of(mine.train, predict);
  auto const test = errors_of(mine.test, predict);
  if (train.count == 0 && test.count == 0) return {};
  std::array<char, 96> head{};
  std::snprintf(head.data(), head.size(), "%-20s %-9s %3d %5zu %5zu  ", method.c_str(),
                name_of(residency), threads, train.count, test.count);
  return std::string(head.data()).append(errors_text(train)).append(errors_text(test)).append("\n");
}

std::string methods_text(Split const& parts, Predict const& predict) {
  std::vector<std::string> methods;
  std::vector<int> threads;
  auto const note = [](auto& list, auto const& item) {
    if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
  };
  for (auto const* part : {&parts.train, &parts.test})
    for (Observation const& seen : *part) {
      note(methods, seen.method);
      note(threads, seen.threads);
    }
  std::string text =
      "method               residency thr train  test  train: median, 90th  test: median, 90th\n";
  for (std::string const& method : methods)
    for (Residency const residency : {Residency::memory, Residency::cache})
      for (int const count : threads) text += method_text(parts, method, residency, count, predict);
  return text;
}

}  // namespace

Rates fit(Rates const& start, std::vector<Observation> const& train, int threads) {
  Rates rates = start;
  // Apart: what both have in common with the neighbours in time would pass for drift.
  for (bool const in_place : {false, true}) {
    auto const seen =
        where(train, [&](Observation const& one) { return one.is_in_place() == in_place; });
    rates = fit_rows(rates, seen, threads);
    for (int round = 0; round < rounds; ++round)
      rates = fit_rows(rates, without_drift(seen, Drifts(rates, seen)), threads);
  }
  return rates;
}

double predicted(Rates const& rates, Observation const& seen) {
  return detail::seconds(rates, seen.passes);
}

std::string fit_report(Rates const& rates, Split const& parts) {
  auto const alone = [&](Observation const& seen) { return predicted(rates, seen); };
  std::string text;
  for (bool const in_place : {false, true}) {
    Split const mine =
        where(parts, [&](Observation const& seen) { return seen.is_in_place() == in_place; });
    if (mine.train.empty()) continue;
    Drifts const drifts(rates, mine.train);
    auto const with_drift = [&](Observation const& seen) { return alone(seen) * drifts.at(seen); };
    text.append(in_place ? "in place\n" : "out of place\n")
        .append(methods_text(mine, alone))
        .append(evaluation_text(mine, alone))
        .append("with the drift of the problems around: train ")
        .append(errors_text(errors_of(mine.train, with_drift)))
        .append(" test ")
        .append(errors_text(errors_of(mine.test, with_drift)))
        .append("\n");
  }
  return text;
}

}  // namespace isomer::perf
