// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/in_place_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program/failure.hpp"
#include "program/interruption.hpp"
#include "support/message_of.hpp"
#include "temporary_directory.hpp"

namespace {

using namespace isomer::program;
using testing::HasSubstr;

class InPlace : public testing::Test {
 protected:
  InPlace() {
    NpyHeader header;
    header.descr = "'|u1'";
    header.shape = {2, 3};
    write_file(path_, format_npy_header(header) + "abcdef");
  }

  TemporaryDirectory directory_;
  std::string const path_ = directory_.file("a.npy");
};

TEST_F(InPlace, FileGetsItsNewHeaderWhenItIsFinished) {
  InPlaceFile file(path_);
  auto result = file.header();
  result.shape = {3, 2};
  file.prepare(result);
  file.begin();
  std::memcpy(file.data(), "adbecf", 6);
  file.moved();
  file.finish();
  auto const content = content_of(path_);
  EXPECT_THAT(parse_npy_header(content).shape, testing::ElementsAre(3, 2));
  EXPECT_EQ(content.substr(content.size() - 6), "adbecf");
}

TEST_F(InPlace, FileThatWasBegunButNotFinishedIsNoArrayAnyMore) {
  {
    InPlaceFile file(path_);
    file.prepare(file.header());
    file.begin();
  }
  EXPECT_EQ(content_of(path_).substr(0, 6), "\x93ISOMR");
  for (int k = 0; k < 2; ++k) {
    EXPECT_THAT(isomer::test::message_of<Failure>([&] { InPlaceFile again(path_); }),
                HasSubstr(path_ + ": was being rewritten in place"));
    EXPECT_THAT(isomer::test::message_of<Failure>([&] { recover_file(path_); }),
                HasSubstr("moved in part: data are lost"));
  }
}

TEST_F(InPlace, FileIsUntouchedUntilItIsBegun) {
  auto const before = content_of(path_);
  { InPlaceFile const file(path_); }
  EXPECT_EQ(content_of(path_), before);
  {
    InPlaceFile file(path_);
    file.prepare(file.header());
    EXPECT_TRUE(content_of(path_).starts_with(before));
  }
  EXPECT_EQ(content_of(path_), before);
}

TEST_F(InPlace, FileWhoseHeaderHasNoRoomIsUntouched) {
  std::string const text = "{'descr':'|u1','fortran_order':True,'shape':(2,3)}";
  write_file(path_, "\x93NUMPY\x01" + std::string(1, '\0') +
                        std::string(1, static_cast<char>(text.size())) + std::string(1, '\0') +
                        text + "abcdef");
  auto const before = content_of(path_);
  {
    InPlaceFile file(path_);
    auto result = file.header();
    result.fortran_order = false;
    EXPECT_THAT(isomer::test::message_of<Failure>([&] { file.prepare(result); }),
                HasSubstr(path_ + ": its header has 60 bytes"));
  }
  EXPECT_EQ(content_of(path_), before);
}

/// What becomes of "abcdef" and "behind" where the data get `bytes` in `room`, and a type of that
/// name.
std::string resized(std::string const& path, std::string const& descr, int bytes, int room) {
  NpyHeader header;
  header.descr = "'|u1'";
  header.shape = {2, 3};
  write_file(path, format_npy_header(header) + "abcdefbehind");
  {
    InPlaceFile file(path);
    auto result = file.header();
    result.descr = descr;
    result.item_bytes = bytes;
    result.shape = {1};
    file.prepare_resized(result, room);
    file.begin();
    EXPECT_EQ(std::string(reinterpret_cast<char const*>(file.data()), 6), "abcdef");
    EXPECT_EQ(content_of(path).substr(1, 5), "ISOMR");
    std::memset(file.data(), 'x', static_cast<std::size_t>(std::max(room, bytes)));
    file.moved();
    file.finish();
  }
  auto const content = content_of(path);
  auto const read = parse_npy_header(content);
  EXPECT_EQ(read.data_offset % 64, 0);
  EXPECT_EQ(read.descr, descr);
  return content.substr(static_cast<std::size_t>(read.data_offset));
}

TEST_F(InPlace, FileWhoseDataChangeTheirSizeKeepsWhatIsBehindThem) {
  std::string const longer = "'|V" + std::string(100, '0');
  for (std::string const& zeros : {std::string("'|V"), longer})
    for (int const bytes : {1, 5, 6, 7, 200, 5000})
      for (int const room : {0, 6, 300, 9000})
        EXPECT_EQ(resized(path_, zeros + std::to_string(bytes) + '\'', bytes, room),
                  std::string(static_cast<std::size_t>(bytes), 'x') + "behind")
            << zeros << bytes << ' ' << room;
}

TEST_F(InPlace, FileWhoseHeaderHasNoRoomGetsALongerOneWhereDataMayMove) {
  std::string const text = "{'descr':'|u1','fortran_order':True,'shape':(2,3)}";
  write_file(path_, "\x93NUMPY\x01" + std::string(1, '\0') +
                        std::string(1, static_cast<char>(text.size())) + std::string(1, '\0') +
                        text + "abcdef");
  InPlaceFile file(path_);
  auto const result = file.header();
  file.prepare_resized(result, 6);
  file.finish();
  auto const content = content_of(path_);
  EXPECT_EQ(content, format_npy_header(result) + "abcdef");
}

TEST_F(InPlace, FileWhoseDataStartAnywhereKeepsThem) {
  NpyHeader header;
  header.descr = "'|u1'";
  header.shape = {300};
  std::string elements;
  for (int k = 0; k < 300; ++k) elements += static_cast<char>(k);
  for (std::size_t const room : {80U, 100U, 127U, 128U, 129U, 200U, 1000U, 65535U, 65545U}) {
    header.data_offset = static_cast<std::int64_t>(room);
    write_file(path_, *npy_header_in_its_room(header) + elements + "behind");
    {
      InPlaceFile file(path_);
      file.prepare_resized(file.header(), 0);
      file.finish();
    }
    auto const content = content_of(path_);
    auto const read = parse_npy_header(content);
    EXPECT_EQ(read.data_offset % 64, 0) << room;
    EXPECT_GE(read.data_offset, header.data_offset);
    EXPECT_EQ(content.substr(static_cast<std::size_t>(read.data_offset)), elements + "behind")
        << room;
  }
}

TEST_F(InPlace, FileIsRewrittenByOneAtATime) {
  InPlaceFile const file(path_);
  EXPECT_THAT(isomer::test::message_of<Failure>([&] { InPlaceFile second(path_); }),
              path_ + ": is being rewritten by another process");
}

TEST_F(InPlace, FileWithHolesGetsItsDiskSpaceBeforeAnythingMoves) {
  NpyHeader header;
  header.descr = "'|u1'";
  header.shape = {1 << 20};
  write_file(path_, format_npy_header(header));
  ASSERT_EQ(truncate(path_.c_str(), (1 << 20) + 128), 0);
  InPlaceFile file(path_);
  file.prepare(file.header());
  struct stat status {};
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  EXPECT_GE(status.st_blocks * 512, 1 << 20);
}

TEST_F(InPlace, WorkIsFinishedDespiteOneSignalButNotDespiteTwo) {
  for (int const signals : {1, 2}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    pid_t const child = fork();
    if (child == 0) {
      dup2(ends[1], STDERR_FILENO);
      std::signal(SIGTERM, SIG_DFL);
      handle_signals("bus error\n");
      {
        FinishDespiteSignal const finish("note\n");
        InPlaceFile file(path_);
        file.prepare(file.header());
        file.begin();
        for (int k = 0; k < signals; ++k) raise(SIGTERM);
        file.finish();
      }  // here the held signal ends the process
      _exit(0);
    }
    close(ends[1]);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
    char printed[64]{};
    EXPECT_GT(read(ends[0], printed, sizeof printed - 1), 0);
    close(ends[0]);
    EXPECT_STREQ(printed, "note\n");
    auto const magic = content_of(path_).substr(1, 5);
    EXPECT_EQ(magic, signals == 1 ? "NUMPY" : "ISOMR");
  }
}

}  // namespace
