// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whose companion is whose: in another folder, behind links that lead somewhere or nowhere, beside
// a file of the same name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <isomer/error.hpp>

#include "files/journal/companion.hpp"
#include "files/real_case.hpp"
#include "files/store/file_error.hpp"
#include "files/store/posix_store.hpp"
#include "program/temporary_directory.hpp"
#include "support/content_of.hpp"
#include "support/message_of.hpp"

namespace isomer::files::test {
namespace {

namespace fs = std::filesystem;
using isomer::test::content_of;
using isomer::test::message_of;
using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t bytes = std::uint64_t{1} << 20U;

class Companions : public testing::TestWithParam<bool> {
 protected:
  Companions() {
    fs::create_directory(folder() / "journals");
    fs::create_directory(folder() / "others");
    write_file(path(), before(it_));
  }

  fs::path folder() const { return fs::canonical(directory_.file(".")); }
  std::string path() const { return (folder() / "array").string(); }
  std::string link() const { return path() + ".isomer"; }
  std::string journals() const { return (folder() / "journals").string(); }
  std::string companion() const { return journals() + "/array.isomer"; }
  static bool has_header() { return GetParam(); }

  /// Stopped behind some groups.
  void leave(std::string const& journal_directory, int groups = 3) {
    Task task = task_of(it_, path());
    task.journal_directory = journal_directory;
    RunOptions stopping = options_;
    int stops = 0;
    stopping.stop = [&] { return ++stops == groups; };
    ASSERT_TRUE(run(store_, task, stopping).stopped);
  }
  void recover_at(std::string const& journal_directory) {
    recover(store_, path(), journal_directory, options_);
  }
  std::string refusal(std::string const& journal_directory) {
    std::string const content = content_of(path());
    auto const told = message_of([&] { recover_at(journal_directory); });
    EXPECT_TRUE(content_of(path()) == content);
    Status const at = status(store_, path(), journal_directory);
    EXPECT_NE(at.state, State::whole);
    EXPECT_EQ(path() + ": " + told.substr(told.find(": ") + 2), at.words);
    return told;
  }
  std::string refusal_to_begin(std::string const& journal_directory) {
    Task task = task_of(it_, path());
    task.journal_directory = journal_directory;
    std::string const content = content_of(path());
    auto const told = message_of([&] { run(store_, task, options_); });
    EXPECT_TRUE(content_of(path()) == content);
    return told;
  }
  void expect_result() const {
    EXPECT_TRUE(content_of(path()) == after(it_));
    EXPECT_FALSE(fs::is_symlink(link()));
    EXPECT_TRUE(fs::is_empty(journals()));
  }

  RealCase it_ = real_case(Way::slots, has_header(), bytes);
  PosixStore store_;
  RunOptions options_ = in_order();

 private:
  static RunOptions in_order() {
    RunOptions options;
    options.threads = 0;
    return options;
  }
  isomer::program::TemporaryDirectory directory_;
};

TEST_P(Companions, AreFoundFromEveryFolder) {
  fs::path const here = fs::current_path();
  fs::current_path(folder());
  leave("journals");
  fs::current_path(here);
  EXPECT_TRUE(fs::read_symlink(link()).is_absolute());
  EXPECT_EQ(status(store_, path(), {}).state, State::in_progress);
  recover_at({});
  expect_result();
}

TEST_P(Companions, AreWhereARelativeLinkLeadsFromItsOwnFolder) {
  leave(journals());
  fs::remove(link());
  fs::create_symlink("journals/array.isomer", link());
  recover_at({});
  expect_result();
}

TEST_P(Companions, OutOfReachAreMissed) {
  leave(journals());
  fs::rename(journals(), folder() / "unmounted");
  fs::create_directory(journals());
  for (std::string const& named : {std::string(), journals(), (folder() / "others").string()}) {
    auto const told = refusal(named);
    EXPECT_THAT(told, HasSubstr(companion()));
    EXPECT_THAT(told, HasSubstr("not mounted"));
    EXPECT_THAT(told, HasSubstr("--journal DIR"));
    EXPECT_THAT(refusal_to_begin(named), HasSubstr("not mounted"));
  }
  // What a call left elsewhere that was cut before it made its link.
  std::string const others = (folder() / "others").string();
  write_file(others + "/array.isomer", "");
  EXPECT_THAT(refusal(others), HasSubstr("not mounted"));
  EXPECT_TRUE(fs::is_symlink(link()));
  // The disk is mounted, and elsewhere.
  recover_at((folder() / "unmounted").string());
  expect_result();
}

TEST_P(Companions, OfWholeFilesMayBeGone) {
  fs::create_symlink(companion(), link());
  if (!has_header()) {
    EXPECT_THAT(refusal({}), HasSubstr("may be moved in part"));
    return;
  }
  EXPECT_THAT(status(store_, path(), {}).words, HasSubstr("is whole, but"));
  EXPECT_THAT(refusal_to_begin({}), HasSubstr("leads to nothing, isomer recover"));
  recover_at({});
  EXPECT_FALSE(fs::is_symlink(link()));
  EXPECT_TRUE(content_of(path()) == before(it_));
}

TEST_P(Companions, ThatWereNeverCompleteGoAndTheirLinks) {
  write_file(companion(), "");
  fs::create_symlink(companion(), link());
  Status const at = status(store_, path(), {});
  EXPECT_EQ(at.state, State::not_begun);
  // Without a mark nothing tells that the companion was not damaged.
  std::string const whole = has_header() ? "is whole" : "is whole unless its companion was damaged";
  EXPECT_THAT(at.words, HasSubstr(whole + ", its companion holds nothing, isomer recover " +
                                  path() + " removes it"));
  EXPECT_EQ(files::recover(path()).words, whole + ", what was left beside it is removed");
  EXPECT_FALSE(fs::is_symlink(link()));
  EXPECT_TRUE(fs::is_empty(journals()));
  // One without a link goes if its folder is named.
  write_file(companion(), "");
  recover_at({});
  EXPECT_TRUE(fs::exists(companion()));
  EXPECT_THAT(refusal_to_begin(journals()), HasSubstr("isomer recover"));
  EXPECT_THAT(refusal_to_begin(journals()), HasSubstr("--journal " + journals()));
  EXPECT_THAT(status(store_, path(), journals()).words,
              HasSubstr("isomer recover " + path() + " --journal " + journals() + " removes it"));
  recover_at(journals());
  EXPECT_TRUE(fs::is_empty(journals()));
  EXPECT_TRUE(content_of(path()) == before(it_));
}

/// The file is replaced by another one with its inode and size, as a copy of a disk has them.
TEST_P(Companions, OfAnotherFileOfThatNameAreRefused) {
  leave(journals());
  std::string const left = content_of(companion());
  fs::remove(link());
  std::string const marked = content_of(path());
  write_file(path(), before(it_));
  EXPECT_THAT(refusal(journals()), HasSubstr("may be the companion of another file"));
  EXPECT_THAT(refusal(journals()), HasSubstr(has_header() ? "so it is whole" : "no link"));
  EXPECT_THAT(refusal_to_begin(journals()), HasSubstr("another file of that name"));
  EXPECT_TRUE(content_of(companion()) == left);
  EXPECT_EQ(status(store_, path(), {}).state, State::whole);
  write_file(path(), marked);
  if (!has_header()) fs::create_symlink(companion(), link());
  recover_at(journals());
  expect_result();
}

TEST_P(Companions, OfAnotherRewritingAreRefused) {
  leave({});
  std::string const first = content_of(link());
  std::string const marked = content_of(path());
  recover_at({});
  write_file(path(), before(it_));
  leave({});
  std::string const second = content_of(link());
  if (!has_header()) return;
  std::string const content = content_of(path());
  write_file(link(), first);
  EXPECT_THAT(refusal({}), HasSubstr("is marked by another rewriting"));
  EXPECT_TRUE(content_of(path()) == content);
  write_file(link(), second);
  recover_at({});
  EXPECT_TRUE(content_of(path()) == after(it_));
}

TEST_P(Companions, BesideTheFileComeBeforeStrangersElsewhere) {
  leave({});
  write_file(companion(), "");
  EXPECT_THAT(refusal(journals()), HasSubstr("array.isomer"));
  EXPECT_TRUE(fs::exists(companion()));
  fs::remove(companion());
  // None is in the folder that is named: the one beside the file is.
  recover_at(journals());
  expect_result();
}

TEST_P(Companions, OfARunningProcessAreLeftAlone) {
  write_file(companion(), "");
  int const other = open(companion().c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  EXPECT_THAT(message_of([&] { recover_at(journals()); }), HasSubstr("another process holds it"));
  EXPECT_TRUE(fs::exists(companion()));
  close(other);
}

TEST_P(Companions, OfFilesThatAreRewrittenNowAreNotSaidToBeLeft) {
  leave({});
  int const other = open(path().c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  auto const copy = [&] {
    return message_of([&] { permute((folder() / "copy").string(), path(), it_.array, it_.axes); });
  };
  auto const explained = [&] { return message_of([&] { explain(path(), it_.array, it_.axes); }); };
  EXPECT_THAT(copy(), HasSubstr("array: is being rewritten by another process"));
  EXPECT_THAT(explained(), HasSubstr("array: is being rewritten by another process"));
  close(other);
  EXPECT_THAT(copy(), HasSubstr("was being rewritten before, isomer recover"));
  EXPECT_THAT(explained(), HasSubstr("was being rewritten before, isomer recover"));
}

TEST_P(Companions, AreNoneWhereOnlyANewFileIsLeft) {
  write_file(path() + ".isomer-new", "part of the array");
  auto const told = refusal({});
  EXPECT_THAT(told, HasSubstr("remove it if the file is whole"));
  EXPECT_EQ(refusal_to_begin({}), told);
  EXPECT_EQ(content_of(path() + ".isomer-new"), "part of the array");
}

TEST_P(Companions, OfRawArraysInNpyFilesLieBesideThem) {
  if (!has_header()) return;
  Task task = task_of(it_, path());
  task.new_header.clear();
  task.journal_directory = journals();
  EXPECT_THAT(message_of([&] { run(store_, task, options_); }), HasSubstr("has to lie beside it"));
  Options elsewhere;
  elsewhere.journal_directory = journals();
  EXPECT_THAT(message_of([&] { explain(path(), it_.array, it_.axes, elsewhere); }),
              HasSubstr("has to lie beside it"));
  EXPECT_TRUE(fs::is_empty(journals()));
}

/// Numbers that are sealed, and wrong: of images, the ring, elements, the schedule.
TEST_P(Companions, ThatSayWhatCannotBeAreRefused) {
  leave({});
  std::string const own = content_of(link());
  Description const good = *look_into(*store_.open(link(), Access::read)).description;
  auto const longer = [](std::string& text) { text += "x"; };
  auto const shorter = [](std::string& text) { text.resize(text.size() - (text.empty() ? 0 : 1)); };
  using Damage = std::function<void(Description&)>;
  std::vector<Damage> damages = {
      [&](Description& d) { longer(d.top); },
      [&](Description& d) { shorter(d.top); },
      [&](Description& d) { longer(d.bottom); },
      [&](Description& d) { shorter(d.bottom); },
      [](Description& d) { d.ring_pages = 1; },
      [](Description& d) { d.sum = 1; },
      [](Description& d) {
        d.sum = 1;
        d.elements = {std::uint64_t{1} << 32U, {std::uint64_t{1} << 32U}, {1}};
      },
  };
  // The version, the page, the bytes of the file and of an element, the rank.
  for (std::size_t const k : {0U, 2U, 3U, 5U, 6U})
    damages.emplace_back([k](Description& d) { ++d.numbers[k]; });
  for (std::size_t k = 0; k < damages.size(); ++k) {
    Description bad = good;
    damages[k](bad);
    auto const journal = bytes_of(bad);
    std::string damaged = own;
    for (std::size_t page = 0; page * journal_page < journal.size(); ++page)
      if (page == 0 || page >= second_preface)
        damaged.replace(page * journal_page, journal_page,
                        reinterpret_cast<char const*>(journal.data()) + page * journal_page,
                        journal_page);
    write_file(link(), damaged);
    std::string const content = content_of(path());
    EXPECT_NE(message_of([&] { recover_at({}); }), "no exception") << k;
    EXPECT_TRUE(content_of(path()) == content) << k;
  }
  write_file(link(), own);
  recover_at({});
  expect_result();
}

INSTANTIATE_TEST_SUITE_P(Headers, Companions, testing::Bool(), [](auto const& has_header) {
  return std::string(has_header.param ? "npy" : "raw");
});

TEST(PosixStores, SayWhatTheyCannotLookAt) {
  PosixStore store;
  isomer::program::TemporaryDirectory const directory;
  std::string const loop = directory.file("loop");
  fs::create_symlink(loop, loop);
  EXPECT_THROW(store.exists(loop), FileError);
  EXPECT_FALSE(store.exists(directory.file("none")));
  write_file(directory.file("file"), "bytes");
  EXPECT_FALSE(store.exists(directory.file("file") + "/none"));
  EXPECT_FALSE(store.exists(directory.file(std::string(300, 'x'))));
}

}  // namespace
}  // namespace isomer::files::test
