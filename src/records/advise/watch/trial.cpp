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
  // The first run makes pages; a body that takes long visits a single record.
  auto const warm_time = [&](std::int64_t end) { return std::min(time(end), time(end)); };
  std::int64_t end = 1;
  double fastest = warm_time(end);
  while (fastest < long_enough && end < records) {
    end = std::min(records, 4 * end);
    fastest = warm_time(end);
  }
  for (int run = 0; run < most_runs && thread_seconds() - start < trial_seconds; ++run)
    fastest = std::min(fastest, time(end));
  return fastest / real(end);
}

TrialRecords const& TrialGround::records(std::size_t a) {
  if (records_[a]) records_[a]->restore();
  else records_[a].emplace(scene_, offer_[a]);
  return *records_[a];
}

std::vector<double> trial_seconds(TrialGround& ground, void const* body, TrialVisit const* visit) {
  std::vector<double> seconds;
  for (std::size_t a = 0; a < ground.arrangements(); ++a) {
    TrialRecords const& records = ground.records(a);
    if (records.data() == nullptr) return {};
    seconds.push_back(fastest_trial(records.visited(), [&](std::int64_t end) {
      visit[a](body, ground.scene(), records.data(), end);
    }));
  }
  return seconds;
}

}  // namespace isomer::detail
