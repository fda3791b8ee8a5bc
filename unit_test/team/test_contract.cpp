// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include <Kokkos_Core.hpp>

#include "team/dry_team.hpp"
#include "team/faulty_team.hpp"
#include "team/fiber_league.hpp"
#include "team/launch.hpp"

/// What every model of Team keeps to. (The kernels here look at their team from outside, which
/// kernels otherwise must not.)
namespace isomer::test {
namespace {

using team::Word16;

constexpr int shared_bytes = 4096;

using HostExec = Kokkos::DefaultHostExecutionSpace;

static_assert(team::Team<FiberTeam>);
static_assert(team::Team<team::DryTeam>);
static_assert(team::Team<team::HostTeam>);
static_assert(team::Team<FaultyTeam<FiberTeam>>);
static_assert(!team::Team<int>);

/// Global memory for a contract's kernels.
struct Arrays {
  alignas(16) std::array<std::byte, 256> source{};
  std::vector<std::byte> target = std::vector<std::byte>(65536);
  std::array<std::uint32_t, 4> flags{};
};

struct OnFibers {
  static constexpr int threads = 64;
  static constexpr bool moves_data = true;
  template <class Kernel>
  static void run(Kernel const& kernel, int blocks, Arrays& arrays) {
    Findings findings("contract");
    GlobalMemory memory(findings);
    memory.add_source("source", arrays.source.data(), arrays.source.size());
    memory.add_workspace("target", arrays.target.data(), arrays.target.size());
    memory.add_flags("flags", arrays.flags.data(), arrays.flags.size());
    FiberOptions const options{threads, shared_bytes, 3, Landing::at_wait, 3};
    FiberLeague(options, memory, findings).run(kernel, blocks);
    EXPECT_TRUE(findings.empty()) << findings;
  }
};

/// Addresses only: global memory stays as it is.
struct Dry {
  static constexpr int threads = 64;
  static constexpr bool moves_data = false;
  template <class Kernel>
  static void run(Kernel const& kernel, int blocks, Arrays&) {
    team::DryRun run(threads, shared_bytes);
    for (int block = 0; block < blocks; ++block) run.block(kernel, block, blocks);
  }
};

struct OnKokkosHost {
  static constexpr int threads = 1;
  static constexpr bool moves_data = true;
  template <class Kernel>
  static void run(Kernel const& kernel, int blocks, Arrays&) {
    team::launch(HostExec(),
                 team::Launch{.label = "contract", .teams = blocks, .scratch_bytes = shared_bytes},
                 kernel);
    HostExec().fence();
  }
};

/// Of one block on the caller's thread, others one after the other.
struct Inline {
  static constexpr int threads = 1;
  static constexpr bool moves_data = true;
  template <class Kernel>
  static void run(Kernel const& kernel, int blocks, Arrays&) {
    if (blocks == 1) return team::launch_inline(kernel);
    alignas(team::shared_alignment) std::array<std::byte, shared_bytes> shared;
    for (int block = 0; block < blocks; ++block)
      kernel(team::HostTeam(block, blocks, shared.data()));
  }
};

template <class Model>
class EveryTeam : public testing::Test {
 protected:
  template <class Kernel>
  void run(Kernel const& kernel, int blocks = 1) {
    Model::run(kernel, blocks, arrays_);
  }
  Arrays arrays_;
};
using Models = testing::Types<OnFibers, Dry, OnKokkosHost, Inline>;
TYPED_TEST_SUITE(EveryTeam, Models);

TYPED_TEST(EveryTeam, NumbersItsThreadsAndBlocks) {
  constexpr int blocks = 5;
  std::vector<int> seen(static_cast<std::size_t>(blocks) * TypeParam::threads);
  this->run(
      [&](auto const& team) {
        EXPECT_EQ(team.size(), TypeParam::threads);
        EXPECT_EQ(team.blocks(), blocks);
        EXPECT_TRUE(team.lanes == 1 || team.lanes == 32);
        EXPECT_EQ(team.size() % team.lanes, 0);
        ++seen[static_cast<std::size_t>(team.block() * team.size() + team.rank())];
      },
      blocks);
  EXPECT_EQ(seen, std::vector<int>(seen.size(), 1));
}

/// Words of one width through shared memory, each thread on its own.
template <int W, class Team>
void keep_a_word(Team const& team) {
  team::Word<W> word{};
  std::memset(&word, 7 + W, W);
  int const at = 16 * team.rank();
  team.template put<W>(at, word);
  EXPECT_TRUE(team.template get<W>(at) == word);
  team.warp_barrier();
}

TYPED_TEST(EveryTeam, KeepsWhatIsPutIntoSharedMemory) {
  this->run([](auto const& team) {
    keep_a_word<1>(team);
    keep_a_word<2>(team);
    keep_a_word<4>(team);
    keep_a_word<8>(team);
    keep_a_word<16>(team);
  });
}

template <int W, class Team>
void pass_a_word(Team const& team, Arrays& arrays, bool moves_data) {
  std::byte* const mine = arrays.target.data() + 16 * (team.block() * team.size() + team.rank());
  std::byte const* const from = arrays.source.data();
  int const at = 16 * team.rank();
  team.template put<W>(at, team::Word<W>{});
  team.template copy_async<W>(at, from + W, false);
  team.commit();
  team.template wait<0>();
  EXPECT_TRUE(team.template get<W>(at) == team::Word<W>{}) << "a copy that was not taken";
  team.template copy_async<W>(at, from + W, true);
  team.commit();
  team.template wait<0>();
  team.template store<W>(mine, team.template get<W>(at), true);
  team.template store<W>(mine, team::Word<W>{}, false);
  if (moves_data) {
    EXPECT_EQ(std::memcmp(mine, from + W, W), 0);
  }
  team::Word<W> const loaded = team.template load<W>(from + W, true);
  if (moves_data) {
    EXPECT_EQ(std::memcmp(&loaded, from + W, W), 0);
  }
  EXPECT_TRUE(team.template load<W>(nullptr, false) == team::Word<W>{});
}

TYPED_TEST(EveryTeam, MovesWordsWhosePredicateIsTrueAndNoOthers) {
  for (std::size_t k = 0; k < this->arrays_.source.size(); ++k)
    this->arrays_.source[k] = static_cast<std::byte>(k + 1);
  auto& arrays = this->arrays_;
  this->run(
      [&arrays](auto const& team) {
        pass_a_word<1>(team, arrays, TypeParam::moves_data);
        team.barrier();
        pass_a_word<2>(team, arrays, TypeParam::moves_data);
        team.barrier();
        pass_a_word<4>(team, arrays, TypeParam::moves_data);
        team.barrier();
        pass_a_word<8>(team, arrays, TypeParam::moves_data);
        team.barrier();
        pass_a_word<16>(team, arrays, TypeParam::moves_data);
      },
      3);
}

TYPED_TEST(EveryTeam, ShufflesWithinAWarp) {
  std::vector<std::uint32_t> got(TypeParam::threads);
  this->run([&](auto const& team) {
    auto const own = static_cast<std::uint32_t>(100 + team.rank());
    int const partner = team.lanes - 1 - team.rank() % team.lanes;
    // A sweep of a dry run may come before its partner's: the last one counts.
    got[static_cast<std::size_t>(team.rank())] = team.shuffle(own, partner);
  });
  constexpr int lanes = TypeParam::threads == 1 ? 1 : 32;
  for (int rank = 0; rank < TypeParam::threads; ++rank) {
    int const partner = rank / lanes * lanes + lanes - 1 - rank % lanes;
    EXPECT_EQ(got[static_cast<std::size_t>(rank)], static_cast<std::uint32_t>(100 + partner));
  }
}

TYPED_TEST(EveryTeam, PicksBytesOfTwoWords) {
  this->run([](auto const& team) {
    EXPECT_EQ(team.bytes(0x33221100U, 0x77665544U, 0x3210), 0x33221100U);
    EXPECT_EQ(team.bytes(0x33221100U, 0x77665544U, 0x7654), 0x77665544U);
    EXPECT_EQ(team.bytes(0x33221100U, 0x77665544U, 0x0527), 0x00552277U);
  });
}

TYPED_TEST(EveryTeam, ReturnsUniformValuesAsTheyAre) {
  this->run([](auto const& team) { EXPECT_EQ(team.uniform(41 + team.block()), 41 + team.block()); },
            2);
}

TYPED_TEST(EveryTeam, GivesEveryBlockATicketOfItsOwn) {
  constexpr int blocks = 9;
  std::vector<std::atomic<int>> seen(blocks);
  std::uint32_t* const counter = this->arrays_.flags.data();
  this->run(
      [&seen, counter](auto const& team) {
        std::uint32_t const ticket = team.ticket(counter);
        ASSERT_LT(ticket, static_cast<std::uint32_t>(blocks));
        seen[ticket] += 1;
      },
      blocks);
  for (auto const& threads : seen) EXPECT_EQ(threads.load(), TypeParam::threads);
}

TYPED_TEST(EveryTeam, AwaitsWhatLowerTicketsPublish) {
  constexpr int blocks = 6;
  auto& arrays = this->arrays_;
  this->run(
      [&arrays](auto const& team) {
        std::uint32_t const ticket = team.ticket(arrays.flags.data());
        team.await(arrays.flags.data() + 1, ticket, 1);
        bool const is_first = team.rank() == 0;
        std::byte* const sum = arrays.target.data();
        std::uint32_t const word = team.template load<4>(sum, is_first);
        team.template store<4>(sum, word + 1, is_first);
        team.publish(arrays.flags.data() + 1, 1);
      },
      blocks);
  if (!TypeParam::moves_data) return;
  std::uint32_t sum = 0;
  std::memcpy(&sum, arrays.target.data(), sizeof sum);
  EXPECT_EQ(sum, static_cast<std::uint32_t>(blocks));
}

/// The last of several flags is set by another thread, later.
TEST(HostTeam, AwaitsAllFlags) {
  std::array<std::uint32_t, 3> flags{1, 1, 0};
  std::atomic<bool> is_set = false;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    is_set = true;
    team::HostTeam(1, 2, nullptr).publish(&flags[2], 1);
  });
  team::HostTeam(0, 2, nullptr).await(flags.data(), 1, 3);
  EXPECT_TRUE(is_set);
  other.join();
}

/// Flag k is that of ticket k: who awaits the first ones has all of these before.
TYPED_TEST(EveryTeam, AwaitsSeveralFlags) {
  constexpr int blocks = 3;
  auto& arrays = this->arrays_;
  this->run(
      [&arrays](auto const& team) {
        std::uint32_t const ticket = team.ticket(arrays.flags.data());
        std::uint32_t* const flags = arrays.flags.data() + 1;
        team.await(flags, 1, team.uniform(static_cast<int>(ticket)));
        if (TypeParam::moves_data) {
          for (std::uint32_t k = 0; k < ticket; ++k) EXPECT_EQ(flags[k], 1U);
        }
        team.publish(flags + ticket, 1);
      },
      blocks);
}

}  // namespace
}  // namespace isomer::test
