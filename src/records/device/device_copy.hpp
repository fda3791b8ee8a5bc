// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "in_place/decomposition.hpp"
#include "records/device/device_panels.hpp"
#include "tile/warp/common_unit.hpp"
#include "tile/warp/with_word.hpp"

namespace isomer::records {

/// Records to another arrangement out of place on a device: panels through shared memory, and word
/// by word what no panel holds.
class DeviceCopy {
 public:
  DeviceCopy(RecordProblem const& problem, in_place::Limits const& limits);

  TableBytes const& table() const { return table_; }
  /// Once the device has it.
  void forget_table() { table_.forget(); }
  in_place::Estimate const& estimate() const { return estimate_; }
  std::string describe() const;

  /// Calls launch(label, blocks, shared_bytes, kernel) for all kernels; `table` is what the kernels
  /// see of table().
  template <class Launch>
  void run(Launch const& launch, std::byte* dst, std::byte const* src,
           std::byte const* table) const {
    if (panel_)
      tile::warp::with_word<1, 16>(tile::warp::common_unit(dst, src, unit_), [&]<int V>() {
        launch("isomer::records::copy_panels", panel_->parts(), panel_->shared_bytes(),
               RecordPanelsKernel<V, ToSegments<InParts>>{*panel_, table, src, {{}, dst}});
      });
    if (rest_ > 0)
      tile::warp::with_word<1, 16>(tile::warp::common_unit(dst, src, 16), [&]<int V>() {
        RecordWordsKernel<V> const kernel{table + columns_.list,
                                          columns_.count,
                                          {count_ - rest_, count_ - rest_, rest_},
                                          src,
                                          dst};
        launch("isomer::records::copy_words", kernel.blocks(), 0, kernel);
      });
  }

 private:
  std::int64_t count_;
  std::int64_t rest_;  ///< records that are in no panel
  int unit_ = 16;
  std::optional<PanelGeometry> panel_;
  FarColumns columns_;
  TableBytes table_;
  in_place::Estimate estimate_;
};

}  // namespace isomer::records
