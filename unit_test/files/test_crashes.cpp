// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewriting is killed, cut off and failed at every operation of its beginning and end and at many
// between, and so are the recoveries behind it. In the end the file is the old array or the new
// one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <isomer/error.hpp>

#include "files/crash_case.hpp"
#include "support/sampled.hpp"

namespace isomer::files::test {
namespace {

/// All of them together; ISOMER_FILE_KILLS in the environment sets another number.
std::uint64_t wanted_runs() {
  constexpr std::uint64_t usual = isomer::test::is_sanitized ? 8000 : 200000;
  char const* const text = std::getenv("ISOMER_FILE_KILLS");
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

constexpr std::uint64_t byte_pages[] = {16, 32, 64};

/// Where schedules come from.
struct Source {
  char const* name;
  Way way;    ///< of bytes, or `automatic`
  Kind kind;  ///< of the program's own schedules
  int threads = 0;
  bool has_two_steps = false;
};

constexpr Source sources[] = {{"bytes_transfer", Way::transfer, {}},
                              {"bytes_slots", Way::slots, {}},
                              {"bytes_ring", Way::ring, {}},
                              {"transfer", Way::automatic, Kind::transfer},
                              {"ring_items", Way::automatic, Kind::ring_items},
                              {"ring_squares", Way::automatic, Kind::ring_squares},
                              {"slots", Way::automatic, Kind::slots},
                              {"wide", Way::automatic, Kind::wide},
                              {"blocks", Way::automatic, Kind::blocks},
                              {"chunks", Way::automatic, Kind::chunks},
                              {"local", Way::automatic, Kind::local},
                              {"slots_twice", Way::automatic, Kind::slots, 0, true},
                              {"wide_twice", Way::automatic, Kind::wide, 0, true},
                              {"blocks_twice", Way::automatic, Kind::blocks, 0, true},
                              {"overlapped_transfer", Way::automatic, Kind::transfer, 2},
                              {"overlapped_ring", Way::automatic, Kind::ring_squares, 2},
                              {"overlapped_byte_ring", Way::ring, {}, 2},
                              {"overlapped_slots", Way::automatic, Kind::slots, 2}};

/// Overlapped runs start threads, which takes longer than all else.
std::uint64_t wanted_runs(Source const& source) {
  return wanted_runs() / (source.threads > 0 ? 400 : 60);
}

class RandomCases {
 public:
  RandomCases(Source const& source, std::uint64_t seed) : source_(source), random_(seed) {}

  CrashCase next() {
    bool const wants_header = below(10) < 7;
    if (source_.has_two_steps) return stepwise_case(source_.kind, wants_header, random_());
    if (source_.way == Way::automatic) return scheduled_case(source_.kind, wants_header, random_());
    bool const is_ring = source_.way == Way::ring;
    std::uint64_t const page = byte_pages[below(3)];
    Matrix matrix;
    matrix.element_bytes = one_of({1, 2, 3, 4, 5, 8});
    matrix.rows = 2 + below(matrix.element_bytes < 4 ? 40 : 20);
    matrix.cols = 1 + below(9);
    if (is_ring) matrix.rows = matrix.cols = 2 + below(9);
    matrix.offset =
        wants_header ? 32 + one_of({0, 16, 5, 32, 11, 96}) : one_of({0, 0, 16, 5, 32, 11, 70});
    matrix.behind = one_of({0, 0, 5, 16, 40});
    std::uint64_t const at_once = 1 + below(is_ring ? 4 : 6);
    return byte_case(source_.way, matrix, page, at_once, wants_header, random_());
  }

  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  std::uint64_t next_seed() { return random_(); }

 private:
  std::uint64_t one_of(std::vector<std::uint64_t> const& list) { return list[below(list.size())]; }

  Source source_;
  std::mt19937_64 random_;
};

/// Where the first attempt is cut: beginning and end, and some sixty times between.
std::set<std::uint64_t> first_stops(std::uint64_t operations, std::uint64_t shift) {
  std::set<std::uint64_t> stops;
  constexpr std::uint64_t at_begin = 18;
  constexpr std::uint64_t at_end = 18;
  for (std::uint64_t k = 1; k <= std::min(at_begin, operations); ++k) stops.insert(k);
  for (std::uint64_t k = operations > at_end ? operations - at_end : 1; k <= operations; ++k)
    stops.insert(k);
  std::uint64_t const step = std::max<std::uint64_t>(1, operations / 60);
  for (std::uint64_t k = 1 + shift % step; k <= operations; k += step) stops.insert(k);
  return stops;
}

std::vector<Attempt> attempts_from(std::uint64_t stop, std::uint64_t operations, Cut cut,
                                   RandomCases& random) {
  constexpr std::uint64_t more[] = {0, 0, 1, 2, 5};
  bool const some_fail = random.below(10) < 3;
  std::vector<Attempt> attempts(1 + more[random.below(5)]);
  for (std::size_t k = 0; k < attempts.size(); ++k) {
    Attempt& attempt = attempts[k];
    attempt.cut = cut;
    std::uint64_t const at = k == 0 ? stop : 1 + random.below(operations);
    if (some_fail && random.below(10) < 6) {
      attempt.fail = random.below(2) == 0 ? at : 1 + random.below(operations);
      attempt.fails_flush = random.below(10) < 7;
    } else {
      attempt.stop = at;
    }
  }
  return attempts;
}

struct Share {
  Source source;
  int part;
};

class Crashes : public testing::TestWithParam<Share> {};

constexpr int parts = 4;

TEST_P(Crashes, LoseNothing) {
  auto const [source, part] = GetParam();
  RandomCases random(source, static_cast<std::uint64_t>(part) + 1);
  std::uint64_t const wanted = wanted_runs(source);
  std::uint64_t runs = 0;
  while (runs < wanted) {
    CrashCase it = random.next();
    it.options.threads = source.threads;
    if (random.below(3) == 0) it.journal_directory = "/journals";
    std::string wrong;
    std::uint64_t const operations = operations_of(it, wrong);
    ASSERT_EQ(wrong, "") << it.name;
    for (std::uint64_t const stop : first_stops(operations, random.next_seed())) {
      auto const cut = static_cast<Cut>(runs % cuts);
      std::uint64_t const seed = random.next_seed();
      wrong = outcome_of(it, attempts_from(stop, operations, cut, random), seed);
      ASSERT_EQ(wrong, "") << it.name << ", stopped first at " << stop << " of " << operations
                           << ", run " << runs;
      if (++runs == wanted) break;
    }
  }
}

/// Neighbours in a list go to different processes of a test run.
std::vector<Share> shares() {
  std::vector<Share> list;
  for (Source const& source : sources)
    for (int part = 0; part < parts; ++part) list.push_back({source, part});
  return list;
}

INSTANTIATE_TEST_SUITE_P(Ways, Crashes, testing::ValuesIn(shares()), [](auto const& share) {
  return std::string(share.param.source.name) + "_" + std::to_string(share.param.part);
});

CrashCase without_header(CrashCase it) {
  it.before.front() = 'x';
  it.after.replace(0, it.new_header.size(), it.before, 0, it.new_header.size());
  it.new_header.clear();
  return it;
}

/// Rare accidents, aimed at.
class Accidents : public testing::TestWithParam<Way> {
 protected:
  Accidents() {
    Way const way = GetParam();
    // The first page holds bytes of the array, too, where that goes through the ring.
    bool const is_ring = way == Way::ring;
    Matrix const matrix = is_ring ? Matrix{11, 11, 2, 37, 0} : Matrix{40, 3, 2, 36, 5};
    it_ = byte_case(way, matrix, is_ring ? 64 : 16, 2, true, 5);
    std::string wrong;
    operations_ = operations_of(it_, wrong);
    EXPECT_EQ(wrong, "");
  }

  void expect_harmless(std::vector<Attempt> const& attempts) {
    ++seed_;
    ASSERT_EQ(outcome_of(it_, attempts, seed_), "")
        << it_.name << ", accident " << seed_ << ", stop " << attempts[0].stop.value_or(0)
        << ", fail " << attempts[0].fail.value_or(0);
  }

  CrashCase it_;
  std::uint64_t operations_ = 0;
  std::uint64_t seed_ = 0;
};

constexpr std::uint64_t often = isomer::test::is_sanitized ? 60 : 600;

TEST_P(Accidents, InTheLastWritesAreHarmless) {
  for (std::uint64_t k = 0; k < often; ++k)
    expect_harmless({{operations_ - 2 - k % 5, {}, false, Cut::half}});
}

TEST_P(Accidents, OfFlushesThatForgetAreHarmless) {
  std::uint64_t const step = isomer::test::is_sanitized ? 7 : 1;
  for (std::uint64_t fail = 4; fail < operations_; fail += step)
    for (std::uint64_t stop = 2; stop < 40; ++stop)
      expect_harmless({{{}, fail, true, Cut::process}, {stop, {}, false, Cut::none}});
}

TEST_P(Accidents, WhileRecoveryBeginsAreHarmless) {
  std::mt19937_64 random(1);
  for (std::uint64_t k = 0; k < 10 * often; ++k) {
    // Half of them when only few groups are recorded, and recovery has hardly begun.
    bool const is_early = k % 2 == 0;
    std::uint64_t const stop = 20 + random() % (is_early ? 4 : operations_ - 20);
    std::vector<Attempt> attempts = {{stop, {}, false, Cut::half}};
    for (std::uint64_t more = 1 + random() % 2; more > 0; --more)
      attempts.push_back({2 + random() % (is_early ? 8 : 16), {}, false, Cut::half});
    expect_harmless(attempts);
  }
}

/// A failure at any time says that `recover` goes on, or nothing is left.
TEST_P(Accidents, SayThatRecoverGoesOn) {
  for (bool const is_flush : {true, false})
    for (std::uint64_t fail = 1; fail < operations_; ++fail) {
      MemoryStore store(it_.schedule->geometry().page, fail);
      store.put("file", it_.before);
      store.fail_at(fail, is_flush);
      std::string told;
      try {
        run(store, task_of(it_), it_.options);
      } catch (Error const& error) {
        told = error.what();
      }
      if (told.empty()) continue;  // room ahead of what is written is no must
      bool const is_left = store.names().size() > 1 || !store.content("file").starts_with("\x93N");
      EXPECT_EQ(told.find("isomer recover file goes on") != std::string::npos, is_left)
          << told << ", fail " << fail;
    }
}

/// Between its link and itself a companion elsewhere is found by its folder alone.
TEST_P(Accidents, NameTheFolderOfACompanionWithoutALink) {
  it_.journal_directory = "/journals";
  std::string wrong;
  operations_ = operations_of(it_, wrong);
  ASSERT_EQ(wrong, "");
  int named = 0;
  for (std::uint64_t fail = 1; fail <= operations_; ++fail) {
    MemoryStore store(it_.schedule->geometry().page, fail);
    store.put("file", it_.before);
    store.make_folder("/journals");
    store.fail_at(fail, false);
    std::string told;
    try {
      run(store, task_of(it_), it_.options);
    } catch (Error const& error) {
      told = error.what();
    }
    if (told.find("isomer recover file") == std::string::npos) continue;
    bool const names =
        told.find("isomer recover file --journal /journals goes on") != std::string::npos;
    named += names ? 1 : 0;
    recover(store, "file", names ? "/journals" : "", it_.options);
    EXPECT_EQ(store.names(), std::vector<std::string>{"file"}) << told << ", fail " << fail;
  }
  EXPECT_GT(named, 0);
}

/// With a companion in another folder, to which a link leads: every operation, every cut.
TEST_P(Accidents, WithACompanionElsewhereAreHarmless) {
  it_.journal_directory = "/journals";
  for (bool const has_header : {true, false}) {
    if (!has_header) it_ = without_header(it_);
    std::string wrong;
    operations_ = operations_of(it_, wrong);
    ASSERT_EQ(wrong, "");
    std::uint64_t const step = isomer::test::is_sanitized ? 5 : 1;
    for (std::uint64_t stop = 1; stop <= operations_; ++stop) {
      bool const is_at_an_end = stop < 24 || stop + 24 > operations_;
      for (int k = 0; k < cuts * (is_at_an_end ? 4 : 1); ++k)
        if (is_at_an_end || (stop + static_cast<std::uint64_t>(k)) % step == 0)
          expect_harmless({{stop, {}, false, static_cast<Cut>(k % cuts)}});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, Accidents, testing::Values(Way::transfer, Way::slots, Way::ring),
                         [](auto const& way) { return std::string(name_of(way.param)); });

}  // namespace
}  // namespace isomer::files::test
