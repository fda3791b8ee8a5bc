// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <isomer/error.hpp>

#include "files/offer/choose.hpp"
#include "schedule_medium.hpp"
#include "support/sampled.hpp"

namespace isomer::files::test {
namespace {

struct Call {
  FileArray array{};
  std::vector<int> axes{};
  Limits limits{};
  Disk disk{};
  bool in_place = true;
};

std::string described(Call const& call) {
  std::string text =
      std::string(name_of(call.limits.way)) + (call.in_place ? " in place" : "") + " page " +
      std::to_string(call.disk.page) + " memory " + std::to_string(call.limits.memory) + " spare " +
      std::to_string(call.limits.spare) + " offset " + std::to_string(call.array.offset) +
      " bytes " + std::to_string(call.array.element_bytes) +
      (call.array.order == Order::f ? " F (" : " C (");
  for (auto const n : call.array.extents) text += std::to_string(n) + ' ';
  text += ") axes ";
  for (int const a : call.axes) text += std::to_string(a) + ' ';
  return text;
}

Call random_call(std::mt19937_64& random) {
  auto below = [&random](std::uint64_t n) { return random() % n; };
  Call call;
  static constexpr std::array<std::uint64_t, 5> pages{16, 32, 64, 256, 4096};
  call.disk = default_disk(static_cast<DiskKind>(below(4)));
  call.disk.page = pages[below(pages.size())];
  std::uint64_t const page = call.disk.page;
  // A request is to cost about as much beside pages this small as it does beside true ones.
  for (double* half : {&call.disk.read.half, &call.disk.write.half})
    *half *= static_cast<double>(page) / 4096;
  call.array.element_bytes = below(3) == 0 ? 1 + below(40) : std::size_t{1} << below(5);
  call.array.offset = below(3 * page);
  call.array.order = below(2) == 0 ? Order::c : Order::f;
  std::size_t const rank = 1 + below(below(3) == 0 ? 8 : 4);
  std::uint64_t left =
      std::max<std::uint64_t>(4, (page == 4096 ? 300000 : page * 400) / call.array.element_bytes);
  for (std::size_t k = 0; k < rank; ++k) {
    std::uint64_t const n = 1 + below(std::min<std::uint64_t>(left, 150));
    call.array.extents.push_back(n);
    left = std::max<std::uint64_t>(1, left / n);
  }
  if (below(5) == 0 && rank > 1) {
    std::uint64_t const n = 2 + below(60);
    call.array.extents.assign(rank, 1);
    call.array.extents[0] = call.array.extents[1] = n;
  }
  std::shuffle(call.array.extents.begin(), call.array.extents.end(), random);
  call.axes.resize(rank);
  std::iota(call.axes.begin(), call.axes.end(), 0);
  std::shuffle(call.axes.begin(), call.axes.end(), random);
  if (below(8) == 0 && rank > 1) {
    // Whole pages stay together.
    call.array.order = Order::c;
    call.array.extents.back() =
        page / std::gcd(page, std::uint64_t{call.array.element_bytes}) * (2 + below(4));
    std::uint64_t chunks = page == 4096 ? 30 : 200;
    for (std::size_t k = 0; k + 1 < rank; ++k) {
      call.array.extents[k] = std::min(call.array.extents[k], chunks);
      chunks /= call.array.extents[k];
    }
    std::iter_swap(std::find(call.axes.begin(), call.axes.end(), static_cast<int>(rank) - 1),
                   call.axes.end() - 1);
  }
  if (below(4) == 0) call.axes[0] -= static_cast<int>(rank);
  std::uint64_t bytes = call.array.element_bytes;
  for (auto const n : call.array.extents) bytes *= n;
  call.limits.file_bytes = call.array.offset + bytes + below(2) * below(3 * page);
  call.limits.memory = page * (20 + below(1000));
  call.limits.spare = below(4) == 0 ? page * below(100) : bytes;
  call.limits.way = static_cast<Way>(below(7));
  call.in_place = call.limits.way != Way::copy && below(6) != 0;
  if (!call.in_place) call.limits.way = Way::automatic;
  if (below(3) == 0) call.limits.no_new_file = "it has 2 hard links";
  return call;
}

/// numpy.transpose(a, (1, 2, 0)) of a Fortran array of shape (2, 3, 4): as it lies, [4][3][2]
/// becomes [2][4][3].
TEST(ChosenSchedules, TakeTheFirstAxisOfFOrderAsTheFastest) {
  Limits limits;
  limits.file_bytes = 24 * 8;
  limits.memory = 1 << 20;
  limits.spare = 1 << 20;
  Choice const choice =
      choose({0, {2, 3, 4}, 8, Order::f}, {1, -1, 0}, limits, isomer::files::Disk(), true);
  Problem const problem = Numbers::read(choice.schedule->numbers()).problem;
  EXPECT_EQ(problem.extents, (std::vector<std::uint64_t>{12, 2}));
  EXPECT_EQ(problem.axes, (std::vector<std::size_t>{1, 0}));
}

/// The companion may lie on another disk than the new file.
TEST(ChosenSchedules, GoByTransferWhereItsOwnDiskHasTheRoom) {
  FileArray const array{.offset = 4096, .extents = {3000, 1000}, .element_bytes = 8};
  Limits limits;
  limits.file_bytes = 4096 + 3000 * 1000 * 8;
  limits.memory = 1 << 28;
  limits.spare = 0;
  limits.spare_of_transfer = std::uint64_t{1} << 30U;
  limits.way = Way::transfer;
  Choice const choice = choose(array, {1, 0}, limits, isomer::files::Disk(), true);
  EXPECT_EQ(choice.taken().way, Way::transfer);
  EXPECT_GT(choice.taken().spare_bytes, choice.schedule->extra_bytes());
  std::swap(limits.spare, *limits.spare_of_transfer);
  EXPECT_THROW(choose(array, {1, 0}, limits, isomer::files::Disk(), true), Error);
}

TEST(ChosenSchedules, KeepTheirLimitsAndPermute) {
  std::mt19937_64 random(3);
  std::map<Way, int> taken;
  int refused = 0;
  int steps = 0;
  std::map<Kind, int> kinds;
  for (int n = 0; n < times(20000); ++n) {
    Call const call = random_call(random);
    Choice choice;
    try {
      choice = choose(call.array, call.axes, call.limits, call.disk, call.in_place);
    } catch (Error const& error) {
      ++refused;
      EXPECT_NE(std::string(error.what()).find("there is no way: "), std::string::npos);
      continue;
    }
    if (choice.schedule == nullptr) continue;
    Offer const& offer = choice.taken();
    ++taken[offer.way];
    auto const numbers = Numbers::read(choice.schedule->numbers());
    steps += numbers.steps.size() > 1;
    for (StepNumbers const& step : numbers.steps) ++kinds[step.kind];
    if (call.limits.way != Way::automatic) {
      EXPECT_EQ(offer.way, call.limits.way);
    }
    EXPECT_TRUE(offer.way != Way::transfer || call.limits.no_new_file.empty());
    EXPECT_TRUE(!call.in_place || offer.spare_bytes <= call.limits.spare) << described(call);
    EXPECT_LE(offer.memory_bytes, call.limits.memory) << described(call);
    ASSERT_EQ(wrong_with(*choice.schedule, random, n % 16 == 0, call.limits.memory / 4), "")
        << described(call) << '\n'
        << choice.words;
    if (!choice.schedule->through_ring() && call.in_place && offer.way != Way::transfer) {
      EXPECT_LE(choice.schedule->spare_pages() * call.disk.page, call.limits.spare);
    }
  }
  for (Way const way : {Way::copy, Way::transfer, Way::ring, Way::slots, Way::wide, Way::blocks})
    EXPECT_GT(taken[way], times(60)) << name_of(way);
  EXPECT_GT(steps, times(10));
  for (auto kind = Kind::transfer; kind <= Kind::local;
       kind = static_cast<Kind>(static_cast<int>(kind) + 1))
    EXPECT_GE(kinds[kind], times(5) + (isomer::test::is_sampled ? 0 : 1)) << static_cast<int>(kind);
  EXPECT_GT(refused, times(60));
  for (auto const& [way, count] : taken) RecordProperty(name_of(way), count);
}

}  // namespace
}  // namespace isomer::files::test
