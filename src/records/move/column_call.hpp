// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "records/move/block_part.hpp"
#include "records/move/regroup_steps.hpp"
#include "tile/host/columns.hpp"

namespace isomer::records {

/// A matrix of words as a kernel takes it: of a call only addresses are left to find. A panel takes
/// many calls of some hundred nanoseconds.
class ColumnCall {
 public:
  explicit ColumnCall(MatrixStep const& matrix);

  void operator()(BlockPart const& part, bool streams = false) const;

  /// The most records of a part. Kernels know one kind of runs: where columns differ, some of them
  /// in scratch, a part lies within a run of each.
  std::int64_t longest_part() const;

 private:
  struct Column {
    std::uint32_t number;  ///< a second half's is that of its word, and max_columns
    std::int32_t segment;
    std::int64_t offset;  ///< of its first value
  };
  /// Columns that lie alike, each from its first value on.
  struct Alike {
    From from;
    LeafRuns runs;
    std::size_t end;  ///< of these columns in the list
  };

  struct Numbered {
    StepPlace const* place;
    std::uint32_t number;
  };

  void list(StepPlace const& place, std::size_t number, std::vector<Numbered>& columns);

  tile::ColumnKernels::Move move_;
  std::int64_t word_;
  bool gathers_;
  StepPlace rows_;
  int columns_;
  unsigned long long halved_ = 0;
  /// Columns that may leave past the caches; of a scatter, rows.
  unsigned long long streams_ = 0;
  unsigned long long upper_streams_ = 0;
  std::vector<Alike> alike_;
  std::vector<Column> column_;
  std::vector<std::uint32_t> nowhere_;
};

}  // namespace isomer::records
