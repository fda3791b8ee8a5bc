// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <iterator>
#include <utility>

#include "suites/records/programs.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"

namespace isomer::perf {

namespace {

constexpr auto cache = Residency::cache;
constexpr auto memory = Residency::memory;

/// What is left of sizes that begin with the smallest.
std::vector<ProgramSize> first_of(std::vector<ProgramSize> sizes, Counts const& counts,
                                  Options const& options) {
  sizes.resize(std::min(sizes.size(), counts.at(options)));
  return sizes;
}

}  // namespace

std::vector<Case> records_cases(ElementType, Options const& options) {
  bool const is_tiny = options.scale == Scale::tiny;
  auto const sizes = [&](int tiny, std::vector<ProgramSize> const& others) {
    return is_tiny ? std::vector<ProgramSize>{{tiny, cache}} : others;
  };
  std::vector<Case> cases;
  auto const add = [&](std::vector<Case> more) {
    std::move(more.begin(), more.end(), std::back_inserter(cases));
  };
  // All pairs of bodies: what no cache holds would take hours.
  add(nbody_cases(first_of(sizes(256, {{4096, cache}, {16384, cache}}), {2, 1, 1}, options)));
  add(black_scholes_cases(sizes(1000, {{20'000, cache}, {4'000'000, memory}})));
  add(bitonic_sort_cases(sizes(1 << 12, {{1 << 15, cache}, {1 << 22, memory}})));
  add(lavamd_cases(first_of(sizes(2, {{4, cache}, {17, memory}}), {2, 1, 1}, options)));
  add(agents_cases(sizes(1000, {{10'000, cache}, {2'000'000, memory}})));
  return cases;
}

}  // namespace isomer::perf
