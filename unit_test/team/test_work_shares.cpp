// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/work_shares.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

namespace isomer::test {
namespace {

using detail::Share;
using detail::WorkShares;

TEST(ShareOf, DividesEvenlyAndCompletely) {
  for (std::int64_t const pieces : {0, 1, 2, 7, 8, 100, 1001}) {
    for (int const workers : {1, 2, 3, 8}) {
      std::int64_t next = 0;
      for (int worker = 0; worker < workers; ++worker) {
        auto const share = detail::share_of(worker, workers, pieces);
        EXPECT_EQ(share.begin, next);
        EXPECT_LE(share.size(), pieces / workers + 1);
        next = share.end;
      }
      EXPECT_EQ(next, pieces);
    }
  }
}

TEST(WorkShares, AreTakenFromTheFrontInContiguousBatches) {
  WorkShares shares(1000, 3, 10);
  auto const own = detail::share_of(1, 3, 1000);
  EXPECT_EQ(shares.end(1), own.end);
  std::int64_t next = own.begin;
  for (Share batch = shares.take(1); batch.size() > 0; batch = shares.take(1)) {
    EXPECT_EQ(batch.begin, next);
    next = batch.end;
    EXPECT_TRUE(batch.size() >= 10 || next == own.end) << batch.size();
  }
  EXPECT_EQ(next, own.end);
}

TEST(WorkShares, AreTakenInFewBatches) {
  WorkShares shares(1 << 30, 2, 1);
  int batches = 0;
  while (shares.take(0).size() > 0) ++batches;
  EXPECT_LT(batches, 400);
}

TEST(WorkShares, LoseTheirBackHalfToAWorkerWithoutWork) {
  WorkShares shares(1000, 2, 10);
  while (shares.take(0).size() > 0) continue;
  EXPECT_EQ(shares.take(1).begin, 500);
  std::int64_t const front = shares.take(1).end;
  EXPECT_TRUE(shares.steal(0));
  std::int64_t const middle = front + (1000 - front) / 2;
  EXPECT_EQ(shares.end(1), middle);
  EXPECT_EQ(shares.end(0), 1000);
  EXPECT_EQ(shares.take(0).begin, middle);
  EXPECT_EQ(shares.take(1).begin, front);
}

TEST(WorkShares, AreStolenFromTheWorkerWithMostLeft) {
  WorkShares shares(900, 3, 1);
  while (shares.take(0).size() > 0) continue;
  for (int k = 0; k < 10; ++k) shares.take(1);
  EXPECT_TRUE(shares.steal(0));
  EXPECT_GT(shares.take(0).begin, 600);
}

TEST(WorkShares, AreDoneByWhoeverComes) {
  // Teams that run one after the other, on fewer threads than there are workers.
  for (std::int64_t const pieces : {0, 1, 2, 5, 1000}) {
    WorkShares shares(pieces, 4, 3);
    std::vector<int> done(static_cast<std::size_t>(pieces));
    shares.for_each_batch(2, [&](Share const& batch) {
      for (std::int64_t k = batch.begin; k < batch.end; ++k) ++done[static_cast<std::size_t>(k)];
    });
    EXPECT_EQ(done, std::vector<int>(done.size(), 1));
    for (int worker = 0; worker < 4; ++worker) EXPECT_FALSE(shares.steal(worker));
  }
}

TEST(WorkShares, HaveRoomForMoreThanTwoToThe32Pieces) {
  constexpr std::int64_t many = std::int64_t{1} << 32;
  for (std::int64_t const pieces : {5 * many + 3, many - 1, many, 2 * many - 1, 3 * many - 1}) {
    WorkShares shares(pieces, 2, 100);
    std::int64_t next = 0;
    for (int const worker : {0, 1})
      for (Share batch = shares.take(worker); batch.size() > 0; batch = shares.take(worker)) {
        ASSERT_EQ(batch.begin, next) << pieces;
        next = batch.end;
      }
    EXPECT_EQ(next, pieces);
  }
}

TEST(WorkShares, GiveEveryPieceToOneOfTheThreads) {
  constexpr int workers = 4;
  for (int round = 0; round < 50; ++round) {
    std::int64_t const pieces = 200 + 37 * round;
    WorkShares shares(pieces, workers, 1 + round % 5);
    std::vector<std::atomic<int>> done(static_cast<std::size_t>(pieces));
    std::vector<std::thread> threads;
    for (int worker = 0; worker < workers; ++worker)
      threads.emplace_back([&, worker] {
        shares.for_each_batch(worker, [&](Share const& batch) {
          for (std::int64_t k = batch.begin; k < batch.end; ++k) {
            ++done[static_cast<std::size_t>(k)];
            // The last worker is slow: the others steal from it.
            if (worker == workers - 1) std::this_thread::yield();
          }
        });
      });
    for (std::thread& thread : threads) thread.join();
    for (auto const& count : done) ASSERT_EQ(count, 1);
  }
}

TEST(WorkShares, GiveEveryPieceToOneThreadWhileItIsStolenFrom) {
  // Nothing is done with a piece, so that both are at the same word all the time.
  constexpr int rounds = 20000, pieces = 200;
  std::optional<WorkShares> shares;
  std::vector<int> done(pieces);
  std::atomic<int> arrivals{0};
  auto const meet = [&](int meeting) {
    ++arrivals;
    while (arrivals < 2 * meeting) std::this_thread::yield();
  };
  auto const take_and_steal = [&](int worker) {
    for (int round = 0; round < rounds; ++round) {
      if (worker == 0) shares.emplace(pieces, 2, 1);
      meet(2 * round + 1);
      shares->for_each_batch(worker, [&](Share const& batch) {
        for (std::int64_t k = batch.begin; k < batch.end; ++k) ++done[static_cast<std::size_t>(k)];
      });
      meet(2 * round + 2);
    }
  };
  std::thread other(take_and_steal, 1);
  take_and_steal(0);
  other.join();
  EXPECT_EQ(done, std::vector<int>(pieces, rounds));
}

}  // namespace
}  // namespace isomer::test
