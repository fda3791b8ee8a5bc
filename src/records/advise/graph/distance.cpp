// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/graph/distance.hpp"

#include <algorithm>
#include <bit>

namespace isomer::records {
namespace {

constexpr auto largest_kept = static_cast<std::int32_t>(Distances::largest);
/// What is farther than any distance: there is no access.
constexpr std::int32_t none = largest_kept + 1;

struct Event {
  std::int32_t member = 0;
  std::uint32_t location = 0;  ///< the leaf of the record: those of one item are numbered from 0 on
  std::int32_t bytes = 0;
};

/// Numbers keys in the order in which they come, anew for each item: a hash table with open
/// addressing, in which keys in a row have slots in a row.
class KeyNumbers {
 public:
  explicit KeyNumbers(std::size_t most)
      : slot_(std::bit_ceil(2 * most + 2)), bits_(std::countr_zero(slot_.size())) {}

  void restart() {
    ++item_;
    count_ = 0;
  }

  std::uint32_t of(std::uint64_t key) {
    std::size_t const mask = slot_.size() - 1;
    std::size_t at = (key + (key >> bits_) * 0x9E3779B97F4A7C15U) & mask;
    while (slot_[at].item == item_ && slot_[at].key != key) at = (at + 1) & mask;
    if (slot_[at].item != item_) slot_[at] = {key, count_++, item_};
    return slot_[at].number;
  }
  std::size_t count() const { return count_; }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = 0;
    std::uint32_t item = 0;  ///< that filled the slot
  };

  std::vector<Slot> slot_;
  int bits_;
  std::uint32_t item_ = 0;
  std::uint32_t count_ = 0;
};

struct ItemEvents {
  std::vector<Event> event;
  std::size_t locations = 0;
};

void read_events(std::span<detail::LeafShape const> leaves, detail::ItemTrace const& item,
                 KeyNumbers& locations, ItemEvents& found) {
  locations.restart();
  found.event.clear();
  for (detail::Access const& access : item.access) {
    auto const leaf = static_cast<std::size_t>(access.leaf);
    std::uint64_t const key = static_cast<std::uint64_t>(access.record) * leaves.size() + leaf;
    found.event.push_back(
        {leaves[leaf].member, locations.of(key), std::min(leaves[leaf].bytes, largest_kept)});
  }
  found.locations = locations.count();
}

/// The distinct bytes since the last access to each member, while accesses go by in either
/// direction of time. A location counts for a member if its own last access was before that of the
/// member, so that a step takes a comparison for each member and no search.
class BytesSince {
 public:
  BytesSince(std::size_t members, std::size_t locations)
      : bytes_(members, none), last_(members, never), seen_(locations, never) {}

  /// Of each member; `none` for one that has not been accessed.
  std::vector<std::int32_t> const& bytes() const { return bytes_; }

  /// Counts the bytes of an event; `back` is 1 if those of a member's own last access count too.
  void count(Event const& event, std::int32_t back) {
    std::int32_t const seen = seen_[event.location] + back;
    for (std::size_t m = 0; m < bytes_.size(); ++m) {
      std::int32_t const sum = std::min(bytes_[m] + event.bytes, largest_kept);
      bytes_[m] = last_[m] != never && seen <= last_[m] ? sum : bytes_[m];
    }
    seen_[event.location] = ++step_;
  }

  /// The member of the event that was counted last starts anew.
  void restart(std::size_t member, std::int32_t bytes) {
    last_[member] = step_;
    bytes_[member] = bytes;
  }

 private:
  static constexpr std::int32_t never = -1;

  std::vector<std::int32_t> bytes_;  ///< of each member
  std::vector<std::int32_t> last_;   ///< the step of each member
  std::vector<std::int32_t> seen_;   ///< the step of each location
  std::int32_t step_ = 0;
};

/// From the accesses to each member to those of each other one: the farthest way to the nearest of
/// them. -1 as long as there is no access, `none` if one has nowhere to go.
class Farthest {
 public:
  explicit Farthest(std::size_t members) : members_(members), bytes_(members * members, -1) {}

  std::int32_t at(std::size_t a, std::size_t b) const { return bytes_[a * members_ + b]; }

  /// D grows with the events between, so that the nearest access of a member is the last before an
  /// event or the first behind it.
  void add(ItemEvents const& item) {
    nearest_.clear();
    BytesSince past(members_, item.locations);
    for (Event const& event : item.event) {
      past.count(event, 0);
      nearest_.insert(nearest_.end(), past.bytes().begin(), past.bytes().end());
      past.restart(static_cast<std::size_t>(event.member), 0);
    }
    BytesSince future(members_, item.locations);
    for (std::size_t e = item.event.size(); e-- > 0;) {
      Event const& event = item.event[e];
      auto const member = static_cast<std::size_t>(event.member);
      std::int32_t* const farthest = bytes_.data() + member * members_;
      std::int32_t const* const past_bytes = nearest_.data() + e * members_;
      std::int32_t const* const future_bytes = future.bytes().data();
      for (std::size_t m = 0; m < members_; ++m)
        farthest[m] = std::max(farthest[m], std::min(past_bytes[m], future_bytes[m]));
      future.count(event, 1);
      future.restart(member, event.bytes);
    }
  }

 private:
  std::size_t members_;
  std::vector<std::int32_t> bytes_;
  std::vector<std::int32_t> nearest_;  ///< to each event, of each member among those before it
};

std::size_t most_accesses(std::span<detail::ItemTrace const> items) {
  std::size_t most = 0;
  for (detail::ItemTrace const& item : items) most = std::max(most, item.access.size());
  return most;
}

}  // namespace

Distances distances_of(std::span<detail::LeafShape const> leaves, std::size_t members,
                       std::span<detail::ItemTrace const> items) {
  Farthest farthest(members);
  KeyNumbers locations(most_accesses(items));
  ItemEvents events;
  for (detail::ItemTrace const& item : items) {
    read_events(leaves, item, locations, events);
    farthest.add(events);
  }
  Distances distance(members);
  for (std::size_t a = 0; a < members; ++a) {
    if (farthest.at(a, a) < 0) distance.set(a, a, Distances::infinite);
    for (std::size_t b = 0; b < a; ++b) {
      std::int32_t const bytes = std::max(farthest.at(a, b), farthest.at(b, a));
      if (bytes >= 0 && bytes < none) distance.set(a, b, bytes);
    }
  }
  return distance;
}

Distances largest_of(std::vector<Distances> const& kernels) {
  std::size_t const members = kernels.empty() ? 0 : kernels.front().members();
  Distances joined(members);
  for (std::size_t a = 0; a < members; ++a)
    for (std::size_t b = 0; b <= a; ++b) {
      std::int64_t bytes = -1;
      for (Distances const& kernel : kernels)
        if (kernel.is_accessed(a) || kernel.is_accessed(b))
          bytes = std::max(bytes, kernel.at(a, b));
      joined.set(a, b, bytes < 0 ? Distances::infinite : bytes);
    }
  return joined;
}

}  // namespace isomer::records
