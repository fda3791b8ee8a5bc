// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/tree/trees.hpp"

#include <gmock/gmock.h>

#include <string>

#include "program/temporary_directory.hpp"

namespace isomer::records {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A file that is gone after the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string const& content) : path_(directory_.file("tree.txt")) {
    program::write_file(path_, content);
  }
  char const* path() const { return path_.c_str(); }

 private:
  program::TemporaryDirectory directory_;
  std::string path_;
};

detail::Machine machine_of(char const* core) {
  detail::Machine machine;
  machine.core = core;
  return machine;
}

TEST(ChosenTree, IsOneForGpusThere) {
  auto const tree = tree_for(*detail::gpu_machine("a100"));
  EXPECT_EQ(tree.origin, "default gpu");
  ClusterFeatures features;
  EXPECT_EQ(tree.tree.tile_for(features), 32);
  features.pattern = static_cast<double>(Pattern::gather);
  EXPECT_EQ(tree.tree.tile_for(features), 1);
  features.used_share = 0.25;
  EXPECT_EQ(tree.tree.tile_for(features), 32);
}

TEST(ChosenTree, IsADefaultWhenNoFileIsNamed) {
  std::string warning;
  EXPECT_EQ(choose_tree(nullptr, machine_of("zen4"), warning).origin, "default zen4");
  EXPECT_EQ(choose_tree("", machine_of("other"), warning).origin, "default generic");
  EXPECT_EQ(warning, "");
}

TEST(ChosenTree, IsTheFile) {
  TemporaryFile const file("isomer_tree 1\ntrained_on nothing\nanswer 64\n");
  std::string warning;
  auto const chosen = choose_tree(file.path(), machine_of("zen4"), warning);
  EXPECT_EQ(chosen.origin, file.path());
  EXPECT_EQ(chosen.tree.tile_for({}), 64);
  EXPECT_EQ(warning, "");
}

TEST(ChosenTree, IsADefaultWhenTheFileIsDamaged) {
  TemporaryFile const file("isomer_tree 1\ntrained_on nothing\nanswer 63\n");
  std::string warning;
  auto const chosen = choose_tree(file.path(), machine_of("zen4"), warning);
  EXPECT_EQ(chosen.origin, "default zen4");
  EXPECT_THAT(warning, StartsWith(std::string("isomer: the tree in ISOMER_TREE is ignored: ") +
                                  file.path() + " is damaged: in line 3 an answer has to be"));
  EXPECT_THAT(warning, HasSubstr("; tiles are proposed by the default zen4"));
}

TEST(ChosenTree, IsADefaultWhenThereIsNoFile) {
  std::string warning;
  auto const chosen = choose_tree("no/such/file.txt", machine_of("other"), warning);
  EXPECT_EQ(chosen.origin, "default generic");
  EXPECT_THAT(warning, HasSubstr("no/such/file.txt cannot be opened"));
}

/// Eight floats a record, in memory: all of them where an item jumps, two of them in a loop.
TEST(DefaultTrees, ProposeAosForWholeRecordsHereAndThereAndNotForLoopsOverAFewLeaves) {
  ClusterFeatures whole;
  whole.bytes = 32;
  whole.leaves = 8;
  whole.pattern = static_cast<double>(Pattern::gather);
  whole.log2_delta = 4.8;
  whole.log2_l2_filled = 5;
  ClusterFeatures few = whole;
  few.pattern = static_cast<double>(Pattern::home);
  few.used_share = 0.25;
  few.log2_delta = 2;
  for (char const* core : {"zen4", "other"}) {
    SCOPED_TRACE(core);
    std::string warning;
    TileTree const tree = choose_tree(nullptr, machine_of(core), warning).tree;
    EXPECT_EQ(tree.tile_for(whole), 1);
    EXPECT_NE(tree.tile_for(few), 1);
  }
}

TEST(TreeInUse, IsReadOnce) { EXPECT_EQ(&tree_in_use(), &tree_in_use()); }

}  // namespace
}  // namespace isomer::records
