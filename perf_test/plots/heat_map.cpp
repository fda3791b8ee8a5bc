// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstdio>
#include <optional>

#include "plots.hpp"
#include "plots/panels.hpp"

namespace isomer::perf {

namespace {

using namespace plots;

constexpr double side = 480;
constexpr double dot = 12;
constexpr double left = margin + 56;
constexpr double scale_width = 90;
constexpr double panel_height = side + 90;
constexpr double best_ratio = 1.0;

struct Place {
  double rows;
  double columns;
};

std::optional<Place> place_of(Row const& row) {
  auto const start = row.name.rfind(' ');
  Place place{};
  int used = 0;
  auto const text = row.name.substr(start == std::string::npos ? 0 : start + 1);
  if (std::sscanf(text.c_str(), "%lfx%lf%n", &place.rows, &place.columns, &used) != 2 ||
      static_cast<std::size_t>(used) != text.size())
    return std::nullopt;
  return place;
}

/// Dark blue (slow) by way of green to yellow (a copy's speed).
std::string colour_of(double ratio) {
  struct Stop {
    double at, red, green, blue;
  };
  static constexpr Stop stops[] = {{0.0, 48, 18, 95},
                                   {0.25, 50, 92, 142},
                                   {0.5, 36, 150, 130},
                                   {0.75, 120, 200, 80},
                                   {1.0, 250, 225, 40}};
  double const value = std::clamp(ratio / best_ratio, 0.0, 1.0);
  auto const* below = stops;
  while (below + 2 < std::end(stops) && below[1].at < value) ++below;
  double const weight = (value - below->at) / (below[1].at - below->at);
  auto const mixed = [&](double a, double b) {
    return static_cast<int>(std::lround(a + weight * (b - a)));
  };
  char text[16];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", mixed(below->red, below[1].red) & 0xff,
                mixed(below->green, below[1].green) & 0xff,
                mixed(below->blue, below[1].blue) & 0xff);
  return text;
}

void draw_axes(Svg& svg, double top, double most) {
  for (int k = 0; k <= 4; ++k) {
    double const at = side * k / 4;
    auto const label = number_text(std::round(most * k / 4));
    svg.line(left + at, top, left + at, top + side, grid_colour);
    svg.line(left, top + side - at, left + side, top + side - at, grid_colour);
    svg.text(left + at, top + side + label_size + 4, label, label_size, Svg::Anchor::middle);
    svg.text(left - 6, top + side - at + 4, label, label_size, Svg::Anchor::end);
  }
  svg.text(left + side / 2, top + side + 2 * label_size + 10, "columns", label_size,
           Svg::Anchor::middle);
  svg.text(margin + label_size, top + side / 2, "rows", label_size, Svg::Anchor::middle,
           copy_colour, true);
}

void draw_scale(Svg& svg, double top) {
  constexpr int steps = 40;
  double const x = left + side + 24;
  for (int k = 0; k < steps; ++k)
    svg.rectangle(x, top + side - side * (k + 1) / steps, 18, side / steps + 0.5,
                  colour_of(best_ratio * (k + 0.5) / steps));
  for (int k = 0; k <= 4; ++k)
    svg.text(x + 22, top + side - side * k / 4 + 4, number_text(best_ratio * k / 4), label_size);
}

void draw_panel(Svg& svg, Panel const& panel, double top) {
  double most = 1;
  for (auto const* row : panel.rows)
    if (auto const place = place_of(*row)) most = std::max({most, place->rows, place->columns});
  svg.text(margin, top + title_size, panel.title + ", of_copy over rows and columns", title_size);
  double const origin = top + 28;
  draw_axes(svg, origin, most);
  for (auto const* row : panel.rows)
    if (auto const place = place_of(*row))
      svg.rectangle(left + place->columns / most * side - dot / 2,
                    origin + side - place->rows / most * side - dot / 2, dot, dot,
                    colour_of(row->of_copy()), row_text(*row));
  draw_scale(svg, origin);
}

}  // namespace

std::string heat_map(std::vector<Row> const& rows, std::string const& caption) {
  auto panels = panels_of(rows);
  std::erase_if(panels, [](Panel const& panel) {
    return std::none_of(panel.rows.begin(), panel.rows.end(),
                        [](Row const* row) { return place_of(*row).has_value(); });
  });
  return page_of(panels, left + side + scale_width, panel_height,
                 "Speed relative to the streaming copy of the same bytes", caption, draw_panel);
}

}  // namespace isomer::perf
