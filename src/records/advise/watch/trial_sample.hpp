// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <span>
#include <vector>

#include <isomer/advisor/detail/scene.hpp>

namespace isomer::detail {

/// The real records that those of trials are copies of: the first ones, which are visited, and some
/// of all others, where chains of indices end, too. Each may be in a page of its own, so that they
/// are read once for all arrangements.
class TrialSample {
 public:
  TrialSample(Scene const& scene, std::span<Arrangement const> offer);

  std::int64_t count() const { return count_; }
  /// Those to visit.
  std::int64_t visited() const { return visited_; }
  /// Of the copies each is that of as many before it again.
  std::int64_t period() const { return period_; }
  bool repeats() const { return period_ < count_; }
  /// None, where they would take too long.
  bool is_empty() const { return values_.empty(); }

  RecordLayout layout(Arrangement const& arrangement) const;
  /// Writes the values of a leaf to the records from `begin` to `end` of such a layout.
  void write(std::byte* data, RecordLayout const& layout, std::size_t leaf, std::int64_t begin,
             std::int64_t end) const;

 private:
  /// Which real record the `k`-th one is.
  std::int64_t source(std::int64_t k) const;
  void read(Scene const& scene);

  DynamicRecord const& record_;
  std::int64_t count_;
  std::int64_t capacity_;
  std::int64_t visited_ = 0;
  std::int64_t period_ = 0;
  std::vector<std::int64_t> first_;  ///< byte of each leaf's values, which lie side by side
  std::vector<std::byte> values_;
};

/// Bytes of the pages that they may be shown in. A multiple of as many records is whole pages in
/// any layout.
std::int64_t shown_page_bytes();

}  // namespace isomer::detail
