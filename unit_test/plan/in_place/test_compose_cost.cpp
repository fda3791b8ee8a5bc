// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "plan/in_place/compose.hpp"

/// `compose` against a search without bounds or order: what the cheapest sequence of tasks costs
/// when each task costs something at random.
namespace isomer::in_place {
namespace {

using Order = std::vector<int>;

/// A cost between `least` and ten times that, or none, which depends on all that a task is.
class RandomCosts {
 public:
  explicit RandomCosts(std::uint64_t seed) : seed_(seed) {}

  std::optional<double> step(Step const& step) const {
    return draw({step.batch, step.rows, step.middle, step.cols, step.chunk_bytes}, 12);
  }
  std::optional<double> block(BlockStep const& step) const {
    std::vector<std::int64_t> numbers{step.batch, -1};
    numbers.insert(numbers.end(), step.block.extent.begin(), step.block.extent.end());
    numbers.insert(numbers.end(), step.block.target.begin(), step.block.target.end());
    return draw(numbers, 3);
  }
  static constexpr double least = 1;

 private:
  /// Nothing for one in `impossible` on average.
  std::optional<double> draw(std::vector<std::int64_t> const& numbers, unsigned impossible) const {
    std::uint64_t hash = seed_;
    for (auto const number : numbers)
      hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x9E3779B97F4A7C15U + (hash >> 31U);
    std::mt19937_64 random(hash);
    if (random() % impossible == 0) return std::nullopt;
    return least + static_cast<double>(random() % 90) / 10;
  }

  std::uint64_t seed_;
};

Costs model_of(RandomCosts const& costs, bool by_maximum) {
  Costs model;
  model.step = [costs](Step const& step) { return costs.step(step); };
  model.block = [costs](BlockStep const& step) { return costs.block(step); };
  model.least = RandomCosts::least;
  model.by_maximum = by_maximum;
  return model;
}

/// Visits all orders that the tasks described in compose.hpp can reach, again and again until no
/// cost falls any more.
class Exhaustive {
 public:
  Exhaustive(FusedAxes const& axes, Costs const& model) : axes_(axes), model_(model) {
    extent_.resize(axes.extent.size());
    for (std::size_t k = 0; k < extent_.size(); ++k)
      extent_[static_cast<std::size_t>(axes.target[k])] = axes.extent[k];
  }

  std::optional<double> cheapest() {
    cost_[axes_.target] = 0;
    for (changed_ = true; changed_;) {
      changed_ = false;
      auto const known = cost_;
      for (auto const& [order, cost] : known) visit(order, cost);
    }
    Order sorted = axes_.target;
    std::sort(sorted.begin(), sorted.end());
    auto const found = cost_.find(sorted);
    return found == cost_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  static bool must_cut(Order const& order, std::size_t k) {
    if (k == 0) return order.front() != 0;
    if (k == order.size()) return order.back() != static_cast<int>(k) - 1;
    return order[k] != order[k - 1] + 1;
  }

  std::int64_t elements(Order const& order, std::size_t begin, std::size_t end) const {
    std::int64_t product = 1;
    for (std::size_t k = begin; k < end; ++k)
      product *= extent_[static_cast<std::size_t>(order[k])];
    return product;
  }

  void reach(Order const& order, double so_far, std::optional<double> const& cost) {
    if (!cost) return;
    double const sum = model_.by_maximum ? std::max(so_far, *cost) : so_far + *cost;
    auto const [at, is_new] = cost_.try_emplace(order, sum);
    if (!is_new && at->second <= sum) return;
    at->second = sum;
    changed_ = true;
  }

  void visit(Order const& order, double cost) {
    std::vector<std::size_t> cuts;
    for (std::size_t k = 0; k <= order.size(); ++k)
      if (must_cut(order, k)) cuts.push_back(k);
    for (std::size_t const a : cuts)
      for (std::size_t const b : cuts)
        for (std::size_t const c : cuts)
          for (std::size_t const d : cuts)
            if (a < b && b <= c && c < d) exchange(order, cost, a, b, c, d);
    for (std::size_t k = 0; k + 2 < cuts.size(); ++k) sort_from(order, cost, cuts[k]);
  }

  /// [a, b) and [c, d) change places.
  void exchange(Order const& order, double cost, std::size_t a, std::size_t b, std::size_t c,
                std::size_t d) {
    Step const step{elements(order, 0, a), elements(order, a, b), elements(order, b, c),
                    elements(order, c, d), elements(order, d, order.size()) * axes_.element_bytes};
    Order next;
    for (auto const& [begin, end] :
         {std::pair{std::size_t{0}, a}, {c, d}, {b, c}, {a, b}, {d, order.size()}})
      for (std::size_t k = begin; k < end; ++k) next.push_back(order[k]);
    reach(next, cost, model_.step(step));
  }

  void sort_from(Order const& order, double cost, std::size_t begin) {
    FusedAxes block{{}, {}, axes_.element_bytes};
    for (std::size_t k = begin; k < order.size(); ++k) {
      block.extent.push_back(extent_[static_cast<std::size_t>(order[k])]);
      block.target.push_back(order[k]);
    }
    Order next = order;
    std::sort(next.begin() + static_cast<std::ptrdiff_t>(begin), next.end());
    reach(next, cost, model_.block({elements(order, 0, begin), fuse(block)}));
  }

  FusedAxes const& axes_;
  Costs const& model_;
  std::vector<std::int64_t> extent_;
  std::map<Order, double> cost_;
  bool changed_ = false;
};

std::optional<double> cost_of(std::vector<Task> const& tasks, Costs const& model) {
  if (tasks.empty()) return std::nullopt;
  double sum = 0;
  for (Task const& task : tasks) {
    double const cost = *(task.is_blocks() ? model.block(task.block) : model.step(task.step));
    sum = model.by_maximum ? std::max(sum, cost) : sum + cost;
  }
  return sum;
}

FusedAxes random_axes(std::mt19937_64& random) {
  auto const rank = 2 + random() % 4;
  FusedAxes axes;
  axes.target.resize(rank);
  std::iota(axes.target.begin(), axes.target.end(), 0);
  std::shuffle(axes.target.begin(), axes.target.end(), random);
  for (std::size_t k = 0; k < rank; ++k)
    axes.extent.push_back(2 + static_cast<std::int64_t>(random() % 5));
  return fuse(axes);
}

TEST(Compose, FindsTheCheapestSequenceOfTasksOfRandomCosts) {
  std::mt19937_64 random(20261124);
  int several = 0, impossible = 0;
  for (int trial = 0; trial < 800; ++trial) {
    auto const axes = random_axes(random);
    if (axes.rank() < 2) continue;
    for (bool const by_maximum : {false, true}) {
      auto const model = model_of(RandomCosts(random()), by_maximum);
      auto const expected = Exhaustive(axes, model).cheapest();
      auto const tasks = compose(axes, model);
      auto const found = cost_of(tasks, model);
      ASSERT_EQ(found.has_value(), expected.has_value()) << trial;
      if (!expected) {
        ++impossible;
        continue;
      }
      EXPECT_NEAR(*found, *expected, 1e-9)
          << testing::PrintToString(axes.extent) << " to " << testing::PrintToString(axes.target);
      several += tasks.size() > 1;
    }
  }
  EXPECT_GT(several, 300);
  EXPECT_GT(impossible, 0);
}

}  // namespace
}  // namespace isomer::in_place
