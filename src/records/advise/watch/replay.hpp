// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <span>

#include <isomer/advisor/detail/trace.hpp>
#include <isomer/records/dynamic_record.hpp>

#include "records/advise/watch/uses.hpp"

namespace isomer::records {

/// What an item of a kernel does to memory in an arrangement: means over those that were replayed.
struct Touched {
  double lines = 0;          ///< cache lines that its neighbours before it did not touch
  double lines_written = 0;  ///< of those that are written
  double restarts = 0;       ///< of those that begin a stream which later neighbours go on with
  double singles = 0;        ///< of those that are in no stream
  double pages = 0;          ///< pages that its neighbours before it did not touch
  double bytes = 0;          ///< of leaves, that its neighbours before it did not touch
  double lines_alone = 0;    ///< all lines that it touches
  double shared = 0;         ///< of those that only items of other threads write to
  double skipped = 0;        ///< lines that streams go past, which are fetched all the same
  double places = 0;         ///< in which its lines lie, those close to each other being in one

  friend bool operator==(Touched const&, Touched const&) = default;
};

Touched operator+(Touched const& a, Touched const& b);

/// Where to look: the layout of the records, the sizes that memory comes in, and how many records
/// one behind the other a thread has the items of.
struct Ground {
  std::span<detail::LeafShape const> leaves;
  detail::RecordLayout const& layout;
  std::int64_t line_bytes = 64;
  std::int64_t page_bytes = 4096;
  std::int64_t records_of_thread = 1;
};

/// The accesses of a kernel, shortened so that replaying them is cheap: of each item each leaf of a
/// record once, and of long items the beginning.
class Replay {
 public:
  Replay(detail::KernelTrace const& kernel, std::size_t most_accesses);

  /// What the accesses to the leaves with `counts` touch. The first item of each group is no
  /// neighbour of others and counts in `lines_alone` only, unless it is the only one.
  Touched touched(Ground const& ground, std::vector<bool> const& counts) const;

 private:
  struct Item {
    bool is_first = false;  ///< of its group
    std::int64_t item = 0;
    double longer = 1;  ///< all of its accesses, to those that are kept
    std::vector<Use> use;
  };
  std::vector<Item> items_;
  std::vector<std::int32_t> written_;  ///< leaves that items write to in their own records
  bool has_neighbours_ = false;
};

}  // namespace isomer::records
