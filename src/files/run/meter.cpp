// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/meter.hpp"

#include <algorithm>
#include <utility>

namespace isomer::files {

Meter::Meter(Schedule const& schedule, Totals totals, std::uint64_t done, double before)
    : totals_(std::move(totals)),
      page_(schedule.geometry().page),
      through_ring_(schedule.through_ring()),
      before_(before),
      groups_(schedule.groups()),
      done_(std::min(done, groups_)),
      passes_(totals_.passes.size()) {
  for (std::uint64_t t = 0; t < done_; ++t) {
    Group const group = schedule.group(t);
    std::uint64_t const bytes =
        files::bytes_read(group, page_) + files::bytes_written(group, page_, through_ring_);
    bytes_ += bytes;
    passes_[static_cast<std::size_t>(group.pass - 1)].done += bytes;
    pass_ = group.pass;
  }
}

void Meter::add(Group const& group) {
  auto const now = Clock::now();
  std::uint64_t const read = files::bytes_read(group, page_);
  std::uint64_t const written = files::bytes_written(group, page_, through_ring_);
  if (done_ < groups_) {
    ++done_;
    bytes_ += read + written;
    pass_ = group.pass;
    Pass& pass = passes_[static_cast<std::size_t>(group.pass - 1)];
    pass.done += read + written;
    pass.measured += read + written;
    pass.seconds += std::chrono::duration<double>(now - last_).count();
  }
  bytes_read_ += read;
  bytes_written_ += written;
  last_ = now;
}

double Meter::seconds() const {
  return before_ + std::chrono::duration<double>(Clock::now() - begin_).count();
}

/// A pass of which nothing was measured goes at the rate of all that was.
double Meter::seconds_left() const {
  double seconds = 0;
  double measured = 0;
  for (Pass const& pass : passes_) {
    seconds += pass.seconds;
    measured += static_cast<double>(pass.measured);
  }
  if (measured <= 0) return bytes_ >= totals_.bytes ? 0 : -1;
  double left = 0;
  for (std::size_t k = 0; k < passes_.size(); ++k) {
    auto const bytes = static_cast<double>(totals_.passes[k].bytes - passes_[k].done);
    bool const is_known = passes_[k].measured > 0;
    left += bytes * (is_known ? passes_[k].seconds / static_cast<double>(passes_[k].measured)
                              : seconds / measured);
  }
  return left;
}

Progress Meter::progress() const {
  Progress progress;
  progress.group = done_;
  progress.groups = groups_;
  progress.bytes = bytes_;
  progress.of_bytes = totals_.bytes;
  progress.pass = pass_;
  progress.passes = static_cast<int>(passes_.size());
  progress.seconds_left = seconds_left();
  return progress;
}

}  // namespace isomer::files
