// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include <isomer/files.hpp>

#include "file_calls.hpp"
#include "program/failure.hpp"
#include "program/files/in_place_file.hpp"
#include "program/files/output_file.hpp"
#include "program/files/rewriting.hpp"
#include "support/message_of.hpp"
#include "temporary_directory.hpp"

/// The order in which files reach the disk and get their names, so that a crash at any moment
/// leaves the old file, the new one, or one that says that it is neither.
namespace {

using namespace isomer::program;
using Naming = OutputFile::Naming;
using testing::AnyOf;
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
    EXPECT_THAT(calls.list(), ElementsAre("reserve"));
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
  EXPECT_THAT(calls.list(), ElementsAre("reserve", "fsync file",
                                        is_nameless(calls) ? "link" : "rename", "fsync directory"));
}

TEST_F(NewFile, BesideItsNameIsOnDiskBeforeItIsRenamed) {
  FileCalls const calls;
  commit(Naming::beside, false, calls);
  EXPECT_THAT(calls.list(), ElementsAre("reserve", "fsync file", "rename", "fsync directory"));
}

TEST_F(NewFile, IsOnDiskBeforeItReplacesAnother) {
  for (Naming const naming : {Naming::nameless_if_possible, Naming::beside}) {
    write_file(path_, "old");
    FileCalls const calls;
    commit(naming, true, calls);
    if (is_nameless(calls))
      EXPECT_THAT(calls.list(),
                  ElementsAre("reserve", "fsync file", "link", "rename", "fsync directory"));
    else
      EXPECT_THAT(calls.list(), ElementsAre("reserve", "fsync file", "rename", "fsync directory"));
  }
}

TEST_F(NewFile, GetsNoNameWhereTheDiskDoesNotTakeIt) {
  for (Naming const naming : {Naming::nameless_if_possible, Naming::beside})
    for (bool const replace : {false, true}) {
      if (replace) write_file(path_, "old");
      FileCalls const calls("fsync file");
      EXPECT_THAT(isomer::test::message_of<Failure>([&] { commit(naming, replace, calls); }),
                  path_ + ": cannot be written: Input/output error");
      EXPECT_THAT(calls.list(), ElementsAre("reserve", "fsync file"));
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
  void SetUp() override {
    NpyHeader header;
    header.descr = "'|u1'";
    header.shape = {2, 3};
    write_file(path_, format_npy_header(header) + "abcdef");
  }
  std::string magic() const { return content_of(path_).substr(1, 5); }

  TemporaryDirectory directory_;
  std::string const path_ = directory_.file("a.npy");
};

/// Moves its elements and finishes.
void move_and_finish(InPlaceFile& file) {
  file.begin();
  std::memcpy(file.data(), "adbecf", 6);
  file.moved();
  file.finish();
}

TEST_F(RewrittenFile, SaysOnDiskWhatComesBeforeItComes) {
  FileCalls const calls;
  InPlaceFile file(path_);
  file.prepare(file.header());
  EXPECT_THAT(calls.list(), ElementsAre("pwrite", "fsync file"));
  EXPECT_EQ(magic(), "NUMPY");
  move_and_finish(file);
  EXPECT_THAT(calls.list(), ElementsAre("pwrite", "fsync file", "sync ISOMR a", "sync ISOMR d",
                                        "sync ISOMR c", "sync NUMPY", "truncate"));
}

TEST_F(RewrittenFile, WhoseHeaderAloneChangesIsNeverSaidToBeMovedInPart) {
  FileCalls const calls;
  InPlaceFile file(path_);
  file.prepare(file.header());
  file.finish();
  EXPECT_THAT(calls.list(), ElementsAre("pwrite", "fsync file", "sync ISOMR a", "sync ISOMR d",
                                        "sync ISOMR c", "sync NUMPY", "truncate"));
}

/// What moves nothing has no journal: the header, and the disk has it.
TEST_F(RewrittenFile, WhoseElementsStayIsOnDiskWithItsNewHeader) {
  std::string const before = content_of(path_);
  std::string header = before.substr(0, before.size() - 6);
  header[0] = 'n';
  FileCalls const calls;
  isomer::files::permute_in_place(path_, {header.size(), {1, 6}, 1}, {1, 0},
                                  {.new_header = header});
  EXPECT_THAT(calls.list(), ElementsAre("pwrite", "fsync file"));
  EXPECT_EQ(content_of(path_), header + "abcdef");
}

TEST_F(RewrittenFile, IntoAnotherIsOnDiskBeforeThatHasItsName) {
  std::string const to = directory_.file("b.npy");
  std::uint64_t const offset = content_of(path_).size() - 6;
  for (std::uint64_t const rows : {2, 1, 0}) {
    FileCalls const calls;
    isomer::files::permute(
        to, path_, {offset, {rows, 3}, 1}, {1, 0},
        {.progress = [&](auto const&) { EXPECT_FALSE(std::filesystem::exists(to)); }});
    // File systems that make no room ahead lengthen the file instead.
    EXPECT_THAT(
        calls.list(),
        AnyOf(ElementsAre("pwrite", "fsync file", "rename", "fsync directory"),
              ElementsAre("truncate", "pwrite", "fsync file", "rename", "fsync directory")));
    EXPECT_EQ(content_of(to).size(), content_of(path_).size());
    std::filesystem::remove(to);
  }
}

TEST_F(RewrittenFile, IsMarkedBeforeItsDataMoveApart) {
  auto const before = content_of(path_);
  FileCalls const calls("sync ISOMR a");
  InPlaceFile file(path_);
  file.prepare_resized(file.header(), 500);
  EXPECT_THAT(isomer::test::message_of<Failure>([&] { file.begin(); }),
              path_ + ": cannot be written: Input/output error");
  EXPECT_TRUE(content_of(path_).starts_with(before));
}

TEST_F(RewrittenFile, OfAnotherSizeHasItsHeaderOnDiskBeforeItsMagicString) {
  FileCalls const calls;
  InPlaceFile file(path_);
  auto result = file.header();
  result.shape = {1};
  file.prepare_resized(result, 500);
  file.begin();
  file.moved();
  file.finish();
  EXPECT_THAT(calls.list(), ElementsAre("pwrite", "fsync file", "reserve", "sync ISOMR a",
                                        "sync ISOMR d", "sync ISOMR c", "sync NUMPY", "truncate"));
  EXPECT_EQ(content_of(path_), format_npy_header(result) + "a");
}

TEST_F(RewrittenFile, IsTheOldOneWhereTheDiskDoesNotTakeTheNoteOrTheMark) {
  auto const before = content_of(path_);
  for (char const* call : {"pwrite", "fsync file", "reserve", "sync ISOMR a"}) {
    {
      FileCalls const calls(call);
      InPlaceFile file(path_);
      auto const rewrite = [&] {
        file.prepare_resized(file.header(), 500);
        file.begin();
      };
      EXPECT_THAT(isomer::test::message_of<Failure>(rewrite),
                  testing::HasSubstr("Input/output error"))
          << call;
    }
    EXPECT_EQ(content_of(path_), before) << call;
  }
}

TEST_F(RewrittenFile, IsMovedInPartWhereTheDiskDoesNotTakeItsElements) {
  {
    InPlaceFile file(path_);
    file.prepare(file.header());
    FileCalls const calls("sync ISOMR d");
    EXPECT_THAT(isomer::test::message_of<Failure>([&] { move_and_finish(file); }),
                path_ + ": cannot be written: Input/output error");
    EXPECT_THAT(calls.list(), Not(Contains("sync NUMPY")));
  }
  EXPECT_EQ(rewriting_of(content_of(path_), running_system())->state,
            RewritingState::moved_in_part);
}

TEST_F(RewrittenFile, IsCompleteOnceTheMarkThatSaysSoIsOnDisk) {
  for (char const* call : {"sync ISOMR c", "sync NUMPY"}) {
    SetUp();
    InPlaceFile file(path_);
    file.prepare(file.header());
    FileCalls const calls(call);
    EXPECT_THAT(isomer::test::message_of<Failure>([&] { move_and_finish(file); }),
                path_ + ": cannot be written: Input/output error");
    EXPECT_EQ(rewriting_of(content_of(path_), "another")->state, RewritingState::complete);
  }
}

TEST_F(RewrittenFile, IsRecoveredInTheSameOrder) {
  auto const before = content_of(path_);
  RewritingNote const note{before.substr(0, 128), before.substr(0, 128), 134, 134,
                           running_system()};
  auto const marked = [&](Stage stage) {
    auto text = before + text_of(note);
    auto const mark = mark_of(stage);
    std::memcpy(text.data(), &mark, sizeof mark);
    write_file(path_, text);
  };
  marked(Stage::announced);
  FileCalls const put_back;
  EXPECT_EQ(recover_file(path_), Recovery::put_back);
  EXPECT_THAT(put_back.list(), ElementsAre("sync ISOMR a", "sync NUMPY", "truncate"));
  EXPECT_EQ(content_of(path_), before);
  for (Stage const stage : {Stage::moved, Stage::complete}) {
    marked(stage);
    FileCalls const finished;
    EXPECT_EQ(recover_file(path_), Recovery::finished);
    EXPECT_THAT(finished.list(), ElementsAre(std::string("sync ISOMR ") + static_cast<char>(stage),
                                             "sync ISOMR c", "sync NUMPY", "truncate"));
    EXPECT_EQ(content_of(path_), before);
  }
}

}  // namespace
