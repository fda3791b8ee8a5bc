// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/files.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <numeric>
#include <random>
#include <set>
#include <string>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <isomer/error.hpp>

#include "support/content_of.hpp"
#include "support/random_bytes.hpp"
#include "support/sampled.hpp"

namespace {

using namespace isomer::files;
using isomer::test::content_of;
using testing::HasSubstr;
using testing::StartsWith;

std::string refusal_of(std::function<void()> const& call) {
  try {
    call();
  } catch (isomer::Error const& error) {
    return error.what();
  }
  return "no error";
}

std::string random_bytes(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::string bytes(count, '\0');
  isomer::test::fill_at_random(bytes, random);
  return bytes;
}

/// Bytes of neighbours along each axis.
std::vector<std::size_t> steps_of(std::vector<std::uint64_t> const& extents, Order order,
                                  std::size_t element) {
  std::vector<std::size_t> steps(extents.size());
  std::size_t step = element;
  for (std::size_t n = 0; n < extents.size(); ++n) {
    auto const k = order == Order::f ? n : extents.size() - 1 - n;
    steps[k] = step;
    step *= static_cast<std::size_t>(extents[k]);
  }
  return steps;
}

/// Enough for a few groups of elements of 8 bytes, in which runs are a page long on both sides.
constexpr std::uint64_t little_memory = std::uint64_t{16} << 20U;

/// The file after a permutation, index by index.
std::string permuted(std::string const& file, FileArray const& array,
                     std::vector<int> const& axes) {
  auto const rank = array.extents.size();
  std::vector<std::uint64_t> extents;
  for (int const axis : axes) extents.push_back(array.extents[static_cast<std::size_t>(axis)]);
  auto const from = steps_of(array.extents, array.order, array.element_bytes);
  auto const to = steps_of(extents, array.order, array.element_bytes);
  auto result = file;
  std::vector<std::uint64_t> at(rank, 0);
  if (std::find(extents.begin(), extents.end(), 0U) != extents.end()) return result;
  for (bool more = true; more;) {
    auto src = static_cast<std::size_t>(array.offset);
    auto dst = src;
    for (std::size_t k = 0; k < rank; ++k) {
      dst += static_cast<std::size_t>(at[k]) * to[k];
      src += static_cast<std::size_t>(at[k]) * from[static_cast<std::size_t>(axes[k])];
    }
    std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(src), array.element_bytes,
                result.begin() + static_cast<std::ptrdiff_t>(dst));
    more = false;
    for (std::size_t k = rank; k-- > 0 && !more;) {
      more = ++at[k] < extents[k];
      if (!more) at[k] = 0;
    }
  }
  return result;
}

class Files : public testing::Test {
 protected:
  Files() {
    std::string const parent =
        std::filesystem::exists("/dev/shm") ? std::string("/dev/shm/") : testing::TempDir();
    std::string name = parent + "isomer_files_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed for " + name);
    folder_ = name;
  }
  ~Files() override { std::filesystem::remove_all(folder_); }

  std::string file(std::string const& name) const { return folder_ + "/" + name; }
  void write(std::string const& content) const {
    std::ofstream(file("a"), std::ios::binary) << content;
  }
  std::set<std::string> names() const {
    std::set<std::string> found;
    for (auto const& entry : std::filesystem::directory_iterator(folder_))
      found.insert(entry.path().filename().string());
    return found;
  }
  int up_to(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }

  /// An array of about `elements`, and axes that move something.
  FileArray some_array(std::uint64_t elements, std::vector<int>& axes) {
    FileArray array;
    auto const rank = static_cast<std::size_t>(2 + up_to(6));
    for (std::size_t k = 0; k < rank; ++k) {
      auto const most = k + 1 == rank ? static_cast<int>(std::min<std::uint64_t>(elements, 3000))
                                      : static_cast<int>(std::min<std::uint64_t>(elements, 60));
      array.extents.push_back(static_cast<std::uint64_t>(1 + up_to(std::max(0, most - 1))));
      elements = std::max<std::uint64_t>(1, elements / array.extents.back());
    }
    std::shuffle(array.extents.begin(), array.extents.end(), random_);
    axes.resize(rank);
    std::iota(axes.begin(), axes.end(), 0);
    std::shuffle(axes.begin(), axes.end(), random_);
    array.element_bytes = static_cast<std::size_t>(1 + up_to(up_to(3) == 0 ? 63 : 15));
    array.offset = static_cast<std::uint64_t>(
        std::array{0, 128, 4096, up_to(9000)}[static_cast<std::size_t>(up_to(3))]);
    array.order = up_to(1) == 0 ? Order::c : Order::f;
    return array;
  }

  std::mt19937 random_{20261127};  // NOLINT(misc-non-private-member-variables-in-classes)

 private:
  std::string folder_;
};

std::size_t end_of(FileArray const& array) {
  auto bytes = array.element_bytes;
  for (auto const extent : array.extents) bytes *= static_cast<std::size_t>(extent);
  return static_cast<std::size_t>(array.offset) + bytes;
}

TEST_F(Files, ArePermutedInPlaceAndIntoOthersAsTheIndexLoopDoes) {
  for (int n = 0; n < 150; ++n) {
    std::vector<int> axes;
    auto const array = some_array(30000, axes);
    auto const before = random_bytes(end_of(array) + static_cast<std::size_t>(up_to(9000)),
                                     static_cast<unsigned>(n + 1));
    auto const after = permuted(before, array, axes);
    write(before);
    Options options;
    options.memory = little_memory;
    options.verify = up_to(3) == 0;
    permute(file("b"), file("a"), array, axes, options);
    ASSERT_TRUE(content_of(file("b")) == after) << "case " << n;
    ASSERT_TRUE(content_of(file("a")) == before) << "case " << n;
    std::filesystem::remove(file("b"));
    auto const report = permute_in_place(file("a"), array, axes, options);
    ASSERT_TRUE(content_of(file("a")) == after) << "case " << n << ": " << report.words;
    ASSERT_FALSE(report.stopped);
    ASSERT_EQ(names(), std::set<std::string>{"a"});
  }
}

/// Matrices of some ten MB whose groups go by each way.
FileArray large_matrix(int n) {
  using Extents = std::vector<std::uint64_t>;
  constexpr std::uint64_t offset = 100;
  auto const shapes = std::array{Extents{1500, 1300}, Extents{1200, 1200}, Extents{9000, 201},
                                 Extents{130, 15000}, Extents{1100, 1700}};
  return {.offset = offset,
          .extents = shapes[static_cast<std::size_t>(n) % shapes.size()],
          .element_bytes = 8};
}

TEST_F(Files, GoByEachWayThatIsNamed) {
  std::array<int, 5> taken{};
  for (int n = 0; n < (isomer::test::is_sampled ? 40 : 125); ++n) {
    std::vector<int> axes{1, 0};
    auto const array = n < 25 ? large_matrix(n / 5) : some_array(60000, axes);
    auto const before = random_bytes(end_of(array) + static_cast<std::size_t>(up_to(9000)),
                                     static_cast<unsigned>(n + 1));
    write(before);
    Options options;
    options.memory = little_memory;
    options.way = std::array{Way::transfer, Way::ring, Way::slots, Way::wide,
                             Way::blocks}[static_cast<std::size_t>(n % 5)];
    Report report;
    try {
      report = permute_in_place(file("a"), array, axes, options);
    } catch (isomer::Error const& error) {
      ASSERT_THAT(error.what(), HasSubstr(name_of(options.way)));
      ASSERT_TRUE(content_of(file("a")) == before);
      continue;
    }
    ASSERT_TRUE(content_of(file("a")) == permuted(before, array, axes))
        << name_of(options.way) << ", case " << n;
    if (report.passes > 0) {
      ASSERT_EQ(report.way, options.way);
      ++taken[static_cast<std::size_t>(n % 5)];
    }
  }
  for (std::size_t k = 0; k < 5; ++k) EXPECT_GT(taken[k], 0) << k;
}

TEST_F(Files, AreStoppedAfterAnyGroupAndRecovered) {
  FileArray const array{.offset = 100, .extents = {3000, 1000}, .element_bytes = 8};
  auto const before = random_bytes(end_of(array) + 50, 7);
  auto const after = permuted(before, array, {1, 0});
  Options options;
  options.memory = 2 * little_memory;
  for (int groups = 1; groups < 200; groups += isomer::test::sample_step) {
    write(before);
    int asked = 0;
    options.stop = [&] { return ++asked >= groups; };
    auto const report = permute_in_place(file("a"), array, {1, 0}, options);
    if (!report.stopped) {
      EXPECT_GT(groups, 1);
      EXPECT_TRUE(content_of(file("a")) == after);
      return;
    }
    auto const found = status(file("a"));
    EXPECT_NE(found.state, State::whole);
    EXPECT_FALSE(found.running);
    EXPECT_LE(found.progress.bytes, found.progress.of_bytes);
    EXPECT_THAT(refusal_of([&] {
                  permute_in_place(file("a"), array, {1, 0}, options);
                }),
                HasSubstr("isomer recover"));
    Options on;
    on.memory = options.memory;
    recover(file("a"), on);
    ASSERT_TRUE(content_of(file("a")) == after) << "stopped after " << groups;
    EXPECT_EQ(status(file("a")).state, State::whole);
    EXPECT_EQ(recover(file("a"), on).passes, 0);
    EXPECT_EQ(names(), std::set<std::string>{"a"});
  }
  FAIL() << "there are too many groups";
}

TEST_F(Files, TellHowFarTheyAre) {
  FileArray const array{.offset = 0, .extents = {3000, 1000}, .element_bytes = 8};
  write(random_bytes(end_of(array), 7));
  Options options;
  options.memory = little_memory;
  std::vector<Progress> told;
  options.progress = [&](Progress const& progress) { told.push_back(progress); };
  auto const report = permute_in_place(file("a"), array, {1, 0}, options);
  ASSERT_FALSE(told.empty());
  for (std::size_t k = 1; k < told.size(); ++k) {
    EXPECT_GE(told[k].bytes, told[k - 1].bytes);
    EXPECT_GE(told[k].group, told[k - 1].group);
  }
  EXPECT_EQ(told.back().group, told.back().groups);
  EXPECT_EQ(told.back().bytes, told.back().of_bytes);
  EXPECT_EQ(told.back().passes, report.passes);
  EXPECT_GT(report.bytes_read, 0U);
  EXPECT_GE(report.bytes_written, end_of(array));
  EXPECT_GT(report.seconds, 0);
}

TEST_F(Files, AreExplainedWithoutBeingTouched) {
  FileArray const array{.offset = 64, .extents = {1000, 300}, .element_bytes = 8};
  auto const before = random_bytes(end_of(array), 7);
  write(before);
  auto const report = explain(file("a"), array, {1, 0});
  EXPECT_GT(report.passes, 0);
  EXPECT_GT(report.predicted_seconds, 0);
  EXPECT_GE(report.bytes_read, end_of(array) - 64);
  EXPECT_FALSE(report.words.empty());
  EXPECT_EQ(report.others.size(), 4U);
  for (auto const& other : report.others) {
    EXPECT_NE(other.way, report.way);
    if (other.passes > 0) EXPECT_GE(other.predicted_seconds, report.predicted_seconds);
    else EXPECT_FALSE(other.words.empty());
  }
  EXPECT_TRUE(content_of(file("a")) == before);
  EXPECT_EQ(names(), std::set<std::string>{"a"});
  EXPECT_EQ(explain(file("a"), array, {0, 1}).passes, 0);
}

TEST_F(Files, WithAHeaderHaveTheNewOneAtTheEnd) {
  FileArray const array{.offset = 128, .extents = {500, 300}, .element_bytes = 8};
  auto const before = random_bytes(end_of(array) + 10, 7);
  for (auto const& axes : {std::vector<int>{1, 0}, std::vector<int>{0, 1}}) {
    write(before);
    Options options;
    options.new_header = random_bytes(128, 9);
    permute_in_place(file("a"), array, axes, options);
    auto expected = permuted(before, array, axes);
    expected.replace(0, 128, options.new_header);
    EXPECT_TRUE(content_of(file("a")) == expected);
    EXPECT_EQ(names(), std::set<std::string>{"a"});
  }
}

TEST_F(Files, BesideAStrangerWithTheNameOfTheirCompanionLeaveItAlone) {
  FileArray const array{.offset = 0, .extents = {100, 300}, .element_bytes = 8};
  auto const before = random_bytes(end_of(array), 7);
  for (std::string const& notes : {std::string("my notes"), std::string(70000, 'x')}) {
    write(before);
    std::ofstream(file("a.isomer")) << notes;
    EXPECT_THAT(refusal_of([&] {
                  permute_in_place(file("a"), array, {1, 0});
                }),
                HasSubstr("a.isomer is no companion"));
    EXPECT_THAT(refusal_of([&] { recover(file("a")); }), HasSubstr("a.isomer is no companion"));
    EXPECT_TRUE(content_of(file("a")) == before);
    EXPECT_EQ(content_of(file("a.isomer")), notes);
  }
}

TEST_F(Files, IntoOthersTakeOverWhatAKilledCallLeft) {
  FileArray const array{.offset = 0, .extents = {100, 300}, .element_bytes = 8};
  auto const before = random_bytes(end_of(array), 7);
  write(before);
  std::ofstream(file("b.isomer-part")) << random_bytes(2 * end_of(array), 8);
  int const other = open(file("b.isomer-part").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  EXPECT_THAT(refusal_of([&] {
                permute(file("b"), file("a"), array, {1, 0});
              }),
              HasSubstr("b.isomer-part: another process holds it"));
  EXPECT_EQ(std::filesystem::file_size(file("b.isomer-part")), 2 * end_of(array));
  close(other);
  permute(file("b"), file("a"), array, {1, 0});
  EXPECT_TRUE(content_of(file("b")) == permuted(before, array, {1, 0}));
  EXPECT_EQ(names(), (std::set<std::string>{"a", "b"}));
}

TEST_F(Files, IntoOthersLeaveLinksWhereTheyLead) {
  FileArray const array{.offset = 0, .extents = {100, 300}, .element_bytes = 8};
  write(random_bytes(end_of(array), 7));
  std::ofstream(file("notes")) << "my notes";
  std::filesystem::create_symlink(file("notes"), file("b.isomer-part"));
  EXPECT_THAT(refusal_of([&] {
                permute(file("b"), file("a"), array, {1, 0});
              }),
              HasSubstr("is a link"));
  EXPECT_EQ(content_of(file("notes")), "my notes");
}

TEST_F(Files, IntoOthersMayBeReadByWhomTheUserLets) {
  FileArray const array{.offset = 0, .extents = {100, 300}, .element_bytes = 8};
  write(random_bytes(end_of(array), 7));
  mode_t const usual = umask(0027);
  permute(file("b"), file("a"), array, {1, 0});
  umask(usual);
  struct stat status {};
  ASSERT_EQ(stat(file("b").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST_F(Files, ThatChangedSinceTheyWereReadAreRefused) {
  FileArray const array{.offset = 128, .extents = {500, 300}, .element_bytes = 8};
  auto const before = random_bytes(end_of(array), 7);
  write(before);
  Options options;
  options.old_header = random_bytes(128, 8);
  options.new_header = random_bytes(128, 9);
  for (auto const& axes : {std::vector<int>{1, 0}, std::vector<int>{0, 1}})
    EXPECT_THAT(refusal_of([&] { permute_in_place(file("a"), array, axes, options); }),
                HasSubstr("has changed since it was read"));
  EXPECT_THAT(refusal_of([&] {
                permute(file("b"), file("a"), array, {1, 0}, options);
              }),
              HasSubstr("has changed since it was read"));
  EXPECT_TRUE(content_of(file("a")) == before);
  EXPECT_EQ(names(), std::set<std::string>{"a"});
  options.old_header = before.substr(0, 128);
  permute_in_place(file("a"), array, {1, 0}, options);
  EXPECT_TRUE(content_of(file("a")) ==
              permuted(before, array, {1, 0}).replace(0, 128, options.new_header));
}

TEST_F(Files, ThatAreMovedInPartAreNotCopied) {
  FileArray const array{.offset = 128, .extents = {3000, 1000}, .element_bytes = 8};
  FileArray const empty{.offset = 128, .extents = {0, 1000}, .element_bytes = 8};
  auto const before = random_bytes(end_of(array), 7);
  for (std::string const& header : {std::string(), random_bytes(128, 9)}) {
    write(before);
    Options options;
    options.memory = 2 * little_memory;
    options.journal_directory = file("journals");
    options.new_header = header;
    options.stop = [] { return true; };
    std::filesystem::create_directory(file("journals"));
    ASSERT_TRUE(permute_in_place(file("a"), array, {1, 0}, options).stopped);
    auto const expect_refused = [&](std::string const& reason) {
      Options copying;
      copying.progress = [](Progress const&) { ADD_FAILURE() << "bytes were copied"; };
      for (auto const& copied : {array, empty})
        EXPECT_THAT(refusal_of([&] {
                      permute(file("b"), file("a"), copied, {1, 0}, copying);
                    }),
                    HasSubstr(reason));
    };
    expect_refused("isomer recover");
    std::filesystem::rename(file("journals"), file("hidden"));
    expect_refused("is not there: it may lie on a disk");
    std::filesystem::rename(file("hidden"), file("journals"));
    EXPECT_EQ(names(), (std::set<std::string>{"a", "a.isomer", "journals"}));
    recover(file("a"));
    std::filesystem::remove(file("journals"));
    auto const after = content_of(file("a"));
    permute(file("b"), file("a"), empty, {1, 0});
    EXPECT_TRUE(content_of(file("b")) == after);
    std::filesystem::remove(file("b"));
  }
}

/// Another process does something to a file when its last group is copied.
TEST_F(Files, ThatOthersChangeWhileTheyAreCopiedGiveNoCopy) {
  FileArray const array{.offset = 0, .extents = {3000, 1000}, .element_bytes = 8};
  using Harm = std::function<void()>;
  auto const refusal_under = [&](Harm const& harm, bool verify) {
    write(random_bytes(end_of(array), 7));
    Options options;
    options.verify = verify;
    options.progress = [&](Progress const& at) {
      if (at.group == at.groups) harm();
    };
    auto const told = refusal_of([&] { permute(file("b"), file("a"), array, {1, 0}, options); });
    EXPECT_FALSE(std::filesystem::exists(file("b")));
    EXPECT_FALSE(std::filesystem::exists(file("b.isomer-part")));
    return told;
  };
  for (bool const verify : {false, true}) {
    auto const bytes = end_of(array);
    EXPECT_THAT(refusal_under([&] { std::filesystem::resize_file(file("a"), bytes / 2); }, verify),
                HasSubstr("has " + std::to_string(bytes / 2) + " bytes, the work was planned for"));
    EXPECT_THAT(refusal_under([&] { std::ofstream(file("a.isomer")) << "part of a"; }, verify),
                HasSubstr("isomer recover"));
    std::filesystem::remove(file("a.isomer"));
    EXPECT_THAT(refusal_under(
                    [&] {
                      std::filesystem::copy_file(file("a"), file("c"));
                      std::filesystem::rename(file("c"), file("a"));
                    },
                    verify),
                HasSubstr("was replaced by another process"));
  }
}

TEST_F(Files, InWhichNothingMovesKeepTheMarkOfARewriting) {
  FileArray const array{.offset = 128, .extents = {3000, 1000}, .element_bytes = 8};
  write(random_bytes(end_of(array), 7));
  Options options;
  options.memory = 2 * little_memory;
  options.new_header = random_bytes(128, 9);
  options.stop = [] { return true; };
  ASSERT_TRUE(permute_in_place(file("a"), array, {1, 0}, options).stopped);
  auto const left = content_of(file("a"));
  EXPECT_THAT(refusal_of([&] {
                permute_in_place(file("a"), array, {0, 1}, options);
              }),
              HasSubstr("isomer recover"));
  EXPECT_TRUE(content_of(file("a")) == left);
}

TEST_F(Files, AreRecoveredInTheMemoryThatTheirGroupsTakeAndInNoLess) {
  FileArray const array{.offset = 0, .extents = {3000, 1000}, .element_bytes = 8};
  auto const before = random_bytes(end_of(array), 7);
  write(before);
  Options stopping;
  stopping.memory = 2 * little_memory;
  stopping.stop = [] { return true; };
  ASSERT_TRUE(permute_in_place(file("a"), array, {1, 0}, stopping).stopped);
  auto const left = content_of(file("a"));
  auto const companion = content_of(file("a.isomer"));
  auto const refusal_in = [&](std::uint64_t memory) {
    auto const text = refusal_of([&] { recover(file("a"), {.memory = memory}); });
    EXPECT_TRUE(content_of(file("a")) == left);
    EXPECT_TRUE(content_of(file("a.isomer")) == companion);
    return text;
  };
  std::string const beginning = "isomer::files::recover: options.memory was 100, it has to be ";
  auto const text = refusal_in(100);
  ASSERT_THAT(text, StartsWith(beginning));
  EXPECT_THAT(text, testing::EndsWith(", which the groups of this rewriting take"));
  std::uint64_t const needed = std::stoull(text.substr(beginning.size()));
  EXPECT_THAT(refusal_in(needed - 1), HasSubstr("it has to be " + std::to_string(needed)));
  recover(file("a"), {.memory = needed});
  EXPECT_TRUE(content_of(file("a")) == permuted(before, array, {1, 0}));
}

/// The new file of `transfer` has the longest name of all.
TEST_F(Files, WithLongNamesGoByAnotherWayOrNone) {
  FileArray const array{.offset = 0, .extents = {100, 300}, .element_bytes = 8};
  auto const before = random_bytes(end_of(array), 7);
  for (std::size_t const length : {244U, 245U, 248U, 249U}) {
    auto const path = file(std::string(length, 'x'));
    std::ofstream(path, std::ios::binary) << before;
    if (length > 248) {
      for (auto const& call :
           std::vector<std::function<void()>>{[&] {
                                                permute_in_place(path, array, {1, 0});
                                              },
                                              [&] {
                                                explain(path, array, {1, 0});
                                              }})
        EXPECT_THAT(refusal_of(call), HasSubstr(".isomer: cannot be made: File name too long"));
      EXPECT_TRUE(content_of(path) == before);
    } else {
      EXPECT_EQ(explain(path, array, {1, 0}).way == Way::transfer, length == 244);
      EXPECT_EQ(permute_in_place(path, array, {1, 0}).way == Way::transfer, length == 244);
      EXPECT_TRUE(content_of(path) == permuted(before, array, {1, 0}));
    }
    EXPECT_EQ(names(), std::set<std::string>{std::string(length, 'x')});
    std::filesystem::remove(path);
  }
}

TEST_F(Files, InFoldersThatMayNotBeWrittenAreRefusedByExplainToo) {
  if (geteuid() == 0) GTEST_SKIP() << "this user may write everything";
  FileArray const array{.offset = 0, .extents = {100, 300}, .element_bytes = 8};
  auto const before = random_bytes(end_of(array), 7);
  for (auto const* folder : {"shut", "journals"}) std::filesystem::create_directory(file(folder));
  std::ofstream(file("shut/a"), std::ios::binary) << before;
  ASSERT_EQ(chmod(file("shut").c_str(), 0500), 0);
  Options options;
  for (auto const& call : std::vector<std::function<void()>>{
           [&] {
             permute_in_place(file("shut/a"), array, {1, 0}, options);
           },
           [&] {
             explain(file("shut/a"), array, {1, 0}, options);
           }}) {
    options.journal_directory.clear();
    EXPECT_THAT(refusal_of(call), HasSubstr("shut: cannot hold the companion: Permission denied"));
    options.journal_directory = file("journals");
    EXPECT_THAT(refusal_of(call),
                HasSubstr("shut: cannot hold the link to the companion: Permission denied"));
  }
  EXPECT_EQ(chmod(file("shut").c_str(), 0700), 0);
}

TEST_F(Files, AreRefusedWithTheReasonBeforeAnythingChanges) {
  FileArray const array{.offset = 0, .extents = {100, 300}, .element_bytes = 8};
  auto const before = random_bytes(end_of(array), 7);
  write(before);
  auto const in_place = [&](FileArray const& other, std::vector<int> const& axes,
                            Options const& options) {
    auto const told = refusal_of([&] { permute_in_place(file("a"), other, axes, options); });
    EXPECT_TRUE(content_of(file("a")) == before);
    EXPECT_EQ(names(), std::set<std::string>{"a"});
    EXPECT_THAT(told, StartsWith("isomer::files::permute_in_place: "));
    return told;
  };
  auto longer = array;
  longer.extents = {100, 301};
  EXPECT_THAT(in_place(longer, {1, 0}, {}), HasSubstr("it has to end within the file"));
  EXPECT_THAT(in_place(array, {1, 1}, {}), HasSubstr("axes was (1, 1)"));
  EXPECT_THAT(in_place(array, {1, 0}, {.way = Way::copy}), HasSubstr("options.way was copy"));
  EXPECT_THAT(in_place(array, {1, 0}, {.memory = 100}), HasSubstr("memory"));
  auto ordered = array;
  ordered.order = static_cast<Order>(7);
  EXPECT_THAT(in_place(ordered, {1, 0}, {}), HasSubstr("array.order was 7"));
  std::string const zero = std::string("\0b", 2);
  EXPECT_THAT(in_place(array, {1, 0}, {.journal_directory = file("") + zero}),
              HasSubstr("goes on behind a zero byte"));
  for (auto const& call : std::vector<std::function<void()>>{
           [&] {
             permute_in_place(file("a") + zero, array, {1, 0});
           },
           [&] {
             permute(file("b"), file("a") + zero, array, {1, 0});
           },
           [&] {
             permute(file("b") + zero, file("a"), array, {1, 0});
           },
           [&] {
             explain(file("a") + zero, array, {1, 0});
           },
           [&] { status(file("a") + zero); }, [&] { recover(file("a") + zero); }})
    EXPECT_THAT(refusal_of(call), HasSubstr("goes on behind a zero byte"));
  EXPECT_TRUE(content_of(file("a")) == before);
  EXPECT_EQ(names(), std::set<std::string>{"a"});
  EXPECT_THAT(in_place(array, {1, 0}, {.journal_directory = file("none")}), HasSubstr("none"));
  EXPECT_THAT(in_place(array, {1, 0}, {.way = Way::transfer, .keep_inode = true}),
              HasSubstr("keep_inode"));
  EXPECT_THAT(refusal_of([&] {
                permute_in_place(file("none"), array, {1, 0});
              }),
              HasSubstr("No such file"));
  EXPECT_THAT(refusal_of([&] {
                permute(file("a"), file("a"), array, {1, 0});
              }),
              HasSubstr("is there"));
  EXPECT_THAT(refusal_of([&] {
                permute("", file("a"), array, {1, 0});
              }),
              HasSubstr("the new file has no name"));
  EXPECT_THAT(refusal_of([&] {
                permute(file("no/b"), file("a"), array, {1, 0});
              }),
              HasSubstr("no/b"));
  EXPECT_THAT(refusal_of([&] {
                permute_in_place(file(""), array, {1, 0});
              }),
              HasSubstr("directory"));
}

}  // namespace
