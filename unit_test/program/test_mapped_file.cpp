// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/mapped_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include <sys/stat.h>

#include "program/failure.hpp"
#include "support/message_of.hpp"
#include "temporary_directory.hpp"

namespace {

using namespace isomer::program;
using testing::HasSubstr;

TEST(MappedFile, IsRefusedWhenItIsNoRegularFile) {
  TemporaryDirectory const directory;
  EXPECT_THAT(isomer::test::message_of<Failure>(
                  [&] { open_file(directory.file("missing"), Access::read); }),
              HasSubstr("No such file"));
  EXPECT_THAT(
      isomer::test::message_of<Failure>([&] { open_file(directory.file("."), Access::read); }),
      HasSubstr("Is a directory"));
  ASSERT_EQ(mkfifo(directory.file("pipe").c_str(), 0600), 0);
  EXPECT_THAT(
      isomer::test::message_of<Failure>([&] { open_file(directory.file("pipe"), Access::read); }),
      HasSubstr("is no regular file"));
}

TEST(MappedFile, MayBeEmpty) {
  TemporaryDirectory const directory;
  write_file(directory.file("empty"), "");
  MappedFile const file(open_file(directory.file("empty"), Access::read), "empty", Access::read);
  EXPECT_EQ(file.size(), 0);
  EXPECT_TRUE(file.text().empty());
}

TEST(MappedFile, HasTheSameContentWhenItsPagesAreBroughtInTogether) {
  TemporaryDirectory const directory;
  auto const path = directory.file("a");
  std::string const content(100000, 'x');
  write_file(path, content);
  for (auto const access : {Access::read, Access::write}) {
    MappedFile const file(open_file(path, access), path, access);
    populate(file.data() + 4097, 50000, access);  // from the middle of a page on
    EXPECT_EQ(file.text(), content);
  }
}

TEST(MappedFile, FitsInMemoryWithinReason) {
  EXPECT_TRUE(fits_in_memory(1 << 20));
  EXPECT_FALSE(fits_in_memory(std::numeric_limits<std::int64_t>::max()));
}

}  // namespace
