// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <utility>

namespace isomer::detail {

/// What a value keeps beside itself, if it says so.
template <class Value>
std::size_t kept_bytes([[maybe_unused]] Value const& value) {
  if constexpr (requires { value->facts().kept_bytes; }) return value->facts().kept_bytes;
  else return 0;
}

/// A bounded, thread-safe map that forgets what was least recently used. Shards keep threads
/// apart; a shard is searched by hash first, and with so few entries that is faster than a tree.
/// Those that keep much memory are bounded by its sum as well, over all shards.
template <class Key, class Value>
class BoundedCache {
 public:
  static constexpr std::size_t shards = 16;
  static constexpr std::size_t entries_per_shard = 16;
  /// A value that keeps more is large: all others together keep 16 MiB or less.
  static constexpr std::size_t few_bytes = std::size_t{64} << 10;
  /// That large values may keep together. The two used last stay whatever they keep: the way there
  /// and the way back.
  static constexpr std::size_t most_bytes = std::size_t{256} << 20;

  /// The value of the key, or an empty one.
  Value find(std::size_t hash, Key const& key) {
    Shard& shard = shard_of(hash);
    std::lock_guard const lock(shard.mutex);
    for (Entry& entry : shard.entries) {
      if (entry.last_use == 0 || entry.hash != hash || !(entry.key == key)) continue;
      entry.last_use = ++shard.clock;
      if (entry.bytes > few_bytes) entry.last_use_of_large = ++clock_of_large_;
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
    std::size_t const bytes = kept_bytes(value);
    put(shard_of(hash), {.hash = hash, .key = key, .value = value, .bytes = bytes});
    if (bytes > few_bytes) bound_large();
  }

 private:
  struct Entry {
    std::size_t hash = 0;
    std::uint64_t last_use = 0;  ///< 0: empty
    Key key{};
    Value value{};
    std::size_t bytes = 0;                ///< that the value keeps
    std::uint64_t last_use_of_large = 0;  ///< among those of all shards
  };
  struct alignas(64) Shard {
    std::mutex mutex;
    std::uint64_t clock = 0;
    std::array<Entry, entries_per_shard> entries{};
  };

  /// All values that are large.
  struct Large {
    std::size_t bytes = 0;
    std::size_t entries = 0;
    Shard* shard = nullptr;  ///< of the oldest
    std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
  };

  Shard& shard_of(std::size_t hash) { return shards_[hash >> 59U & (shards - 1)]; }

  /// What it takes the place of goes when the shard is no longer locked.
  void put(Shard& shard, Entry entry) {
    std::lock_guard const lock(shard.mutex);
    Entry* oldest = &shard.entries[0];
    for (Entry& other : shard.entries)
      if (other.last_use < oldest->last_use) oldest = &other;
    entry.last_use = ++shard.clock;
    entry.last_use_of_large = ++clock_of_large_;
    std::swap(*oldest, entry);
  }

  /// The least recently used ones go first.
  void bound_large() {
    for (Large large = find_large(); large.bytes > most_bytes && large.entries > 2;
         large = find_large())
      forget(*large.shard, large.oldest);
  }

  Large find_large() {
    Large large;
    for (Shard& shard : shards_) {
      std::lock_guard const lock(shard.mutex);
      for (Entry const& entry : shard.entries) {
        if (entry.bytes <= few_bytes) continue;
        large.bytes += entry.bytes;
        ++large.entries;
        if (entry.last_use_of_large >= large.oldest) continue;
        large.oldest = entry.last_use_of_large;
        large.shard = &shard;
      }
    }
    return large;
  }

  void forget(Shard& shard, std::uint64_t use) {
    Entry forgotten;
    std::lock_guard const lock(shard.mutex);
    for (Entry& entry : shard.entries)
      if (entry.bytes > few_bytes && entry.last_use_of_large == use) std::swap(entry, forgotten);
  }

  std::array<Shard, shards> shards_;
  std::atomic<std::uint64_t> clock_of_large_{0};
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
