// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor/detail/trial.hpp>

#include <algorithm>

#include "cost/real.hpp"
#include "records/advise/watch/thread_clock.hpp"

namespace isomer::detail {

using records::thread_seconds;

double fastest_trial(std::int64_t records, std::function<void(std::int64_t)> const& visit) {
  constexpr double long_enough = 20e-6;
  constexpr double trial_seconds = 1e-3;
  constexpr int most_runs = 9;
  double const start = thread_seconds();
  auto const time = [&](std::int64_t end) {
    double const begin = thread_seconds();
    visit(end);
    return std::max(1e-9, thread_seconds() - begin);
  };
  // Few records of a body that takes long.
  std::int64_t end = std::min<std::int64_t>(records, 16);
  time(end);
  double fastest = time(end);
  while (fastest < long_enough && end < records) {
    end = std::min(records, 4 * end);
    time(end);
    fastest = time(end);
  }
  for (int run = 0; run < most_runs && thread_seconds() - start < trial_seconds; ++run)
    fastest = std::min(fastest, time(end));
  return fastest / real(end);
}

std::vector<double> trial_seconds(Scene const& scene, std::vector<Arrangement> const& offer,
                                  void const* body, TrialVisit const* visit) {
  std::vector<double> seconds;
  for (std::size_t k = 0; k < offer.size(); ++k) {
    TrialRecords const records(scene, offer[k]);
    if (records.data() == nullptr) return {};
    seconds.push_back(fastest_trial(
        records.visited(), [&](std::int64_t end) { visit[k](body, scene, records.data(), end); }));
  }
  return seconds;
}

}  // namespace isomer::detail
