// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "plan/cache/while_cached.hpp"

/// Which of its two plans PlanWhileCached runs, call by call, with a probe that is told what it
/// finds.
namespace isomer::test {
namespace {

using HostExec = Kokkos::DefaultHostExecutionSpace;

std::array<std::byte, 8> source, destination;
bool source_is_cached = false, destination_is_cached = false;

struct ToldProbe {
  static constexpr std::size_t samples = detail::CacheProbe::samples;
  explicit ToldProbe(std::array<std::int64_t, samples> const&) {}
  bool finds(std::byte const* data) const {
    return data == source.data() ? source_is_cached : destination_is_cached;
  }
};

class Notes final : public detail::ExecutablePlan<HostExec> {
 public:
  Notes(std::vector<char>& runs, char name) : ExecutablePlan({}), runs_(runs), name_(name) {}
  void run(HostExec const&, std::byte*, std::byte const*,
           detail::ScaleFactors const*) const override {
    runs_.push_back(name_);
  }

 private:
  std::vector<char>& runs_;
  char name_;
};

/// The plans that `calls` calls run: `m` past the caches, `c` through them.
std::vector<char> runs(int calls) {
  std::vector<char> names;
  detail::Problem problem;
  problem.rank = 1;
  problem.element_bytes = 8;
  problem.axis[0] = {1, 1, 1};
  detail::PlanWhileCached<HostExec, ToldProbe> const plan(
      {}, problem, 1, std::make_shared<Notes>(names, 'm'), std::make_shared<Notes>(names, 'c'));
  for (int k = 0; k < calls; ++k) plan.run(HostExec(), destination.data(), source.data(), nullptr);
  return names;
}

int through_caches(std::vector<char> const& names, std::size_t begin, std::size_t end) {
  int count = 0;
  for (std::size_t k = begin; k < end; ++k) count += names[k] == 'c';
  return count;
}

TEST(WhileCached, GoesThroughTheCachesAsLongAsBothArraysAreThere) {
  source_is_cached = destination_is_cached = true;
  EXPECT_EQ(runs(40), std::vector<char>(40, 'c'));
}

TEST(WhileCached, GoesPastTheCachesAsLongAsTheSourceIsNotThere) {
  source_is_cached = false;
  for (bool const cached : {false, true}) {
    destination_is_cached = cached;
    EXPECT_EQ(runs(40), std::vector<char>(40, 'm'));
  }
}

TEST(WhileCached, TriesTheCachesOnceInSixteenCallsWhereOnlyTheDestinationIsNotThere) {
  source_is_cached = true;
  destination_is_cached = false;
  auto const names = runs(96);
  for (std::size_t first = 0; first + 16 <= names.size(); ++first)
    EXPECT_EQ(through_caches(names, first, first + 16), 1) << "calls from " << first << " on";
}

}  // namespace
}  // namespace isomer::test
