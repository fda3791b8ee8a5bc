// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "in_place/c2r/device_columns.hpp"
#include "in_place/c2r/device_gang.hpp"
#include "in_place/c2r/device_rows.hpp"
#include "in_place/c2r/direction.hpp"
#include "in_place/clear_flags.hpp"
#include "in_place/decomposition.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/side_by_side.hpp"
#include "in_place/step.hpp"
#include "tile/warp/with_word.hpp"

namespace isomer::in_place {

/// C2R or R2C on a device: rows through shared memory, columns in panels through the second-level
/// cache. Two passes over memory, or three where the greatest common divisor is not 1 and what the
/// row pass would save for its rotation exceeds the workspace.
class DeviceC2r {
 public:
  /// Nothing where a row does not fit shared memory, or not two panels of a sector the workspace.
  static std::optional<DeviceC2r> fit(Step const& step, Direction way, Limits const& limits);

  /// The least workspace with which there is a plan, of three passes if need be.
  static std::optional<std::size_t> least_workspace(Step const& step, Direction way,
                                                    detail::Machine const& gpu);

  int passes() const { return rows_.rotates || rows_.segments == 1 ? 2 : 3; }
  std::size_t workspace() const;
  RowPass const& rows() const { return rows_; }
  ColumnPass const& columns() const { return columns_; }
  /// What does the column pass where the blocks of a panel can be resident together.
  std::optional<GangPass> const& gang() const { return gang_; }
  int gangs() const { return gang_ ? gang_blocks_ / gang_->blocks_of_gang() : 0; }
  std::string describe() const;

  /// Calls launch(label, blocks, shared_bytes, kernel) for all kernels, in order. The workspace
  /// begins at a multiple of workspace_alignment.
  template <class Launch>
  void run(Launch const& launch, std::byte* data, std::byte* workspace) const {
    tile::warp::with_word<1, 16>(unit_at(data, rows_.element_bytes), [&]<int U>() {
      DeviceC2r const plan = in_units_of(U);
      if (way_ == Direction::c2r) plan.run_c2r<U>(launch, data, workspace);
      else plan.run_r2c<U>(launch, data, workspace);
    });
  }

 private:
  DeviceC2r(Step const& step, Direction way);
  void fit_rows(std::int64_t workspace);
  bool fit_columns(Limits const& limits);
  void fit_gang(detail::Machine const& gpu);
  std::int64_t panels_of(std::int64_t width) const;
  std::int64_t least_width() const;
  std::int64_t most_flag_bytes() const;
  std::int64_t least_scratch(std::int64_t width) const;
  std::int64_t panel_width(Limits const& limits) const;
  /// The same plan, for data that are less aligned than their elements.
  DeviceC2r in_units_of(int bytes) const;
  std::int64_t matrices() const { return rows_.blocks / rows_.rows(); }

  /// The flags of the row pass and of the column passes, one behind the other, and then what is
  /// saved of rows or the scratch of panels.
  std::int64_t flag_count() const {
    return rows_.flag_count() + (passes() - 1) * columns_.flag_count() + gang_flags();
  }
  std::int64_t gang_flags() const { return gang_ ? gang_->flag_count() : 0; }
  std::int64_t flag_bytes() const {
    return whole_lines(flag_count() * std::int64_t{sizeof(std::uint32_t)});
  }

  template <int U, class Launch>
  void run_c2r(Launch const& launch, std::byte* data, std::byte* workspace) const {
    constexpr auto way = Direction::c2r;
    auto* const flags = reinterpret_cast<std::uint32_t*>(workspace);
    std::uint32_t* const column_flags = flags + rows_.flag_count();
    std::byte* const scratch = workspace + flag_bytes();
    ClearFlags const clear{flags, flag_count()};
    SavedRowsKernel<U, way> const save{rows_, by_saved_rows(), data, scratch};
    launch("isomer::in_place::c2r::save_rows", clear.blocks() + save.blocks(), 0,
           SideBySide<ClearFlags, SavedRowsKernel<U, way>>{clear, clear.blocks(), save});
    if (passes() == 3)
      launch("isomer::in_place::c2r::rotation", columns_.blocks(), columns_.shared_bytes(),
             ColumnPassKernel<U, way, ColumnJob::rotate>{columns_, data, scratch,
                                                         column_flags + columns_.flag_count()});
    launch("isomer::in_place::c2r::rows", rows_.blocks, rows_.shared_bytes,
           RowPassKernel<U, way>{rows_, data, scratch, flags});
    shuffle_columns<U, way>(launch, data, scratch, column_flags);
  }

  template <int U, class Launch>
  void run_r2c(Launch const& launch, std::byte* data, std::byte* workspace) const {
    constexpr auto way = Direction::r2c;
    auto* const flags = reinterpret_cast<std::uint32_t*>(workspace);
    std::uint32_t* const column_flags = flags + rows_.flag_count();
    std::byte* const scratch = workspace + flag_bytes();
    ClearFlags const clear{flags, flag_count()};
    SavedRowsKernel<U, way> const place{rows_, by_saved_rows(), data, scratch};
    launch("isomer::in_place::clear_flags", clear.blocks(), 0, clear);
    shuffle_columns<U, way>(launch, data, scratch, column_flags);
    launch("isomer::in_place::c2r::rows", rows_.blocks, rows_.shared_bytes,
           RowPassKernel<U, way>{rows_, data, scratch, flags});
    if (place.blocks() > 0) launch("isomer::in_place::c2r::place_rows", place.blocks(), 0, place);
    if (passes() == 3)
      launch("isomer::in_place::c2r::rotation", columns_.blocks(), columns_.shared_bytes(),
             ColumnPassKernel<U, way, ColumnJob::rotate>{columns_, data, scratch,
                                                         column_flags + columns_.flag_count()});
  }

  template <int U, Direction way, class Launch>
  void shuffle_columns(Launch const& launch, std::byte* data, std::byte* scratch,
                       std::uint32_t* flags) const {
    if (gang_) {
      std::uint32_t* const gang_flags = flags + (passes() - 1) * columns_.flag_count();
      if (launch("isomer::in_place::c2r::gangs", gang_blocks_, gang_->shared_bytes(),
                 ColumnGangKernel<U, way>{*gang_, data, gang_flags}))
        return;
    }
    launch("isomer::in_place::c2r::columns", columns_.blocks(), columns_.shared_bytes(),
           ColumnPassKernel<U, way, ColumnJob::shuffle>{columns_, data, scratch, flags});
  }

  tile::warp::Magic by_saved_rows() const {
    return magic_of(rows_.segments > 1 ? rows_.segments - 1 : 1);
  }

  Direction way_;
  RowPass rows_;
  ColumnPass columns_;
  std::optional<GangPass> gang_;
  int gang_blocks_ = 0;  ///< at most
};

}  // namespace isomer::in_place
