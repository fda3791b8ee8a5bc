// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/cart.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

namespace isomer::perf {
namespace {

using records::TileTree;
using Node = TileTree::Node;
using Patterns = std::vector<TilePattern const*>;

double value_of(TilePattern const& pattern, int feature) {
  return pattern.features.*records::cluster_features[static_cast<std::size_t>(feature)].value;
}

/// Patterns by class, each shared by its good classes.
class Histogram {
 public:
  void add(TilePattern const& pattern, double sign = 1) {
    double const share = sign / std::popcount(pattern.good);
    for (int c = 0; c < records::tile_classes; ++c)
      if (pattern.is_good(c)) weight_[static_cast<std::size_t>(c)] += share;
    total_ += sign;
  }
  double total() const { return total_; }

  /// In bits.
  double entropy() const {
    double sum = 0;
    for (double const weight : weight_)
      if (weight > 1e-9) sum -= weight / total_ * std::log2(weight / total_);
    return sum;
  }

 private:
  std::array<double, records::tile_classes> weight_{};
  double total_ = 0;
};

/// The class that is good for most of them; of several, the one that has to share least.
int majority(Patterns const& patterns) {
  std::array<double, records::tile_classes> votes{};
  for (TilePattern const* pattern : patterns)
    for (int c = 0; c < records::tile_classes; ++c)
      if (pattern->is_good(c))
        votes[static_cast<std::size_t>(c)] += 1 + 1e-6 / std::popcount(pattern->good);
  return static_cast<int>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

std::size_t wrong(Patterns const& patterns, int tile_class) {
  return static_cast<std::size_t>(
      std::count_if(patterns.begin(), patterns.end(),
                    [&](TilePattern const* pattern) { return !pattern->is_good(tile_class); }));
}

struct Question {
  int feature;
  double threshold;
  double gain;
  double ratio;
};

/// Those for which the feature is below the threshold, and the others.
std::array<Patterns, 2> divided(Patterns const& patterns, int feature, double threshold) {
  std::array<Patterns, 2> parts;
  for (TilePattern const* pattern : patterns)
    parts[value_of(*pattern, feature) < threshold ? 0 : 1].push_back(pattern);
  return parts;
}

/// The threshold of a feature that gains most.
std::optional<Question> best_question(Patterns patterns, int feature, std::size_t least) {
  std::sort(patterns.begin(), patterns.end(), [&](TilePattern const* a, TilePattern const* b) {
    return value_of(*a, feature) < value_of(*b, feature);
  });
  Histogram below;
  Histogram others;
  for (TilePattern const* pattern : patterns) others.add(*pattern);
  double const before = others.entropy();
  double const all = others.total();
  std::optional<Question> best;
  for (std::size_t k = 1; k < patterns.size(); ++k) {
    below.add(*patterns[k - 1]);
    others.add(*patterns[k - 1], -1);
    double const low = value_of(*patterns[k - 1], feature);
    double const high = value_of(*patterns[k], feature);
    if (low == high || k < least || patterns.size() - k < least) continue;
    double const share = below.total() / all;
    double const gain = before - share * below.entropy() - (1 - share) * others.entropy();
    double const split = -share * std::log2(share) - (1 - share) * std::log2(1 - share);
    if (gain > 1e-9 && (!best || gain > best->gain))
      best = Question{feature, std::midpoint(low, high), gain, gain / split};
  }
  return best;
}

/// The best ratio among those of average gain or more: the ratio alone prefers slivers.
std::optional<Question> choose_question(Patterns const& patterns, GrowOptions const& options) {
  std::vector<Question> found;
  for (int const feature : options.asked)
    if (auto const question = best_question(patterns, feature, options.least_patterns))
      found.push_back(*question);
  double sum = 0;
  for (Question const& question : found) sum += question.gain;
  double const average = sum / static_cast<double>(std::max<std::size_t>(found.size(), 1));
  std::optional<Question> best;
  for (Question const& question : found)
    if (question.gain >= average * (1 - 1e-9) && (!best || question.ratio > best->ratio))
      best = question;
  return best;
}

void grow_branch(TileTree& tree, Patterns const& patterns, GrowOptions const& options, int depth) {
  int const answer = majority(patterns);
  std::size_t const at = tree.node.size();
  tree.node.push_back({TileTree::answer, 0, 0, answer});
  if (depth == 0 || wrong(patterns, answer) == 0) return;
  auto const question = choose_question(patterns, options);
  if (!question) return;
  tree.node[at] = {question->feature, question->threshold, 0, 0};
  auto const parts = divided(patterns, question->feature, question->threshold);
  grow_branch(tree, parts[0], options, depth - 1);
  tree.node[at].not_below = tree.node.size();
  grow_branch(tree, parts[1], options, depth - 1);
}

struct Pruned {
  std::vector<Node> node;  ///< where to go is counted from its first
  std::size_t wrong = 0;   ///< of those held out
};

/// Two branches under a question.
Pruned joined(Node question, Pruned const& below, Pruned const& others) {
  Pruned both{{question}, below.wrong + others.wrong};
  for (Pruned const* part : {&below, &others}) {
    std::size_t const first = both.node.size();
    both.node.front().not_below = first;
    for (Node node : part->node) {
      if (node.feature != TileTree::answer) node.not_below += first;
      both.node.push_back(node);
    }
  }
  return both;
}

Pruned prune_branch(TileTree const& tree, std::size_t at, Patterns const& train,
                    Patterns const& held_out) {
  Node const& node = tree.node[at];
  if (node.feature == TileTree::answer) return {{node}, wrong(held_out, node.tile_class)};
  auto const trained = divided(train, node.feature, node.threshold);
  auto const held = divided(held_out, node.feature, node.threshold);
  Pruned const kept = joined(node, prune_branch(tree, at + 1, trained[0], held[0]),
                             prune_branch(tree, node.not_below, trained[1], held[1]));
  int const answer = majority(train);
  Pruned const replaced{{{TileTree::answer, 0, 0, answer}}, wrong(held_out, answer)};
  return replaced.wrong <= kept.wrong ? replaced : kept;
}

Patterns pointers_to(std::vector<TilePattern> const& patterns) {
  Patterns all;
  for (TilePattern const& pattern : patterns) all.push_back(&pattern);
  return all;
}

}  // namespace

GrowOptions all_features() {
  GrowOptions options;
  options.asked.resize(records::cluster_features.size());
  std::iota(options.asked.begin(), options.asked.end(), 0);
  return options;
}

TileTree grow(std::vector<TilePattern> const& patterns, GrowOptions const& options) {
  constexpr int deepest = 16;
  TileTree tree;
  grow_branch(tree, pointers_to(patterns), options, deepest);
  return tree;
}

TileTree prune(TileTree const& tree, std::vector<TilePattern> const& train,
               std::vector<TilePattern> const& held_out) {
  return {tree.trained_on, prune_branch(tree, 0, pointers_to(train), pointers_to(held_out)).node};
}

double error_of(TileTree const& tree, std::vector<TilePattern> const& patterns) {
  auto const wrong = std::count_if(patterns.begin(), patterns.end(), [&](TilePattern const& each) {
    return !each.is_good(tree.class_for(each.features));
  });
  return static_cast<double>(wrong) /
         static_cast<double>(std::max<std::size_t>(patterns.size(), 1));
}

}  // namespace isomer::perf
