// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/evaluate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>
#include <map>

#include "random.hpp"
#include "statistics.hpp"

namespace isomer::perf {

namespace {

std::string percent(double ratio) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%5.1f %%", 100 * ratio);
  return text.data();
}

std::string choices_text(Choices const& choices) {
  if (choices.all == 0) return "no problem had a choice";
  return percent(static_cast<double>(choices.good) / static_cast<double>(choices.all)) + " of " +
         std::to_string(choices.all);
}

}  // namespace

Split split(std::vector<Observation> const& all, std::uint64_t seed) {
  constexpr std::uint64_t stream = 23;
  int problems = 0;
  for (auto const& seen : all) problems = std::max(problems, seen.problem + 1);
  Random random(seed, stream);
  auto const order = random.permutation(problems);
  Split parts;
  for (auto const& seen : all) {
    bool const is_test = order[static_cast<std::size_t>(seen.problem)] % 5 == 0;
    (is_test ? parts.test : parts.train).push_back(seen);
  }
  return parts;
}

std::vector<Observation> where(std::vector<Observation> const& all,
                               std::function<bool(Observation const&)> const& wanted) {
  std::vector<Observation> some;
  std::copy_if(all.begin(), all.end(), std::back_inserter(some), wanted);
  return some;
}

Split where(Split const& parts, std::function<bool(Observation const&)> const& wanted) {
  return {where(parts.train, wanted), where(parts.test, wanted)};
}

Errors errors_of(std::vector<Observation> const& all, Predict const& predict) {
  std::vector<double> errors;
  errors.reserve(all.size());
  for (auto const& seen : all) errors.push_back(std::abs(predict(seen) / seen.seconds - 1));
  return {errors.size(), median(errors), quantile(errors, 0.9)};
}

Choices choices_of(std::vector<Observation> const& all, Predict const& predict) {
  /// A prediction may choose a candidate that is slower by so much and still be right.
  constexpr double close = 1.05;
  struct Problem {
    double least_predicted = std::numeric_limits<double>::infinity();
    double chosen = 0;
    double least = std::numeric_limits<double>::infinity();
    int candidates = 0;
  };
  std::map<int, Problem> problems;
  for (auto const& seen : all) {
    Problem& problem = problems[seen.problem];
    ++problem.candidates;
    problem.least = std::min(problem.least, seen.seconds);
    double const expected = predict(seen);
    if (expected >= problem.least_predicted) continue;
    problem.least_predicted = expected;
    problem.chosen = seen.seconds;
  }
  Choices choices;
  for (auto const& [number, problem] : problems) {
    if (problem.candidates < 2) continue;
    ++choices.all;
    if (problem.chosen <= close * problem.least) ++choices.good;
  }
  return choices;
}

std::string errors_text(Errors const& errors) {
  if (errors.count == 0) return "     -        -   ";
  return percent(errors.median) + " " + percent(errors.ninety) + "  ";
}

std::string evaluation_text(Split const& parts, Predict const& predict) {
  return "all together: train " + errors_text(errors_of(parts.train, predict)) + " test " +
         errors_text(errors_of(parts.test, predict)) +
         "\nchosen plan within 5 % of the best: train " +
         choices_text(choices_of(parts.train, predict)) + ", test " +
         choices_text(choices_of(parts.test, predict)) + " problems\n";
}

}  // namespace isomer::perf
