// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/error.hpp>

#include <cstdint>

#include "team/dry_team.hpp"
#include "team/launch_audit.hpp"

namespace isomer::team {
namespace {

std::byte* address(std::int64_t at) { return reinterpret_cast<std::byte*>(at); }

/// The requests of one block of a kernel, with a warp and 8 KiB of shared memory.
template <class Kernel>
Audit audit_of(Kernel const& kernel, int threads = 32) {
  DryRun run(threads, 8192);
  run.block(kernel, 0, 1);
  return run.audit();
}

/// Sectors of one request whose lanes are `step` bytes apart, from `first` on.
template <int W>
std::int64_t sectors(std::int64_t first, std::int64_t step) {
  return audit_of([&](auto const& team) {
           team.template load<W>(address(first + step * team.rank()), true);
         })
      .sites[0]
      .sectors;
}

TEST(DryTeam, CountsTheSectorsOfARequest) {
  EXPECT_EQ(sectors<4>(1024, 4), 4);
  EXPECT_EQ(sectors<4>(1028, 4), 5);
  EXPECT_EQ(sectors<4>(1024, 0), 1);
  EXPECT_EQ(sectors<4>(1024, 12), 12);
  EXPECT_EQ(sectors<4>(1024, 4096), 32);
  EXPECT_EQ(sectors<1>(1024, 1), 1);
  EXPECT_EQ(sectors<8>(1024, 8), 8);
  EXPECT_EQ(sectors<8>(1048, 8), 9);
  EXPECT_EQ(sectors<16>(1024, 16), 16);
  EXPECT_EQ(sectors<16>(1024, -16), 17) << "-496 .. 15, in sectors of 32 from 1024";
}

/// Wavefronts of one request to shared memory.
template <int W>
std::int64_t wavefronts(int step) {
  return audit_of([&](auto const& team) { team.template get<W>(step * team.rank()); })
      .sites[0]
      .wavefronts;
}

TEST(DryTeam, CountsThePassesOverTheBanksOfSharedMemory) {
  EXPECT_EQ(wavefronts<4>(0), 1) << "one word for all";
  EXPECT_EQ(wavefronts<4>(4), 1);
  EXPECT_EQ(wavefronts<4>(8), 2);
  EXPECT_EQ(wavefronts<4>(4 * 32), 32);
  EXPECT_EQ(wavefronts<4>(4 * 33), 1);
  EXPECT_EQ(wavefronts<8>(8), 2) << "two phases of 16 lanes";
  EXPECT_EQ(wavefronts<8>(8 * 16), 32);
  EXPECT_EQ(wavefronts<8>(8 * 17), 2);
  EXPECT_EQ(wavefronts<16>(16), 4) << "four phases of 8 lanes";
  EXPECT_EQ(wavefronts<16>(16 * 8), 32);
  EXPECT_EQ(wavefronts<16>(16 * 9), 4);
  EXPECT_EQ(wavefronts<1>(1), 1);
  EXPECT_EQ(wavefronts<2>(2), 1);
}

TEST(DryTeam, LeavesOutLanesThatDoNotTakePart) {
  Audit const audit = audit_of([](auto const& team) {
    team.template store<4>(address(1024 + 4 * team.rank()), 1, team.rank() < 8);
    team.template store<4>(address(1024), 1, false);
  });
  EXPECT_EQ(audit.sites[0].requests, 1);
  EXPECT_EQ(audit.sites[0].sectors, 1);
  EXPECT_EQ(audit.sites[0].bytes, 32);
  EXPECT_EQ(audit.sites[1].requests, 0);
  EXPECT_EQ(audit.bytes_written, 32);
  EXPECT_EQ(audit.sectors_written, 1);
}

TEST(DryTeam, PairsLanesByPlaceAndHowOftenTheyCameThere) {
  Audit const audit = audit_of([](auto const& team) {
    for (int k = 0; k < 1 + team.rank() % 2; ++k)
      team.template load<4>(address(4096 * k + 4 * team.rank()), true);
  });
  ASSERT_EQ(audit.sites.size(), 1U);
  EXPECT_EQ(audit.sites[0].requests, 2);
  EXPECT_EQ(audit.sites[0].sectors, 8);
  EXPECT_EQ(audit.sites[0].fewest_sectors, 4 + 2);
}

TEST(DryTeam, TakesAddressesFromSharedMemoryWhoeverPutThemThere) {
  Audit const audit = audit_of(
      [](auto const& team) {
        int const last = team.size() - 1;
        team.template put<4>(4 * team.rank(), static_cast<std::uint32_t>(32 * team.rank()));
        team.barrier();
        team.template load<4>(address(team.template get<4>(4 * (last - team.rank()))), true);
      },
      64);
  EXPECT_EQ(audit.sectors_read, 64);
  EXPECT_EQ(audit.barriers, 1);
}

TEST(DryTeam, TakesAddressesFromOtherLanes) {
  Audit const audit = audit_of([](auto const& team) {
    std::uint32_t const other =
        team.shuffle(static_cast<std::uint32_t>(64 * team.rank()), 31 - team.rank());
    team.template load<4>(address(other), true);
  });
  EXPECT_EQ(audit.sectors_read, 32);
}

TEST(DryTeam, RefusesAKernelWhoseSharedMemoryDoesNotSettle) {
  DryRun run(32, 128);
  auto const kernel = [](auto const& team) {
    std::uint32_t const word = team.template get<4>(0);
    team.template load<4>(address(4 * word), true);
    team.template put<4>(0, word + 1);
  };
  EXPECT_THROW(run.block(kernel, 0, 1), Error);
}

TEST(DryTeam, LetsSharedMemoryBeUsedTwice) {
  Audit const audit = audit_of([](auto const& team) {
    for (std::uint32_t turn = 1; turn < 3; ++turn) {
      team.template put<4>(4 * team.rank(), 32 * turn * static_cast<std::uint32_t>(team.rank()));
      team.template load<4>(address(team.template get<4>(4 * team.rank())), true);
    }
  });
  EXPECT_EQ(audit.sites[1].requests + audit.sites[2].requests, 4);
  EXPECT_EQ(audit.sectors_read, 32 + 16) << "multiples of 32 below 1024, of 64 below 2048";
}

TEST(DryTeam, CountsWhatIsAskedForBeforeTheFirstWait) {
  Audit const audit = audit_of([](auto const& team) {
    team.template copy_async<16>(16 * team.rank(), address(16 * team.rank()), true);
    team.template load<4>(address(4 * team.rank()), true);
    team.commit();
    team.template wait<0>();
    team.template copy_async<16>(16 * team.rank(), address(16 * team.rank()), true);
  });
  EXPECT_EQ(audit.bytes_in_flight, 32 * (16 + 4));
  EXPECT_EQ(audit.bytes_read, 32 * (16 + 4 + 16));
  EXPECT_EQ(audit.sectors_read, 16);
}

TEST(DryTeam, CountsVectorsCopiedAcrossSectorsOfSharedMemory) {
  auto const split = [](int place, int source) {
    return audit_of([&](auto const& team) {
             team.template copy_async<16>(16 * team.rank() + place,
                                          address(16 * team.rank() + source), true);
             team.template copy_async<8>(8 * team.rank() + place, address(8 * team.rank()), true);
           })
        .split_copies;
  };
  EXPECT_EQ(split(0, 0), 0);
  EXPECT_EQ(split(32, 0), 0);
  EXPECT_EQ(split(48, 16), 0);
  EXPECT_EQ(split(16, 0), 32);
  EXPECT_EQ(split(0, 16), 32);

  DryRun run(32, 8192);
  auto const kernel = [](auto const& team) {
    team.template copy_async<16>(16 * team.rank() + 16, address(16 * team.rank()), true);
  };
  for (int block = 0; block < 2; ++block) run.block(kernel, block, 2);
  EXPECT_EQ(run.audit().split_copies, 64) << "32 of each block";
}

/// Some blocks of a kernel, counted in full and by sectors only.
template <class Kernel>
void expect_same_sectors(Kernel const& kernel, int threads, int blocks) {
  DryRun all(threads, 8192);
  DryRun sectors(threads, 8192, Counted::sectors);
  for (int block = 0; block < blocks; ++block) {
    all.block(kernel, block, blocks);
    sectors.block(kernel, block, blocks);
  }
  Audit const full = all.audit();
  Audit const few = sectors.audit();
  EXPECT_GT(full.sectors_read + full.sectors_written, 0);
  EXPECT_EQ(few.blocks, blocks);
  EXPECT_EQ(few.sectors_read, full.sectors_read);
  EXPECT_EQ(few.sectors_written, full.sectors_written);
  EXPECT_EQ(few.bytes_read, full.bytes_read);
  EXPECT_EQ(few.bytes_written, full.bytes_written);
}

TEST(DryTeam, CountsSectorsFarApartOnce) {
  for (Counted const counted : {Counted::requests, Counted::sectors}) {
    DryRun run(32, 0, counted);
    auto const kernel = [](auto const& team) {
      for (int turn = 0; turn < 4; ++turn)
        team.template store<4>(address((16 << 10) * (team.rank() + turn)), 1, true);
    };
    run.block(kernel, 0, 1);
    EXPECT_EQ(run.audit().sectors_written, 32 + 3);
    EXPECT_EQ(run.audit().bytes_written, 4 * 32 * 4);
  }
}

TEST(DryTeam, FindsTheSameSectorsWhereItCountsNothingElse) {
  auto const overlapping = [](auto const& team) {
    for (int turn = 0; turn < 3; ++turn) {
      std::int64_t const at = 96 * team.block() + 8 * team.rank() + 4096 * turn;
      team.template copy_async<8>(8 * team.rank(), address(at), team.rank() % 3 != 0);
      team.template load<4>(address(8192 - at), team.rank() > 2);
      team.template store<16>(address(2 * at), {}, true);
      team.template store<4>(address(at * 1024), 1, team.rank() < 9);
    }
  };
  expect_same_sectors(overlapping, 64, 5);
  auto const from_shared_memory = [](auto const& team) {
    int const last = team.size() - 1;
    team.template put<4>(4 * team.rank(), static_cast<std::uint32_t>(32 * team.rank()));
    team.barrier();
    std::uint32_t const place = team.template get<4>(4 * (last - team.rank()));
    team.template load<4>(address(place), true);
    team.template store<4>(address(place / 2), 1, true);
  };
  expect_same_sectors(from_shared_memory, 96, 2);
}

TEST(AuditingLauncher, AuditsSomeTurnsOfBlocksThatTakeMany) {
  AnyKernel const kernel = [](AnyTeam const& team) {
    for (int turn = team.block(); turn < 1000; turn += team.blocks())
      team.store<4>(address(4096 * turn + 4 * team.rank()), 1, true);
  };
  auto const audit = [&](Launched const& what) {
    AuditingLauncher launcher;
    launcher.launch(what, kernel);
    return launcher.launches().at(0).requests;
  };
  Audit const some = audit({.label = "gang", .blocks = 4, .threads = 32, .turns = 250});
  EXPECT_EQ(some.blocks, 256);
  EXPECT_EQ(some.sites.at(0).requests, some.blocks) << "one turn each";
  EXPECT_EQ(some.bytes_written, some.blocks * 128);
  EXPECT_EQ(audit({.label = "all", .blocks = 4, .threads = 32}).bytes_written, 1000 * 128);
}

TEST(DryTeam, AddsUpBlocks) {
  DryRun run(32, 128);
  auto const kernel = [](auto const& team) {
    team.template store<4>(address(64 * team.block() + 4 * team.rank()), 1, true);
  };
  for (int block = 0; block < 3; ++block) run.block(kernel, block, 3);
  Audit const audit = run.audit();
  EXPECT_EQ(audit.blocks, 3);
  EXPECT_EQ(audit.sites[0].requests, 3);
  EXPECT_EQ(audit.sites[0].sectors, 12);
  EXPECT_EQ(audit.sectors_written, 8) << "blocks overlap by half";
  EXPECT_DOUBLE_EQ(audit.sector_ratio(), 1);
  EXPECT_DOUBLE_EQ(audit.memory_ratio(), 8.0 / 12);
}

}  // namespace
}  // namespace isomer::team
