// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "in_place/clear_flags.hpp"
#include "in_place/decomposition.hpp"
#include "records/device/device_panels.hpp"
#include "records/device/piece_kernels.hpp"
#include "records/in_place/in_place_shape.hpp"
#include "tile/warp/common_unit.hpp"
#include "tile/warp/with_word.hpp"

namespace isomer::records {

/// A change of arrangement in place on a device, cut and ordered as on a host (in_place_shape.hpp):
/// a block has a part of the panels in place of a worker, a warp a segment of the pieces.
class DeviceRearrange {
 public:
  /// None where tiles are larger than the shared memory of a block.
  static std::optional<DeviceRearrange> fit(RecordProblem const& problem,
                                            in_place::Limits const& limits);
  /// What it is predicted to take where the workspace is large enough; orders no pieces.
  static std::optional<in_place::Estimate> predicted(RecordProblem const& problem,
                                                     in_place::Limits const& limits);

  TableBytes const& table() const { return table_; }
  /// Once the device has it.
  void forget_table() { table_.forget(); }
  in_place::Estimate const& estimate() const { return estimate_; }
  std::size_t workspace() const { return estimate_.workspace; }
  std::string describe() const;
  std::int64_t parts() const { return panel_.parts(); }
  /// What warps take of the pieces.
  std::int64_t segments() const { return moves_ ? moves_->segment_count : 0; }
  /// Pieces that are saved before the second pass.
  std::int64_t saved() const { return moves_ ? moves_->saved_count : 0; }

  /// Calls launch(label, blocks, shared_bytes, kernel) for all kernels, in order; `table` is what
  /// the kernels see of table().
  template <class Launch>
  void run(Launch const& launch, std::byte* data, std::byte* workspace,
           std::byte const* table) const {
    if (rest_ > 0) move_strip(launch, "isomer::records::save_strip", save_, data, workspace, table);
    if (panel_.panels > 0 || moves_)
      tile::warp::with_word<1, 16>(tile::warp::common_unit(data, data, unit_), [&]<int V>() {
        if (moves_) move_pieces<V>(launch, data, workspace, table);
        else if (shift_) shift_panels<V>(launch, data, workspace, table);
        else
          launch("isomer::records::panels", panel_.parts(), panel_.shared_bytes(),
                 RecordPanelsKernel<V, ToSegments<InParts>>{panel_, table, data, {{}, data}});
      });
    if (rest_ > 0)
      move_strip(launch, "isomer::records::write_strip", write_, data, workspace, table);
  }

 private:
  /// The second pass: lists of the table, and how long they are.
  struct Moves {
    PiecePlaces places;      ///< but for its pointers
    std::int64_t origins;    ///< list
    std::int64_t place_of;   ///< list
    std::int64_t saved;      ///< list
    std::int64_t segments;   ///< list
    std::int64_t chains;     ///< list
    std::uint32_t saved_at;  ///< the place of the first piece that is saved
    std::int32_t saved_count;
    std::int32_t segment_count;
  };
  struct Strip {
    FarColumns columns;
    RecordRange records;
    bool is_saved;  ///< from the data into the workspace
  };

  DeviceRearrange() = default;
  bool fits_blocks_of(detail::Machine const& gpu) const;
  /// What suffices for a price, or all.
  enum class Pieces : std::uint8_t { counted, ordered };

  void cut(RecordProblem const& problem, DevicePanels const& of, InPlaceOutline const& outline,
           std::int64_t most, in_place::Limits const& limits, Pieces how);
  void regroup(RecordProblem const& problem, DevicePanels const& of, InPlaceOutline const& outline,
               std::int64_t most, in_place::Limits const& limits);
  void add_moves(PieceMoves const& pieces);
  void add_strip(RecordProblem const& problem, DevicePanels const& of);
  void take_workspace(DevicePanels const& of);

  template <int V, class Launch>
  void shift_panels(Launch const& launch, std::byte* data, std::byte* workspace,
                    std::byte const* table) const {
    ByTicket const order{*shift_, reinterpret_cast<std::uint32_t*>(workspace + behind_strip_)};
    in_place::ClearFlags const clear{order.flags, order.flag_count()};
    launch("isomer::records::clear_flags", clear.blocks(), 0, clear);
    launch("isomer::records::panels", panel_.parts(), panel_.shared_bytes(),
           RecordPanelsKernel<V, ToSegments<ByTicket>>{panel_, table, data, {order, data}});
  }

  template <int V, class Launch>
  void move_pieces(Launch const& launch, std::byte* data, std::byte* workspace,
                   std::byte const* table) const {
    PiecePlaces places = moves_->places;
    places.data = data;
    places.workspace = workspace + behind_strip_;
    places.origins = table + moves_->origins;
    if (panel_.panels > 0)
      launch("isomer::records::panels", panel_.parts(), panel_.shared_bytes(),
             RecordPanelsKernel<V, ToSlots>{
                 panel_, table, data, {{}, places, table + moves_->place_of}});
    SavePiecesKernel<V> const save{places, table + moves_->saved, moves_->saved_at,
                                   moves_->saved_count};
    if (moves_->saved_count > 0) launch("isomer::records::save_pieces", save.blocks(), 0, save);
    PieceSegmentsKernel<V> const segments{places, table + moves_->segments, table + moves_->chains,
                                          moves_->segment_count, ahead_};
    if (moves_->segment_count > 0)
      launch("isomer::records::pieces", segments.blocks(), segments.shared_bytes(), segments);
  }

  template <class Launch>
  void move_strip(Launch const& launch, char const* label, Strip const& strip, std::byte* data,
                  std::byte* workspace, std::byte const* table) const {
    tile::warp::with_word<1, 16>(tile::warp::common_unit(data, workspace, 16), [&]<int V>() {
      RecordWordsKernel<V> const kernel{table + strip.columns.list, strip.columns.count,
                                        strip.records, strip.is_saved ? data : workspace,
                                        strip.is_saved ? workspace : data};
      launch(label, kernel.blocks(), 0, kernel);
    });
  }

  std::int64_t rest_ = 0;  ///< records of the strip, which begins the workspace
  int unit_ = 16;
  PanelGeometry panel_{};
  std::optional<PanelShift> shift_;
  std::optional<Moves> moves_;
  int ahead_ = 1;                  ///< moves that a warp has under way
  std::int64_t behind_strip_ = 0;  ///< in the workspace, flags or pieces
  Strip save_{};
  Strip write_{};
  TableBytes table_;
  in_place::Estimate estimate_;
};

}  // namespace isomer::records
