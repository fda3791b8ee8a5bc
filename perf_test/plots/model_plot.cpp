// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

#include "plots.hpp"
#include "plots/panels.hpp"

namespace isomer::perf {

namespace {

using namespace plots;

constexpr double plot_width = 600;
constexpr double plot_height = 280;
constexpr double panel_height = plot_height + 96;
constexpr double left = margin + 56;
constexpr double dot = 6;
constexpr char const* predicted_colour = rival_colours[0];

/// Where times in milliseconds are on the paper.
struct Frame {
  double top;
  double most_milliseconds;
  double step;  ///< from case to case

  double x(std::size_t k) const { return left + (static_cast<double>(k) + 0.5) * step; }
  double y(double seconds) const {
    return top + plot_height * (1 - seconds * 1e3 / most_milliseconds);
  }
};

/// The end of the scale: four steps of a round number.
double scale_end(double most) {
  double const power = std::pow(10, std::floor(std::log10(most / 4)));
  for (double const digit : {1.0, 2.0, 2.5, 5.0, 10.0})
    if (4 * digit * power >= most) return 4 * digit * power;
  return 40 * power;
}

double slowest(Panel const& panel) {
  double most = 0;
  for (auto const* row : panel.rows)
    most = std::max({most, row->seconds * 1e3, row->predicted_seconds * 1e3});
  return most;
}

void draw_scale(Svg& svg, Frame const& frame) {
  for (int k = 0; k <= 4; ++k) {
    double const milliseconds = frame.most_milliseconds * k / 4;
    double const y = frame.y(milliseconds * 1e-3);
    svg.line(left, y, left + plot_width, y, k == 0 ? copy_colour : grid_colour);
    svg.text(left - 6, y + 4, number_text(milliseconds), label_size, Svg::Anchor::end);
  }
  svg.text(margin + label_size, frame.top + plot_height / 2, "milliseconds", label_size,
           Svg::Anchor::middle, copy_colour, true);
  svg.text(left + plot_width / 2, frame.top + plot_height + label_size + 6, "cases, fastest first",
           label_size, Svg::Anchor::middle);
}

void draw_legend(Svg& svg, double y) {
  double x = left;
  auto const entry = [&](char const* colour, char const* name) {
    svg.rectangle(x, y - dot, dot, dot, colour);
    svg.text(x + dot + 4, y, name, label_size);
    x += 90;
  };
  entry(ours_colour, "actual");
  entry(predicted_colour, "predicted");
  entry(median_colour, "the model's choice");
}

void draw_series(Svg& svg, Frame const& frame, Panel const& panel, double Row::*seconds,
                 char const* colour) {
  for (std::size_t k = 0; k < panel.rows.size(); ++k) {
    double const y = frame.y(panel.rows[k]->*seconds);
    if (k > 0)
      svg.line(frame.x(k - 1), frame.y(panel.rows[k - 1]->*seconds), frame.x(k), y, colour);
    svg.rectangle(frame.x(k) - dot / 2, y - dot / 2, dot, dot, colour, row_text(*panel.rows[k]));
  }
}

void draw_panel(Svg& svg, Panel const& panel, double top) {
  auto const chosen = static_cast<std::size_t>(
      std::min_element(
          panel.rows.begin(), panel.rows.end(),
          [](Row const* a, Row const* b) { return a->predicted_seconds < b->predicted_seconds; }) -
      panel.rows.begin());
  svg.text(
      margin, top + title_size,
      panel.title + ", " + std::to_string(panel.rows.size()) + " cases; the model's choice is " +
          number_text(panel.rows[chosen]->seconds / panel.rows[0]->seconds) + " times the fastest",
      title_size);
  draw_legend(svg, top + title_size + 18);
  Frame const frame{top + 48, scale_end(slowest(panel)),
                    plot_width / static_cast<double>(panel.rows.size())};
  draw_scale(svg, frame);
  svg.line(frame.x(chosen), frame.top, frame.x(chosen), frame.top + plot_height, median_colour, 1,
           true);
  draw_series(svg, frame, panel, &Row::predicted_seconds, predicted_colour);
  draw_series(svg, frame, panel, &Row::seconds, ours_colour);
}

}  // namespace

std::string model_plot(std::vector<Row> const& rows, std::string const& caption) {
  auto panels = panels_of(rows);
  for (auto& panel : panels) {
    std::erase_if(panel.rows, [](Row const* row) { return !row->has_prediction(); });
    std::stable_sort(panel.rows.begin(), panel.rows.end(),
                     [](Row const* a, Row const* b) { return a->seconds < b->seconds; });
  }
  std::erase_if(panels, [](Panel const& panel) { return panel.rows.empty(); });
  return page_of(panels, left + plot_width + 2 * margin, panel_height,
                 "Predicted and actual time of each case", caption, draw_panel);
}

}  // namespace isomer::perf
