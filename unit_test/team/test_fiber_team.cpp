// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "team/fiber_launcher.hpp"
#include "team/fiber_league.hpp"
#include "team/scratch.hpp"

/// Each thing that a team of fibers reports, shown by a kernel that does it and one that does not.
namespace isomer::test {
namespace {

constexpr int threads = 64;

/// What fibers find wrong with a kernel that has an array to read, one to write, one for both and
/// flags, of 256 words each, and 4 bytes of shared memory a thread.
class Emulated : public testing::Test {
 protected:
  static constexpr std::size_t words = 256;

  template <class Kernel>
  Findings run(Kernel const& kernel, FiberOptions options = {}, int blocks = 1) {
    Findings findings("kernel");
    GlobalMemory memory(findings);
    memory.add_source("source", source(), 4 * words);
    memory.add_workspace("workspace", workspace(), 4 * words);
    memory.add_flags("flags", flags.data(), words);
    if (!gaps.empty()) memory.add_destination("destination", destination(), gaps);
    options.threads = threads;
    options.shared_bytes = 4 * threads;
    FiberLeague(options, memory, findings).run(kernel, blocks);
    return findings;
  }

  std::byte const* source(std::size_t word = 0) const {
    return reinterpret_cast<std::byte const*>(from.data() + word);
  }
  std::byte* destination(std::size_t word = 0) {
    return reinterpret_cast<std::byte*>(to.data() + word);
  }
  std::byte* workspace(std::size_t word = 0) {
    return reinterpret_cast<std::byte*>(both.data() + word);
  }

  std::vector<std::uint32_t> from = std::vector<std::uint32_t>(words, 7);
  std::vector<std::uint32_t> to = std::vector<std::uint32_t>(words);
  std::vector<std::uint32_t> both = std::vector<std::uint32_t>(words);
  std::vector<std::uint32_t> flags = std::vector<std::uint32_t>(words);
  std::vector<bool> gaps{};  ///< of the destination; if empty there is none
};

TEST_F(Emulated, ReadsOfWhatAnotherThreadWroteWithoutBarrierAreRaces) {
  auto const kernel = [](bool meets) {
    return [meets](auto const& team) {
      team.template put<4>(4 * team.rank(), 1);
      if (meets) team.barrier();
      team.template get<4>(4 * ((team.rank() + 32) % threads));
    };
  };
  EXPECT_GT(run(kernel(false)).count(Wrong::shared_race), 0);
  EXPECT_TRUE(run(kernel(true)).empty()) << run(kernel(true));
}

TEST_F(Emulated, WritesOverWhatAnotherThreadReadWithoutBarrierAreRaces) {
  auto const kernel = [](bool meets) {
    return [meets](auto const& team) {
      team.template put<4>(4 * team.rank(), 1);
      team.barrier();
      team.template get<4>(4 * (threads - 1 - team.rank()));
      if (meets) team.barrier();
      team.template put<4>(4 * team.rank(), 2);
    };
  };
  EXPECT_GT(run(kernel(false)).count(Wrong::shared_race), 0);
  EXPECT_TRUE(run(kernel(true)).empty()) << run(kernel(true));
}

TEST_F(Emulated, AWarpBarrierOrdersAWarpAndNothingBeyond) {
  auto const kernel = [](int distance) {
    return [distance](auto const& team) {
      team.template put<4>(4 * team.rank(), 1);
      team.warp_barrier();
      team.template get<4>(4 * (team.rank() ^ distance));
    };
  };
  EXPECT_TRUE(run(kernel(1)).empty()) << run(kernel(1));
  EXPECT_GT(run(kernel(32)).count(Wrong::shared_race), 0);
}

TEST_F(Emulated, SharedBytesThatNobodyWroteAreReported) {
  Findings const found = run([](auto const& team) { team.template get<4>(4 * team.rank()); });
  EXPECT_EQ(found.count(Wrong::unwritten), 4 * threads);
  EXPECT_EQ(found.first().front().offset % 4, 0);
}

TEST_F(Emulated, WhatABlockLeftInSharedMemoryIsNotThereForTheNext) {
  Findings const found = run(
      [](auto const& team) {
        if (team.block() == 0) team.template put<4>(4 * team.rank(), 1);
        else team.template get<4>(4 * team.rank());
      },
      {}, 2);
  EXPECT_GT(found.count(Wrong::unwritten), 0);
}

TEST_F(Emulated, OffsetsBeyondSharedMemoryAreReported) {
  EXPECT_EQ(run([](auto const& team) {
              team.template put<4>(4 * team.rank() + 4, 1);
            }).count(Wrong::outside_shared),
            1);
  EXPECT_EQ(run([](auto const& team) {
              team.template put<4>(4 * team.rank() - 4, 1);
            }).count(Wrong::outside_shared),
            1);
}

TEST_F(Emulated, WordsAtAddressesThatTheirWidthDoesNotDivideAreReported) {
  EXPECT_EQ(run([&](auto const& team) {
              team.template load<8>(source() + 8 * team.rank() + 4, team.rank() == 3);
            }).count(Wrong::misaligned),
            1);
  EXPECT_EQ(run([](auto const& team) {
              team.template put<4>(4 * team.rank() + (team.rank() == 3 ? 2 : 0), 1);
            }).count(Wrong::misaligned),
            1);
}

class Landings : public Emulated, public testing::WithParamInterface<Landing> {};

TEST_P(Landings, AsynchronousCopiesAreThereAfterWaitAndBarrier) {
  auto const kernel = [&](bool waits, bool meets, bool commits) {
    return [=, this](auto const& team) {
      team.template copy_async<4>(4 * team.rank(), source(), true);
      if (commits) team.commit();
      if (waits) team.template wait<0>();
      if (meets) team.barrier();
      std::uint32_t const word = team.template get<4>(4 * (team.rank() ^ 1));
      if (waits && meets && commits) {
        EXPECT_EQ(word, 7U);
      }
    };
  };
  FiberOptions const options{.landing = GetParam()};
  EXPECT_TRUE(run(kernel(true, true, true), options).empty());
  EXPECT_GT(run(kernel(false, true, true), options).count(Wrong::before_wait), 0);
  EXPECT_GT(run(kernel(false, true, true), options).count(Wrong::never_waited), 0);
  EXPECT_GT(run(kernel(true, true, false), options).count(Wrong::before_wait), 0);
  Findings const unmet = run(kernel(true, false, true), options);
  EXPECT_GT(unmet.count(Wrong::before_wait) + unmet.count(Wrong::shared_race) +
                unmet.count(Wrong::unwritten),
            0);
}

TEST_P(Landings, WaitLeavesAsManyGroupsUnderWayAsItSays) {
  auto const kernel = [&](int which) {
    return [=, this](auto const& team) {
      int const place = 4 * (team.rank() / 2 * 2);
      if (team.rank() % 2 == 0) team.template copy_async<4>(place, source(), true);
      team.commit();
      if (team.rank() % 2 == 0) team.template copy_async<4>(place + 4, source(), true);
      team.commit();
      team.template wait<1>();
      team.barrier();
      team.template get<4>(place + 4 * which);
      team.template wait<0>();
    };
  };
  FiberOptions const options{.landing = GetParam()};
  Findings const first = run(kernel(0), options);
  EXPECT_TRUE(first.empty()) << first;
  EXPECT_GT(run(kernel(1), options).count(Wrong::before_wait), 0);
}

TEST_P(Landings, SourcesThatChangeUnderACopyAreReported) {
  both[0] = 1;
  Findings const found = run(
      [&](auto const& team) {
        team.template copy_async<4>(4 * team.rank(), workspace(), team.rank() == 0);
        team.commit();
        team.template store<4>(workspace(), 2, team.rank() == 0);
        team.template wait<0>();
        if (team.rank() == 0) {
          EXPECT_EQ(team.template get<4>(0), GetParam() == Landing::at_wait ? 2U : 1U);
        }
      },
      {.landing = GetParam()});
  EXPECT_EQ(found.count(Wrong::source_changed), 4);
}

INSTANTIATE_TEST_SUITE_P(Both, Landings, testing::Values(Landing::at_wait, Landing::at_issue),
                         [](auto const& landing) {
                           return landing.param == Landing::at_wait ? "AtWait" : "AtIssue";
                         });

TEST_F(Emulated, BarriersThatSomeMissAreReported) {
  EXPECT_EQ(run([](auto const& team) {
              if (team.rank() < 40) team.barrier();
            }).count(Wrong::missed_meeting),
            1);
  EXPECT_EQ(run([](auto const& team) {
              if (team.rank() < 40) team.barrier();
              else team.warp_barrier();
            }).count(Wrong::missed_meeting),
            1);
}

TEST_F(Emulated, BarriersReachedAtDifferentPlacesAreReported) {
  Findings const found = run([](auto const& team) {
    if (team.rank() < 32) team.barrier();
    else team.barrier();
  });
  EXPECT_EQ(found.count(Wrong::missed_meeting), 1);
}

TEST_F(Emulated, ShufflesThatALaneMissesAreReported) {
  EXPECT_EQ(run([](auto const& team) {
              if (team.rank() != 5) team.shuffle(1, 0);
            }).count(Wrong::missed_meeting),
            1);
}

TEST_F(Emulated, ValuesThatShouldBeUniformAndAreNotAreReported) {
  EXPECT_TRUE(run([](auto const& team) { team.uniform(team.block()); }, {}, 3).empty());
  EXPECT_GT(run([](auto const& team) { team.uniform(team.rank() / 32); }).count(Wrong::not_uniform),
            0);
  EXPECT_GT(run([](auto const& team) {
              if (team.rank() != 9) team.uniform(1);
            }).count(Wrong::not_uniform),
            0);
}

TEST_F(Emulated, AccessesOutsideTheArraysAreReportedAndDoNotHappen) {
  Findings const far = run([&](auto const& team) {
    EXPECT_EQ(team.template load<4>(nullptr, true), 0U);
    team.template store<4>(nullptr, 1, true);
    team.template copy_async<4>(4 * team.rank(), nullptr, true);
    team.template load<4>(nullptr, false);
  });
  EXPECT_EQ(far.count(Wrong::outside_global), 3 * threads);
  Findings const read_only = run([&](auto const& team) {
    team.template store<4>(const_cast<std::byte*>(source()), 1, team.rank() == 0);
  });
  EXPECT_EQ(read_only.count(Wrong::outside_global), 1);
  EXPECT_EQ(from[0], 7U);
}

TEST_F(Emulated, DestinationsHaveToBeWrittenOnceAndOnlyTheirElements) {
  gaps.assign(4 * threads, true);
  auto const kernel = [&](int wrong) {
    return [=, this](auto const& team) {
      int const word = team.rank() == 5 ? wrong : team.rank();
      team.template store<4>(destination(static_cast<std::size_t>(word)), 1, true);
    };
  };
  EXPECT_TRUE(run(kernel(5)).empty());
  EXPECT_EQ(run(kernel(6)).count(Wrong::not_once), 8) << "5 never, 6 twice";
  gaps[4 * 5] = false;
  EXPECT_EQ(run(kernel(5)).count(Wrong::gap), 1);
  EXPECT_GT(run([&](auto const& team) {
              team.template load<4>(destination(), true);
            }).count(Wrong::outside_global),
            0);
}

TEST(InPlace, EachByteHasToBeWrittenOnceAndMayBeRead) {
  auto const never_or_twice = [](int writes_of_first, int writes_of_second) {
    Findings findings("in place");
    GlobalMemory memory(findings);
    std::byte data[8] = {};
    std::uint32_t word = 0;
    Clock const clock{1};
    memory.add_in_place("data", data, sizeof data);
    EXPECT_TRUE(memory.read({0, 0, 0}, clock, &word, data, 4));
    for (int k = 0; k < writes_of_first; ++k) memory.write({0, 0, 0}, clock, data, &word, 4);
    for (int k = 0; k < writes_of_second; ++k) memory.write({0, 0, 0}, clock, data + 4, &word, 4);
    memory.check_written();
    return findings.count(Wrong::not_once);
  };
  EXPECT_EQ(never_or_twice(1, 1), 0);
  EXPECT_EQ(never_or_twice(1, 0), 4);
  EXPECT_EQ(never_or_twice(2, 1), 4);
}

/// Every block counts up a word that all share, when it is its turn.
template <class Turn>
auto in_turns(std::byte* sum, std::uint32_t* flag, Turn const& turn_of) {
  return [=](auto const& team) {
    std::uint32_t const turn = turn_of(team);
    team.await(flag, turn, 1);
    bool const is_first = team.rank() == 0;
    std::uint32_t const word = team.template load<4>(sum, is_first);
    team.template store<4>(sum, word + 1, is_first);
    team.publish(flag, 1);
  };
}

TEST_F(Emulated, BlocksThatTakeTurnsByTicketAreOrderedHoweverManyAreResident) {
  constexpr int blocks = 12;
  for (int const resident : {1, 2, 7, blocks})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      flags.assign(words, 0);
      both.assign(words, 0);
      auto const by_ticket = [&](auto const& team) { return team.ticket(flags.data() + 1); };
      Findings const found = run(in_turns(workspace(), flags.data(), by_ticket),
                                 {.seed = seed, .resident = resident}, blocks);
      EXPECT_TRUE(found.empty()) << found << "resident " << resident << ", seed " << seed;
      EXPECT_EQ(both[0], static_cast<std::uint32_t>(blocks));
    }
}

TEST_F(Emulated, BlocksThatWaitForOthersThatCannotStartAreReported) {
  constexpr int blocks = 12;
  auto const by_number = [](auto const& team) { return static_cast<std::uint32_t>(team.block()); };
  auto const kernel = in_turns(workspace(), flags.data(), by_number);
  flags.assign(words, 0);
  EXPECT_TRUE(run(kernel, {.resident = blocks}, blocks).empty());
  flags.assign(words, 0);
  EXPECT_EQ(run(kernel, {.resident = 2}, blocks).count(Wrong::deadlock), 1);
}

TEST_F(Emulated, BlocksThatShareBytesWithoutFlagsAreReported) {
  auto const kernel = [&](bool writes_first) {
    return [=, this](auto const& team) {
      bool const is_first = team.rank() == 0;
      bool const writes = (team.block() == 0) == writes_first;
      team.template load<4>(workspace(), is_first && !writes);
      team.template store<4>(workspace(), 1, is_first && writes);
    };
  };
  EXPECT_GT(run(kernel(true), {}, 2).count(Wrong::global_race), 0);
  EXPECT_GT(run(kernel(false), {.seed = 1}, 2).count(Wrong::global_race), 0);
}

TEST_F(Emulated, ThreadsOfABlockSeeInGlobalMemoryWhatABarrierOrders) {
  enum class Meets { nowhere, shuffle, warp, block };
  auto const kernel = [&](Meets meets, int distance) {
    return [=, this](auto const& team) {
      team.template store<4>(workspace(static_cast<std::size_t>(team.rank())), 1, true);
      if (meets == Meets::shuffle) team.shuffle(0, 0);
      if (meets == Meets::warp) team.warp_barrier();
      if (meets == Meets::block) team.barrier();
      auto const other = static_cast<std::size_t>(team.rank() ^ distance);
      team.template load<4>(workspace(other), true);
    };
  };
  EXPECT_TRUE(run(kernel(Meets::nowhere, 0)).empty()) << "its own";
  EXPECT_GT(run(kernel(Meets::nowhere, 1)).count(Wrong::block_race), 0);
  EXPECT_GT(run(kernel(Meets::shuffle, 1)).count(Wrong::block_race), 0);
  EXPECT_TRUE(run(kernel(Meets::warp, 1)).empty());
  EXPECT_GT(run(kernel(Meets::warp, 32)).count(Wrong::block_race), 0);
  EXPECT_TRUE(run(kernel(Meets::block, 32)).empty());
}

TEST_F(Emulated, WritesOverWhatAnotherThreadOfTheBlockWroteAreRaces) {
  auto const kernel = [&](bool meets) {
    return [=, this](auto const& team) {
      team.template store<4>(workspace(static_cast<std::size_t>(team.rank())), 1, true);
      if (meets) team.warp_barrier();
      team.template store<4>(workspace(static_cast<std::size_t>(team.rank() ^ 1)), 2, true);
    };
  };
  EXPECT_GT(run(kernel(false)).count(Wrong::block_race), 0);
  EXPECT_TRUE(run(kernel(true)).empty());
}

TEST_F(Emulated, TheOrderOfThreadsFollowsTheSeed) {
  auto const order = [&](std::uint64_t seed) {
    std::vector<int> ranks;
    run(
        [&](auto const& team) {
          team.barrier();
          ranks.push_back(team.rank());
        },
        {.seed = seed});
    return ranks;
  };
  EXPECT_EQ(order(1).size(), static_cast<std::size_t>(threads));
  EXPECT_EQ(order(1), order(1));
  EXPECT_NE(order(1), order(2));
}

TEST_F(Emulated, FindingsNameKernelBlockThreadAndOffset) {
  Findings const found = run([](auto const& team) {
    if (team.rank() == 3) team.template get<4>(4 * threads + 8);
  });
  std::ostringstream text;
  text << found;
  EXPECT_EQ(text.str().substr(0, text.str().find(", line")),
            "kernel: outside shared memory (1 times), first in block 0, thread 3, offset 264 of "
            "shared memory");
}

/// Such a launch fails, and what launches before it have moved is lost.
TEST(FiberLauncher, ReportsMoreSharedMemoryThanABlockHas) {
  auto const found = [](int shared_bytes, std::int64_t block_bytes) {
    detail::Machine gpu;
    gpu.block_bytes = block_bytes;
    FiberLauncher launcher({}, gpu, {});
    launcher.launch({"large", 1, threads, shared_bytes}, [](auto const&) {});
    return launcher.found();
  };
  constexpr int beside = team::bytes_beside_scratch(threads);
  std::string const report =
      "large: takes more shared memory than a block has (1 times), first in block 0, thread 0, "
      "offset ";
  EXPECT_EQ(found((60 << 10) - beside, 60 << 10), "");
  EXPECT_EQ(found((60 << 10) - beside + 1, 60 << 10).substr(0, report.size()), report);
  EXPECT_EQ(found((48 << 10) - beside, 12 << 10), "") << "what every device has";
  EXPECT_EQ(found((48 << 10) - beside + 1, 12 << 10),
            report + std::to_string((48 << 10) - beside + 1) + " of shared memory\n");
}

/// Each thread of a device calls those that lie as many apart as there are threads.
TEST(FiberLauncher, CallsEachIndexOnceAsTheThreadsOfADeviceDo) {
  constexpr std::int64_t count = 1000;
  std::vector<std::int64_t> order;
  FiberLauncher launcher({}, detail::Machine{}, in_any_order(2));
  launcher.launch_indices({"indices", 3, threads, 0}, count,
                          [&](std::int64_t index) { order.push_back(index); });
  EXPECT_EQ(launcher.found(), "");
  EXPECT_EQ(launcher.labels(), std::vector<std::string>{"indices"});
  ASSERT_EQ(order.size(), static_cast<std::size_t>(count));
  EXPECT_EQ(order[1] - order[0], 3 * threads) << "the second of a thread";
  std::sort(order.begin(), order.end());
  for (std::int64_t k = 0; k < count; ++k) ASSERT_EQ(order[static_cast<std::size_t>(k)], k);
}

}  // namespace
}  // namespace isomer::test
