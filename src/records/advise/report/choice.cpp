// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/report/choice.hpp"

#include <algorithm>
#include <numeric>

namespace isomer::records {

std::size_t advised_now(detail::AdviceFacts const& facts) {
  return facts.path.empty() ? facts.current : advised_for(facts, 0);
}

std::size_t advised_for(detail::AdviceFacts const& facts, std::size_t kernel) {
  return facts.verdict == Verdict::keep ? facts.current : facts.path[kernel];
}

std::size_t best_other(detail::AdviceFacts const& facts) {
  std::size_t best = facts.current;
  for (std::size_t k = 0; k < facts.offered.size(); ++k) {
    bool const is_first = best == facts.current;
    if (k != facts.current && facts.offered[k].is_reachable() &&
        (is_first || facts.offered[k].all_seconds < facts.offered[best].all_seconds))
      best = k;
  }
  return best;
}

std::vector<double> time_shares(detail::AdviceFacts const& facts) {
  std::vector<double> share;
  for (std::size_t k = 0; k < facts.kernel.size(); ++k)
    share.push_back(static_cast<double>(facts.kernel[k].calls) *
                    facts.offered[facts.current].seconds[k]);
  double const all = std::accumulate(share.begin(), share.end(), 0.0);
  for (double& one : share) one = all > 0 ? one / all : 0;
  return share;
}

std::vector<std::size_t> longest_first(detail::AdviceFacts const& facts) {
  auto const share = time_shares(facts);
  std::vector<std::size_t> order(share.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return share[a] > share[b]; });
  return order;
}

double all_calls(detail::AdviceFacts const& facts) {
  double calls = 0;
  for (auto const& kernel : facts.kernel) calls += static_cast<double>(kernel.calls);
  return calls;
}

std::string name_of(detail::AdviceFacts const& facts, std::size_t offered) {
  return facts.offered[offered].arrangement.name();
}

}  // namespace isomer::records
