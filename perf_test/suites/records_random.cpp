// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "random.hpp"
#include "suites/records/random_program.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"

namespace isomer::perf {

namespace {

constexpr std::uint64_t stream = 7;

/// One to three kernels of the pool, on records that the second-level cache holds or that no cache
/// does. In between it would matter what ran before.
RandomChoice random_choice(Random& random, Options const& options) {
  constexpr double mebibyte = 1 << 20;
  bool const is_in_cache = random.between(0, 1) == 0 || options.scale == Scale::tiny;
  RandomChoice choice;
  choice.bytes = is_in_cache
                     ? std::llround(random.between_on_log_scale(mebibyte / 32, mebibyte / 2))
                     : std::llround(random.between_on_log_scale(48 * mebibyte, 80 * mebibyte));
  auto const order = random.permutation(static_cast<int>(pool_size));
  auto const kernels = random.between(1, 3);
  for (std::int64_t k = 0; k < kernels; ++k)
    choice.calls.push_back({static_cast<std::size_t>(order[static_cast<std::size_t>(k)]),
                            1 << random.between(0, is_in_cache ? 3 : 1)});
  return choice;
}

}  // namespace

std::vector<RandomRecord> random_records_of_all() {
  std::vector<RandomRecord> all;
  for (auto const& some : {random_floats_records(), random_more_floats_records(),
                           random_doubles_records(), random_mixed_records()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

std::string random_name(int number, std::string const& record, RandomChoice const& choice,
                        std::array<RandomKernel, pool_size> const& pool) {
  constexpr char const* patterns[]{"home", "gather", "sweep"};
  std::string name = std::to_string(number) + " " + record;
  for (auto const& [kernel, calls] : choice.calls) {
    RandomKernel const& of = pool[kernel];
    name.append(" ").append(std::to_string(calls)).append("*").append(patterns[of.pattern]);
    name.append("(").append(std::to_string(std::popcount(of.read))).append(",");
    name.append(std::to_string(std::popcount(of.written))).append(")");
  }
  return name;
}

std::vector<Case> records_random_cases(ElementType, Options const& options) {
  auto const records = random_records_of_all();
  Random random(options.seed, stream);
  std::vector<Case> cases;
  for (std::size_t k = 0; k < Counts{200, 24, 8}.sampled(options); ++k) {
    auto const last = static_cast<std::int64_t>(records.size()) - 1;
    RandomRecord const& record = records[static_cast<std::size_t>(random.between(0, last))];
    cases.push_back(
        record.make_case(record.name, static_cast<int>(k), random_choice(random, options)));
  }
  return cases;
}

}  // namespace isomer::perf
