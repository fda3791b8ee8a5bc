// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/in_place/compose.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <queue>

namespace isomer::in_place {

namespace {

/// Axes in the order they lie in memory, named by their place in the result.
using Order = std::vector<int>;

/// Exchanges across a middle make a reversal of up to four axes two passes where they are three
/// without; of more axes there are more than pay for looking at them.
constexpr std::size_t most_axes_with_middle = 5;

/// More axes than a View has are brought to their places one by one, from the slowest: there are
/// too many sequences to look at them all.
constexpr std::size_t most_axes_searched = 8;

/// Tasks that are priced while orders are looked at by their bounds: as many as six axes have, 35
/// from each of 720 orders at maximum. Where all tasks cost several times the least, bounds would
/// leave most orders of eight axes to be looked at.
constexpr int most_by_bounds = 35 * 720;
/// And while orders are looked at with a guess of what is still to come; from there on the one with
/// the fewest cuts goes first, which leads to an end in as many steps.
constexpr int most_by_guesses = 4 * most_by_bounds;
constexpr double in_haste = 64;

class Search {
 public:
  Search(FusedAxes const& axes, Costs const& model) : axes_(axes), model_(model) {
    extent_of_.resize(axes.extent.size());
    for (std::size_t k = 0; k < axes.extent.size(); ++k)
      extent_of_[static_cast<std::size_t>(axes.target[k])] = axes.extent[k];
  }

  std::vector<Task> run() {
    reach(axes_.target, 0, nullptr, {});
    while (!queue_.empty()) {
      auto const [bound, node] = queue_.top();
      queue_.pop();
      if (node->second.expanded) continue;
      node->second.expanded = true;
      if (std::is_sorted(node->first.begin(), node->first.end())) return path_to(node);
      expand(node);
      if (guess_ == 0 && priced_ > most_by_bounds) hurry(1);
      if (guess_ == 1 && priced_ > most_by_guesses) hurry(in_haste);
    }
    return {};
  }

 private:
  struct Reached;
  using Nodes = std::map<Order, Reached>;
  using Node = Nodes::value_type;
  struct Reached {
    double cost = std::numeric_limits<double>::infinity();
    Node const* from = nullptr;
    Task task{};
    bool expanded = false;
  };
  struct Later {
    bool operator()(std::pair<double, Node*> const& a, std::pair<double, Node*> const& b) const {
      return a.first > b.first;
    }
  };

  void reach(Order const& order, double cost, Node const* from, Task const& task) {
    bool const is_done = std::is_sorted(order.begin(), order.end());
    if (cost + (is_done || model_.by_maximum ? 0 : model_.least) > model_.most) return;
    auto& node = *nodes_.try_emplace(order).first;
    if (node.second.expanded || cost >= node.second.cost) return;
    node.second = {cost, from, task};
    queue_.emplace(cost + still_to_come(order), &node);
  }

  /// From here on tasks are reckoned with for each cut, as cheap as any so far.
  void hurry(double tasks_of_cut) {
    guess_ = tasks_of_cut;
    queue_ = {};
    for (auto& node : nodes_)
      if (!node.second.expanded)
        queue_.emplace(node.second.cost + still_to_come(node.first), &node);
  }

  static std::vector<Task> path_to(Node const* node) {
    std::vector<Task> tasks;
    for (; node->second.from != nullptr; node = node->second.from)
      tasks.push_back(node->second.task);
    std::reverse(tasks.begin(), tasks.end());
    return tasks;
  }

  /// Where the order has to be cut: between neighbours that are none in the result, before a first
  /// axis that is not the first there, and behind a last one that is not the last.
  static std::vector<std::size_t> cuts_of(Order const& order) {
    std::vector<std::size_t> cuts;
    int expected = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (order[k] != expected) cuts.push_back(k);
      expected = order[k] + 1;
    }
    if (expected != static_cast<int>(order.size())) cuts.push_back(order.size());
    return cuts;
  }

  /// A lower bound, unless it is a guess: an exchange X Y mends three cuts, X M Y four, a sort of
  /// blocks all.
  double still_to_come(Order const& order) {
    auto const cuts = cuts_of(order);
    if (cuts.empty() || model_.by_maximum) return 0;
    if (order.size() > most_axes_searched)  // no bound: the way with the fewest cuts goes on
      return static_cast<double>(order.size() * cuts.size()) * model_.least;
    if (guess_ > 0) return static_cast<double>(cuts.size()) * guess_ * cheapest_;
    auto const tasks =
        price(blocks_from(order, cuts.front())) ? std::size_t{1} : (cuts.size() + 3) / 4;
    return static_cast<double>(tasks) * model_.least;
  }

  std::int64_t product(Order const& order, std::size_t begin, std::size_t end) const {
    std::int64_t result = 1;
    for (std::size_t k = begin; k < end; ++k)
      result *= extent_of_[static_cast<std::size_t>(order[k])];
    return result;
  }

  void expand(Node const* node) {
    auto const cuts = cuts_of(node->first);
    if (node->first.size() > most_axes_searched) return place_next(node, cuts);
    for (std::size_t a = 0; a + 2 < cuts.size(); ++a) {
      sort_blocks(node, cuts[a]);
      for (std::size_t b = a + 1; b + 1 < cuts.size(); ++b)
        for (std::size_t c = b + 1; c < cuts.size(); ++c)
          for (std::size_t m = b; m < c; ++m) exchange(node, cuts[a], cuts[b], cuts[m], cuts[c]);
    }
  }

  /// The exchanges, and the sort, that bring the axis which belongs to the first cut there.
  void place_next(Node const* node, std::vector<std::size_t> const& cuts) {
    Order const& order = node->first;
    sort_blocks(node, cuts.front());
    auto const wanted = static_cast<std::size_t>(
        std::find(order.begin(), order.end(), static_cast<int>(cuts.front())) - order.begin());
    for (std::size_t const end : cuts)
      if (end > wanted) exchange(node, cuts.front(), wanted, wanted, end);
  }

  /// X = [x, m) and Y = [y, end) change places; M = [m, y) stays between them.
  void exchange(Node const* node, std::size_t x, std::size_t m, std::size_t y, std::size_t end) {
    Order const& order = node->first;
    Step const step{product(order, 0, x), product(order, x, m), product(order, m, y),
                    product(order, y, end),
                    product(order, end, order.size()) * axes_.element_bytes};
    if (!step.is_matrix() && step.rows != step.cols && order.size() > most_axes_with_middle) return;
    auto const cost = price(step);
    if (!cost) return;
    auto const at = [&](std::size_t k) { return order.begin() + static_cast<std::ptrdiff_t>(k); };
    Order next(at(0), at(x));
    next.insert(next.end(), at(y), at(end));
    next.insert(next.end(), at(m), at(y));
    next.insert(next.end(), at(x), at(m));
    next.insert(next.end(), at(end), order.end());
    reach(next, sum(node, *cost), node, Task{step, {}});
  }

  void sort_blocks(Node const* node, std::size_t begin) {
    auto const blocks = blocks_from(node->first, begin);
    auto const cost = price(blocks);
    if (!cost) return;
    Order next = node->first;
    std::sort(next.begin() + static_cast<std::ptrdiff_t>(begin), next.end());
    reach(next, sum(node, *cost), node, Task{{}, blocks});
  }

  BlockStep blocks_from(Order const& order, std::size_t begin) const {
    BlockStep blocks{product(order, 0, begin), {{}, {}, axes_.element_bytes}};
    for (std::size_t k = begin; k < order.size(); ++k) {
      blocks.block.extent.push_back(extent_of_[static_cast<std::size_t>(order[k])]);
      blocks.block.target.push_back(order[k]);  // fuse takes any names in the right order
    }
    blocks.block = fuse(blocks.block);
    return blocks;
  }

  std::optional<double> price(Step const& step) {
    auto const [at, is_new] = steps_.try_emplace(step);
    if (is_new) at->second = model_.step(step);
    return at->second;
  }
  std::optional<double> price(BlockStep const& blocks) {
    auto const [at, is_new] = blocks_.try_emplace(blocks);
    if (is_new) at->second = model_.block(blocks);
    return at->second;
  }

  double sum(Node const* node, double cost) {
    ++priced_;
    cheapest_ = std::min(cheapest_, cost);
    return model_.by_maximum ? std::max(node->second.cost, cost) : node->second.cost + cost;
  }

  FusedAxes const& axes_;
  Costs const& model_;
  std::vector<std::int64_t> extent_of_;
  Nodes nodes_;
  std::map<Step, std::optional<double>> steps_;  ///< with their costs
  std::map<BlockStep, std::optional<double>> blocks_;
  int priced_ = 0;    ///< tasks, each way to them
  double guess_ = 0;  ///< tasks for each cut; 0 while bounds are used
  double cheapest_ = std::numeric_limits<double>::infinity();  ///< of the tasks so far
  std::priority_queue<std::pair<double, Node*>, std::vector<std::pair<double, Node*>>, Later>
      queue_;
};

}  // namespace

std::vector<Task> compose(FusedAxes const& axes, Costs const& model) {
  return Search(axes, model).run();
}

}  // namespace isomer::in_place
