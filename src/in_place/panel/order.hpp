// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "in_place/panel/shape.hpp"

/// Which piece goes into which slot when the panels are read.
///
/// The panels are divided into contiguous parts: one or several for each worker, who takes over
/// some of another one's if it is done before that. The worker that has a part knows of no other.
/// It reads the panels one after the other, each from left to right, `group` columns of all
/// `height` rows at a time. The matrix lies in the way of its own transpose, so a piece may only be
/// written where everything has been read: into a slot that lies in the part of the memory already
/// consumed. Reading downwards through a panel frees its slots from left to right:
///
///     panel     read | not yet       slot ----  within row 0: free, it ends left of the front
///     row 0   xx----xx|......        slot ====  runs on into the next row: free once the whole
///     row 1   xxxx====|======               panel has been read
///     row 2   ==xxxxxx|......
///
/// The free slots of a part queue up in the order in which they become free, and each piece takes
/// the first one. A piece that finds none is deferred: it goes to the workspace, and takes one of
/// the slots that are left when everything has been read. So nothing waits inside a pass.
///
/// Slots have an affinity (PanelShape::affinity_of), and between the passes a piece is to lie in a
/// slot of the affinity of the one where it belongs: then the cycles of the second pass stay with
/// one group of workers. So there is a queue for each. As affinity blocks are short, each has about
/// equally many pieces and slots at any time. Where one has more pieces, a few deferred ones go
/// elsewhere, and cycles cross there, which costs time and no more. Where more pieces would have to
/// be deferred than there is room for, all slots have the same affinity.
///
/// A part may use: the slots that lie wholly in its own panels; the slot at its end that reaches
/// into the next one's panels, for a deferred piece, because by then everybody has
/// read; and its share of the slots in the strip, which is saved before anything is written. A
/// panel of `cols` pieces frees n <= cols slots, because slots do not overlap; it gets cols - n
/// slots of the strip in addition, while they last.
///
/// How many are deferred, with one affinity: before panel p at least cols * (panels before p) - 1
/// slots have been queued, the one missing being the one that reaches out. In row i of the panel,
/// of the first j elements g_i belong to gaps and at most 2 * (height - 1) to slots cut by an end,
/// so at least (j - g_i) / height - 2 whole slots are free; the gaps of a panel that frees n slots
/// sum up to at most height * (cols - n + 1) elements. Over all rows at least j - 2 * height -
/// (cols - n)
/// - 1 slots of the panel are free, and cols - n have come from the strip. When the group from j to
/// j + group is read, j + group pieces of the panel want a place:
///
///     deferred <= j + group + 1 + 1 - (j - 2 * height - 1) = 2 * height + group + 3
///
/// and of course deferred <= cols + 2, as if nothing of a panel were free before its end. In fact
/// about height pieces are. This is PanelShape::max_deferred_without_affinity().
///
/// Backward, the same steps are taken in reverse order, each in reverse: what was a read of a place
/// before its overwriting becomes a write after its last reading.
namespace isomer::in_place {

/// What ordering works on, in the workspace.
struct OrderMemory {
  std::uint32_t* table;     ///< of all parts: [slots]
  std::uint32_t* deferred;  ///< [max_deferred()]
  std::uint32_t* numbers;   ///< [order_numbers()], scratch
};

/// Fills table[n] for the pieces n of a part (piece (p, j) has number p * cols + j): the slot it
/// goes to. Returns how many pieces are deferred; `deferred` says which, counted from its
/// first one, in rising order.
std::int64_t order_slots(PanelShape const& shape, std::int64_t part, OrderMemory const& memory);

}  // namespace isomer::in_place
