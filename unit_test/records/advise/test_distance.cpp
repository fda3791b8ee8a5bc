// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/graph/distance.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace isomer::records {
namespace {

using detail::Access;
using detail::ItemTrace;
using detail::KernelTrace;
using detail::LeafShape;
using Leaves = std::vector<LeafShape>;

constexpr std::int64_t infinite = Distances::infinite;

LeafShape leaf_of(std::int32_t member, std::int32_t bytes) {
  LeafShape leaf;
  leaf.member = member;
  leaf.bytes = bytes;
  return leaf;
}

KernelTrace kernel_of(std::vector<std::vector<Access>> const& items) {
  KernelTrace kernel;
  for (auto const& access : items)
    kernel.item.push_back({0, static_cast<std::int64_t>(access.size()), access});
  return kernel;
}

/// The definition, word for word, for the accesses of one item.
class ByDefinition {
 public:
  ByDefinition(Leaves const& leaves, std::vector<Access> const& access)
      : leaves_(&leaves), access_(&access) {}

  /// -1 if neither is accessed.
  std::int64_t distance(int f, int g) const { return std::max(one_way(f, g), one_way(g, f)); }

 private:
  int member(std::size_t x) const {
    return (*leaves_)[static_cast<std::size_t>((*access_)[x].leaf)].member;
  }

  std::int64_t bytes_between(std::size_t x, std::size_t y) const {
    std::set<std::pair<std::int64_t, std::int32_t>> seen;
    std::int64_t bytes = 0;
    for (std::size_t k = std::min(x, y) + 1; k <= std::max(x, y); ++k)
      if (Access const& access = (*access_)[k]; seen.insert({access.record, access.leaf}).second)
        bytes += (*leaves_)[static_cast<std::size_t>(access.leaf)].bytes;
    return std::min(bytes, Distances::largest);
  }

  std::int64_t one_way(int f, int g) const {
    std::int64_t farthest = -1;
    for (std::size_t x = 0; x < access_->size(); ++x) {
      if (member(x) != f) continue;
      std::int64_t nearest = infinite;
      for (std::size_t y = 0; y < access_->size(); ++y)
        if (member(y) == g) nearest = std::min(nearest, bytes_between(x, y));
      farthest = std::max(farthest, nearest);
    }
    return farthest;
  }

  Leaves const* leaves_;
  std::vector<Access> const* access_;
};

Distances by_definition(Leaves const& leaves, std::size_t members, KernelTrace const& kernel) {
  Distances distance(members);
  for (std::size_t f = 0; f < members; ++f)
    for (std::size_t g = 0; g < members; ++g) {
      std::int64_t bytes = -1;
      for (ItemTrace const& item : kernel.item)
        bytes = std::max(
            bytes,
            ByDefinition(leaves, item.access).distance(static_cast<int>(f), static_cast<int>(g)));
      if (f == g) bytes = bytes < 0 ? infinite : 0;
      distance.set(f, g, bytes < 0 ? infinite : bytes);
    }
  return distance;
}

/// Records of one to three leaves a member, and kernels that access them at random.
class RandomKernels {
 public:
  explicit RandomKernels(unsigned seed) : random_(seed) {}

  int up_to(int most) { return static_cast<int>(random_() % static_cast<unsigned>(most + 1)); }

  Leaves leaves(int members) {
    Leaves all;
    for (int m = 0; m < members; ++m) {
      int const bytes = 1 << up_to(4);
      for (int k = up_to(2); k >= 0; --k) all.push_back(leaf_of(m, bytes));
    }
    return all;
  }

  KernelTrace kernel(Leaves const& leaves) {
    std::vector<std::vector<Access>> items(static_cast<std::size_t>(1 + up_to(3)));
    int const records = 1 + up_to(8);
    int const used = up_to(static_cast<int>(leaves.size()) - 1);
    for (auto& access : items)
      for (int k = up_to(40); k >= 0; --k) access.push_back({up_to(records), up_to(used), false});
    return kernel_of(items);
  }

 private:
  std::mt19937 random_;
};

/// The kernel of Fig. 2 in Kofler, Cosenza and Fahringer 2015: a loop of 32 records that reads a
/// and b, then c; nothing reads d.
TEST(Distance, IsThatOfThePapersExample) {
  Leaves const leaves{leaf_of(0, 4), leaf_of(1, 4), leaf_of(2, 4), leaf_of(3, 4)};
  std::vector<Access> access;
  for (int i = 0; i < 32; ++i) {
    access.push_back({i, 0, false});
    access.push_back({i, 1, false});
  }
  access.push_back({0, 2, true});
  auto const distance = distances_of(leaves, 4, kernel_of({access}).item);
  EXPECT_EQ(distance.at(0, 1), 4);
  EXPECT_EQ(distance.at(2, 1), 252);
  EXPECT_EQ(distance.at(2, 0), 256);
  for (std::size_t m = 0; m < 3; ++m) EXPECT_EQ(distance.at(3, m), infinite);
  EXPECT_TRUE(distance.is_accessed(2));
  EXPECT_FALSE(distance.is_accessed(3));
}

TEST(Distance, IsThatOfTheDefinition) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomKernels random(seed);
    int const members = 1 + random.up_to(5);
    Leaves const leaves = random.leaves(members);
    KernelTrace const kernel = random.kernel(leaves);
    auto const count = static_cast<std::size_t>(members);
    ASSERT_EQ(distances_of(leaves, count, kernel.item), by_definition(leaves, count, kernel));
  }
}

/// Forwards the bytes of y count, backwards those of x: they have to be as many, and no event
/// between may touch them.
TEST(Distance, IsTheSameBackwardsInTimeWithoutRepeats) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomKernels random(seed);
    Leaves const leaves{leaf_of(0, 8), leaf_of(1, 8), leaf_of(1, 8), leaf_of(2, 8)};
    std::vector<Access> access;
    for (int i = 0; i < 40; ++i) access.push_back({i, random.up_to(3), false});
    std::vector<Access> const reversed(access.rbegin(), access.rend());
    EXPECT_EQ(distances_of(leaves, 3, kernel_of({access}).item),
              distances_of(leaves, 3, kernel_of({reversed}).item));
  }
}

TEST(Distance, FollowsTheMembersWhenTheyAreReordered) {
  constexpr std::size_t members = 5;
  std::vector<std::size_t> const place{3, 0, 4, 1, 2};
  for (unsigned seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomKernels random(seed);
    Leaves const leaves = random.leaves(static_cast<int>(members));
    KernelTrace const kernel = random.kernel(leaves);
    Leaves moved = leaves;
    for (LeafShape& leaf : moved)
      leaf.member = static_cast<std::int32_t>(place[static_cast<std::size_t>(leaf.member)]);
    auto const before = distances_of(leaves, members, kernel.item);
    auto const after = distances_of(moved, members, kernel.item);
    for (std::size_t a = 0; a < members; ++a)
      for (std::size_t b = 0; b < members; ++b) {
        EXPECT_EQ(after.at(place[a], place[b]), before.at(a, b));
        EXPECT_EQ(before.at(b, a), before.at(a, b));
      }
  }
}

TEST(Distance, IsInfiniteWhereAnItemUsesOneWithoutTheOther) {
  Leaves const leaves{leaf_of(0, 4), leaf_of(1, 4), leaf_of(2, 4)};
  auto const distance = distances_of(
      leaves, 3, kernel_of({{{0, 0, false}, {0, 1, false}}, {{1, 0, false}}, {}}).item);
  EXPECT_EQ(distance.at(0, 1), infinite);
  EXPECT_TRUE(distance.is_accessed(0));
  EXPECT_TRUE(distance.is_accessed(1));
}

TEST(Distance, EndsAtTheLargest) {
  Leaves const leaves{leaf_of(0, 4), leaf_of(1, 1 << 19), leaf_of(2, 4)};
  std::vector<Access> access{{0, 0, false}};
  for (int i = 0; i < 5000; ++i) access.push_back({i, 1, false});
  access.push_back({0, 2, false});
  auto const distance = distances_of(leaves, 3, kernel_of({access}).item);
  EXPECT_EQ(distance.at(0, 2), Distances::largest);
  EXPECT_EQ(distance.at(0, 1), Distances::largest);
}

TEST(Distance, OfNoItemsIsInfinite) {
  auto const distance = distances_of(Leaves{leaf_of(0, 4), leaf_of(1, 4)}, 2, {});
  EXPECT_EQ(distance.at(0, 1), infinite);
  EXPECT_FALSE(distance.is_accessed(0));
}

TEST(Distance, OfKernelsIsTheLargest) {
  Leaves const leaves{leaf_of(0, 4), leaf_of(1, 4), leaf_of(2, 4), leaf_of(3, 4)};
  Access const a{0, 0, false};
  Access const b{0, 1, false};
  Access const c{0, 2, false};
  auto const near = distances_of(leaves, 4, kernel_of({{a, b}}).item);
  auto const far = distances_of(leaves, 4, kernel_of({{a, c, b}}).item);
  auto const other = distances_of(leaves, 4, kernel_of({{c}}).item);

  auto const joined = largest_of({near, far});
  EXPECT_EQ(joined.at(0, 1), 8);
  EXPECT_EQ(joined.at(0, 2), infinite);
  EXPECT_EQ(joined.at(0, 3), infinite);
  EXPECT_TRUE(joined.is_accessed(2));
  EXPECT_FALSE(joined.is_accessed(3));
  // A kernel that uses neither a nor b says nothing of them.
  EXPECT_EQ(largest_of({near, other}).at(0, 1), 4);
  EXPECT_EQ(largest_of({far, other}).at(1, 2), infinite);
  EXPECT_EQ(largest_of({far}), far);
}

}  // namespace
}  // namespace isomer::records
