// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/tree/tree_file.hpp"

#include <gmock/gmock.h>

#include "records/advise/tree/default_trees.hpp"

namespace isomer::records {
namespace {

using detail::ModelFileError;
using testing::HasSubstr;

char const* const head = "isomer_tree 1\ntrained_on a processor\n";

TileTree parsed(std::string const& text) {
  auto const tree = parse_tree(text);
  EXPECT_TRUE(std::holds_alternative<TileTree>(tree)) << std::get<ModelFileError>(tree).reason;
  return std::get<TileTree>(tree);
}

std::string reason(std::string const& text) {
  auto const tree = parse_tree(text);
  auto const* error = std::get_if<ModelFileError>(&tree);
  return error == nullptr ? "" : error->reason;
}

std::string const two_questions = std::string(head) +
                                  "ask bytes 24\n"
                                  "ask log2_l2_filled -1.5\n"
                                  "answer 64\n"
                                  "answer soa\n"
                                  "answer aos\n";

TEST(TreeFile, AnswersByItsQuestions) {
  TileTree const tree = parsed(two_questions);
  EXPECT_EQ(tree.trained_on, "a processor");
  ClusterFeatures features;
  features.bytes = 23;
  features.log2_l2_filled = -2;
  EXPECT_EQ(tree.tile_for(features), 64);
  features.log2_l2_filled = -1.5;
  EXPECT_EQ(tree.tile_for(features), 0);
  features.bytes = 24;
  EXPECT_EQ(tree.tile_for(features), 1);
}

TEST(TreeFile, IsWrittenAsItWasRead) { EXPECT_EQ(tree_text(parsed(two_questions)), two_questions); }

TEST(TreeFile, KeepsEveryThresholdAndClass) {
  TileTree tree{"x", {}};
  for (int k = 0; k < tile_classes; ++k) {
    int const feature = k % static_cast<int>(cluster_features.size());
    tree.node.push_back({feature, 1.0 / (k + 3), tree.node.size() + 2, 0});
    tree.node.push_back({TileTree::answer, 0, 0, k});
  }
  tree.node.push_back({TileTree::answer, 0, 0, 5});
  EXPECT_EQ(parsed(tree_text(tree)), tree);
}

TEST(TreeFile, TilesAreThoseOfArrangements) {
  EXPECT_EQ(tile_of_class(0), 0);
  EXPECT_EQ(tile_of_class(1), 1);
  EXPECT_EQ(tile_of_class(2), 2);
  EXPECT_EQ(tile_of_class(tile_classes - 1), 32768);
}

TEST(TreeFile, SaysWhatIsWrong) {
  std::string const start = head;
  EXPECT_THAT(reason(""), HasSubstr("ends too early"));
  EXPECT_THAT(reason("isomer_model 2\n"), HasSubstr("has to be isomer_tree"));
  EXPECT_THAT(reason("isomer_tree 9\n"), HasSubstr("is of version 9, this library reads 1"));
  EXPECT_THAT(reason("isomer_tree 1\n"), HasSubstr("ends too early"));
  EXPECT_THAT(reason(start), HasSubstr("ends too early: what comes next has to be ask or answer"));
  EXPECT_THAT(reason(start + "say 4\n"), HasSubstr("in line 3 what comes next has to be ask or"));
  EXPECT_THAT(reason(start + "answer 3\n"), HasSubstr("a power of two from 2 to 32768"));
  EXPECT_THAT(reason(start + "answer 65536\n"), HasSubstr("a power of two from 2 to 32768"));
  EXPECT_THAT(reason(start + "ask colour 4\n"), HasSubstr("tests \"colour\""));
  EXPECT_THAT(reason(start + "ask bytes\n"), HasSubstr("a threshold has to follow bytes"));
  EXPECT_THAT(reason(start + "ask bytes many\n"), HasSubstr("the threshold has to be a number"));
  EXPECT_THAT(reason(start + "ask bytes nan\n"), HasSubstr("the threshold has to be a number"));
  EXPECT_THAT(reason(start + "ask bytes 4\nanswer soa\n"), HasSubstr("ends too early"));
  EXPECT_THAT(reason(start + "answer soa\nanswer aos\n"), HasSubstr("the end of the file"));
}

TEST(TreeFile, MayNotBeTooDeepOrTooLarge) {
  std::string deep = head;
  for (int k = 0; k <= deepest_tree; ++k) deep += "ask bytes 4\n";
  EXPECT_THAT(reason(deep), HasSubstr("more than 40 questions above each other"));
  EXPECT_THAT(reason(std::string(largest_tree_file + 1, 'a')), HasSubstr("larger than any tree"));
}

TEST(TreeFile, OfEveryDefaultCanBeReadAndIsAsWritten) {
  for (DefaultTree const& each : default_trees) {
    SCOPED_TRACE(each.name);
    EXPECT_EQ(tree_text(parsed(each.text)), each.text);
  }
}

}  // namespace
}  // namespace isomer::records
