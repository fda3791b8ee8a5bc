// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <random>
#include <set>
#include <utility>
#include <vector>

#include <isomer/advisor/detail/trace.hpp>
#include <isomer/records/dynamic_record.hpp>

/// What kernels may do to records with members of several sizes.
namespace isomer::test {

inline constexpr std::int64_t trace_capacity = 1088;

inline DynamicRecord const& trace_record() {
  static DynamicRecord const record{{{"a", 8, 8}, {"b", 4, 4, 3}, {"c", 2, 2}, {"d", 1, 1}}};
  return record;
}

inline std::vector<Arrangement> trace_arrangements() {
  return {AoS{}, SoA{}, tiled(8), tiled(64),
          parse_arrangement("clusters(a c: aos; b: tiled 16; rest: soa)")};
}

using Random = std::mt19937;

inline std::int64_t below(Random& random, std::int64_t n) {
  return std::uniform_int_distribution<std::int64_t>(0, n - 1)(random);
}

/// Items that touch records around them and anywhere, each leaf once.
inline detail::KernelTrace random_trace(Random& random, std::int64_t groups, std::int64_t group) {
  detail::KernelTrace trace;
  trace.group = group;
  for (std::int64_t g = 0; g < groups; ++g) {
    std::int64_t const first = below(random, trace_capacity - group);
    for (std::int64_t i = first; i < first + group; ++i) {
      std::set<std::pair<std::int64_t, std::int32_t>> seen;
      detail::ItemTrace item{i, 0, {}};
      for (int k = 0; k < 12; ++k) {
        bool const is_own = below(random, 3) > 0;
        std::int64_t const record = is_own ? i : below(random, trace_capacity);
        auto const leaf = static_cast<std::int32_t>(below(random, 6));
        if (seen.emplace(record, leaf).second)
          item.access.push_back({record, leaf, below(random, 3) == 0});
      }
      item.accesses = static_cast<std::int64_t>(item.access.size());
      trace.item.push_back(std::move(item));
    }
  }
  return trace;
}

}  // namespace isomer::test
