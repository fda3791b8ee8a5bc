// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/offer/routes.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace isomer::files {
namespace {

using AxisOrder = std::vector<std::size_t>;

/// More of them would each be a schedule of very little.
constexpr double most_items = 1 << 16;

using OptionsOf =
    std::function<std::vector<Option>(Problem const&, Room const&, Disk const&, std::string&)>;

/// Cheapest steps of one kind from one order to another.
class Finder {
 public:
  Finder(Numbers const& numbers, Room const& room, Disk const& disk)
      : numbers_(numbers), room_(room), disk_(disk) {}

  std::vector<Route> steps(Kind kind, AxisOrder const& before, AxisOrder const& after,
                           std::string& why) {
    std::vector<Route> found;
    std::uint64_t batch = 0;
    while (batch < after.size() && before[batch] == after[batch]) ++batch;
    if (batch == after.size()) return found;
    // These go through their items by themselves.
    if (kind == Kind::local) batch = 0;
    // The problem as if the axes lay in the order before.
    Numbers now = numbers_;
    for (std::size_t k = 0; k < before.size(); ++k)
      now.problem.extents[k] = numbers_.problem.extents[before[k]];
    StepNumbers step;
    step.kind = kind;
    step.batch = batch;
    for (std::size_t const axis : after)
      step.order.push_back(
          static_cast<std::size_t>(std::find(before.begin(), before.end(), axis) - before.begin()));
    now.steps = {step};
    Problem const item = item_of(now, 0);
    double items = 1;
    for (std::size_t k = 0; k < batch; ++k) items *= static_cast<double>(now.problem.extents[k]);
    if (items > most_items) return found;
    for (Option const& option : options_of(kind)(item, room_, disk_, why)) {
      StepNumbers taken = option.step;
      taken.batch = batch;
      taken.order = after;
      double const idle = items > 1 ? items * 3 * disk_.flush_seconds : 0;
      found.push_back({{taken}, option.seconds * items + idle});
    }
    return found;
  }

 private:
  static OptionsOf options_of(Kind kind) {
    if (kind == Kind::slots) return slots_options;
    if (kind == Kind::chunks) return chunks_options;
    if (kind == Kind::local) return local_options;
    return kind == Kind::wide ? OptionsOf(wide_options) : OptionsOf(blocks_options);
  }

  Numbers const& numbers_;
  Room room_;
  Disk disk_;
};

/// Orders half-way: some axes from the front go to the end, or some from the end to the front, and
/// the others lie so that one more step ends it; or the axes before one are in their places, or
/// those behind it in their order.
std::vector<AxisOrder> halves(AxisOrder const& target) {
  std::size_t const rank = target.size();
  std::vector<AxisOrder> list;
  auto rest_of = [&](std::size_t lo, std::size_t hi) {
    AxisOrder rest;
    for (std::size_t const axis : target)
      if (axis < lo || axis >= hi) rest.push_back(axis);
    return rest;
  };
  auto with_first = [](AxisOrder rest, std::size_t axis) {
    std::stable_partition(rest.begin(), rest.end(), [axis](std::size_t k) { return k == axis; });
    return rest;
  };
  auto with_last = [](AxisOrder rest, std::size_t axis) {
    std::stable_partition(rest.begin(), rest.end(), [axis](std::size_t k) { return k != axis; });
    return rest;
  };
  auto add = [&list](AxisOrder first, AxisOrder const& second) {
    first.insert(first.end(), second.begin(), second.end());
    list.push_back(std::move(first));
  };
  for (std::size_t g = 1; g < rank; ++g) {
    AxisOrder front(g);
    std::iota(front.begin(), front.end(), std::size_t{0});
    AxisOrder back(rank - g);
    std::iota(back.begin(), back.end(), g);
    add(rest_of(0, g), front);
    add(with_first(rest_of(0, g), target.back()), front);
    add(back, rest_of(g, rank));
    add(back, with_last(rest_of(g, rank), target.front()));
    AxisOrder const done(target.begin(), target.begin() + static_cast<std::ptrdiff_t>(g));
    AxisOrder still;
    for (std::size_t axis = 0; axis < rank; ++axis)
      if (std::find(done.begin(), done.end(), axis) == done.end()) still.push_back(axis);
    add(done, still);
    add(front, rest_of(0, g));
  }
  return list;
}

}  // namespace

std::vector<Route> routes(Numbers const& numbers, Way way, Room const& room, Disk const& disk,
                          std::string& why) {
  Finder finder(numbers, room, disk);
  AxisOrder start(numbers.problem.axes.size());
  std::iota(start.begin(), start.end(), std::size_t{0});
  AxisOrder const& target = numbers.problem.axes;
  if (way == Way::blocks) return finder.steps(Kind::blocks, start, target, why);
  Kind const kind = way == Way::slots ? Kind::slots : Kind::wide;
  std::vector<Route> found = finder.steps(kind, start, target, why);
  if (way == Way::slots) {
    // What walks as a whole is a slot without a panel: one pass.
    std::string ignored;
    for (Route& route : finder.steps(Kind::chunks, start, target, ignored))
      found.push_back(std::move(route));
    sort_by_price(found);
  }
  if (!found.empty() || target.size() < 3) return found;
  // A route of two is one of `wide` if its first step is.
  std::vector<Kind> firsts{Kind::wide};
  if (way == Way::slots) firsts = {Kind::slots, Kind::chunks, Kind::local};
  std::string ignored;
  for (AxisOrder const& half : halves(target))
    for (Kind const one : firsts) {
      std::vector<Route> const first = finder.steps(one, start, half, ignored);
      if (first.empty()) continue;
      for (Kind const other : {Kind::slots, Kind::wide, Kind::chunks, Kind::local}) {
        std::vector<Route> const second = finder.steps(other, half, target, ignored);
        // The cheapest, and those that may take less spare disk.
        for (std::size_t k = 0; k < 3 && !second.empty(); ++k) {
          Route const& a = first[std::min(k, first.size() - 1)];
          Route const& b = second[std::min(k, second.size() - 1)];
          found.push_back({{a.steps[0], b.steps[0]}, a.seconds + b.seconds});
        }
      }
    }
  sort_by_price(found);
  return found;
}

}  // namespace isomer::files
