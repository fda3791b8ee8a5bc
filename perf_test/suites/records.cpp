// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "machine/machine.hpp"
#include "machine/memory_limits.hpp"
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

/// Bytes of the records of a program that the second-level cache of a thread holds in all
/// arrangements of an offer, which take turns.
std::int64_t bytes_in_cache() { return detail::host_machine(1).l2_bytes / 8; }

/// And of one that no cache holds, as far as there is room for it in all arrangements of its offer
/// and twice over.
std::int64_t bytes_in_memory(Options const& options) {
  constexpr std::int64_t least = 64'000'000;
  constexpr int copies = 16;
  if (options.scale != Scale::full) return least;
  std::int64_t const past_l3 = detail::host_machine(1).l3_bytes / 4 * 5;
  return std::min(std::max(least, past_l3), detail::memory_left() / copies);
}

}  // namespace

std::vector<Case> records_cases(ElementType, Options const& options) {
  bool const is_tiny = options.scale == Scale::tiny;
  std::int64_t const in_cache = bytes_in_cache();
  std::int64_t const in_memory = bytes_in_memory(options);
  /// Of records of that many bytes; a multiple of `step`.
  auto const sizes = [&](int tiny, std::int64_t bytes, std::int64_t step) {
    if (is_tiny) return std::vector<ProgramSize>{{tiny, cache}};
    auto const count = [&](std::int64_t all) {
      return static_cast<int>(std::max(all / bytes / step, std::int64_t{1}) * step);
    };
    return std::vector<ProgramSize>{{count(in_cache), cache}, {count(in_memory), memory}};
  };
  auto const powers_of_two = [](std::vector<ProgramSize> all) {
    for (ProgramSize& size : all)
      size.count = static_cast<int>(std::bit_ceil(static_cast<unsigned>(size.count)));
    return all;
  };
  std::vector<Case> cases;
  auto const add = [&](std::vector<Case> more) {
    std::move(more.begin(), more.end(), std::back_inserter(cases));
  };
  // All pairs of bodies: what no cache holds would take hours.
  std::vector<ProgramSize> const bodies{{is_tiny ? 256 : 4096, cache}, {16384, cache}};
  add(nbody_cases(first_of(bodies, {2, 1, 1}, options)));
  add(black_scholes_cases(sizes(1000, 20, 1000)));
  add(bitonic_sort_cases(powers_of_two(sizes(1 << 12, 16, 1))));
  // Each particle meets 2700 others: past all caches, a step would take a quarter of a minute.
  std::vector<ProgramSize> const sides{{is_tiny ? 2 : 4, cache}, {17, memory}};
  add(lavamd_cases(first_of(sides, {2, 1, 1}, options)));
  add(agents_cases(sizes(1000, 48, 1000)));
  return cases;
}

}  // namespace isomer::perf
