// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor/detail/trial.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "cost/real.hpp"
#include "machine/machine.hpp"
#include "records/advise/watch/jumps.hpp"
#include "records/advise/watch/thread_clock.hpp"
#include "records/advise/watch/trial_sample.hpp"

namespace isomer::detail {

using records::thread_seconds;

double fastest_trial(std::int64_t records, std::function<void(std::int64_t)> const& visit) {
  constexpr double long_enough = 10e-6;
  constexpr double trial_seconds = 1e-3;
  constexpr int most_runs = 9;
  int times = 1;
  double const start = thread_seconds();
  auto const call_time = [&](std::int64_t end) {
    double const begin = thread_seconds();
    for (int k = 0; k < times; ++k) visit(end);
    return (thread_seconds() - begin) / times;
  };
  // The first run makes pages; a body that takes long visits a single record.
  auto const warm_time = [&](std::int64_t end) { return std::min(call_time(end), call_time(end)); };
  double without_records = warm_time(0);
  auto const net = [&](double seconds) { return std::max(1e-9, seconds - without_records); };
  std::int64_t end = 1;
  double fastest = net(warm_time(end));
  while (fastest < long_enough && end < records) {
    end = std::min(records, 4 * end);
    fastest = net(warm_time(end));
  }
  if (fastest < long_enough) {
    times = static_cast<int>(std::ceil(long_enough / fastest));
    without_records = warm_time(0);
    fastest = net(call_time(end));
  }
  for (int run = 0; run < most_runs && thread_seconds() - start < trial_seconds; ++run)
    fastest = std::min(fastest, net(call_time(end)));
  return fastest / real(end);
}

TrialRecords const& TrialGround::records(std::size_t a) {
  if (!sample_) sample_ = std::make_shared<TrialSample>(scene_, offer_);
  if (records_[a]) records_[a]->restore();
  else records_[a].emplace(*sample_, offer_[a]);
  return *records_[a];
}

namespace {

/// Values of an item, in the mean, that are far from the one before of their leaf.
double jumps_of(KernelTrace const& kernel, std::size_t leaves) {
  std::int64_t jumps = 0;
  for (ItemTrace const& item : kernel.item)
    records::visit_jumps(item, leaves,
                         [&](Access const&, bool is_far) { jumps += is_far ? 1 : 0; });
  return real(jumps) / std::max(1.0, real(std::ssize(kernel.item)));
}

/// Items of which a core keeps the translations of all pages: what others take is priced.
std::int64_t most_items(double jumps) {
  if (jumps == 0) return std::numeric_limits<std::int64_t>::max();
  return std::max<std::int64_t>(1, std::llround(real(host_machine(1).tlb_entries) / 4 / jumps));
}

}  // namespace

std::vector<double> trial_seconds(TrialGround& ground, KernelTrace const& trace, void const* body,
                                  TrialVisit const* visit) {
  std::int64_t const most = most_items(jumps_of(trace, ground.scene().record->leaves().size()));
  std::vector<double> seconds;
  for (std::size_t a = 0; a < ground.arrangements(); ++a) {
    TrialRecords const& records = ground.records(a);
    if (records.data() == nullptr) return {};
    seconds.push_back(fastest_trial(std::min(records.visited(), most), [&](std::int64_t end) {
      visit[a](body, ground.scene(), records.data(), 0, end);
    }));
  }
  return seconds;
}

}  // namespace isomer::detail
