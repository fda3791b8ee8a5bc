// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>

#include "plots.hpp"
#include "plots/panels.hpp"

namespace isomer::perf {

namespace {

using namespace plots;

constexpr std::size_t bins = 24;
constexpr double bin_width = 0.05;  // the last bin takes all that is faster still
constexpr double column = 24;
constexpr double plot_height = 160;
constexpr double panel_height = plot_height + 76;
constexpr double left = margin + 40;

std::array<int, bins> counts_of(std::vector<double> const& ratios) {
  std::array<int, bins> counts{};
  for (double const ratio : ratios)
    ++counts[std::min(bins - 1, static_cast<std::size_t>(ratio / bin_width))];
  return counts;
}

void draw_panel(Svg& svg, Panel const& panel, double top) {
  auto const ratios = panel.ratios();
  auto const counts = counts_of(ratios);
  int const most = *std::max_element(counts.begin(), counts.end());
  double const middle = median(ratios);
  svg.text(margin, top + title_size,
           panel.title + ", " + std::to_string(ratios.size()) + " cases, median of_copy " +
               number_text(middle),
           title_size);
  double const base = top + 28 + plot_height;
  for (std::size_t k = 0; k < bins; ++k) {
    double const height = plot_height * counts[k] / most;
    double const x = left + static_cast<double>(k) * column;
    if (counts[k] > 0)
      svg.rectangle(x + 1, base - height, column - 2, height, ours_colour,
                    std::to_string(counts[k]) + " cases");
    if (k % 4 == 0)
      svg.text(x, base + label_size + 2, number_text(static_cast<double>(k) * bin_width),
               label_size, Svg::Anchor::middle);
  }
  svg.text(left + bins * column / 2, base + 2 * label_size + 6, "of_copy", label_size,
           Svg::Anchor::middle);
  svg.line(left, base, left + bins * column, base, copy_colour);
  svg.text(left - 6, base - plot_height + label_size, std::to_string(most), label_size,
           Svg::Anchor::end);
  svg.text(left - 6, base, "0", label_size, Svg::Anchor::end);
  double const x = left + std::min(middle / bin_width, static_cast<double>(bins)) * column;
  svg.line(x, base - plot_height, x, base, median_colour, 1.5, true);
}

}  // namespace

std::string histogram_plot(std::vector<Row> const& rows, std::string const& caption) {
  return page_of(panels_of(rows), left + bins * column + 2 * margin, panel_height,
                 "How many cases reach which fraction of copy speed", caption, draw_panel);
}

}  // namespace isomer::perf
