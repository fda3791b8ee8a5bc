// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/output_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program/failure.hpp"
#include "support/message_of.hpp"
#include "temporary_directory.hpp"

namespace {

using namespace isomer::program;
using Naming = OutputFile::Naming;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr int no_input = -1;

void write(OutputFile& file, std::string const& content) {
  std::memcpy(file.data(), content.data(), content.size());
}

class OutputFileNamed : public testing::TestWithParam<Naming> {
 protected:
  TemporaryDirectory directory_;
  std::string const path_ = directory_.file("out.npy");
};

TEST_P(OutputFileNamed, AppearsWholeAtItsCommit) {
  OutputFile file(path_, 5, false, no_input, GetParam());
  write(file, "hello");
  EXPECT_THAT(directory_.names(), testing::Not(testing::Contains("out.npy")));
  file.commit();
  EXPECT_EQ(content_of(path_), "hello");
  EXPECT_THAT(directory_.names(), ElementsAre("out.npy"));
}

TEST_P(OutputFileNamed, LeavesNothingWithoutItsCommit) {
  { OutputFile const file(path_, 5, false, no_input, GetParam()); }
  EXPECT_THAT(directory_.names(), IsEmpty());
}

TEST_P(OutputFileNamed, ReplacesAnOldFileOnlyWhenToldAndKeepsItsMode) {
  write_file(path_, "old");
  chmod(path_.c_str(), 0640);
  EXPECT_THAT(
      isomer::test::message_of<Failure>([&] { OutputFile(path_, 5, false, no_input, GetParam()); }),
      path_ + ": exists (to replace it, use --force)");
  OutputFile file(path_, 5, true, no_input, GetParam());
  write(file, "hello");
  EXPECT_EQ(content_of(path_), "old");
  file.commit();
  EXPECT_EQ(content_of(path_), "hello");
  EXPECT_THAT(directory_.names(), ElementsAre("out.npy"));
  struct stat status {};
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
}

TEST_P(OutputFileNamed, ReplacesNoFileThatAppearedMeanwhile) {
  {
    OutputFile file(path_, 5, false, no_input, GetParam());
    write_file(path_, "new");
    EXPECT_THAT(isomer::test::message_of<Failure>([&] { file.commit(); }),
                HasSubstr("File exists"));
  }
  EXPECT_EQ(content_of(path_), "new");
  EXPECT_THAT(directory_.names(), ElementsAre("out.npy"));
}

TEST_P(OutputFileNamed, IsGoneWhenASignalEndsTheProcess) {
  for (int const signal : {SIGINT, SIGTERM, SIGHUP}) {
    pid_t const child = fork();
    if (child == 0) {
      std::signal(signal, SIG_DFL);  // nohup, for one, hands on an ignored SIGHUP
      handle_signals("bus error\n");
      OutputFile const file(path_, 5, false, no_input, GetParam());
      raise(signal);
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << signal;
    EXPECT_THAT(directory_.names(), IsEmpty()) << signal;
  }
}

TEST_P(OutputFileNamed, ThatHasNoRoomLeavesNothing) {
  pid_t const child = fork();
  if (child == 0) {
    handle_signals("bus error\n");
    rlimit const limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      OutputFile const file(path_, 5000, false, no_input, GetParam());
    } catch (Failure const& failure) {
      bool const is_clear =
          std::string(failure.what()) == path_ + ": no room for its 5000 bytes: File too large";
      _exit(is_clear ? 7 : 8);
    }
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7) << status;
  EXPECT_THAT(directory_.names(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Both, OutputFileNamed,
                         testing::Values(Naming::nameless_if_possible, Naming::beside),
                         [](auto const& naming) {
                           return naming.param == Naming::beside ? "Beside" : "Nameless";
                         });

TEST(OutputFile, IsNeverTheInput) {
  TemporaryDirectory const directory;
  auto const path = directory.file("a.npy");
  write_file(path, "data");
  ASSERT_EQ(link(path.c_str(), directory.file("hard.npy").c_str()), 0);
  ASSERT_EQ(symlink(path.c_str(), directory.file("soft.npy").c_str()), 0);
  FileDescriptor const input(open(path.c_str(), O_RDONLY));
  for (char const* name : {"a.npy", "hard.npy", "soft.npy"})
    EXPECT_THAT(isomer::test::message_of<Failure>(
                    [&] { OutputFile(directory.file(name), 5, true, input.get()); }),
                HasSubstr("is the input too"));
  EXPECT_EQ(content_of(path), "data");
}

TEST(OutputFile, ReplacesWhatALinkPointsToAndKeepsTheLink) {
  TemporaryDirectory const directory;
  auto const link_path = directory.file("link.npy");
  write_file(directory.file("real.npy"), "old");
  ASSERT_EQ(symlink("real.npy", link_path.c_str()), 0);
  OutputFile file(link_path, 5, true, no_input);
  write(file, "hello");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(link_path));
  EXPECT_EQ(content_of(directory.file("real.npy")), "hello");
}

TEST(OutputFile, NeedsAName) {
  TemporaryDirectory const directory;
  EXPECT_THAT(isomer::test::message_of<Failure>([&] { OutputFile("", 5, true, no_input); }),
              "the output file has an empty name");
  auto const path = directory.file(std::string(300, 'a'));
  EXPECT_THAT(isomer::test::message_of<Failure>([&] { OutputFile(path, 5, false, no_input); }),
              path + ": cannot be named: File name too long");
  EXPECT_THAT(directory.names(), IsEmpty());
}

TEST(OutputFile, NeedsADirectoryThatIsThere) {
  TemporaryDirectory const directory;
  auto const path = directory.file("missing/out.npy");
  EXPECT_THAT(isomer::test::message_of<Failure>([&] { OutputFile(path, 5, false, no_input); }),
              path + ": there is no directory " + directory.file("missing"));
}

TEST(OutputFile, ReplacesNoDirectoryAndNoDevice) {
  TemporaryDirectory const directory;
  EXPECT_THAT(isomer::test::message_of<Failure>(
                  [&] { OutputFile(directory.file("."), 5, true, no_input); }),
              HasSubstr("Is a directory"));
  EXPECT_THAT(
      isomer::test::message_of<Failure>([&] { OutputFile("/dev/null", 5, true, no_input); }),
      "/dev/null: exists and is no regular file");
}

}  // namespace
