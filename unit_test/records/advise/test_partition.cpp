// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/graph/partition.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace isomer::records {
namespace {

constexpr std::int64_t infinite = Distances::infinite;
using Cuts = std::vector<Partition>;

/// Of the paper's example: a, b, c, and d that is never accessed.
Distances example() {
  Distances distance(4);
  distance.set(0, 1, 4);
  distance.set(2, 1, 252);
  distance.set(2, 0, 256);
  return distance;
}

Distances random_distances(unsigned seed) {
  std::mt19937 random(seed);
  std::size_t const members = 1 + random() % 8;
  Distances distance(members);
  for (std::size_t a = 0; a < members; ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (random() % 3 != 0) distance.set(a, b, random() % 20);
  return distance;
}

bool is_path(Distances const& distance, std::int64_t epsilon, std::size_t from, std::size_t to) {
  std::vector<std::size_t> reached{from};
  for (std::size_t k = 0; k < reached.size(); ++k)
    for (std::size_t m = 0; m < distance.members(); ++m)
      if (distance.at(reached[k], m) < epsilon &&
          std::find(reached.begin(), reached.end(), m) == reached.end())
        reached.push_back(m);
  return std::find(reached.begin(), reached.end(), to) != reached.end();
}

TEST(Partitioned, IsThePapersExampleAtALine) {
  EXPECT_EQ(partition(example(), 4), (Partition{0, 1, 2, 3}));
  EXPECT_EQ(partition(example(), 64), (Partition{0, 0, 1, 2}));
  EXPECT_EQ(partition(example(), 253), (Partition{0, 0, 0, 1}));
  EXPECT_EQ(partition(example(), infinite), (Partition{0, 0, 0, 1}));
}

TEST(Partitioned, JoinsWhatAPathOfShortDistancesJoins) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Distances const distance = random_distances(seed);
    for (std::int64_t const epsilon : {std::int64_t{0}, std::int64_t{5}, std::int64_t{12}}) {
      Partition const cluster = partition(distance, epsilon);
      for (std::size_t a = 0; a < cluster.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
          EXPECT_EQ(cluster[a] == cluster[b], is_path(distance, epsilon, a, b));
    }
  }
}

TEST(Partitioned, NumbersClustersByTheirFirstMembers) {
  Distances distance(5);
  distance.set(4, 1, 8);
  distance.set(3, 0, 8);
  EXPECT_EQ(partition(distance, 9), (Partition{0, 1, 2, 0, 1}));
}

TEST(CutsOfMembers, AreThoseOfHandMadeMatrices) {
  EXPECT_EQ(cuts(example()), (Cuts{{0, 1, 2, 3}, {0, 0, 1, 2}, {0, 0, 0, 1}}));
  EXPECT_EQ(cuts(Distances(1)), (Cuts{{0}}));
  EXPECT_EQ(cuts(Distances(3)), (Cuts{{0, 1, 2}}));
  Distances pairs(4);
  pairs.set(0, 2, 8);
  pairs.set(1, 3, 8);
  pairs.set(0, 1, 100);
  EXPECT_EQ(cuts(pairs), (Cuts{{0, 1, 2, 3}, {0, 1, 0, 1}, {0, 0, 0, 0}}));
}

TEST(CutsOfMembers, AreNested) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Cuts const all = cuts(random_distances(seed));
    for (std::size_t k = 1; k < all.size(); ++k) {
      EXPECT_NE(all[k - 1], all[k]);
      for (std::size_t a = 0; a < all[k].size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
          EXPECT_TRUE(all[k - 1][a] != all[k - 1][b] || all[k][a] == all[k][b]);
    }
  }
}

TEST(CutsOfMembers, AreTheDifferentPartitionsOfAllThresholds) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Distances const distance = random_distances(seed);
    Cuts expected;
    for (std::int64_t epsilon = 0; epsilon <= 20; ++epsilon) {
      Partition const cluster = partition(distance, epsilon);
      if (expected.empty() || expected.back() != cluster) expected.push_back(cluster);
    }
    EXPECT_EQ(cuts(distance), expected);
  }
}

}  // namespace
}  // namespace isomer::records
