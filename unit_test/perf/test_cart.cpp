// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/cart.hpp"

#include <gmock/gmock.h>

#include "random.hpp"
#include "records/advise/tree/tree_file.hpp"

namespace isomer::perf {
namespace {

using records::ClusterFeatures;
using records::TileTree;

constexpr std::uint32_t only(int tile_class) { return 1U << tile_class; }

/// A gather wants AoS; else a record of less than 40 bytes SoA, a larger one tiles of class 6 or 7.
std::uint32_t planted(ClusterFeatures const& features) {
  if (features.pattern == 2) return only(1);
  return features.bytes < 40 ? only(0) : only(6) | only(7);
}

std::vector<TilePattern> patterns(std::uint64_t seed, int count, double noise) {
  Random random(seed, 1);
  std::vector<TilePattern> all;
  for (int k = 0; k < count; ++k) {
    TilePattern each;
    each.features.bytes = 4.0 * static_cast<double>(random.between(1, 32));
    each.features.leaves = static_cast<double>(random.between(1, 32));
    each.features.pattern = static_cast<double>(random.between(0, 2));
    each.features.log2_loop = static_cast<double>(random.between(0, 14));
    each.good = random.fraction() < noise ? only(static_cast<int>(random.between(0, 16)))
                                          : planted(each.features);
    all.push_back(each);
  }
  return all;
}

int answers(TileTree const& tree) {
  int count = 0;
  for (TileTree::Node const& node : tree.node) count += node.feature == TileTree::answer ? 1 : 0;
  return count;
}

TEST(Cart, LearnsAPlantedRule) {
  auto const train = patterns(1, 400, 0);
  TileTree const tree = grow(train, all_features());
  EXPECT_EQ(error_of(tree, train), 0);
  EXPECT_LT(error_of(tree, patterns(2, 1000, 0)), 0.03);
  EXPECT_EQ(answers(tree), 3);
}

TEST(Cart, LearnsAPlantedRuleFromNoisyPatterns) {
  auto const train = patterns(1, 1000, 0.2);
  TileTree const tree = prune(grow(train, all_features()), train, patterns(2, 500, 0.2));
  EXPECT_LT(error_of(tree, patterns(3, 2000, 0)), 0.03);
}

TEST(Cart, PruningRemovesQuestionsOnNoise) {
  auto const train = patterns(1, 1000, 0.2);
  TileTree const grown = grow(train, all_features());
  TileTree const pruned = prune(grown, train, patterns(2, 500, 0.2));
  EXPECT_GT(answers(grown), 20);
  EXPECT_LT(answers(pruned), answers(grown) / 2);
  EXPECT_LE(error_of(pruned, patterns(3, 2000, 0)), error_of(grown, patterns(3, 2000, 0)));

  auto const noise = patterns(4, 600, 1);
  TileTree const of_noise = prune(grow(noise, all_features()), noise, patterns(5, 2000, 1));
  EXPECT_LE(answers(of_noise), answers(grow(noise, all_features())) / 2);
}

TEST(Cart, PruningLeavesWhatIsTrue) {
  auto const train = patterns(1, 400, 0);
  TileTree const grown = grow(train, all_features());
  EXPECT_EQ(prune(grown, train, patterns(2, 400, 0)), grown);
}

TEST(Cart, AsksOnlyWhatItMay) {
  auto const train = patterns(1, 400, 0);
  GrowOptions options = all_features();
  options.asked = {0};
  TileTree const tree = grow(train, options);
  for (TileTree::Node const& node : tree.node)
    EXPECT_TRUE(node.feature == TileTree::answer || node.feature == 0);
  EXPECT_GT(error_of(tree, train), 0.2);
}

TEST(Cart, HasNoBranchForFewPatterns) {
  auto const train = patterns(1, 300, 0.3);
  GrowOptions options = all_features();
  options.least_patterns = 40;
  EXPECT_LE(answers(grow(train, options)), 300 / 40);
}

/// Class 5 is good for all, each of two others for one half: no question is needed.
TEST(Cart, AnswersWhatIsGoodForMost) {
  auto train = patterns(1, 100, 0);
  for (std::size_t k = 0; k < train.size(); ++k) train[k].good = only(5) | only(k % 2 == 0 ? 3 : 9);
  EXPECT_EQ(grow(train, all_features()).class_for({}), 5);
  EXPECT_EQ(answers(grow(train, all_features())), 1);
}

TEST(Cart, WritesTreesThatAreReadBackEqual) {
  auto const train = patterns(1, 1000, 0.2);
  for (TileTree tree : {grow(train, all_features()),
                        prune(grow(train, all_features()), train, patterns(2, 500, 0.2))}) {
    tree.trained_on = "a processor";
    auto const read = records::parse_tree(records::tree_text(tree));
    ASSERT_TRUE(std::holds_alternative<TileTree>(read));
    EXPECT_EQ(std::get<TileTree>(read), tree);
  }
}

}  // namespace
}  // namespace isomer::perf
