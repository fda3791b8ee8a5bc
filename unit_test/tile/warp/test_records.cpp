// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
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
using Bytes = std::vector<std::byte>;

/// Runs kernel(team) in blocks of two warps.
Findings run(std::function<void(FiberTeam const&)> const& kernel, std::size_t blocks,
             std::vector<std::pair<std::byte*, std::size_t>> const& arrays, std::uint64_t seed) {
  Findings findings("records");
  GlobalMemory memory(findings);
  for (auto const& [data, bytes] : arrays) memory.add_workspace("array", data, bytes);
  FiberOptions options = in_any_order(seed);
  options.threads = block_threads;
  FiberLeague league(options, memory, findings);
  league.run(kernel, static_cast<int>(blocks));
  return findings;
}

/// Two arrays of records, each between guards of a record. No type of record: 200 of them are
/// tested, and all that is compiled for each is what goes through the registers.
struct Arrays {
  Arrays(std::size_t record_bytes, std::size_t n) : bytes(record_bytes), count(n) {
    std::uint32_t state = 7;
    for (Bytes* array : {&from, &to}) {
      array->resize((n + 2) * bytes);
      for (std::byte& byte : *array)
        byte = static_cast<std::byte>((state = state * 69069 + 1) >> 24);
    }
    from_before = from;
    to_before = to;
  }
  template <class Record>
  Record* in() {
    return reinterpret_cast<Record*>(from.data() + bytes);
  }
  template <class Record>
  Record* out() {
    return reinterpret_cast<Record*>(to.data() + bytes);
  }
  Findings run_on(std::function<void(FiberTeam const&)> const& kernel, std::size_t items = 1) {
    return run(kernel, count / (block_threads * items) + 1,
               {{from.data() + bytes, count * bytes}, {to.data() + bytes, count * bytes}}, count);
  }
  /// Record target[k] of the one is record source[k] of the other, all else as it was.
  void expect_moved(std::vector<std::int64_t> const& target,
                    std::vector<std::int64_t> const& source) const {
    Bytes expected = to_before;
    for (std::size_t k = 0; k < target.size(); ++k)
      if (target[k] >= 0)
        std::memcpy(&expected[(static_cast<std::size_t>(target[k]) + 1) * bytes],
                    &from_before[(static_cast<std::size_t>(source[k]) + 1) * bytes], bytes);
    EXPECT_TRUE(to == expected) << bytes << " bytes";
    EXPECT_TRUE(from == from_before) << bytes << " bytes";
  }
  void expect_copied() const {
    std::vector<std::int64_t> all(count);
    std::iota(all.begin(), all.end(), 0);
    expect_moved(all, all);
  }

  std::size_t bytes;
  std::size_t count;
  Bytes from{};
  Bytes to{};
  Bytes from_before{};
  Bytes to_before{};
};

template <class Team>
std::int64_t first_of_warp(Team const& team, int items = 1) {
  return (std::int64_t{team.block()} * team.size() + team.rank() / 32 * 32) * items;
}

template <class Record>
void expect_copies_in_order(std::size_t count) {
  Arrays arrays(sizeof(Record), count);
  Findings const found =
      arrays.run_on([in = arrays.in<Record>(), out = arrays.out<Record>(),
                     n = static_cast<std::int64_t>(count)](FiberTeam const& team) {
        auto const first = first_of_warp(team);
        Record const record = load_records(team, static_cast<Record const*>(in), first, n);
        store_records(team, out, first, n, record);
      });
  ASSERT_TRUE(found.empty()) << found;
  arrays.expect_copied();
}

/// Lane l moves record source[l] to target[l]; some lanes none.
struct Moves {
  explicit Moves(std::size_t count, unsigned seed) : target(count), source(count) {
    std::mt19937 random(seed);
    std::iota(target.begin(), target.end(), 0);
    std::shuffle(target.begin(), target.end(), random);
    for (auto& index : source) index = static_cast<std::int64_t>(random() % count);
    for (std::size_t k = 0; k < count; k += 5) target[k] = source[k] = -1;
  }
  static std::int64_t at(std::vector<std::int64_t> const& index, FiberTeam const& team) {
    auto const number = static_cast<std::size_t>(team.block() * team.size() + team.rank());
    return number < index.size() ? index[number] : -1;
  }
  std::vector<std::int64_t> target;
  std::vector<std::int64_t> source;
};

template <class Record>
void expect_copies_anywhere(std::size_t count) {
  Arrays arrays(sizeof(Record), count);
  Moves const moves(count, static_cast<unsigned>(sizeof(Record)));
  Findings const found = arrays.run_on(
      [&moves, in = arrays.in<Record>(), out = arrays.out<Record>()](FiberTeam const& team) {
        Record const record =
            gather_records(team, static_cast<Record const*>(in), Moves::at(moves.source, team));
        scatter_records(team, out, Moves::at(moves.target, team), record);
      });
  ASSERT_TRUE(found.empty()) << found;
  arrays.expect_moved(moves.target, moves.source);
}

template <class Record, int Items>
void expect_copies_items(std::size_t count) {
  Arrays arrays(sizeof(Record), count);
  auto const kernel = [in = arrays.in<Record>(), out = arrays.out<Record>(),
                       n = static_cast<std::int64_t>(count)](FiberTeam const& team) {
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
  Findings const found = arrays.run_on(kernel, Items);
  ASSERT_TRUE(found.empty()) << found;
  arrays.expect_copied();
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

TEST(Records, OfAWarpThatHasAllOfThem) {
  using Record = Words<4>::Record<3>;
  constexpr std::size_t count = 256;
  Arrays arrays(sizeof(Record), count);
  Findings const found =
      arrays.run_on([in = arrays.in<Record>(), out = arrays.out<Record>()](FiberTeam const& team) {
        auto const first = first_of_warp(team);
        if (first >= static_cast<std::int64_t>(count)) return;
        store_records(team, out, first, load_records(team, static_cast<Record const*>(in), first));
      });
  ASSERT_TRUE(found.empty()) << found;
  arrays.expect_copied();
}

TEST(Records, OfItemsOfAWarpThatHasAllOfThem) {
  using Record = Words<8>::Record<3>;
  constexpr std::size_t count = 384;
  Arrays arrays(sizeof(Record), count);
  auto const kernel = [in = arrays.in<Record>(),
                       out = arrays.out<Record>()](FiberTeam const& team) {
    auto const first = first_of_warp(team, 3);
    if (first >= static_cast<std::int64_t>(count)) return;
    Record record[3];
    load_records<3>(team, static_cast<Record const*>(in), first, record);
    store_records<3>(team, out, first, record);
  };
  Findings const found = arrays.run_on(kernel, 3);
  ASSERT_TRUE(found.empty()) << found;
  arrays.expect_copied();
}

/// A word that each lane has to itself, as the first of its record.
using OfWords = Words<4>::Record<3>;
OfWords starting_with(std::uint32_t word) {
  OfWords record{};
  std::memcpy(record.byte, &word, sizeof word);
  return record;
}

/// What a lane does to its own record by itself, and what all do together, each of them sees in the
/// order of its program, though others move its words.
TEST(Records, ThatALaneStoresByItselfAreLoadedTogether) {
  Arrays arrays(sizeof(OfWords), 128);
  auto const kernel = [out = arrays.out<OfWords>()](FiberTeam const& team) {
    auto const first = first_of_warp(team);
    if (first >= 128) return;
    auto* const own = reinterpret_cast<std::byte*>(out + first + team.rank() % 32);
    auto const word = static_cast<std::uint32_t>(team.rank());
    team.store<4>(own, word, true);
    OfWords const record = load_records(team, static_cast<OfWords const*>(out), first);
    EXPECT_EQ(std::memcmp(record.byte, &word, sizeof word), 0);
  };
  Findings const found = arrays.run_on(kernel);
  EXPECT_TRUE(found.empty()) << found;
}
TEST(Records, ThatAreStoredTogetherALaneLoadsByItself) {
  Arrays arrays(sizeof(OfWords), 128);
  auto const kernel = [out = arrays.out<OfWords>()](FiberTeam const& team) {
    auto const first = first_of_warp(team);
    if (first >= 128) return;
    auto* const own = reinterpret_cast<std::byte*>(out + first + team.rank() % 32);
    auto const word = static_cast<std::uint32_t>(team.rank());
    team.store<4>(own, word + 1, true);
    store_records(team, out, first, starting_with(word));
    EXPECT_EQ(team.load<4>(own, true), word);
  };
  Findings const found = arrays.run_on(kernel);
  EXPECT_TRUE(found.empty()) << found;
}

/// What a coalesced_ptr does where all lanes are there: each has a pointer of its own, and an index
/// from there to either side.
TEST(Records, AtAPointerAndAnIndexOfEachLane) {
  using Record = Words<8>::Record<3>;
  constexpr std::size_t count = 256;
  Arrays arrays(sizeof(Record), count);
  std::vector<std::int64_t> source(count);
  std::vector<std::int64_t> target(count);
  for (std::size_t k = 0; k < count; ++k) {
    source[k] = static_cast<std::int64_t>(count - 1 - k);
    target[k] = static_cast<std::int64_t>(k * 37 % count);
  }
  auto const kernel = [&, in = arrays.in<Record>(),
                       out = arrays.out<Record>()](FiberTeam const& team) {
    auto const number = static_cast<std::size_t>(team.block() * team.size() + team.rank());
    if (number / 32 * 32 >= count) return;
    auto const middle = static_cast<std::int64_t>(number % 7) * 32;
    auto const warp = detail::warp::warp_of(team);
    Record const* const from = in + middle;
    Record* const to = out + middle;
    detail::warp::store_each(warp, to + (target[number] - middle),
                             detail::warp::load_each(warp, from + (source[number] - middle)));
  };
  Findings const found = arrays.run_on(kernel);
  ASSERT_TRUE(found.empty()) << found;
  arrays.expect_moved(target, source);
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
  auto const kernel = [&](FiberTeam const& team) {
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
