// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/pieces.hpp"

#include <algorithm>
#include <type_traits>

#include "machine/host_kernels.hpp"
#include "tile/host/columns.hpp"

namespace isomer::records {
namespace {

using Places = Pieces::Places;

/// Records begin .. end - 1, which are whole runs of both sides, or of the shorter within one of
/// the longer.
void move_whole_runs(Pieces const& what, Places const& places, std::int64_t begin, std::int64_t end,
                     bool streams) {
  std::int64_t const shorter = std::min(what.src.run, what.dst.run);
  std::int64_t const longer = std::min(std::max(what.src.run, what.dst.run), end - begin);
  std::int64_t const pieces = longer / shorter;
  std::int64_t const bytes = shorter * what.src.bytes;
  auto const side = [&](auto* row, LeafRuns const& leaf) {
    bool const is_short = leaf.run == shorter;
    using Side = tile::PieceGrid::Side<std::remove_pointer_t<std::remove_cvref_t<decltype(*row)>>>;
    return Side{row, leaf.at(begin) - leaf.offset, is_short ? leaf.step : bytes,
                is_short ? pieces * leaf.step : leaf.step};
  };
  tile::kernels().pieces.copy_grid({.bytes = bytes,
                                    .to = side(places.dst, what.dst),
                                    .from = side(places.src, what.src),
                                    .rows = static_cast<std::int64_t>(what.leaf.size()),
                                    .pieces = pieces,
                                    .pages = (end - begin) / longer,
                                    .streams = streams});
}

/// Some records that lie in one run of either side.
void move_part(Pieces const& what, Places const& places, std::int64_t begin, std::int64_t end,
               bool streams) {
  tile::kernels().pieces.copy_grid(
      {.bytes = (end - begin) * what.src.bytes,
       .to = {places.dst, what.dst.at(begin) - what.dst.offset, 0, 0},
       .from = {places.src, what.src.at(begin) - what.src.offset, 0, 0},
       .rows = static_cast<std::int64_t>(what.leaf.size()),
       .streams = streams});
}

}  // namespace

void Pieces::move(Places const& places, std::int64_t begin, std::int64_t end, bool streams) const {
  if (end - begin <= std::min(src.run - src.in_run(begin), dst.run - dst.in_run(begin)))
    return move_part(*this, places, begin, end, streams);
  LeafRuns const& shorter = src.run < dst.run ? src : dst;
  LeafRuns const& longer = src.run < dst.run ? dst : src;
  for (std::int64_t i = begin; i < end;) {
    // Up to the end of the long run that i lies in; all of them where it begins with one.
    std::int64_t const in_run = std::min(end, i - longer.in_run(i) + longer.run);
    std::int64_t const runs_end = longer.in_run(i) == 0 ? end - longer.in_run(end - i) : i;
    std::int64_t whole = std::max(runs_end, in_run - shorter.in_run(in_run - i));
    if (shorter.in_run(i) != 0) whole = i;
    if (whole > i) {
      move_whole_runs(*this, places, i, whole, streams);
      i = whole;
    } else {
      std::int64_t const count = std::min(in_run - i, shorter.run - shorter.in_run(i));
      move_part(*this, places, i, i + count, streams);
      i += count;
    }
  }
}

}  // namespace isomer::records
