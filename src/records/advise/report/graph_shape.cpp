// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/report/graph_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace isomer::records {
namespace {

constexpr double label_pitch = 15;
constexpr double label_gap = 30;  // from the circle to the columns of labels

std::vector<std::int64_t> bytes_of_members(DynamicRecord const& record) {
  std::vector<std::int64_t> bytes(record.names().size(), 0);
  for (auto const& leaf : record.leaves())
    bytes[static_cast<std::size_t>(leaf.member)] += leaf.bytes;
  return bytes;
}

/// Labels of one column, given from above to below, as near to their nodes as they can without
/// standing over one another.
void spread_labels(std::vector<Node>& node, std::vector<std::size_t> const& column, double y) {
  double const length = label_pitch * static_cast<double>(column.size());
  double least = -1e9;
  for (std::size_t const n : column) {
    node[n].label_y = std::max(node[n].y, least);
    least = node[n].label_y + label_pitch;
  }
  // Those that were pushed below the end of the column come up again.
  double most = std::max(y + length / 2, node[column.back()].y);
  for (std::size_t k = column.size(); k-- > 0;) {
    Node& last = node[column[k]];
    last.label_y = std::min(last.label_y, most);
    most = last.label_y - label_pitch;
  }
}

double circle_radius(std::size_t members) {
  return std::clamp(11.0 * static_cast<double>(members), 70.0, 190.0);
}

void place_nodes(GraphShape& shape, std::vector<std::int64_t> const& bytes, double x, double y) {
  auto const members = static_cast<double>(bytes.size());
  double const step = 2 * std::numbers::pi / members;
  double const largest = std::min(20.0, 0.4 * step * shape.radius);
  std::int64_t const most = *std::max_element(bytes.begin(), bytes.end());
  for (std::size_t m = 0; m < bytes.size(); ++m) {
    double const angle = (static_cast<double>(m) + 0.5) * step;
    Node node;
    node.x = x + shape.radius * std::sin(angle);
    node.y = y - shape.radius * std::cos(angle);
    node.radius = std::max(
        3.0, largest * std::sqrt(static_cast<double>(bytes[m]) / static_cast<double>(most)));
    node.is_left = 2 * m + 1 > bytes.size();
    node.label_x = node.is_left ? x - shape.radius - label_gap : x + shape.radius + label_gap;
    node.bytes = bytes[m];
    shape.node.push_back(node);
  }
}

/// The largest distance of the kernels that use both members.
std::int64_t largest_finite(detail::AdviceFacts const& facts, std::size_t a, std::size_t b) {
  std::int64_t largest = -1;
  for (auto const& kernel : facts.kernel) {
    bool const knows_both = kernel.distance.members() > std::max(a, b);
    if (!knows_both || kernel.distance.at(a, b) == Distances::infinite) continue;
    largest = std::max(largest, kernel.distance.at(a, b));
  }
  return largest;
}

std::vector<DrawnEdge> edges_of(detail::AdviceFacts const& facts) {
  std::vector<DrawnEdge> edges;
  auto const& distance = facts.distance;
  for (std::size_t a = 0; a < distance.members(); ++a)
    for (std::size_t b = a + 1; b < distance.members(); ++b) {
      std::int64_t const of_all = distance.at(a, b);
      std::int64_t const of_some = largest_finite(facts, a, b);
      if (of_all != Distances::infinite) edges.push_back({a, b, of_all, true});
      else if (of_some >= 0) edges.push_back({a, b, of_some, false});
    }
  std::stable_sort(edges.begin(), edges.end(),
                   [](DrawnEdge const& a, DrawnEdge const& b) { return a.distance > b.distance; });
  return edges;
}

}  // namespace

GraphShape graph_shape(detail::AdviceFacts const& facts, double x, double top) {
  auto const bytes = bytes_of_members(facts.record);
  GraphShape shape;
  shape.radius = circle_radius(bytes.size());
  std::size_t const longest_column = (bytes.size() + 1) / 2;
  double const labels = label_pitch * static_cast<double>(longest_column);
  shape.height = std::max(2 * shape.radius + 48, labels + label_pitch);
  double const y = top + shape.height / 2;
  place_nodes(shape, bytes, x, y);
  std::vector<std::size_t> right;
  std::vector<std::size_t> left;
  for (std::size_t m = 0; m < bytes.size(); ++m)
    (shape.node[m].is_left ? left : right).push_back(m);
  std::reverse(left.begin(), left.end());
  spread_labels(shape.node, right, y);
  if (!left.empty()) spread_labels(shape.node, left, y);
  shape.edge = edges_of(facts);
  return shape;
}

std::vector<DrawnEdge> forest_of(GraphShape const& shape) {
  std::vector<std::size_t> root(shape.node.size());
  std::iota(root.begin(), root.end(), std::size_t{0});
  std::vector<DrawnEdge> forest;
  for (std::size_t nearest = shape.edge.size(); nearest-- > 0;) {
    DrawnEdge const& edge = shape.edge[nearest];
    std::size_t const from = root[edge.a];
    std::size_t const to = root[edge.b];
    if (from == to || !edge.is_of_all) continue;
    std::replace(root.begin(), root.end(), from, to);
    forest.push_back(edge);
  }
  return forest;
}

}  // namespace isomer::records
