// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cost/pass.hpp"
#include "in_place/decomposition.hpp"
#include "in_place/step.hpp"
#include "machine/machine.hpp"

/// What the passes of decompositions do, counted.
namespace isomer::in_place {

/// Where the array is when a step begins: a small one is expected in the caches.
detail::Residency residency_of(std::int64_t bytes, Limits const& limits);

/// A step as a batch of matrices of chunks, whatever moves it.
struct Matrices {
  std::int64_t batch;
  std::int64_t item_bytes;
  std::int64_t chunk;
  std::int64_t row;     ///< bytes that are contiguous as the matrix is
  std::int64_t column;  ///< and as it becomes

  std::int64_t bytes() const { return batch * item_bytes; }
};
Matrices matrices_of(Step const& step);
Matrices matrices_of(BlockStep const& step);

/// What a pass does that takes every chunk of the matrices from its row to its column, but for its
/// launches. What half the second-level cache does not hold of a matrix counts as buffered: it is
/// gone when it is needed again.
detail::Work count_matrices(Matrices const& matrices, detail::Machine const& machine);

/// The part of `bytes` that a cache does not hold.
double beyond(std::int64_t bytes, std::int64_t cache);

/// Lines of `bytes` moved of an array, as far as the third-level cache does not hold it.
double lines_from_memory(double bytes, std::int64_t array_bytes, detail::Machine const& machine);

/// Lines that runs which begin anywhere touch beyond their bytes: up to three quarters of a sector
/// each.
double partial_lines(detail::Machine const& gpu, double runs);

/// Pieces of an array moved one by one by a GPU's threads, of which `at_work` may do so at a time:
/// each touches up to three quarters of a sector more on either side.
detail::Pass scattered_pass(detail::Machine const& gpu, std::int64_t bytes, std::int64_t piece,
                            std::int64_t at_work);

/// The estimate with its price.
Estimate priced(Estimate estimate, Limits const& limits);

}  // namespace isomer::in_place
