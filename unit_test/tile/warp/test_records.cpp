// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include <isomer/warp.hpp>

#include "support/sampled.hpp"
#include "team/dry_team.hpp"
#include "tile_run.hpp"

/// Records through the registers of a warp, on fibers: every number of words of every width, in
/// order and anywhere, with ends that cut a warp; how many shuffles that takes, and which sectors.
namespace isomer::test {
namespace {

template <int W>
struct Words {
  template <int m>
  struct alignas(W) Record {
    std::byte byte[m * W];
  };
};

constexpr int block_threads = 64;

/// Runs kernel(team) in blocks of two warps.
template <class Kernel>
Findings run(Kernel const& kernel, int blocks,
             std::vector<std::pair<std::byte*, std::size_t>> const& arrays, std::uint64_t seed) {
  Findings findings("records");
  GlobalMemory memory(findings);
  for (auto const& [data, bytes] : arrays) memory.add_workspace("array", data, bytes);
  FiberOptions options = in_any_order(seed);
  options.threads = block_threads;
  FiberLeague league(options, memory, findings);
  league.run(kernel, blocks);
  return findings;
}

template <class Record>
struct Arrays {
  explicit Arrays(std::size_t n) : from(n + 2), to(n + 2), count(n) {
    std::uint32_t state = 7;
    auto const fill = [&](std::vector<Record>& records) {
      for (Record& record : records)
        for (std::byte& byte : record.byte)
          byte = static_cast<std::byte>((state = state * 69069 + 1) >> 24);
    };
    fill(from);
    fill(to);
    before = to;
  }
  Record* in() { return from.data() + 1; }
  Record* out() { return to.data() + 1; }
  std::vector<std::pair<std::byte*, std::size_t>> ranges() {
    return {{reinterpret_cast<std::byte*>(in()), count * sizeof(Record)},
            {reinterpret_cast<std::byte*>(out()), count * sizeof(Record)}};
  }

  std::vector<Record> from;
  std::vector<Record> to;
  std::vector<Record> before;
  std::size_t count;
};

template <class Record>
bool is_same(Record const& a, Record const& b) {
  return std::memcmp(a.byte, b.byte, sizeof(Record)) == 0;
}

template <class Team>
std::int64_t first_of_warp(Team const& team, int items = 1) {
  return (std::int64_t{team.block()} * team.size() + team.rank() / 32 * 32) * items;
}

template <class Record>
void expect_copies_in_order(std::size_t count) {
  Arrays<Record> arrays(count);
  auto const kernel = [in = arrays.in(), out = arrays.out(),
                       n = static_cast<std::int64_t>(count)](auto const& team) {
    auto const first = first_of_warp(team);
    Record const record = load_records(team, static_cast<Record const*>(in), first, n);
    store_records(team, out, first, n, record);
  };
  auto const blocks = static_cast<int>(count / block_threads + 1);
  Findings const found = run(kernel, blocks, arrays.ranges(), count);
  ASSERT_TRUE(found.empty()) << found;
  for (std::size_t k = 0; k < count + 2; ++k) {
    bool const is_guard = k == 0 || k == count + 1;
    ASSERT_TRUE(is_same(arrays.to[k], is_guard ? arrays.before[k] : arrays.from[k])) << k;
  }
}

/// Lane l moves record index[l] to index2[l]; some lanes none.
template <class Record>
void expect_copies_anywhere(std::size_t count) {
  Arrays<Record> arrays(count);
  std::mt19937 random(static_cast<unsigned>(sizeof(Record)));
  std::vector<std::int64_t> target(count);
  std::iota(target.begin(), target.end(), 0);
  std::shuffle(target.begin(), target.end(), random);
  std::vector<std::int64_t> source(count);
  for (auto& index : source) index = static_cast<std::int64_t>(random() % count);
  for (std::size_t k = 0; k < count; k += 5) target[k] = source[k] = -1;
  auto const kernel = [&, in = arrays.in(), out = arrays.out()](auto const& team) {
    auto const number = static_cast<std::size_t>(team.block() * team.size() + team.rank());
    bool const is_there = number < count;
    Record const record =
        gather_records(team, static_cast<Record const*>(in), is_there ? source[number] : -1);
    scatter_records(team, out, is_there ? target[number] : -1, record);
  };
  auto const blocks = static_cast<int>(count / block_threads + 1);
  Findings const found = run(kernel, blocks, arrays.ranges(), count);
  ASSERT_TRUE(found.empty()) << found;
  std::vector<Record> expected(arrays.before);
  for (std::size_t k = 0; k < count; ++k)
    if (target[k] >= 0)
      expected[static_cast<std::size_t>(target[k]) + 1] =
          arrays.from[static_cast<std::size_t>(source[k]) + 1];
  for (std::size_t k = 0; k < count + 2; ++k) ASSERT_TRUE(is_same(arrays.to[k], expected[k])) << k;
}

template <class Record, int Items>
void expect_copies_items(std::size_t count) {
  Arrays<Record> arrays(count);
  auto const kernel = [in = arrays.in(), out = arrays.out(),
                       n = static_cast<std::int64_t>(count)](auto const& team) {
    auto const first = first_of_warp(team, Items);
    Record record[Items];
    load_records<Items>(team, static_cast<Record const*>(in), first, n, record);
    // A lane's items are consecutive: they go one by one where they belong.
    for (int k = 0; k < Items; ++k) {
      std::int64_t const number = first + team.rank() % 32 * Items + k;
      scatter_records(team, out, number < n ? number : -1, record[k]);
    }
    store_records<Items>(team, in, first, n, record);
  };
  auto const blocks = static_cast<int>(count / (block_threads * Items) + 1);
  std::vector<Record> const source(arrays.from);
  Findings const found = run(kernel, blocks, arrays.ranges(), count);
  ASSERT_TRUE(found.empty()) << found;
  for (std::size_t k = 0; k < count + 2; ++k) {
    bool const is_guard = k == 0 || k == count + 1;
    ASSERT_TRUE(is_same(arrays.to[k], is_guard ? arrays.before[k] : source[k])) << k;
    ASSERT_TRUE(is_same(arrays.from[k], source[k])) << k;
  }
}

template <int W, int... k>
void expect_all_sizes(std::integer_sequence<int, k...>) {
  (expect_copies_in_order<typename Words<W>::template Record<k + 1>>(100 + k), ...);
}
/// What goes through registers is the same; one size in three.
template <int W, int... k>
void expect_some_sizes_anywhere(std::integer_sequence<int, k...>) {
  (expect_copies_anywhere<typename Words<W>::template Record<3 * k + 1>>(100 + k), ...);
}
TEST(Records, OfEveryNumberOfWordsOf4Bytes) {
  expect_all_sizes<4>(Sampled<40>{});
  expect_some_sizes_anywhere<4>(Sampled<14>{});
}
TEST(Records, OfEveryNumberOfWordsOf8Bytes) {
  expect_all_sizes<8>(Sampled<33>{});
  expect_some_sizes_anywhere<8>(Sampled<11>{});
}
TEST(Records, OfEveryNumberOfWordsOf16Bytes) {
  expect_all_sizes<16>(Sampled<32>{});
  expect_some_sizes_anywhere<16>(Sampled<11>{});
}
TEST(Records, OfEveryNumberOfWordsOf2Bytes) {
  expect_all_sizes<2>(Sampled<35>{});
  expect_some_sizes_anywhere<2>(Sampled<12>{});
}
TEST(Records, OfEveryNumberOfBytes) {
  expect_all_sizes<1>(Sampled<67>{});
  expect_some_sizes_anywhere<1>(Sampled<23>{});
}

TEST(Records, AnyNumberOfItemsOfALane) {
  expect_copies_items<Words<4>::Record<1>, 3>(300);
  expect_copies_items<Words<4>::Record<1>, 8>(1000);
  expect_copies_items<Words<4>::Record<3>, 2>(257);
  expect_copies_items<Words<8>::Record<5>, 4>(500);
  expect_copies_items<Words<1>::Record<3>, 5>(321);
  expect_copies_items<Words<16>::Record<2>, 7>(449);
}

TEST(Records, ItemsChangePlacesWithinAWarp) {
  constexpr int items = 6;
  std::vector<int> blocked(items * block_threads);
  auto const kernel = [&](auto const& team) {
    int item[items];
    int const lane = team.rank() % 32;
    for (int k = 0; k < items; ++k) item[k] = 32 * k + lane;
    warp_transpose(team, item);
    for (int k = 0; k < items; ++k)
      blocked[static_cast<std::size_t>(team.rank() * items + k)] = item[k];
    warp_transpose_back(team, item);
    for (int k = 0; k < items; ++k) EXPECT_EQ(item[k], 32 * k + lane);
  };
  EXPECT_TRUE(run(kernel, 1, {}, 1).empty());
  for (std::size_t k = 0; k < blocked.size(); ++k)
    EXPECT_EQ(blocked[k], static_cast<int>(k % (items * 32)));
}

/// Counts what a warp does to transpose its registers.
struct CountingWarp {
  int* shuffles;

  static constexpr int lane() { return 0; }
  std::uint32_t shuffle(std::uint32_t word, int) const {
    ++*shuffles;
    return word;
  }
};

template <int m, class Word>
int shuffles_of() {
  int shuffles = 0;
  Word word[m] = {};
  detail::warp::to_lanes<m>(CountingWarp{&shuffles}, word);
  int const there = std::exchange(shuffles, 0);
  detail::warp::to_rows<m>(CountingWarp{&shuffles}, word);
  EXPECT_EQ(shuffles, there);
  return there;
}

/// One shuffle for each register of four bytes (the table of the design's section on registers).
TEST(Records, TakeAShuffleARegister) {
  EXPECT_EQ((shuffles_of<2, std::uint32_t>()), 2);
  EXPECT_EQ((shuffles_of<7, std::uint32_t>()), 7);
  EXPECT_EQ((shuffles_of<12, std::uint32_t>()), 12);
  EXPECT_EQ((shuffles_of<32, std::uint32_t>()), 32);
  EXPECT_EQ((shuffles_of<5, std::uint64_t>()), 10);
  EXPECT_EQ((shuffles_of<3, detail::Word16>()), 12);
}

/// Requests touch as few sectors as hold their bytes, where plain accesses to a struct of m words
/// touch 4 m of them each.
TEST(Records, TouchNoSectorMoreThanTheyHave) {
  using Record = Words<4>::Record<7>;
  auto* const records = reinterpret_cast<Record*>(std::uintptr_t{1} << 40);
  team::DryRun dry(block_threads, 0);
  auto const kernel = [=](auto const& team) {
    auto const first = first_of_warp(team);
    Record const record = load_records(team, static_cast<Record const*>(records), first, 1 << 20);
    store_records(team, records + (1 << 20), first, 1 << 20, record);
  };
  for (int block = 0; block < 4; ++block) dry.block(kernel, block, 4);
  team::Audit const audit = dry.audit();
  EXPECT_DOUBLE_EQ(audit.sector_ratio(), 1);
  EXPECT_EQ(audit.bytes_read, 4 * block_threads * static_cast<std::int64_t>(sizeof(Record)));
}

}  // namespace
}  // namespace isomer::test
