// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The engine on the file system of this machine: every way, overlapped and in order, and a process
// that is killed, has no room, or is not alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <isomer/error.hpp>

#include "files/journal/journal.hpp"
#include "files/no_threads.hpp"
#include "files/real_case.hpp"
#include "files/store/buffer.hpp"
#include "files/store/file_error.hpp"
#include "files/store/file_text.hpp"
#include "files/store/posix_store.hpp"
#include "program/temporary_directory.hpp"
#include "support/content_of.hpp"
#include "support/message_of.hpp"
#include "support/sampled.hpp"

namespace isomer::files::test {
namespace {

using isomer::test::content_of;
using isomer::test::message_of;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;

constexpr Way ways_in_place[] = {Way::transfer, Way::ring, Way::slots, Way::wide, Way::blocks};
constexpr std::uint64_t mib = std::uint64_t{1} << 20U;

struct OnDisk {
  RealCase it;
  std::string path;

  OnDisk(std::filesystem::path const& folder, RealCase const& chosen)
      : it(chosen), path((folder / "array").string()) {
    write_file(path, before(it));
  }
  void expect_result() const {
    EXPECT_TRUE(content_of(path) == after(it)) << name_of(it.way);
    expect_alone();
  }
  void expect_alone() const {
    for (char const* const end : {".isomer", ".isomer-new", ".isomer-part"})
      EXPECT_FALSE(std::filesystem::exists(path + end)) << end;
  }
};

class RealFiles : public testing::Test {
 protected:
  std::filesystem::path folder() const { return directory_.file("."); }
  RunOptions options(int threads) const {
    RunOptions result;
    result.threads = threads;
    return result;
  }

  PosixStore store_;

 private:
  isomer::program::TemporaryDirectory directory_;
};

TEST_F(RealFiles, ArePermutedInPlaceByEachWay) {
  for (Way const way : ways_in_place)
    for (bool const has_header : {true, false})
      for (int const threads : {0, 1, 8}) {
        OnDisk const file(folder(), real_case(way, has_header, mib));
        RunOptions run_options = options(threads);
        run_options.verify = true;
        std::uint64_t told = 0;
        run_options.progress = [&](Progress const& progress) {
          // Before the first group and behind the last one the array is read to verify.
          bool const is_read = progress.group == told && (told == 0 || told == progress.groups);
          EXPECT_TRUE(is_read || progress.group == std::min(told + 1, progress.groups));
          told = progress.group;
        };
        Outcome const outcome = run(store_, task_of(file.it, file.path), run_options);
        EXPECT_FALSE(outcome.stopped);
        EXPECT_EQ(outcome.way, way);
        EXPECT_GE(outcome.bytes_written, mib);
        EXPECT_GT(told, 4U);
        file.expect_result();
      }
}

TEST_F(RealFiles, ArePermutedThroughThePageCache) {
  PosixStore cached(false);
  for (Way const way : ways_in_place) {
    OnDisk const file(folder(), real_case(way, true, mib));
    run(cached, task_of(file.it, file.path), options(3));
    file.expect_result();
  }
}

/// Pages are in the page cache, on the disk, or newer in the one of them.
TEST_F(RealFiles, AreReadAsTheyWereWrittenLastPastThePageCacheOrThroughIt) {
  constexpr std::uint64_t pages = 64;
  constexpr std::uint64_t page = Buffer::alignment;
  std::string const path = (folder() / "pages").string();
  PosixStore cached(false);
  auto const direct = store_.create(path);
  direct->resize(pages * page);
  auto const usual = cached.open(path, Access::write);
  std::vector<std::byte> expected(pages * page, std::byte{0});
  std::mt19937_64 random(1);
  Buffer buffer(pages * page);
  for (int n = 0; n < 2000; ++n) {
    std::uint64_t const first = random() % pages;
    std::uint64_t const bytes = (1 + random() % std::min<std::uint64_t>(8, pages - first)) * page;
    std::span<std::byte> const part(buffer.data(), bytes);
    auto const there = expected.begin() + static_cast<std::ptrdiff_t>(first * page);
    StoreFile& file = random() % 2 == 0 ? *direct : *usual;
    if (random() % 2 == 0) {
      std::fill(part.begin(), part.end(), static_cast<std::byte>(random()));
      std::copy(part.begin(), part.end(), there);
      file.write(first * page, part);
    } else {
      file.read(first * page, part);
      ASSERT_TRUE(std::equal(part.begin(), part.end(), there)) << n;
    }
  }
}

TEST_F(RealFiles, AreCopied) {
  for (int const threads : {0, 8}) {
    OnDisk const file(folder(), real_case(Way::copy, true, mib));
    RunOptions run_options = options(threads);
    run_options.verify = true;
    Task const task = task_of(file.it, file.path);
    run(store_, task, run_options);
    EXPECT_TRUE(content_of(task.to) == after(file.it));
    EXPECT_TRUE(content_of(file.path) == before(file.it));
    file.expect_alone();
    EXPECT_FALSE(std::filesystem::exists(task.to + ".isomer-part"));
  }
}

TEST_F(RealFiles, GoOnWhereTheyWereStopped) {
  for (Way const way : ways_in_place)
    for (bool const has_header : {true, false})
      for (int const threads : {0, 4}) {
        OnDisk const file(folder(), real_case(way, has_header, mib));
        RunOptions stopping = options(threads);
        stopping.verify = true;
        int asked = 0;
        stopping.stop = [&] { return ++asked % 4 == 0; };
        EXPECT_TRUE(run(store_, task_of(file.it, file.path), stopping).stopped);
        Status const at = status(store_, file.path, {});
        EXPECT_EQ(at.state, State::in_progress) << at.words;
        EXPECT_FALSE(at.running);
        EXPECT_EQ(at.way, way);
        EXPECT_EQ(at.progress.group, 4U);
        EXPECT_THAT(at.words, HasSubstr("isomer recover"));
        int attempts = 0;
        while (recover(store_, file.path, {}, stopping).stopped && attempts < 1000) ++attempts;
        EXPECT_LT(attempts, 1000);
        EXPECT_EQ(status(store_, file.path, {}).state, State::whole);
        file.expect_result();
      }
}

TEST_F(RealFiles, HaveTheirCompanionElsewhere) {
  std::filesystem::create_directory(folder() / "journals");
  OnDisk const file(folder(), real_case(Way::slots, true, mib));
  Task task = task_of(file.it, file.path);
  task.journal_directory = (folder() / "journals").string();
  RunOptions stopping = options(2);
  stopping.stop = [] { return true; };
  EXPECT_TRUE(run(store_, task, stopping).stopped);
  EXPECT_TRUE(std::filesystem::is_symlink(file.path + ".isomer"));
  EXPECT_TRUE(std::filesystem::is_regular_file(folder() / "journals" / "array.isomer"));
  EXPECT_EQ(status(store_, file.path, {}).state, State::in_progress);
  EXPECT_EQ(recover(store_, file.path, {}, options(2)).way, Way::slots);
  file.expect_result();
  EXPECT_FALSE(std::filesystem::is_symlink(file.path + ".isomer"));
  EXPECT_TRUE(std::filesystem::is_empty(folder() / "journals"));
}

TEST_F(RealFiles, AreReachedThroughLinks) {
  OnDisk const file(folder(), real_case(Way::transfer, true, mib));
  std::filesystem::create_symlink(file.path, folder() / "link");
  run(store_, task_of(file.it, (folder() / "link").string()), options(2));
  EXPECT_TRUE(std::filesystem::is_symlink(folder() / "link"));
  file.expect_result();
}

TEST_F(RealFiles, KeepPermissionsInANewFile) {
  OnDisk const file(folder(), real_case(Way::transfer, true, mib));
  auto const permissions = static_cast<std::filesystem::perms>(0640);
  std::filesystem::permissions(file.path, permissions);
  run(store_, task_of(file.it, file.path), options(2));
  EXPECT_EQ(std::filesystem::status(file.path).permissions(), permissions);
}

TEST_F(RealFiles, KeepAttributesInANewFile) {
  OnDisk const file(folder(), real_case(Way::transfer, true, mib));
  std::string const value = "of somebody";
  if (setxattr(file.path.c_str(), "user.isomer_test", value.data(), value.size(), 0) != 0)
    GTEST_SKIP() << "files have no attributes of users here";
  run(store_, task_of(file.it, file.path), options(2));
  std::string kept(value.size(), '\0');
  EXPECT_EQ(getxattr(file.path.c_str(), "user.isomer_test", kept.data(), kept.size()),
            static_cast<ssize_t>(value.size()));
  EXPECT_EQ(kept, value);
}

TEST_F(RealFiles, KeepTheirOwnerInANewFile) {
  OnDisk const file(folder(), real_case(Way::transfer, true, mib));
  constexpr uid_t user = 12345;
  constexpr gid_t group = 12346;
  if (chown(file.path.c_str(), user, group) != 0)
    GTEST_SKIP() << "this user cannot give files away";
  run(store_, task_of(file.it, file.path), options(2));
  struct stat status {};
  ASSERT_EQ(stat(file.path.c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, user);
  EXPECT_EQ(status.st_gid, group);
}

TEST_F(RealFiles, WithTwoNamesGetNoNewFile) {
  OnDisk const file(folder(), real_case(Way::transfer, true, mib));
  std::filesystem::create_hard_link(file.path, folder() / "second");
  EXPECT_THAT(message_of([&] { run(store_, task_of(file.it, file.path), options(0)); }),
              HasSubstr("has 2 hard links"));
  EXPECT_TRUE(content_of(file.path) == before(file.it));
  file.expect_alone();
}

TEST_F(RealFiles, AreOfOneProcess) {
  OnDisk const file(folder(), real_case(Way::slots, true, mib));
  int const other = open(file.path.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  EXPECT_THAT(message_of([&] { run(store_, task_of(file.it, file.path), options(0)); }),
              HasSubstr("is being rewritten by another process"));
  EXPECT_THAT(message_of([&] { recover(store_, file.path, {}, options(0)); }),
              HasSubstr("is being rewritten by another process"));
  EXPECT_TRUE(status(store_, file.path, {}).running);
  close(other);
  EXPECT_TRUE(content_of(file.path) == before(file.it));
  file.expect_alone();
}

TEST_F(RealFiles, WithoutThreadsAreRecovered) {
  OnDisk const file(folder(), real_case(Way::slots, true, mib));
  {
    isomer::test::NoThreads const none;
    EXPECT_THAT(message_of([&] { run(store_, task_of(file.it, file.path), options(4)); }),
                HasSubstr("array goes on"));
  }
  EXPECT_EQ(recover(store_, file.path, {}, options(4)).way, Way::slots);
  file.expect_result();
}

TEST_F(RealFiles, WhoseCallerThrowsAreRecovered) {
  for (int const threads : {0, 4}) {
    OnDisk const file(folder(), real_case(Way::slots, true, mib));
    RunOptions throwing = options(threads);
    throwing.progress = [](Progress const&) { throw std::runtime_error("enough"); };
    EXPECT_THAT(message_of([&] { run(store_, task_of(file.it, file.path), throwing); }),
                AllOf(HasSubstr("array: enough; isomer recover "), EndsWith("array goes on")));
    EXPECT_EQ(recover(store_, file.path, {}, options(threads)).way, Way::slots);
    file.expect_result();
  }
}

TEST_F(RealFiles, WhoseCallerThrowsAnythingAreRecovered) {
  for (int const threads : {0, 4}) {
    OnDisk const file(folder(), real_case(Way::slots, true, mib));
    RunOptions throwing = options(threads);
    throwing.progress = [](Progress const&) { throw 7; };
    EXPECT_THAT(message_of([&] { run(store_, task_of(file.it, file.path), throwing); }),
                AllOf(HasSubstr("array: what was thrown is no std::exception; isomer recover "),
                      EndsWith("array goes on")));
    recover(store_, file.path, {}, options(threads));
    file.expect_result();
  }
}

/// While the array is read to verify nothing has changed yet.
TEST_F(RealFiles, WhoseCallerThrowsAnythingBeforeTheyAreMarkedStayAsTheyWere) {
  OnDisk const file(folder(), real_case(Way::slots, true, mib));
  RunOptions throwing = options(0);
  throwing.verify = true;
  throwing.progress = [](Progress const&) { throw 7; };
  EXPECT_THROW(run(store_, task_of(file.it, file.path), throwing), int);
  EXPECT_TRUE(content_of(file.path) == before(file.it));
  file.expect_alone();
}

TEST_F(RealFiles, WhoseCallerThrowsAnythingGiveNoCopy) {
  RealCase const it = real_case(Way::copy, true, mib);
  OnDisk const file(folder(), it);
  RunOptions throwing = options(0);
  throwing.progress = [](Progress const&) { throw 7; };
  Task const task = task_of(it, file.path);
  EXPECT_THROW(run(store_, task, throwing), int);
  EXPECT_FALSE(std::filesystem::exists(task.to));
  EXPECT_FALSE(std::filesystem::exists(task.to + ".isomer-part"));
}

TEST_F(RealFiles, AreLookedAtByAnyNumberOfProcesses) {
  OnDisk const file(folder(), real_case(Way::slots, true, mib));
  int const other = open(file.path.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(flock(other, LOCK_SH), 0);
  EXPECT_FALSE(status(store_, file.path, {}).running);
  close(other);
}

/// What the companion could not be read back with is not begun.
TEST_F(RealFiles, WithAHeaderThatIsTooLongForTheCompanionAreRefused) {
  RealCase it = real_case(Way::transfer, false, mib);
  it.array.offset = most_header + 1;
  std::string const path = (folder() / "array").string();
  write_file(path, "old header");
  std::filesystem::resize_file(path, it.file_bytes());
  Task task = task_of(it, path);
  task.new_header = std::string(it.array.offset, 'n');
  EXPECT_THAT(message_of([&] { run(store_, task, options(0)); }),
              HasSubstr("the companion takes no more than 536346624"));
  EXPECT_EQ(text_at(*store_.open(path, Access::read), 0, 10), "old header");
  EXPECT_FALSE(std::filesystem::exists(path + ".isomer"));
}

TEST_F(RealFiles, AreRefusedWhileARewritingIsLeft) {
  OnDisk const file(folder(), real_case(Way::slots, true, mib));
  RunOptions stopping = options(0);
  stopping.stop = [] { return true; };
  Task const task = task_of(file.it, file.path);
  run(store_, task, stopping);
  std::string const left = content_of(file.path + ".isomer");
  EXPECT_THAT(message_of([&] { run(store_, task, options(0)); }), HasSubstr("isomer recover"));
  EXPECT_TRUE(content_of(file.path + ".isomer") == left);
  recover(store_, file.path, {}, options(0));
  file.expect_result();
}

/// Stopped after a few groups.
class LeftFiles : public RealFiles {
 protected:
  OnDisk left(Way way, bool has_header) {
    OnDisk file(folder(), real_case(way, has_header, mib));
    RunOptions stopping = options(0);
    int asked = 0;
    stopping.stop = [&] { return ++asked == 6; };
    EXPECT_TRUE(run(store_, task_of(file.it, file.path), stopping).stopped);
    return file;
  }

  /// Nothing changes.
  void expect_refused(OnDisk const& file, std::string const& reason) {
    std::string const content = content_of(file.path);
    std::string const companion = content_of(file.path + ".isomer");
    EXPECT_THAT(message_of([&] { recover(store_, file.path, {}, options(0)); }), HasSubstr(reason));
    EXPECT_TRUE(content_of(file.path) == content);
    EXPECT_TRUE(content_of(file.path + ".isomer") == companion);
  }

  void damage(std::string const& path, std::vector<std::uint64_t> const& pages) {
    std::string content = content_of(path);
    for (std::uint64_t const page : pages) content[page * 4096 + 1100] ^= 1;
    write_file(path, content);
  }
};

TEST_F(LeftFiles, SurviveOneDamagedCopy) {
  for (std::vector<std::uint64_t> const& pages :
       std::vector<std::vector<std::uint64_t>>{{0, 1, 2, 7}, {5, 3, 4, 8}}) {
    OnDisk const file = left(Way::slots, true);
    damage(file.path + ".isomer", pages);
    recover(store_, file.path, {}, options(0));
    file.expect_result();
  }
}

TEST_F(LeftFiles, WithoutCompanionAreRefused) {
  OnDisk const file = left(Way::slots, true);
  std::filesystem::rename(file.path + ".isomer", folder() / "hidden");
  expect_refused(file, "is not there: it is named after the name that the file had then; if it is");
  EXPECT_THAT(status(store_, file.path, {}).words,
              HasSubstr("if it is gone, what it held is lost"));
  std::filesystem::rename(folder() / "hidden", file.path + ".isomer");
  recover(store_, file.path, {}, options(0));
  file.expect_result();
}

TEST_F(LeftFiles, ByAnotherNameAreRefused) {
  OnDisk const file = left(Way::slots, true);
  std::string const other = (folder() / "other").string();
  std::filesystem::create_hard_link(file.path, other);
  EXPECT_THAT(message_of([&] { recover(store_, other, {}, options(0)); }),
              HasSubstr("which has 2 hard links now; if it is gone"));
  std::filesystem::remove(other);
  recover(store_, file.path, {}, options(0));
  file.expect_result();
}

TEST_F(LeftFiles, KeepTheirNewFileWithoutCompanion) {
  for (bool const has_header : {true, false}) {
    OnDisk const file = left(Way::transfer, has_header);
    std::filesystem::rename(file.path + ".isomer", folder() / "hidden");
    expect_refused(file, has_header ? "is not there" : "but no companion");
    EXPECT_TRUE(std::filesystem::exists(file.path + ".isomer-new"));
    std::filesystem::rename(folder() / "hidden", file.path + ".isomer");
    recover(store_, file.path, {}, options(0));
    file.expect_result();
  }
}

TEST_F(LeftFiles, WhoseNewFileAnotherProcessHoldsAreRefused) {
  OnDisk const file = left(Way::transfer, true);
  int const other = open((file.path + ".isomer-new").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  expect_refused(file, "array.isomer-new: another process holds it");
  close(other);
  recover(store_, file.path, {}, options(0));
  file.expect_result();
}

TEST_F(LeftFiles, WithDamagedCompanionAreRefused) {
  for (bool const has_header : {true, false}) {
    OnDisk const file = left(Way::slots, has_header);
    std::string const companion = content_of(file.path + ".isomer");
    damage(file.path + ".isomer", {0, 5});
    expect_refused(file, "both copies of the description");
    write_file(file.path + ".isomer", companion);
    damage(file.path + ".isomer", {1, 2, 3, 4});
    expect_refused(file, "both copies of the records");
    write_file(file.path + ".isomer", companion.substr(0, companion.size() - 4096));
    expect_refused(file, "is shorter than it was");
    write_file(file.path + ".isomer", companion);
    recover(store_, file.path, {}, options(0));
    file.expect_result();
  }
}

TEST_F(LeftFiles, ThatOthersChangedAreRefused) {
  OnDisk const file = left(Way::slots, true);
  std::string const content = content_of(file.path);
  write_file(file.path, content + "more");
  expect_refused(file, "when it began to be rewritten");
  std::filesystem::rename(file.path, folder() / "moved");
  write_file(file.path, content);
  expect_refused(file, "another inode");
  std::filesystem::rename(folder() / "moved", file.path);
  std::filesystem::resize_file(file.path, content.size());
  recover(store_, file.path, {}, options(0));
  file.expect_result();
}

/// Other processes, which end as they are made to.
class OtherProcesses : public LeftFiles {
 protected:
  pid_t start(OnDisk const& file, Way way, std::optional<std::uint64_t> most_bytes = {}) {
    std::vector<std::string> words = {ISOMER_TEST_REWRITER,
                                      file.path,
                                      std::to_string(static_cast<int>(way)),
                                      file.it.has_header ? "1" : "0",
                                      std::to_string(bytes),
                                      "4"};
    if (most_bytes) {
      // A file may not be longer than that: the shell's unit is 1024 bytes.
      std::string line = "trap '' XFSZ; ulimit -f " + std::to_string(*most_bytes / 1024) + "; exec";
      for (auto const& word : words) line += " '" + word + "'";
      words = {"/bin/bash", "-c", line};
    }
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t child = 0;
    EXPECT_EQ(posix_spawn(&child, arguments[0], nullptr, nullptr, arguments.data(), environ), 0);
    return child;
  }

  static int status_of(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  static constexpr std::uint64_t bytes = 4 * mib;
};

int wanted_kills() {
  char const* const text = std::getenv("ISOMER_FILE_SIGKILLS");
  return text == nullptr ? (isomer::test::is_sanitized ? 8 : 40) : std::atoi(text);
}

TEST_F(OtherProcesses, ThatAreKilledLoseNothing) {
  std::mt19937_64 random(static_cast<std::uint64_t>(wanted_kills()));
  int killed = 0;
  for (int n = 0; n < wanted_kills(); ++n) {
    Way const way = ways_in_place[n % std::size(ways_in_place)];
    OnDisk const file(folder(), real_case(way, n % 3 != 0, bytes));
    auto const at_random = [&] {
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 150000));
    };
    pid_t child = start(file, way);
    at_random();
    kill(child, SIGKILL);
    int status = status_of(child);
    // Some recoveries are killed, too.
    for (int again = 0; status != 0 && n % 4 == 1 && again < 3; ++again) {
      ++killed;
      child = start(file, Way::automatic);
      at_random();
      kill(child, SIGKILL);
      status = status_of(child);
    }
    killed += status != 0 ? 1 : 0;
    ASSERT_EQ(status_of(start(file, Way::automatic)), 0) << name_of(way) << ", kill " << n;
    std::string const content = content_of(file.path);
    ASSERT_TRUE(content == after(file.it) || content == before(file.it))
        << name_of(way) << ", kill " << n;
    file.expect_alone();
  }
  EXPECT_GT(killed, wanted_kills() / 4);
}

TEST_F(OtherProcesses, WithoutRoomForTheCompanionChangeNothing) {
  for (Way const way : {Way::slots, Way::ring}) {
    OnDisk const file(folder(), real_case(way, true, bytes));
    EXPECT_EQ(status_of(start(file, way, 65536)), 1);
    EXPECT_TRUE(content_of(file.path) == before(file.it));
    file.expect_alone();
  }
}

TEST_F(OtherProcesses, TwoAtOnceAreRefused) {
  OnDisk const file(folder(), real_case(Way::slots, true, bytes));
  int const other = open(file.path.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  EXPECT_EQ(status_of(start(file, Way::slots)), 1);
  close(other);
  EXPECT_EQ(status_of(start(file, Way::slots)), 0);
  file.expect_result();
}

}  // namespace
}  // namespace isomer::files::test
