// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "random.hpp"
#include "statistics.hpp"

/// How good a model is, whatever it is a model of: `Seen` has a `problem`, which it shares with the
/// other candidates of the same problem, and the `seconds` that it took.
namespace isomer::perf {

/// Four fifths of the problems, drawn at random, to fit with; the others to see how well it went.
template <class Seen>
struct SplitOf {
  std::vector<Seen> train;
  std::vector<Seen> test;
};

template <class Seen>
SplitOf<Seen> split(std::vector<Seen> const& all, std::uint64_t seed) {
  constexpr std::uint64_t stream = 23;
  int problems = 0;
  for (auto const& seen : all) problems = std::max(problems, seen.problem + 1);
  Random random(seed, stream);
  auto const order = random.permutation(problems);
  SplitOf<Seen> parts;
  for (auto const& seen : all) {
    bool const is_test = order[static_cast<std::size_t>(seen.problem)] % 5 == 0;
    (is_test ? parts.test : parts.train).push_back(seen);
  }
  return parts;
}

/// |predicted / actual - 1| of some observations.
struct Errors {
  std::size_t count = 0;
  double median = 0;
  double ninety = 0;  ///< the 90th percentile
};

template <class Seen, class Predict>
Errors errors_of(std::vector<Seen> const& all, Predict const& predict) {
  std::vector<double> errors;
  for (auto const& seen : all) errors.push_back(std::abs(predict(seen) / seen.seconds - 1));
  return {errors.size(), median(errors), quantile(errors, 0.9)};
}

/// How often the candidate with the smallest prediction took at most 1.05 times the least time of
/// its problem, over problems with more than one candidate.
struct Choices {
  std::size_t good = 0;
  std::size_t all = 0;
};

template <class Seen, class Predict>
Choices choices_of(std::vector<Seen> const& all, Predict const& predict) {
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

/// ` 12.3 %  45.6 %`: median and 90th percentile.
std::string errors_text(Errors const& errors);
/// ` 61.9 % of 77`.
std::string choices_text(Choices const& choices);
/// What a line of a report needs to know of the errors of all parts together.
template <class Seen, class Predict>
std::string evaluation_text(SplitOf<Seen> const& parts, Predict const& predict) {
  return "all together: train " + errors_text(errors_of(parts.train, predict)) + " test " +
         errors_text(errors_of(parts.test, predict)) +
         "\nchosen plan within 5 % of the best: train " +
         choices_text(choices_of(parts.train, predict)) + ", test " +
         choices_text(choices_of(parts.test, predict)) + " problems\n";
}

/// ` name 1.23e-10` for each coefficient that is not 0.
template <class Feature, class Coefficients>
std::string coefficients_text(Coefficients const& coefficients) {
  std::string text;
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    if (coefficients[k] == 0) continue;
    std::array<char, 80> item{};
    std::snprintf(item.data(), item.size(), " %s %.3g", name_of(static_cast<Feature>(k)),
                  coefficients[k]);
    text += item.data();
  }
  return text;
}

}  // namespace isomer::perf
