// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cmath>

#include "records/advise/report/graph_shape.hpp"
#include "records/advise/report/picture_parts.hpp"

namespace isomer::records {
namespace {

using detail::AdviceFacts;

constexpr std::array<char const*, 8> cluster_colours{"#2563ab", "#e08a3c", "#4f9a58", "#a56cb4",
                                                     "#c0504d", "#3aa6a6", "#8a6d3b", "#d16ba5"};
constexpr char const* unused_colour = "#bbbbbb";
constexpr double graph_x = 350;
constexpr double legend_x = 700;
constexpr std::size_t most_edges = 400;

bool is_used(AdviceFacts const& facts, std::size_t member) {
  for (auto const& kernel : facts.kernel)
    for (std::size_t l = 0; l < kernel.use.size(); ++l) {
      bool const is_of_member = static_cast<std::size_t>(facts.record.leaves()[l].member) == member;
      if (is_of_member && (kernel.use[l].is_read || kernel.use[l].is_written)) return true;
    }
  return false;
}

char const* colour_of(AdviceFacts const& facts, std::size_t member) {
  if (!is_used(facts, member)) return unused_colour;
  auto const cluster = static_cast<std::size_t>(facts.partition[member]);
  return cluster_colours.at(cluster % cluster_colours.size());
}

std::string bytes_text(std::int64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

/// 1 for neighbours, 0 at the largest distance.
double nearness(std::int64_t distance) {
  return 1 - std::log2(1.0 + static_cast<double>(distance)) /
                 std::log2(1.0 + static_cast<double>(Distances::largest));
}

std::string grey(double darkness) {
  constexpr char const* digits = "0123456789abcdef";
  auto const value = static_cast<std::size_t>(std::lround(225 - 175 * darkness));
  std::string const pair{digits[value / 16], digits[value % 16]};
  return '#' + pair + pair + pair;
}

void draw_edges(Svg& svg, AdviceFacts const& facts, GraphShape const& shape) {
  auto const& names = facts.record.names();
  std::size_t const left_out = shape.edge.size() - std::min(shape.edge.size(), most_edges);
  for (std::size_t e = left_out; e < shape.edge.size(); ++e) {
    auto const& [a, b, distance, is_of_all] = shape.edge[e];
    double const near = nearness(distance);
    svg.line(shape.node[a].x, shape.node[a].y, shape.node[b].x, shape.node[b].y, grey(near),
             is_of_all ? 0.5 + 3 * near * near : 1,
             names[a] + " - " + names[b] + ": " + bytes_text(distance),
             is_of_all ? Svg::Stroke::solid : Svg::Stroke::dashed);
  }
}

void draw_nodes(Svg& svg, AdviceFacts const& facts, GraphShape const& shape) {
  constexpr double size = 12;
  for (std::size_t m = 0; m < shape.node.size(); ++m) {
    auto const& node = shape.node[m];
    double const end = node.is_left ? node.label_x + 4 : node.label_x - 4;
    std::string const bytes = ' ' + std::to_string(node.bytes) + " B";
    std::string const& name = facts.record.names()[m];
    double const room = (node.is_left ? node.label_x - margin : legend_x - 10 - node.label_x) -
                        width_of(bytes, size);
    svg.line(node.x, node.y, end, node.label_y, "#cccccc", 0.7);
    svg.circle(node.x, node.y, node.radius, colour_of(facts, m),
               name + ", " + bytes_text(node.bytes));
    svg.text(node.label_x, node.label_y + 4, shortened(name, size, room) + bytes, size,
             node.is_left ? Svg::Anchor::end : Svg::Anchor::start);
  }
}

struct Box {
  double x;
  double y;
  double half_width;
  double half_height;
  bool meets(Box const& other) const {
    return std::abs(x - other.x) < half_width + other.half_width &&
           std::abs(y - other.y) < half_height + other.half_height;
  }
};

/// The distances of Kruskal's forest beside their edges, where there is room for them.
void draw_distances(Svg& svg, GraphShape const& shape) {
  std::vector<Box> taken;
  for (auto const& node : shape.node) taken.push_back({node.x, node.y, node.radius, node.radius});
  for (auto const& edge : forest_of(shape)) {
    std::string const text = std::to_string(edge.distance);
    auto const& a = shape.node[edge.a];
    auto const& b = shape.node[edge.b];
    for (double const part : {0.5, 0.4, 0.6, 0.3, 0.7}) {
      Box const box{a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), width_of(text, 11) / 2 + 1,
                    7};
      if (std::any_of(taken.begin(), taken.end(), [&](Box const& t) { return t.meets(box); }))
        continue;
      svg.text(box.x, box.y + 4, text, 11, Svg::Anchor::middle, true);
      taken.push_back(box);
      break;
    }
  }
}

/// "x y z", in lines that fit beside the graph.
double draw_names(Svg& svg, std::vector<std::string> const& names, double x, double y) {
  constexpr double size = 12;
  double const width = picture_width - margin - x;
  std::string line;
  for (std::string const& name : names) {
    std::string const fitting = shortened(name, size, width);
    if (!line.empty() && width_of(line, size) + width_of(' ' + fitting, size) > width) {
      svg.text(x, y, line, size);
      y += 16;
      line.clear();
    }
    line += (line.empty() ? "" : " ") + fitting;
  }
  svg.text(x, y, line, size);
  return y + 20;
}

double draw_legend(Svg& svg, AdviceFacts const& facts, double y) {
  svg.text(legend_x, y, "clusters of members that are", 12);
  svg.text(legend_x, y + 16, "nearer than a line of " + std::to_string(facts.line_bytes), 12);
  svg.text(legend_x, y + 32, "bytes, as in Kofler et al. 2015:", 12);
  y += 56;
  auto const& names = facts.record.names();
  std::vector<std::vector<std::string>> cluster(names.size());
  std::vector<char const*> colour(names.size(), nullptr);
  std::vector<std::string> unused;
  for (std::size_t m = 0; m < names.size(); ++m) {
    auto const c = static_cast<std::size_t>(facts.partition[m]);
    (is_used(facts, m) ? cluster[c] : unused).push_back(names[m]);
    if (is_used(facts, m)) colour[c] = colour_of(facts, m);
  }
  for (std::size_t c = 0; c < cluster.size(); ++c) {
    if (cluster[c].empty()) continue;
    svg.circle(legend_x + 6, y - 4, 6, colour[c], "");
    y = draw_names(svg, cluster[c], legend_x + 20, y);
  }
  if (unused.empty()) return y;
  svg.circle(legend_x + 6, y - 4, 6, unused_colour, "");
  unused.insert(unused.begin(), "never used:");
  return draw_names(svg, unused, legend_x + 20, y);
}

}  // namespace

double draw_graph(Svg& svg, AdviceFacts const& facts, double y) {
  svg.bold(margin, y + 14, "How near members are used to each other");
  svg.text(margin, y + 32,
           "on an edge: bytes touched from one to the other, at most; darker is nearer; dashed: "
           "another kernel uses one without the other");
  double const top = y + 44;
  auto const shape = graph_shape(facts, graph_x, top);
  draw_edges(svg, facts, shape);
  draw_nodes(svg, facts, shape);
  draw_distances(svg, shape);
  return std::max(top + shape.height, draw_legend(svg, facts, top + 24));
}

}  // namespace isomer::records
