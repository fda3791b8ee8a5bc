// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor/detail/record_body.hpp>

#include <algorithm>

#include "records/advise/watch/groups.hpp"
#include "records/advise/watch/thread_clock.hpp"

namespace isomer::detail {
namespace {

using records::thread_seconds;

constexpr double most_seconds = 4e-3;
/// Of all items together.
constexpr std::size_t most_accesses = 1 << 16;

}  // namespace

KernelTrace record_items(Recorder& log, std::function<void(std::int64_t)> const& visit) {
  double const start = thread_seconds();
  std::size_t kept = 0;
  KernelTrace trace;
  auto const add = [&](std::int64_t i) {
    log.begin(i);
    visit(i);
    trace.item.push_back(log.end());
    log.undo();
    kept += trace.item.back().access.size();
  };
  auto const is_over = [&] {
    return kept >= most_accesses || thread_seconds() - start > most_seconds;
  };

  // Whole groups, so that neighbours may be compared: the first one says how long the others are.
  records::Groups const groups(log.count());
  for (std::int64_t g = 0; g < groups.groups && (g == 0 || !is_over()); ++g) {
    std::int64_t const first = groups.first(g);
    std::int64_t const length = g == 0 ? groups.neighbours : trace.group;
    for (std::int64_t k = 0; k < length && (k == 0 || g > 0 || !is_over()); ++k) add(first + k);
    if (g == 0) trace.group = static_cast<std::int64_t>(trace.item.size());
  }
  return trace;
}

}  // namespace isomer::detail
