// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "in_place/c2r/device_columns.hpp"
#include "in_place/c2r/device_rows.hpp"
#include "in_place/c2r/direction.hpp"
#include "in_place/clear_flags.hpp"
#include "in_place/decomposition.hpp"
#include "in_place/device_elements.hpp"
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

  int passes() const { return rows_.rotates || rows_.segments == 1 ? 2 : 3; }
  std::size_t workspace() const;
  RowPass const& rows() const { return rows_; }
  ColumnPass const& columns() const { return columns_; }
  int column_launches() const {
    return (columns_.panels + columns_.panels_at_once - 1) / columns_.panels_at_once + 1;
  }

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
  /// The same plan, for data that are less aligned than their elements.
  DeviceC2r in_units_of(int bytes) const;
  std::int64_t matrices() const { return rows_.blocks / rows_.rows(); }
  std::int64_t flag_bytes() const;

  template <int U, class Launch>
  void run_c2r(Launch const& launch, std::byte* data, std::byte* workspace) const {
    if (passes() == 3) run_columns<U, Direction::c2r, ColumnJob::rotate>(launch, data, workspace);
    run_rows<U, Direction::c2r>(launch, data, workspace);
    run_columns<U, Direction::c2r, ColumnJob::shuffle>(launch, data, workspace);
  }
  template <int U, class Launch>
  void run_r2c(Launch const& launch, std::byte* data, std::byte* workspace) const {
    run_columns<U, Direction::r2c, ColumnJob::shuffle>(launch, data, workspace);
    run_rows<U, Direction::r2c>(launch, data, workspace);
    if (passes() == 3) run_columns<U, Direction::r2c, ColumnJob::rotate>(launch, data, workspace);
  }

  template <int U, Direction way, class Launch>
  void run_rows(Launch const& launch, std::byte* data, std::byte* workspace) const {
    auto* const flags = reinterpret_cast<std::uint32_t*>(workspace);
    std::byte* const saved = workspace + flag_bytes();
    if (rows_.waits()) clear_flags(launch, flags, rows_.flag_count());
    auto const move_saved = [&] {
      int const rows = rows_.segments - 1;
      launch("isomer::in_place::c2r::saved_rows", static_cast<int>(matrices()) * rows, 0,
             SavedRowsKernel<U, way>{rows_, tile::warp::Magic(static_cast<std::uint32_t>(rows)),
                                     data, saved});
    };
    if (rows_.waits() && way == Direction::c2r) move_saved();
    launch("isomer::in_place::c2r::rows", rows_.blocks, rows_.shared_bytes,
           RowPassKernel<U, way>{rows_, data, saved, flags});
    if (rows_.waits() && way == Direction::r2c) move_saved();
  }

  template <int U, Direction way, ColumnJob job, class Launch>
  void run_columns(Launch const& launch, std::byte* data, std::byte* workspace) const {
    std::byte* const half[2] = {workspace, workspace + columns_.scratch_half()};
    int const each = columns_.panels_at_once;
    int stores = 0;
    for (int first = 0; first < columns_.panels + each; first += each) {
      int const left = columns_.panels - first;
      int const loads = left < 0 ? 0 : left < each ? left : each;
      int const turn = first / each % 2;
      if (loads + stores == 0) break;
      launch(job == ColumnJob::shuffle ? "isomer::in_place::c2r::columns"
                                       : "isomer::in_place::c2r::rotation",
             (loads + stores) * columns_.blocks_of_panel(), columns_.shared_bytes(),
             ColumnPassKernel<U, way, job>{
                 columns_, {first - each, stores, first, loads}, data, half[1 - turn], half[turn]});
      stores = loads;
    }
  }

  Direction way_;
  RowPass rows_;
  ColumnPass columns_;
};

}  // namespace isomer::in_place
