// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/cache/cache.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace isomer::test {
namespace {

using Cache = detail::BoundedCache<int, std::shared_ptr<int>>;
constexpr std::size_t one_shard = 0;  // hashes whose upper bits are equal share a shard

TEST(BoundedCache, FindsWhatWasInsertedAndNothingElse) {
  Cache cache;
  EXPECT_EQ(cache.find(1, 1), nullptr);
  auto const value = std::make_shared<int>(10);
  cache.insert(1, 1, value);
  EXPECT_EQ(cache.find(1, 1), value);
  EXPECT_EQ(cache.find(1, 2), nullptr) << "equal hashes are not equal keys";
  EXPECT_EQ(cache.find(2, 1), nullptr);
}

TEST(BoundedCache, ForgetsWhatWasNotAskedForLongest) {
  Cache cache;
  for (std::size_t k = 0; k < Cache::entries_per_shard; ++k)
    cache.insert(one_shard + k, static_cast<int>(k), std::make_shared<int>(static_cast<int>(k)));
  EXPECT_NE(cache.find(0, 0), nullptr);  // now 1 is the one
  cache.insert(1000, 1000, std::make_shared<int>(0));
  EXPECT_NE(cache.find(0, 0), nullptr);
  EXPECT_EQ(cache.find(1, 1), nullptr);
  EXPECT_NE(cache.find(2, 2), nullptr);
  EXPECT_NE(cache.find(1000, 1000), nullptr);
}

TEST(BoundedCache, NeverHoldsMoreThanItsBound) {
  Cache cache;
  std::vector<std::weak_ptr<int>> values;
  detail::Hasher hasher;
  for (int k = 0; k < 5000; ++k) {
    auto const value = std::make_shared<int>(k);
    values.push_back(value);
    hasher.add(static_cast<std::uint64_t>(k));
    cache.insert(hasher.value(), k, value);
  }
  std::size_t alive = 0;
  for (auto const& value : values) alive += !value.expired();
  EXPECT_LE(alive, Cache::shards * Cache::entries_per_shard);
  EXPECT_GT(alive, Cache::shards * Cache::entries_per_shard / 2) << "the hash leaves shards empty";
}

/// A value that says what it keeps.
struct Keeping {
  struct Facts {
    std::size_t kept_bytes;
  };
  explicit Keeping(std::size_t bytes) : facts_{bytes} {}
  Facts const& facts() const { return facts_; }

 private:
  Facts facts_;
};
using KeepingCache = detail::BoundedCache<int, std::shared_ptr<Keeping>>;

/// As many in each shard.
std::size_t even_hash(int key) { return static_cast<std::size_t>(key) % 16 << 59U; }

void insert(KeepingCache& cache, int key, std::size_t bytes) {
  cache.insert(even_hash(key), key, std::make_shared<Keeping>(bytes));
}
bool holds(KeepingCache& cache, int key) { return cache.find(even_hash(key), key) != nullptr; }
/// Of keys begin .. end - 1.
std::size_t held(KeepingCache& cache, int begin, int end) {
  std::size_t count = 0;
  for (int key = begin; key < end; ++key) count += holds(cache, key);
  return count;
}

TEST(BoundedCache, HoldsNoMoreLargeValuesThanTheirMemoryAllows) {
  KeepingCache cache;
  constexpr std::size_t bytes = KeepingCache::most_bytes / 10;
  for (int key = 0; key < 256; ++key) insert(cache, key, bytes);
  EXPECT_EQ(held(cache, 0, 256), 10U);
  EXPECT_EQ(held(cache, 246, 256), 10U) << "not the newest";
}

TEST(BoundedCache, HoldsAsManySmallValuesAsThereIsRoomFor) {
  KeepingCache cache;
  for (int key = 0; key < 240; ++key) insert(cache, key, KeepingCache::few_bytes);
  for (int key = 240; key < 250; ++key) insert(cache, key, KeepingCache::most_bytes);
  EXPECT_EQ(held(cache, 0, 240), 240U);
}

TEST(BoundedCache, HoldsTheTwoValuesUsedLastHoweverLarge) {
  KeepingCache cache;
  insert(cache, 0, 2 * KeepingCache::most_bytes);
  insert(cache, 1, 2 * KeepingCache::most_bytes);
  EXPECT_TRUE(holds(cache, 1));
  EXPECT_TRUE(holds(cache, 0));
  insert(cache, 2, KeepingCache::few_bytes + 1);
  EXPECT_FALSE(holds(cache, 1));
  EXPECT_TRUE(holds(cache, 0));
  EXPECT_TRUE(holds(cache, 2));
}

TEST(BoundedCache, IsUsedByManyThreadsAtOnce) {
  Cache cache;
  std::atomic<int> wrong{0};
  auto const work = [&] {
    for (int k = 0; k < 20000; ++k) {
      int const key = k * 7919 % 600;
      detail::Hasher hasher;
      hasher.add(static_cast<std::uint64_t>(key));
      auto value = cache.find(hasher.value(), key);
      if (value == nullptr) {
        value = std::make_shared<int>(key);
        cache.insert(hasher.value(), key, value);
      }
      if (*value != key) ++wrong;
    }
  };
  std::vector<std::thread> threads;
  for (int k = 0; k < 6; ++k) threads.emplace_back(work);
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Hasher, SpreadsCountersOverAllValues) {
  std::set<std::size_t> values;
  for (std::uint64_t k = 0; k < 10000; ++k) {
    detail::Hasher hasher;
    hasher.add(k);
    values.insert(hasher.value());
  }
  EXPECT_EQ(values.size(), 10000U);
}

TEST(Hasher, MindsTheOrder) {
  detail::Hasher ab, ba;
  ab.add(1);
  ab.add(2);
  ba.add(2);
  ba.add(1);
  EXPECT_NE(ab.value(), ba.value());
}

}  // namespace
}  // namespace isomer::test
