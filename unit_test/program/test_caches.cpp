// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/commands/caches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "temporary_directory.hpp"

namespace {

using namespace isomer::program;

TEST(Caches, AreListedWithoutThatOfTheInstructions) {
  TemporaryDirectory const directory;
  auto const add = [&](char const* name, char const* level, char const* type, char const* size) {
    std::filesystem::create_directory(directory.file(name));
    write_file(directory.file(name) + "/level", level);
    write_file(directory.file(name) + "/type", type);
    write_file(directory.file(name) + "/size", size);
  };
  add("index0", "1\n", "Data\n", "48K\n");
  add("index1", "1\n", "Instruction\n", "32K\n");
  add("index2", "2\n", "Unified\n", "2048K\n");
  EXPECT_THAT(cache_texts(directory.file("")), testing::ElementsAre("L1 data 48K", "L2 2048K"));
}

TEST(Caches, AreNoneWhereTheSystemListsNone) {
  EXPECT_THAT(cache_texts("/no/such/directory"), testing::IsEmpty());
}

}  // namespace
