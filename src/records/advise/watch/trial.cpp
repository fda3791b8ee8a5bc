// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor/detail/trial.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "cost/real.hpp"
#include "machine/machine.hpp"
#include "records/advise/watch/thread_clock.hpp"

namespace isomer::detail {
namespace {

using records::thread_seconds;

/// As many as half of a core's cache holds, and no more than are soon copied.
std::int64_t copies_of(Scene const& scene) {
  constexpr std::int64_t most = 1024;
  std::int64_t const in_cache = host_machine(1).l2_bytes / 2 / scene.record->bytes();
  return std::min({scene.count, most, std::max<std::int64_t>(in_cache, 1)});
}

}  // namespace

void TrialRecords::Free::operator()(void* memory) const { std::free(memory); }

TrialRecords::TrialRecords(Scene const& scene, Arrangement const& arrangement)
    : copies_(copies_of(scene)) {
  constexpr std::size_t alignment = 4096;
  Scene own = scene;
  own.layout = record_layout(*scene.record, arrangement, scene.capacity);
  std::size_t room = static_cast<std::size_t>(own.layout.bytes) + alignment;
  memory_.reset(std::calloc(room, 1));  // of zeros that the system makes when they are touched
  if (memory_ == nullptr) return;
  void* begin = memory_.get();
  data_ = own.data = static_cast<std::byte*>(std::align(alignment, room - alignment, begin, room));
  for (std::int64_t i = 0; i < copies_; ++i)
    for (std::size_t l = 0; l < scene.record->leaves().size(); ++l)
      std::memcpy(own.place(l, i), scene.place(l, i),
                  static_cast<std::size_t>(scene.record->leaves()[l].bytes));
}

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
        records.copies(), [&](std::int64_t end) { visit[k](body, scene, records.data(), end); }));
  }
  return seconds;
}

}  // namespace isomer::detail
