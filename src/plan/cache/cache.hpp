// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace isomer::detail {

/// A bounded, thread-safe map that forgets what was least recently used. Shards keep threads
/// apart; a shard is searched by hash first, and with so few entries that is faster than a tree.
template <class Key, class Value>
class BoundedCache {
 public:
  static constexpr std::size_t shards = 16;
  static constexpr std::size_t entries_per_shard = 16;

  /// The value of the key, or an empty one.
  Value find(std::size_t hash, Key const& key) {
    Shard& shard = shard_of(hash);
    std::lock_guard const lock(shard.mutex);
    for (Entry& entry : shard.entries) {
      if (entry.last_use == 0 || entry.hash != hash || !(entry.key == key)) continue;
      entry.last_use = ++shard.clock;
      return entry.value;
    }
    return {};
  }

  /// The value of the key; one that make() returns if there is none.
  template <class Make>
  Value find_or_make(Key const& key, Make const& make) {
    std::size_t const hash = hash_of(key);
    if (Value found = find(hash, key)) return found;
    Value made = make();
    insert(hash, key, made);
    return made;
  }

  /// Keeps the value in place of the least recently used one.
  void insert(std::size_t hash, Key const& key, Value const& value) {
    Shard& shard = shard_of(hash);
    std::lock_guard const lock(shard.mutex);
    Entry* oldest = &shard.entries[0];
    for (Entry& entry : shard.entries)
      if (entry.last_use < oldest->last_use) oldest = &entry;
    *oldest = {hash, ++shard.clock, key, value};
  }

 private:
  struct Entry {
    std::size_t hash = 0;
    std::uint64_t last_use = 0;  ///< 0: empty
    Key key{};
    Value value{};
  };
  struct alignas(64) Shard {
    std::mutex mutex;
    std::uint64_t clock = 0;
    std::array<Entry, entries_per_shard> entries{};
  };

  Shard& shard_of(std::size_t hash) { return shards_[hash >> 59U & (shards - 1)]; }

  std::array<Shard, shards> shards_;
};

/// Mixes words into a hash: multiply and fold (the constant is 2^64 divided by the golden ratio).
class Hasher {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9E3779B97F4A7C15ULL;
    state_ ^= state_ >> 29U;
  }
  std::size_t value() const { return state_ * 0x9E3779B97F4A7C15ULL; }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace isomer::detail
