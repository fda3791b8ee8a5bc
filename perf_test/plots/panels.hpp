// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "row.hpp"
#include "svg.hpp"

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

/// Panels of one height below each other, under a title and what says where the figures are from.
/// `draw(svg, panel, top)` draws one.
template <class Draw>
std::string page_of(std::vector<Panel> const& panels, double width, double panel_height,
                    std::string const& title, std::string const& caption, Draw const& draw) {
  Svg svg(width, 4 * margin + panel_height * static_cast<double>(panels.size()));
  double y = margin + title_size;
  svg.text(margin, y, title, title_size + 2);
  svg.text(margin, y + margin, caption, label_size);
  y += 2 * margin;
  for (auto const& panel : panels) {
    draw(svg, panel, y);
    y += panel_height;
  }
  return svg.finished();
}

}  // namespace isomer::perf::plots
