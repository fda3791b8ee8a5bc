// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/verification.hpp"

#include <chrono>
#include <utility>

#include "files/run/meter.hpp"
#include "files/run/verify.hpp"
#include "files/store/requests.hpp"

namespace isomer::files {
namespace {

using Seconds = std::chrono::duration<double>;

Progress counted(Progress at, Verified const& verified) {
  std::uint64_t const left = verified.of_bytes - verified.bytes;
  if (at.seconds_left >= 0 && verified.bytes > 0)
    at.seconds_left +=
        verified.seconds / static_cast<double>(verified.bytes) * static_cast<double>(left);
  at.bytes += verified.bytes;
  at.of_bytes += verified.of_bytes;
  return at;
}

template <class Sum>
std::optional<std::uint64_t> summed(Work& work, std::uint64_t groups, RunOptions const& options,
                                    Sum const& sum) {
  Progress at = Meter(*work.schedule, totals_of(*work.schedule), groups, 0).progress();
  Requests requests(options.threads, options.rate);
  auto last = std::chrono::steady_clock::now();
  auto const told = [&](std::uint64_t bytes) {
    auto const now = std::chrono::steady_clock::now();
    work.verified.seconds += Seconds(now - std::exchange(last, now)).count();
    work.verified.bytes += bytes;
    if (options.progress) options.progress(counted(at, work.verified));
  };
  auto const goes_on = [&] { return !options.stop || !options.stop(); };
  return sum(Reading{requests, options.verify_memory, told, goes_on});
}

}  // namespace

std::optional<std::uint64_t> sum_before(Work& work, Elements const& elements,
                                        RunOptions const& options) {
  work.verified.of_bytes = 2 * bytes_of(elements);
  return summed(work, 0, options, [&](Reading const& reading) {
    return sum_of_source(*work.file, work.geometry().offset, elements, reading);
  });
}

std::optional<std::uint64_t> sum_behind(Work& work, StoreFile& file, Elements const& elements,
                                        RunOptions const& options) {
  work.verified.of_bytes = work.verified.bytes + bytes_of(elements);
  return summed(work, work.schedule->groups(), options, [&](Reading const& reading) {
    return sum_of_result(file, work.geometry().offset, elements, reading);
  });
}

RunOptions counting(Work const& work, RunOptions options) {
  if (options.progress && work.verified.of_bytes > 0)
    options.progress = [&work, progress = options.progress](Progress const& at) {
      progress(counted(at, work.verified));
    };
  return options;
}

}  // namespace isomer::files
