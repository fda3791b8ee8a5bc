// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel/work.hpp"

#include <algorithm>

#include "cost/real.hpp"
#include "in_place/work.hpp"

namespace isomer::in_place {

using detail::real;

namespace {

/// Pieces up to this long share the cache with the window that they leave.
constexpr double longest_beside_its_window = 1600;
/// The strip moves in short pieces: its bytes, in times of one that is deferred.
constexpr double strip_weight = 5;

/// The panels are shared out whole: some threads have one more.
double busy(PanelShape const& shape) {
  auto const rounds = (shape.panels + shape.workers - 1) / shape.workers;
  return real(shape.panels) / real(std::max<std::int64_t>(rounds, 1));
}

/// Pieces that are held back go into the workspace and out again, as the strip does.
detail::Work pieces_work(Step const& step, PanelShape const& shape,
                         detail::Machine const& machine) {
  double const batch = real(step.batch);
  double const piece = real(shape.piece_bytes());
  double const strip = batch * real(shape.rest * shape.cols * shape.word);
  double const slots = batch * real(shape.slots());
  double const window =
      std::max(0.0, piece - longest_beside_its_window) / longest_beside_its_window;
  detail::Work work;
  work.launches = 4 * batch;
  work.bytes = slots * piece;
  work.lines_read = lines_from_memory(work.bytes, step.bytes(), machine);
  work.runs_read = slots;
  work.buffered_bytes = batch * real(shape.max_deferred() * shape.parts) * piece +
                        strip_weight * strip + 0.5 * window * work.bytes;
  return work;
}

}  // namespace

std::vector<detail::Pass> panel_passes(Step const& step, PanelShape const& shape,
                                       Limits const& limits) {
  auto const residency = residency_of(step.bytes(), limits);
  auto rows = count_matrices(matrices_of(step), limits.machine);
  rows.launches = 3 * real(step.batch);
  return {{detail::Kernel::panel_rows, residency, busy(shape), rows},
          {detail::Kernel::pieces, residency, real(shape.workers),
           pieces_work(step, shape, limits.machine)}};
}

}  // namespace isomer::in_place
