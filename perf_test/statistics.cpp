// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace isomer::perf {

namespace {

/// ` of_copy_geomean=0.81 of_copy_median=0.83 ..`
std::string ratios_text(Summary const& summary) {
  auto const& ratios = summary.of_copy;
  char numbers[256];
  std::snprintf(numbers, sizeof numbers,
                " of_copy_geomean=%.2f of_copy_median=%.2f of_copy_min=%.2f of_copy_max=%.2f "
                "model_error_median=%.2f",
                geometric_mean(ratios), median(ratios), quantile(ratios, 0), quantile(ratios, 1),
                median(summary.model_errors));
  return numbers;
}

/// ` regret_min=0 regret_median=0.01 regret_p95=0.02 regret_max=0.02 ..`
std::string figures_text(std::vector<Summary::Figure> const& figures) {
  std::string text;
  for (auto const& [name, values] : figures) {
    char numbers[256];
    std::snprintf(numbers, sizeof numbers, " %s_min=%.3g %s_median=%.3g %s_p95=%.3g %s_max=%.3g",
                  name.c_str(), quantile(values, 0), name.c_str(), median(values), name.c_str(),
                  quantile(values, 0.95), name.c_str(), quantile(values, 1));
    text += numbers;
  }
  return text;
}

}  // namespace

double quantile(std::vector<double> samples, double q) {
  if (samples.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(samples.begin(), samples.end());
  double const position = q * static_cast<double>(samples.size() - 1);
  auto const below = static_cast<std::size_t>(position);
  auto const above = std::min(below + 1, samples.size() - 1);
  double const weight = position - static_cast<double>(below);
  return samples[below] * (1 - weight) + samples[above] * weight;
}

double median(std::vector<double> const& samples) { return quantile(samples, 0.5); }

double geometric_mean(std::vector<double> const& samples) {
  if (samples.empty()) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (double const sample : samples) sum += std::log(sample);
  return std::exp(sum / static_cast<double>(samples.size()));
}

void Summary::add(std::string const& figure, double value) {
  auto found = std::find_if(figures.begin(), figures.end(),
                            [&](Figure const& known) { return known.name == figure; });
  if (found == figures.end()) found = figures.insert(found, {figure, {}});
  found->values.push_back(value);
}

std::string summary_line(Summary const& summary) {
  bool const has_ratios = !summary.of_copy.empty();
  auto const& figures = summary.figures;
  auto const cases =
      has_ratios || figures.empty() ? summary.of_copy.size() : figures.front().values.size();
  return "summary suite=" + summary.suite + " type=" + summary.type +
         " cases=" + std::to_string(cases) +
         (has_ratios || figures.empty() ? ratios_text(summary) : "") + figures_text(figures);
}

}  // namespace isomer::perf
