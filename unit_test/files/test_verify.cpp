// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <isomer/error.hpp>

#include "files/crash_case.hpp"
#include "files/run/verify.hpp"
#include "support/message_of.hpp"

namespace isomer::files::test {
namespace {

constexpr std::uint64_t offset = 5;
constexpr std::uint64_t element = 11;

/// [r][c] elements become [c][r].
struct Sums {
  MemoryStore store{16, 1};
  Elements elements{element, {13, 7}, {1, 13}};
  Requests requests{0, 0};

  std::uint64_t of_source(std::string const& content, std::uint64_t memory) {
    store.put("file", content);
    return *sum_of_source(*store.open("file", Access::read), offset, elements, {requests, memory});
  }
  std::uint64_t of_result(std::string const& content, std::uint64_t memory) {
    store.put("file", content);
    return *sum_of_result(*store.open("file", Access::read), offset, elements, {requests, memory});
  }
};

TEST(SumOverElements, IsThatOfTheResult) {
  CrashCase const it = byte_case(Way::transfer, {13, 7, element, offset, 20}, 16, 2, false, 3);
  Sums sums;
  for (std::uint64_t const memory : {std::uint64_t{1}, std::uint64_t{1} << 20U})
    EXPECT_EQ(sums.of_source(it.before, memory), sums.of_result(it.after, memory));
  EXPECT_NE(sums.of_source(it.before, 1), sums.of_result(it.before, 1));
}

TEST(SumOverElements, DiffersWhenElementsChangePlaces) {
  CrashCase const it = byte_case(Way::transfer, {13, 7, element, offset, 20}, 16, 2, false, 3);
  Sums sums;
  std::uint64_t const sum = sums.of_source(it.before, 1);
  for (std::uint64_t k = 0; k + 1 < 13 * 7; ++k) {
    std::string swapped = it.after;
    for (std::uint64_t b = 0; b < element; ++b)
      std::swap(swapped[offset + k * element + b], swapped[offset + (k + 1) * element + b]);
    EXPECT_NE(sums.of_result(swapped, 1), sum) << k;
    std::string changed = it.after;
    changed[offset + k * element + k % element] ^= 1;
    EXPECT_NE(sums.of_result(changed, 1), sum) << k;
  }
}

/// Pieces of three elements, read before and behind the groups.
class Verification : public testing::TestWithParam<Way> {
 protected:
  Verification() {
    it_.options.verify = true;
    it_.options.verify_memory = 3 * element;
    store_.put("file", it_.before);
  }
  Task task() const {
    Task task = task_of(it_);
    task.elements = {element, {9, 9}, {1, 9}};
    return task;
  }
  /// Stops when it was read that often, before the groups or behind them.
  void stop_when_read(std::uint64_t pieces, bool is_behind) {
    it_.options.progress = [this](Progress const& at) { at_ = at; };
    it_.options.stop = [this, pieces, is_behind] {
      std::uint64_t const verified = at_.bytes - (is_behind ? at_.of_bytes - read_ : 0);
      return at_.of_bytes > 0 && at_.group == (is_behind ? at_.groups : 0) &&
             verified >= pieces * 3 * element;
    };
  }

  /// The last byte of all elements is wrong there, from the last group on.
  void damage_behind_the_groups(std::string const& path) {
    it_.options.progress = [this, path](Progress const& at) {
      if (at.group < at.groups) return;
      std::uint64_t const last = begin_ + read_ - 1;
      auto const wrong = static_cast<std::byte>(it_.after[last]) ^ std::byte{1};
      store_.open(path, Access::write)->write(last, std::span(&wrong, 1));
    };
  }

  static constexpr std::uint64_t begin_ = 37;
  static constexpr std::uint64_t read_ = 81 * element;
  CrashCase it_ = byte_case(GetParam(), {9, 9, element, begin_, 20}, 16, 2, true, 3);
  MemoryStore store_{16, 1};
  Progress at_;
};

TEST_P(Verification, IsCountedFromNothingToAll) {
  std::uint64_t before = 0;
  std::uint64_t of = 0;
  int told = 0;
  it_.options.progress = [&](Progress const& at) {
    EXPECT_TRUE(told == 0 || at.of_bytes == of);
    ++told;
    EXPECT_GE(at.bytes, before);
    EXPECT_LE(at.bytes, at.of_bytes);
    before = at.bytes;
    of = at.of_bytes;
  };
  run(store_, task(), it_.options);
  EXPECT_EQ(store_.content("file"), it_.after);
  EXPECT_GE(told, 2 * 27);
  EXPECT_EQ(before, of);
}

TEST_P(Verification, StopsBeforeAnythingChanges) {
  stop_when_read(4, false);
  EXPECT_TRUE(run(store_, task(), it_.options).stopped);
  EXPECT_EQ(store_.operations(), 0U);
  EXPECT_EQ(store_.content("file"), it_.before);
  EXPECT_EQ(store_.names(), std::vector<std::string>{"file"});
}

TEST_P(Verification, BehindTheEndSaysThatItWasCutShort) {
  stop_when_read(4, true);
  EXPECT_EQ(isomer::test::message_of([&] { run(store_, task(), it_.options); }),
            "file: is rewritten, its verification was cut short");
  EXPECT_EQ(store_.content("file"), it_.after);
  EXPECT_EQ(store_.names(), std::vector<std::string>{"file"});
}

TEST_P(Verification, OfADamagedResultFails) {
  damage_behind_the_groups("file");
  EXPECT_EQ(isomer::test::message_of([&] { run(store_, task(), it_.options); }),
            "file: the sum over all elements differs from that of what was read first");
  EXPECT_EQ(store_.names(), std::vector<std::string>{"file"});
}

INSTANTIATE_TEST_SUITE_P(Ways, Verification, testing::Values(Way::transfer, Way::slots, Way::ring),
                         [](auto const& way) { return std::string(name_of(way.param)); });

class VerificationOfACopy : public Verification {};

TEST_P(VerificationOfACopy, ThatIsDamagedLeavesNoFile) {
  Task copy = task();
  copy.to = "copy";
  damage_behind_the_groups("copy.isomer-part");
  EXPECT_EQ(isomer::test::message_of([&] { run(store_, copy, it_.options); }),
            "copy.isomer-part: the sum over all elements differs from that of what was read");
  EXPECT_EQ(store_.names(), std::vector<std::string>{"file"});
  EXPECT_EQ(store_.content("file"), it_.before);
}

INSTANTIATE_TEST_SUITE_P(Ways, VerificationOfACopy, testing::Values(Way::copy),
                         [](auto const& way) { return std::string(name_of(way.param)); });

TEST(SumOverElements, IsReadAtTheRateAndByThreads) {
  CrashCase const it = byte_case(Way::transfer, {13, 7, element, offset, 20}, 16, 2, false, 3);
  Sums sums;
  sums.store.put("file", it.before);
  auto const file = sums.store.open("file", Access::read);
  std::uint64_t const bytes = bytes_of(sums.elements);
  Requests slow(2, 20 * bytes);
  auto const begin = std::chrono::steady_clock::now();
  auto const sum = sum_of_source(*file, offset, sums.elements, {slow, bytes / 4});
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(30));
  EXPECT_EQ(*sum, sums.of_source(it.before, 1));
}

}  // namespace
}  // namespace isomer::files::test
