// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "records/advise/facts.hpp"

/// Where the graph of the members has its nodes and labels.
namespace isomer::records {

struct Node {
  double x = 0;
  double y = 0;
  double radius = 0;
  double label_x = 0;
  double label_y = 0;
  bool is_left = false;  ///< its label stands to the left of the circle
  std::int64_t bytes = 0;
};

struct DrawnEdge {
  std::size_t a = 0;
  std::size_t b = 0;
  std::int64_t distance = 0;
  bool is_of_all = true;  ///< no kernel uses one of its members without the other
};

struct GraphShape {
  std::vector<Node> node;
  std::vector<DrawnEdge> edge;  ///< those that a kernel uses both members of, farthest first
  double radius = 0;            ///< of the circle
  double height = 0;            ///< of all, labels included
};

/// The graph around (x, y): labels stand in two columns beside the circle, none over another.
GraphShape graph_shape(detail::AdviceFacts const& facts, double x, double top);

/// Of the edges of all kernels, those that join the clusters of all partitions: Kruskal's forest.
std::vector<DrawnEdge> forest_of(GraphShape const& shape);

}  // namespace isomer::records
