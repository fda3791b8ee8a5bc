// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

namespace isomer::records {

/// Numbers with a value each, that are emptied at once and grow by doubling: open addressing, in
/// which an entry counts only if it is of the present age.
template <class Value>
class MapOfNumbers {
 public:
  MapOfNumbers() : entry_(64) {}

  /// Whether it was not there.
  bool add(std::int64_t number, Value const& value) {
    Entry& entry = entry_[place_of(number)];
    if (entry.age == age_) return false;
    put(entry, number, value);
    return true;
  }
  /// The value of a number, which is there from now on.
  Value& operator[](std::int64_t number) {
    Entry& entry = entry_[place_of(number)];
    if (entry.age == age_) return entry.value;
    return put(entry, number, {}) ? entry_[place_of(number)].value : entry.value;
  }
  /// The value of a number, or null if it is not there.
  Value* find(std::int64_t number) {
    Entry& entry = entry_[place_of(number)];
    return entry.age == age_ ? &entry.value : nullptr;
  }
  void clear() {
    ++age_;
    size_ = 0;
  }

 private:
  struct Entry {
    std::int64_t number = 0;
    Value value{};
    std::uint64_t age = 0;
  };

  /// Where it is, or the free entry where it belongs.
  std::size_t place_of(std::int64_t number) const {
    constexpr std::uint64_t spread = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio
    std::size_t const last = entry_.size() - 1;
    std::size_t at =
        static_cast<std::size_t>(static_cast<std::uint64_t>(number) * spread >> 32) & last;
    while (entry_[at].age == age_ && entry_[at].number != number) at = (at + 1) & last;
    return at;
  }
  /// Whether all entries have moved.
  bool put(Entry& entry, std::int64_t number, Value const& value) {
    entry = {number, value, age_};
    if (2 * ++size_ <= entry_.size()) return false;
    grow();
    return true;
  }
  void grow() {
    std::vector<Entry> old(2 * entry_.size());
    old.swap(entry_);
    for (Entry const& entry : old)
      if (entry.age == age_) entry_[place_of(entry.number)] = entry;
  }

  std::vector<Entry> entry_;
  std::uint64_t age_ = 1;
  std::size_t size_ = 0;
};

using NumberMap = MapOfNumbers<std::int64_t>;

}  // namespace isomer::records
