// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "row.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

namespace isomer::perf {

namespace {

template <class... Args>
std::string format(char const* pattern, Args... args) {
  char text[256];
  std::snprintf(text, sizeof text, pattern, args...);
  return text;
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

constexpr std::size_t name_width = 44;

/// The rows of one summary, by case.
struct Collected {
  Summary summary;
  std::vector<std::string> names;
  std::vector<std::vector<double>> ratios;  ///< per case, one for each repetition
  std::vector<std::vector<double>> errors;

  std::size_t at(std::string const& name) {
    auto const found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    names.push_back(name);
    ratios.emplace_back();
    errors.emplace_back();
    return names.size() - 1;
  }
  void add(Row const& row) {
    auto const index = at(row.name);
    if (row.has_ratio()) ratios[index].push_back(row.of_copy());
    if (row.has_prediction()) errors[index].push_back(std::abs(row.predicted_over_actual() - 1));
    if (row.state == Row::State::measured)
      for (auto const& figure : row.figures) summary.add(figure.name, figure.value);
  }
  Summary finished() {
    for (auto const& samples : ratios)
      if (!samples.empty()) summary.of_copy.push_back(median(samples));
    for (auto const& samples : errors)
      if (!samples.empty()) summary.model_errors.push_back(median(samples));
    return summary;
  }
};

std::vector<Summary> collect(std::vector<Row> const& rows,
                             std::function<std::string(Row const&)> const& title) {
  std::vector<Collected> all;
  for (auto const& row : rows) {
    auto const name = title(row);
    if (name.empty()) continue;
    auto found = std::find_if(all.begin(), all.end(), [&](Collected const& c) {
      return c.summary.suite == name && c.summary.type == row.type;
    });
    if (found == all.end())
      found = all.insert(all.end(), Collected{{name, row.type, {}, {}, {}}, {}, {}, {}});
    found->add(row);
  }
  std::vector<Summary> result;
  for (auto& collected : all) result.push_back(collected.finished());
  return result;
}

}  // namespace

std::string row_text(Row const& row) {
  std::string const start = padded(row.suite + " " + row.name, name_width) + "  ";
  if (row.state == Row::State::skipped) return start + "skipped: " + row.reason;
  if (row.state == Row::State::failed) return start + "FAILED: " + row.reason;
  std::string text = start;
  if (row.has_ratio()) text += format("of_copy %.2f  ", row.of_copy());
  if (row.is_latency) text += format("%.0f ns a call", row.seconds * 1e9);
  else text += format("%.1f GB/s", row.gigabytes_per_second());
  if (!row.schema.empty())
    text += "  " + row.schema + format(" %d pass%s", row.passes, row.passes == 1 ? "" : "es");
  if (row.has_prediction()) text += format("  predicted/actual %.2f", row.predicted_over_actual());
  for (auto const& figure : row.figures)
    text += format("  %s %.3g", figure.name.c_str(), figure.value);
  for (auto const& rival : row.rivals)
    text += format("  times_%s %.2f", rival.name.c_str(), rival.seconds / row.seconds);
  return text + row.note;
}

std::vector<Summary> summaries(std::vector<Row> const& rows) {
  return collect(rows, [](Row const& row) { return row.suite; });
}

std::vector<Summary> group_summaries(std::vector<Row> const& rows) {
  return collect(rows, [](Row const& row) {
    return row.group.empty() ? std::string{} : row.suite + " group=" + row.group;
  });
}

std::string table_text(std::vector<Summary> const& all) {
  constexpr std::size_t suite_width = 22;
  std::string text = padded("suite", suite_width) +
                     "type  cases  of_copy: geomean  median     min     max   model error\n";
  for (auto const& summary : all) {
    auto const& ratios = summary.of_copy;
    text += padded(summary.suite, suite_width) + padded(summary.type, 4) +
            format("  %5zu           %7.2f %7.2f %7.2f %7.2f       %7.2f\n", ratios.size(),
                   geometric_mean(ratios), median(ratios), quantile(ratios, 0), quantile(ratios, 1),
                   median(summary.model_errors));
  }
  return text;
}

}  // namespace isomer::perf
