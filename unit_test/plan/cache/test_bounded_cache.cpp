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
