// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor/detail/record_body.hpp>

#include <chrono>

#include "records/advise/watch/groups.hpp"
#include "records/advise/watch/thread_clock.hpp"

namespace isomer::detail {
namespace {

/// Of all items together.
constexpr std::size_t most_accesses = 1 << 16;

/// Of a host's own thread; other threads do not count.
double seconds_on(RecordedOn where) {
  if (where == RecordedOn::host) return records::thread_seconds();
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

/// Launching an item and reading what it did takes some 50 us on a GPU.
double most_seconds(RecordedOn where) { return where == RecordedOn::host ? 4e-3 : 20e-3; }

}  // namespace

KernelTrace record_items(std::int64_t count, RecordedOn where,
                         std::function<ItemTrace(std::int64_t)> const& item) {
  double const start = seconds_on(where);
  std::size_t kept = 0;
  KernelTrace trace;
  auto const add = [&](std::int64_t i) {
    trace.item.push_back(item(i));
    kept += trace.item.back().access.size();
  };
  auto const is_over = [&] {
    return kept >= most_accesses || seconds_on(where) - start > most_seconds(where);
  };

  // Whole groups, so that neighbours may be compared: the first one says how long the others are.
  records::Groups const groups(count);
  for (std::int64_t g = 0; g < groups.groups && (g == 0 || !is_over()); ++g) {
    std::int64_t const first = groups.first(g);
    std::int64_t const length = g == 0 ? groups.neighbours : trace.group;
    for (std::int64_t k = 0; k < length && (k == 0 || g > 0 || !is_over()); ++k) add(first + k);
    if (g == 0) trace.group = static_cast<std::int64_t>(trace.item.size());
  }
  return trace;
}

}  // namespace isomer::detail
