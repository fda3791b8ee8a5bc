// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "row.hpp"

/// What the plots share.
namespace isomer::perf::plots {

/// The rows with a ratio of one suite and type.
struct Panel {
  std::string title;
  std::vector<Row const*> rows;

  std::vector<double> ratios() const {
    std::vector<double> all;
    for (auto const* row : rows) all.push_back(row->of_copy());
    return all;
  }
};

inline std::vector<Panel> panels_of(std::vector<Row> const& rows) {
  std::vector<Panel> panels;
  for (auto const& row : rows) {
    if (!row.has_ratio()) continue;
    auto const title = row.suite + " " + row.type;
    auto found = std::find_if(panels.begin(), panels.end(),
                              [&](Panel const& panel) { return panel.title == title; });
    if (found == panels.end()) found = panels.insert(panels.end(), Panel{title, {}});
    found->rows.push_back(&row);
  }
  return panels;
}

inline constexpr double margin = 16;
inline constexpr double title_size = 14;
inline constexpr double label_size = 11;

// Ours, others' (in the order of their first appearance), and what frames them.
inline constexpr char const* ours_colour = "#2563ab";
inline constexpr char const* rival_colours[] = {"#e08a3c", "#7aa85a", "#a56cb4", "#8a8a8a"};
inline constexpr char const* grid_colour = "#dddddd";
inline constexpr char const* copy_colour = "#222222";
inline constexpr char const* median_colour = "#c0392b";

}  // namespace isomer::perf::plots
