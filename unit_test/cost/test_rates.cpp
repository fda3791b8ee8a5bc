// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/rates.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace isomer::test {
namespace {

using detail::Kernel;
using detail::Pass;
using detail::Rates;
using detail::Residency;
using detail::Work;

Work some_work() {
  Work work;
  work.launches = 3;
  work.bytes = 1000;
  work.lines_read = 16;
  return work;
}

TEST(Work, HasNumbersWithNamesThatAllDiffer) {
  std::set<std::string> names;
  for (detail::WorkNumber const& number : detail::work_numbers) {
    EXPECT_EQ(detail::work_number_named(number.name), &number);
    names.insert(number.name);
  }
  EXPECT_EQ(names.size(), detail::work_numbers.size());
  EXPECT_EQ(detail::work_number_named("luck"), nullptr);
}

TEST(Work, IsAddedAndMultipliedNumberByNumber) {
  Work const twice = some_work() + some_work();
  EXPECT_EQ(twice.launches, 6);
  EXPECT_EQ(twice.bytes, 2000);
  EXPECT_EQ(twice.lines_read, 32);
  EXPECT_EQ(twice.scaled_words, 0);
  EXPECT_EQ(2 * some_work(), twice);
}

TEST(Names, OfKernelsAndReachesLeadBackToThem) {
  std::set<std::string> names;
  for (std::size_t k = 0; k < detail::kernel_count; ++k) {
    auto const kernel = static_cast<Kernel>(k);
    EXPECT_EQ(detail::kernel_named(name_of(kernel)), kernel);
    names.insert(name_of(kernel));
  }
  EXPECT_EQ(names.size(), detail::kernel_count);
  EXPECT_EQ(detail::kernel_named("speed"), std::nullopt);
  EXPECT_EQ(detail::residency_named("cache"), Residency::cache);
  EXPECT_EQ(detail::residency_named("disk"), std::nullopt);
}

TEST(ShareOfThread, IsAPartOfAllButTheLaunches) {
  Work const share = detail::share_of_thread({Kernel::copy, Residency::memory, 4, some_work()});
  EXPECT_EQ(share.launches, 3);
  EXPECT_EQ(share.bytes, 250);
  EXPECT_EQ(share.lines_read, 4);
}

TEST(Seconds, AreTheSumOfTheWorkTimesTheRates) {
  Rates rates;
  rates.threads = 2;
  auto& row = rates.row(Kernel::swap, Residency::memory);
  row.one_thread.launches = 2;
  row.one_thread.bytes = 0.5;
  EXPECT_EQ(seconds(rates, {Kernel::swap, Residency::memory, 1, some_work()}), 2 * 3 + 0.5 * 1000);
  EXPECT_EQ(seconds(rates, {Kernel::swap, Residency::cache, 1, some_work()}), 0);
  EXPECT_EQ(seconds(rates, {Kernel::push, Residency::memory, 1, some_work()}), 0);
}

TEST(Seconds, OfPassesAreTheirSum) {
  Rates rates;
  rates.row(Kernel::swap, Residency::memory).one_thread.bytes = 1;
  rates.row(Kernel::push, Residency::memory).one_thread.lines_read = 2;
  Pass const swap{Kernel::swap, Residency::memory, 1, some_work()};
  Pass const push{Kernel::push, Residency::memory, 1, some_work()};
  EXPECT_EQ(seconds(rates, std::vector{swap, push, swap}), 1000 + 32 + 1000);
  EXPECT_EQ(seconds(rates, std::vector<Pass>{}), 0);
}

/// Of ten bytes a thread, which cost so much on one thread and on all that were fitted.
double seconds_of_bytes(int fitted, double one_thread, double all_threads, double in_effect) {
  Rates rates;
  rates.threads = fitted;
  auto& row = rates.row(Kernel::copy, Residency::memory);
  row.one_thread.bytes = one_thread;
  row.all_threads.bytes = all_threads;
  Work work;
  work.bytes = 10 * in_effect;
  return seconds(rates, {Kernel::copy, Residency::memory, in_effect, work});
}

TEST(Seconds, GrowEvenlyFromOneThreadsRatesToThoseOfAllAndBeyond) {
  EXPECT_DOUBLE_EQ(seconds_of_bytes(3, 1, 2, 1), 10);
  EXPECT_DOUBLE_EQ(seconds_of_bytes(3, 1, 2, 2), 15);
  EXPECT_DOUBLE_EQ(seconds_of_bytes(3, 1, 2, 2.5), 17.5);
  EXPECT_DOUBLE_EQ(seconds_of_bytes(3, 1, 2, 3), 20);
  EXPECT_DOUBLE_EQ(seconds_of_bytes(3, 1, 2, 5), 30);
}

TEST(Seconds, DoNotFallBeyondTheThreadsThatWereFitted) {
  EXPECT_DOUBLE_EQ(seconds_of_bytes(2, 2, 1, 2), 10);
  EXPECT_DOUBLE_EQ(seconds_of_bytes(2, 2, 1, 100), 10);
}

}  // namespace
}  // namespace isomer::test
