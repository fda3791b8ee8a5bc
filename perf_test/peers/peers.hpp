// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "case.hpp"

namespace isomer::perf {

/// The job as other libraries take it: one entry per axis, strides in elements. In place when
/// source and result are the same memory.
struct PeerJob {
  struct Axis {
    std::int64_t extent;
    std::int64_t source_stride;
    std::int64_t result_stride;
  };
  ElementType type;
  std::vector<Axis> axes;
  std::function<std::byte*(int turn)> source;
  std::function<std::byte*(int turn)> result;
  int threads;

  bool is_in_place() const { return source(0) == result(0); }
};

/// Those that are on this machine and can do the job: FFTW, MKL, OpenBLAS.
std::vector<Rival> peers_for(PeerJob const& job);

// One file each; they add themselves when they are there.
void add_fftw(std::vector<Rival>& rivals, PeerJob const& job);
void add_mkl(std::vector<Rival>& rivals, PeerJob const& job);
void add_openblas(std::vector<Rival>& rivals, PeerJob const& job);

/// Rows and columns, row-major, of a job that is the transposition of one matrix.
struct MatrixShape {
  std::int64_t rows;
  std::int64_t columns;
};
std::optional<MatrixShape> as_transposition(PeerJob const& job);

}  // namespace isomer::perf
