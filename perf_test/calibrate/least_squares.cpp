// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace isomer::perf {

namespace {

using Matrix = std::vector<std::vector<double>>;

constexpr int reweightings = 8;
/// Of a column's own square: settles columns that always come together.
constexpr double ridge = 1e-6;
constexpr int most_sweeps = 20000;
constexpr double still = 1e-10;

double dot(std::vector<double> const& a, std::vector<double> const& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

/// Least squares under x >= 0 with the normal equations `gram` x = `right`, one coordinate at a
/// time: each step is the best value of that coordinate, so the sum only falls.
void solve_not_negative(Matrix const& gram, std::vector<double> const& right,
                        std::vector<double>& x) {
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double moved = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (gram[k][k] == 0) continue;
      double const best = std::max(0.0, x[k] + (right[k] - dot(gram[k], x)) / gram[k][k]);
      moved = std::max(moved, std::abs(best - x[k]));
      x[k] = best;
    }
    if (moved < still) return;
  }
}

/// Of the others nothing is known.
std::vector<std::size_t> used_columns(Matrix const& samples) {
  std::vector<std::size_t> used;
  for (std::size_t k = 0; k < samples.front().size(); ++k)
    if (count_seen(samples, k) > 0) used.push_back(k);
  return used;
}

/// What makes each sample its target, about.
std::vector<double> fit_to(std::vector<double> const& targets, Matrix const& samples) {
  std::size_t const columns = samples.front().size();
  auto const count = static_cast<double>(samples.size());
  std::vector<double> x(columns, 0);
  for (int round = 0; round < reweightings; ++round) {
    Matrix gram(columns, std::vector<double>(columns, 0));
    std::vector<double> right(columns, 0);
    for (std::size_t s = 0; s < samples.size(); ++s) {
      auto const& sample = samples[s];
      double const unit = std::max(1.0, dot(sample, x));
      double const weight = 1 / (unit * unit * count);
      for (std::size_t i = 0; i < columns; ++i) {
        right[i] += weight * sample[i] * targets[s];
        for (std::size_t j = 0; j < columns; ++j) gram[i][j] += weight * sample[i] * sample[j];
      }
    }
    for (std::size_t k = 0; k < columns; ++k) gram[k][k] *= 1 + ridge;
    solve_not_negative(gram, right, x);
  }
  return x;
}

}  // namespace

std::ptrdiff_t count_seen(std::vector<std::vector<double>> const& samples, std::size_t column) {
  return std::count_if(samples.begin(), samples.end(),
                       [column](std::vector<double> const& one) { return one[column] != 0; });
}

std::vector<double> fit_relative(Matrix const& samples, std::vector<double> const& values) {
  return fit_scaled(samples, values, values);
}

std::vector<double> fit_scaled(Matrix const& samples, std::vector<double> const& values,
                               std::vector<double> const& scale_of) {
  if (samples.empty()) return {};
  auto const used = used_columns(samples);
  std::size_t const columns = used.size();
  Matrix scaled(samples.size(), std::vector<double>(columns));
  std::vector<double> scale(columns, 0);
  for (std::size_t s = 0; s < samples.size(); ++s)
    for (std::size_t k = 0; k < columns; ++k) {
      scaled[s][k] = samples[s][used[k]] / scale_of[s];
      scale[k] += scaled[s][k] * scaled[s][k];
    }
  auto const count = static_cast<double>(samples.size());
  for (double& of_column : scale) of_column = std::sqrt(of_column / count);
  for (auto& sample : scaled)
    for (std::size_t k = 0; k < columns; ++k) sample[k] /= scale[k];

  std::vector<double> targets(values.size());
  for (std::size_t s = 0; s < values.size(); ++s) targets[s] = values[s] / scale_of[s];
  auto const x = fit_to(targets, scaled);
  std::vector<double> found(samples.front().size(), 0);
  for (std::size_t k = 0; k < columns; ++k) found[used[k]] = x[k] / scale[k];
  return found;
}

}  // namespace isomer::perf
