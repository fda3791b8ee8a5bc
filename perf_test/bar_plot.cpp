// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bar_plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "svg.hpp"

namespace isomer::perf {

namespace {

constexpr double margin = 16;
constexpr double title_size = 14;
constexpr double label_size = 11;
constexpr double label_width = 300;
constexpr double bar_area = 460;
constexpr double value_width = 60;
constexpr double bar_height = 11;
constexpr double rival_height = 5;
constexpr double row_gap = 4;
constexpr double head_height = 44;  // title and scale of a panel

// Ours, others' (in the order of their first appearance), and what frames them.
constexpr char const* ours_colour = "#2563ab";
constexpr char const* rival_colours[] = {"#e08a3c", "#7aa85a", "#a56cb4", "#8a8a8a"};
constexpr char const* grid_colour = "#dddddd";
constexpr char const* copy_colour = "#222222";
constexpr char const* median_colour = "#c0392b";

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

std::vector<Panel> panels_of(std::vector<Row> const& rows) {
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

std::vector<std::string> rival_names(std::vector<Panel> const& panels) {
  std::vector<std::string> names;
  for (auto const& panel : panels)
    for (auto const* row : panel.rows)
      for (auto const& rival : row->rivals)
        if (std::find(names.begin(), names.end(), rival.name) == names.end())
          names.push_back(rival.name);
  return names;
}

double row_height(Row const& row) {
  return bar_height + rival_height * static_cast<double>(row.rivals.size()) + row_gap;
}

double panel_height(Panel const& panel) {
  double height = head_height + margin;
  for (auto const* row : panel.rows) height += row_height(*row);
  return height;
}

/// The right end of the scale: a copy's speed, or a little more where something is faster.
double scale_end(Panel const& panel) {
  double most = 1;
  for (double const ratio : panel.ratios()) most = std::max(most, ratio);
  return std::ceil(most * 10) / 10;
}

void draw_scale(Svg& svg, Panel const& panel, double top, double bottom, double end) {
  for (int quarter = 0; quarter * 0.25 <= end; ++quarter) {
    double const x = margin + label_width + quarter * 0.25 / end * bar_area;
    bool const is_copy = quarter == 4;
    svg.line(x, top, x, bottom, is_copy ? copy_colour : grid_colour);
    svg.text(x, top - 4, is_copy ? "copy" : number_text(quarter * 0.25), label_size,
             Svg::Anchor::middle);
  }
  double const x = margin + label_width + median(panel.ratios()) / end * bar_area;
  svg.line(x, top, x, bottom, median_colour, true);
}

void draw_panel(Svg& svg, Panel const& panel, double top, std::vector<std::string> const& rivals) {
  double const end = scale_end(panel);
  auto const ratios = panel.ratios();
  char numbers[96];
  std::snprintf(numbers, sizeof numbers, "  %zu cases, geomean %.2f, median %.2f, min %.2f",
                ratios.size(), geometric_mean(ratios), median(ratios), quantile(ratios, 0));
  svg.text(margin, top + title_size, panel.title + numbers, title_size);
  double y = top + head_height;
  draw_scale(svg, panel, y, top + panel_height(panel) - margin, end);
  double const x = margin + label_width;
  for (auto const* row : panel.rows) {
    double const width = row->of_copy() / end * bar_area;
    svg.text(x - 6, y + bar_height - 2, row->name, label_size, Svg::Anchor::end);
    svg.rectangle(x, y, width, bar_height, ours_colour, row_text(*row));
    svg.text(x + width + 4, y + bar_height - 2, number_text(row->of_copy()), label_size);
    y += bar_height;
    for (auto const& rival : row->rivals) {
      auto const colour = static_cast<std::size_t>(
          std::find(rivals.begin(), rivals.end(), rival.name) - rivals.begin());
      svg.rectangle(x, y, std::min(row->copy_seconds / rival.seconds / end, 1.0) * bar_area,
                    rival_height, rival_colours[colour % std::size(rival_colours)], rival.name);
      y += rival_height;
    }
    y += row_gap;
  }
}

double draw_legend(Svg& svg, double top, std::vector<std::string> const& rivals) {
  if (rivals.empty()) return 0;
  double x = margin;
  auto const entry = [&](char const* colour, std::string const& name) {
    svg.rectangle(x, top, label_size, label_size, colour);
    svg.text(x + label_size + 4, top + label_size - 1, name, label_size);
    x += label_size + 24 + 6.5 * static_cast<double>(name.size());
  };
  entry(ours_colour, "Isomer");
  for (std::size_t k = 0; k < rivals.size(); ++k)
    entry(rival_colours[k % std::size(rival_colours)], rivals[k]);
  return label_size + margin;
}

}  // namespace

std::string bar_plot(std::vector<Row> const& rows, std::string const& caption) {
  auto const panels = panels_of(rows);
  auto const rivals = rival_names(panels);
  double height = 5 * margin + label_size;
  for (auto const& panel : panels) height += panel_height(panel);
  Svg svg(2 * margin + label_width + bar_area + value_width, height);
  double y = margin + title_size;
  svg.text(margin, y, "Speed relative to the streaming copy of the same bytes", title_size + 2);
  svg.text(margin, y + margin, caption, label_size);
  y += 2 * margin;
  y += draw_legend(svg, y, rivals);
  for (auto const& panel : panels) {
    draw_panel(svg, panel, y, rivals);
    y += panel_height(panel);
  }
  return svg.finished();
}

}  // namespace isomer::perf
