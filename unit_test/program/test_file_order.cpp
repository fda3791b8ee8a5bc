// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "file_calls.hpp"
#include "program/failure.hpp"
#include "program/files/in_place_file.hpp"
#include "program/files/output_file.hpp"
#include "support/message_of.hpp"
#include "temporary_directory.hpp"

/// The order in which files reach the disk and get their names, so that a crash at any moment
/// leaves the old file, the new one, or one that says that it is neither.
namespace {

using namespace isomer::program;
using Naming = OutputFile::Naming;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

constexpr int no_input = -1;

class NewFile : public testing::Test {
 protected:
  void commit(Naming naming, bool replace, FileCalls const& calls) {
    OutputFile file(path_, 5, replace, no_input, naming);
    std::memcpy(file.data(), "hello", 5);
    EXPECT_THAT(calls.list(), IsEmpty());
    file.commit();
  }

  TemporaryDirectory directory_;
  std::string const path_ = directory_.file("out.npy");
};

/// File systems without nameless files take the way of `beside`.
bool is_nameless(FileCalls const& calls) { return testing::Value(calls.list(), Contains("link")); }

TEST_F(NewFile, IsOnDiskBeforeItHasANameAndTheNameBehindIt) {
  FileCalls const calls;
  commit(Naming::nameless_if_possible, false, calls);
  EXPECT_THAT(calls.list(),
              ElementsAre("fsync file", is_nameless(calls) ? "link" : "rename", "fsync directory"));
}

TEST_F(NewFile, BesideItsNameIsOnDiskBeforeItIsRenamed) {
  FileCalls const calls;
  commit(Naming::beside, false, calls);
  EXPECT_THAT(calls.list(), ElementsAre("fsync file", "rename", "fsync directory"));
}

TEST_F(NewFile, IsOnDiskBeforeItReplacesAnother) {
  for (Naming const naming : {Naming::nameless_if_possible, Naming::beside}) {
    write_file(path_, "old");
    FileCalls const calls;
    commit(naming, true, calls);
    if (is_nameless(calls))
      EXPECT_THAT(calls.list(), ElementsAre("fsync file", "link", "rename", "fsync directory"));
    else EXPECT_THAT(calls.list(), ElementsAre("fsync file", "rename", "fsync directory"));
  }
}

TEST_F(NewFile, GetsNoNameWhereTheDiskDoesNotTakeIt) {
  for (Naming const naming : {Naming::nameless_if_possible, Naming::beside})
    for (bool const replace : {false, true}) {
      if (replace) write_file(path_, "old");
      FileCalls const calls("fsync file");
      EXPECT_THAT(isomer::test::message_of<Failure>([&] { commit(naming, replace, calls); }),
                  path_ + ": cannot be written: Input/output error");
      EXPECT_THAT(calls.list(), ElementsAre("fsync file"));
      if (replace) {
        EXPECT_EQ(content_of(path_), "old");
        EXPECT_THAT(directory_.names(), ElementsAre("out.npy"));
        std::filesystem::remove(path_);
      } else {
        EXPECT_THAT(directory_.names(), IsEmpty());
      }
    }
}

TEST_F(NewFile, LeavesTheOldOneWhereItCannotBeNamed) {
  for (Naming const naming : {Naming::nameless_if_possible, Naming::beside}) {
    write_file(path_, "old");
    FileCalls const calls("rename");
    EXPECT_THAT(isomer::test::message_of<Failure>([&] { commit(naming, true, calls); }),
                path_ + ": cannot be named: Input/output error");
    EXPECT_EQ(content_of(path_), "old");
    EXPECT_THAT(directory_.names(), ElementsAre("out.npy"));
  }
}

class RewrittenFile : public testing::Test {
 protected:
  RewrittenFile() {
    NpyHeader header;
    header.descr = "'|u1'";
    header.shape = {2, 3};
    write_file(path_, format_npy_header(header) + "abcdef");
  }
  std::string magic() const { return content_of(path_).substr(1, 5); }

  TemporaryDirectory directory_;
  std::string const path_ = directory_.file("a.npy");
};

TEST_F(RewrittenFile, IsMarkedOnDiskUntilItsElementsAreThere) {
  FileCalls const calls;
  InPlaceFile file(path_);
  file.begin(file.header());
  EXPECT_THAT(calls.list(), ElementsAre("sync ISOMR"));
  std::memcpy(file.data(), "adbecf", 6);
  file.finish();
  EXPECT_THAT(calls.list(), ElementsAre("sync ISOMR", "sync ISOMR", "sync NUMPY"));
}

TEST_F(RewrittenFile, IsMarkedBeforeItsDataMoveApart) {
  auto const before = content_of(path_);
  FileCalls const calls("sync ISOMR");
  InPlaceFile file(path_);
  EXPECT_THAT(isomer::test::message_of<Failure>([&] { file.begin_resized(file.header(), 500); }),
              path_ + ": cannot be written: Input/output error");
  EXPECT_EQ(content_of(path_).substr(6, before.size() - 6), before.substr(6));
}

TEST_F(RewrittenFile, OfAnotherSizeHasItsHeaderOnDiskBeforeItsMagicString) {
  FileCalls const calls;
  InPlaceFile file(path_);
  auto result = file.header();
  result.shape = {1};
  file.begin_resized(result, 500);
  file.finish();
  EXPECT_THAT(calls.list(), ElementsAre("sync ISOMR", "sync ISOMR", "sync NUMPY"));
  EXPECT_EQ(content_of(path_), format_npy_header(result) + "a");
}

TEST_F(RewrittenFile, IsNotBegunWhereTheDiskDoesNotTakeTheMark) {
  FileCalls const calls("sync ISOMR");
  InPlaceFile file(path_);
  EXPECT_THAT(isomer::test::message_of<Failure>([&] { file.begin(file.header()); }),
              path_ + ": cannot be written: Input/output error");
}

TEST_F(RewrittenFile, StaysMarkedWhereTheDiskDoesNotTakeItsElements) {
  InPlaceFile file(path_);
  file.begin(file.header());
  FileCalls const calls("sync ISOMR");
  EXPECT_THAT(isomer::test::message_of<Failure>([&] { file.finish(); }),
              path_ + ": cannot be written: Input/output error");
  EXPECT_THAT(calls.list(), Not(Contains("sync NUMPY")));
  EXPECT_EQ(magic(), "ISOMR");
}

}  // namespace
