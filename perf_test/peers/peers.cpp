// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peers/peers.hpp"

namespace isomer::perf {

std::vector<Rival> peers_for(PeerJob const& job) {
  std::vector<Rival> rivals;
  add_fftw(rivals, job);
  add_mkl(rivals, job);
  add_openblas(rivals, job);
  return rivals;
}

std::optional<MatrixShape> as_transposition(PeerJob const& job) {
  if (job.axes.size() != 2) return std::nullopt;
  bool const first_is_row = job.axes[1].source_stride == 1;
  auto const& row = job.axes[first_is_row ? 0 : 1];
  auto const& column = job.axes[first_is_row ? 1 : 0];
  if (column.source_stride != 1 || row.result_stride != 1 || row.source_stride != column.extent ||
      column.result_stride != row.extent)
    return std::nullopt;
  return MatrixShape{row.extent, column.extent};
}

}  // namespace isomer::perf
