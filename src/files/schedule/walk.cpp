// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/walk.hpp"

#include <deque>

#include <isomer/error.hpp>

namespace isomer::files {
namespace {

/// Places in the order in which they died, with the group that read them last.
struct Queue {
  struct Run {
    std::uint32_t count;
    std::int64_t since;
  };
  std::deque<std::uint32_t> places{};
  std::deque<Run> runs{};

  void push(std::uint32_t place, std::int64_t since) {
    places.push_back(place);
    if (!runs.empty() && runs.back().since == since) ++runs.back().count;
    else runs.push_back({1, since});
  }
  bool ripe(std::int64_t t) const {
    return !runs.empty() && runs.front().since + static_cast<std::int64_t>(lag) <= t;
  }
  std::uint32_t pop() {
    std::uint32_t const place = places.front();
    places.pop_front();
    if (--runs.front().count == 0) runs.pop_front();
    return place;
  }
};

class Walker {
 public:
  explicit Walker(WalkStart start) : from_(std::move(start.from)), most_(start.moves) {
    std::int64_t const since = start.dead_at_once ? -static_cast<std::int64_t>(lag) : -1;
    for (std::uint32_t const place : start.dead) release(place, since);
    for (std::uint32_t k = 0; k < from_.size(); ++k) left_ += from_[k] != none && from_[k] != k;
  }

  Walk run() {
    std::uint64_t idle = 0;
    for (std::int64_t t = 0; left_ > 0; ++t) {
      std::uint64_t const before = walk_.to.size();
      group(t);
      walk_.begin.push_back(walk_.to.size());
      idle = walk_.to.size() == before ? idle + 1 : 0;
      if (idle > 2 * lag) throw Error("isomer::files: a schedule without a dead place");
    }
    return std::move(walk_);
  }

 private:
  bool wanted(std::uint32_t place) const { return from_[place] != none && from_[place] != place; }

  void release(std::uint32_t place, std::int64_t t) {
    if (wanted(place)) dead_.push(place, t);
    else free_.push(place, t);
  }

  void move(std::uint32_t from, std::uint32_t to) {
    walk_.from.push_back(from);
    walk_.to.push_back(to);
    freed_.push_back(from);
  }

  void group(std::int64_t t) {
    freed_.clear();
    for (std::uint64_t n = 0; n < most_ && left_ > 0; ++n) {
      if (dead_.ripe(t)) {
        std::uint32_t const place = dead_.pop();
        move(from_[place], place);
        from_[place] = place;
        --left_;
      } else if (dead_.places.size() + freed_.size() < 2 * most_ && free_.ripe(t)) {
        if (!evict()) break;
      } else {
        break;
      }
    }
    for (std::uint32_t const place : freed_) release(place, t);
  }

  /// A piece that has not moved gives its place to the one that belongs there.
  bool evict() {
    for (; next_ < from_.size(); ++next_) {
      if (!wanted(next_)) continue;
      std::uint32_t const place = from_[next_];
      if (!wanted(place)) continue;
      std::uint32_t const to = free_.pop();
      move(place, to);
      from_[next_] = to;
      ++next_;
      return true;
    }
    return false;
  }

  std::vector<std::uint32_t> from_;
  std::uint64_t most_;
  std::uint64_t left_ = 0;
  std::uint32_t next_ = 0;
  Queue dead_{};
  Queue free_{};
  std::vector<std::uint32_t> freed_{};
  Walk walk_{};
};

}  // namespace

Walk walk(WalkStart start) { return Walker(std::move(start)).run(); }

}  // namespace isomer::files
