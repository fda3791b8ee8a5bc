// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/rewriting.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "file_calls.hpp"
#include "program/failure.hpp"
#include "program/files/in_place_file.hpp"
#include "program/files/npy_file.hpp"
#include "support/message_of.hpp"
#include "temporary_directory.hpp"

namespace {

using namespace isomer::program;
using testing::HasSubstr;

/// The header of `count` bytes.
NpyHeader bytes_header(std::int64_t count) {
  NpyHeader header;
  header.descr = "'|u1'";
  header.item_bytes = 1;
  header.shape = {count};
  return header;
}

std::string marked(std::string file, Stage stage) {
  auto const mark = mark_of(stage);
  std::memcpy(file.data(), &mark, sizeof mark);
  return file;
}

class Note : public testing::Test {
 protected:
  std::string const start_ = format_npy_header(bytes_header(6));
  std::string const new_start_ = format_npy_header(bytes_header(7));
  std::string const old_ = start_ + "abcdef";
  RewritingNote const note_{start_, new_start_, static_cast<std::int64_t>(old_.size()),
                            static_cast<std::int64_t>(old_.size()), "system"};
  std::string const whole_ = old_ + text_of(note_);
};

TEST_F(Note, SaysWithTheMarkHowFarARewritingCame) {
  struct Case {
    Stage stage;
    RewritingState same_start, another_start;
  };
  for (auto const& [stage, same, another] :
       {Case{Stage::announced, RewritingState::not_begun, RewritingState::moved_in_part},
        Case{Stage::moving, RewritingState::moved_in_part, RewritingState::moved_in_part},
        Case{Stage::moved, RewritingState::complete, RewritingState::moved_in_part},
        Case{Stage::complete, RewritingState::complete, RewritingState::complete}}) {
    auto const file = marked(whole_, stage);
    auto const found = rewriting_of(file, "system");
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->is_marked);
    EXPECT_EQ(found->state, same);
    EXPECT_EQ(found->note.old_start, start_);
    EXPECT_EQ(found->note.new_start, new_start_);
    EXPECT_EQ(found->note.old_bytes, note_.old_bytes);
    for (char const* system : {"another", ""})
      EXPECT_EQ(rewriting_of(file, system)->state, another);
  }
}

TEST_F(Note, OnAWholeFileSaysWhichHeaderItHas) {
  auto const before = rewriting_of(whole_, "");
  ASSERT_TRUE(before);
  EXPECT_FALSE(before->is_marked);
  EXPECT_EQ(before->state, RewritingState::not_begun);
  auto const after = rewriting_of(new_start_ + "abcdef" + text_of(note_), "");
  ASSERT_TRUE(after);
  EXPECT_FALSE(after->is_marked);
  EXPECT_EQ(after->state, RewritingState::complete);
  EXPECT_FALSE(rewriting_of(format_npy_header(bytes_header(8)) + "abcdef" + text_of(note_), ""));
  EXPECT_FALSE(rewriting_of(old_, ""));
}

TEST_F(Note, ThatIsDamagedAnywhereIsNone) {
  auto const file = marked(whole_, Stage::complete);
  for (std::size_t k = old_.size(); k < file.size(); ++k)
    for (int const bit : {0, 7}) {
      auto damaged = file;
      damaged[k] = static_cast<char>(damaged[k] ^ 1 << bit);
      EXPECT_EQ(rewriting_of(damaged, "system")->state, RewritingState::unknown) << k;
    }
}

TEST_F(Note, OfAFileThatWasCutAnywhereIsNone) {
  auto const file = marked(whole_, Stage::complete);
  for (std::size_t bytes = 6; bytes < file.size(); ++bytes)
    EXPECT_EQ(rewriting_of(file.substr(0, bytes), "system")->state, RewritingState::unknown)
        << bytes;
  EXPECT_EQ(rewriting_of(file + 'x', "system")->state, RewritingState::unknown);
}

TEST_F(Note, OfAnEarlierVersionIsNone) {
  std::string earlier = old_;
  earlier.replace(0, 6, "\x93ISOMR");
  auto const found = rewriting_of(earlier, "system");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_marked);
  EXPECT_EQ(found->state, RewritingState::unknown);
}

TEST_F(Note, IsNotLookedForWhereACompanionHasAll) {
  std::string file = old_;
  file.replace(0, 8,
               "\x93ISOMR"
               "J\n");
  EXPECT_TRUE(is_mark_of_companion(file));
  auto const found = rewriting_of(file, "system");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_marked);
  EXPECT_EQ(found->state, RewritingState::in_companion);
  EXPECT_THAT(sentence_of(*found), testing::HasSubstr("isomer recover goes on"));
  for (auto const stage : {Stage::announced, Stage::moving, Stage::moved, Stage::complete})
    EXPECT_FALSE(is_mark_of_companion(marked(whole_, stage)));
  EXPECT_FALSE(is_mark_of_companion(old_));
  EXPECT_FALSE(is_mark_of_companion(file.substr(0, 7)));
}

/// A rewriting that reverses the data, which may get another size, in a process of its own that is
/// killed at a boundary of the calls that FileCalls records, or at one of its steps.
class Killed : public testing::Test {
 protected:
  struct Case {
    std::int64_t bytes, new_bytes, room;
    bool is_resized, has_tail;
  };

  std::string data(std::int64_t bytes) const {
    std::string text;
    for (std::int64_t k = 0; k < bytes; ++k) text += static_cast<char>('a' + k * k % 23);
    return text;
  }
  std::string old_file(Case const& c) const {
    return format_npy_header(bytes_header(c.bytes)) + data(c.bytes) + (c.has_tail ? "behind" : "");
  }
  std::string new_file(Case const& c) const {
    auto text = data(c.bytes);
    text.resize(static_cast<std::size_t>(c.new_bytes), 'z');
    std::reverse(text.begin(), text.end());
    return format_npy_header(bytes_header(c.new_bytes)) + text + (c.has_tail ? "behind" : "");
  }

  void rewrite(Case const& c, int boundary, bool in_the_middle) const {
    FileCalls calls;
    calls.kill_at(boundary);
    InPlaceFile file(path_);
    auto result = file.header();
    result.shape = {c.new_bytes};
    if (c.is_resized) file.prepare_resized(result, c.room);
    else file.prepare(result);
    file.begin();
    auto* const first = reinterpret_cast<char*>(file.data());
    if (c.new_bytes > c.bytes)
      std::memset(first + c.bytes, 'z', static_cast<std::size_t>(c.new_bytes - c.bytes));
    auto* const last = first + c.new_bytes;
    for (std::int64_t k = 0; k < c.new_bytes / 2; ++k) {
      if (in_the_middle && k == c.new_bytes / 4) raise(SIGKILL);
      std::swap(first[k], last[-1 - k]);
    }
    file.moved();
    file.finish();
  }

  /// Whether SIGKILL came: at a boundary that is passed, or in the middle of the moves.
  bool is_killed(Case const& c, int boundary, bool in_the_middle) const {
    write_file(path_, old_file(c));
    pid_t const child = fork();
    if (child == 0) {
      try {
        rewrite(c, boundary, in_the_middle);
      } catch (Failure const& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        _exit(1);
      }
      _exit(0);
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
  }

  TemporaryDirectory directory_;
  std::string const path_ = directory_.file("a.npy");
};

constexpr auto not_resized = false;

TEST_F(Killed, AtEachCallSaysWhatIsTrueAndIsRecovered) {
  int killed = 0;
  int not_begun = 0;
  int complete = 0;
  for (Case const& c : {Case{3000, 3000, 0, not_resized, false},
                        Case{3000, 3000, 0, not_resized, true}, Case{3000, 5000, 6000, true, true},
                        Case{3000, 3000, 9000, true, false}, Case{20000, 20000, 0, true, true}}) {
    for (int boundary = 0; is_killed(c, boundary, false); ++boundary) {
      ++killed;
      auto const left = content_of(path_);
      auto const state = rewriting_of(left, running_system());
      if (!state) {  // killed before or after all of it
        EXPECT_TRUE(left == old_file(c) || left == new_file(c)) << boundary;
        EXPECT_EQ(recover_file(path_), Recovery::was_whole);
      } else if (!state->is_marked) {
        EXPECT_EQ(recover_file(path_), Recovery::note_removed);
        auto const content = content_of(path_);
        EXPECT_TRUE(content == old_file(c) || content == new_file(c)) << boundary;
      } else if (state->state == RewritingState::not_begun) {
        ++not_begun;
        EXPECT_EQ(recover_file(path_), Recovery::put_back) << boundary;
        EXPECT_TRUE(content_of(path_) == old_file(c)) << boundary;
      } else {
        ASSERT_EQ(state->state, RewritingState::complete) << boundary;
        ++complete;
        EXPECT_EQ(recover_file(path_), Recovery::finished) << boundary;
        EXPECT_TRUE(content_of(path_) == new_file(c)) << boundary;
      }
      EXPECT_EQ(recover_file(path_), Recovery::was_whole);
    }
    EXPECT_TRUE(content_of(path_) == new_file(c));
  }
  EXPECT_GE(killed, 60);
  EXPECT_GE(not_begun, 5);
  EXPECT_GE(complete, 10);
}

TEST_F(Killed, InTheMiddleOfTheMovesIsRefused) {
  for (Case const& c :
       {Case{3000, 3000, 0, not_resized, true}, Case{3000, 5000, 6000, true, true}}) {
    ASSERT_TRUE(is_killed(c, -1, true));
    auto const left = content_of(path_);
    EXPECT_EQ(rewriting_of(left, running_system())->state, RewritingState::moved_in_part);
    EXPECT_THAT(isomer::test::message_of<Failure>([&] { recover_file(path_); }),
                HasSubstr(path_ + ": was being rewritten in place when the program was stopped, "
                                  "moved in part: data are lost, restore it from a copy"));
    EXPECT_TRUE(content_of(path_) == left);
  }
}

TEST_F(Killed, WithAFileThatIsWholeButForTheNoteIsRewrittenAgain) {
  Case const c{3000, 3000, 0, not_resized, true};
  ASSERT_TRUE(is_killed(c, 2, false));  // before the note is on disk
  ASSERT_TRUE(rewriting_of(content_of(path_), ""));
  {
    InPlaceFile file(path_);
    auto result = file.header();
    result.shape = {2999};
    file.prepare(result);
    file.finish();
  }
  EXPECT_TRUE(content_of(path_) == format_npy_header(bytes_header(2999)) + data(3000) + "behind");
}

/// A recovery that is killed itself is taken up again.
TEST_F(Killed, TwiceIsRecoveredToo) {
  Case const c{3000, 5000, 6000, true, true};
  for (int first = 0; is_killed(c, first, false); ++first)
    for (int second = 0;; ++second) {
      ASSERT_TRUE(is_killed(c, first, false));
      auto const state = rewriting_of(content_of(path_), running_system());
      if (!state) break;
      auto const expected = state->state == RewritingState::not_begun ? old_file(c) : new_file(c);
      pid_t const child = fork();
      if (child == 0) {
        FileCalls calls;
        calls.kill_at(second);
        recover_file(path_);
        _exit(0);
      }
      int status = 0;
      ASSERT_EQ(waitpid(child, &status, 0), child);
      recover_file(path_);
      EXPECT_TRUE(content_of(path_) == expected) << first << ' ' << second;
      if (!WIFSIGNALED(status)) break;
    }
}

}  // namespace
