// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/device/device_copy.hpp"

#include <algorithm>

#include "cost/real.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/work.hpp"
#include "records/device/device_work.hpp"
#include "records/move/buffered_panels.hpp"

namespace isomer::records {

namespace {

/// The highest panels of no more than the bytes that suit devices, or the lowest.
std::int64_t panel_height(RecordProblem const& problem) {
  std::int64_t const unit = height_unit(problem);
  std::int64_t const most = device_panel_bytes(problem) / largest_record(problem);
  return unit * std::max<std::int64_t>(1, most / unit);
}

}  // namespace

DeviceCopy::DeviceCopy(RecordProblem const& problem, in_place::Limits const& limits)
    : count_(problem.count), rest_(problem.count) {
  detail::Machine const& gpu = limits.machine;
  std::int64_t const height = panel_height(problem);
  std::int64_t const panels = count_ / height;
  estimate_.bytes_read = record_bytes(problem.src) * count_;
  estimate_.bytes_written = record_bytes(problem.dst) * count_;
  std::int64_t const bytes = std::max(estimate_.bytes_read, estimate_.bytes_written);
  if (auto const cut = panels > 0 ? device_panels(problem, height, gpu) : std::nullopt) {
    panel_ = panel_geometry(*cut, panels, panels, 0, table_);
    panel_->by_parts = in_place::magic_of(parts_of(*panel_, gpu));
    unit_ = unit_of_panels(*cut);
    rest_ = count_ - panels * height;
    estimate_.work.push_back(panels_pass(
        *panel_, detail::real(bytes) * detail::real(panels * height) / detail::real(count_), unit_,
        gpu));
  }
  if (rest_ > 0) {
    columns_ = add_far_columns({&problem.src}, {&problem.dst}, problem.leaf_bytes, table_);
    estimate_.work.push_back(words_pass(rest_, bytes / count_ * rest_, columns_.count, gpu));
  }
  estimate_ = in_place::priced(std::move(estimate_), limits);
}

std::string DeviceCopy::describe() const {
  if (!panel_) return "word by word, of one record each thread";
  return "panels of " + std::to_string(panel_->height) + " records through shared memory";
}

}  // namespace isomer::records
