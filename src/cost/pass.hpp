// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cost/work.hpp"
#include "tiling/tiling.hpp"

namespace isomer::detail {

/// The kernels that bytes are moved by, each with rates of its own, whichever method runs it.
enum class Kernel : std::uint8_t {
  copy,            ///< runs, one by one
  strided,         ///< words, one by one
  tile_runs,       ///< tiles of runs that both sides share
  tile_direct,     ///< tiles transposed in registers and stored where they belong
  tile_staged,     ///< through a buffer
  tile_skewed,     ///< cut where lines of the output begin
  tile_gather,     ///< of words gathered one by one
  record_copy,     ///< records from one arrangement to another, panel by panel
  swap,            ///< pairs of tiles on both sides of a diagonal
  block,           ///< a matrix through a buffer of the thread that has it
  block_shared,    ///< one through a buffer that all threads fill
  panel_rows,      ///< panels, transposed within themselves
  pieces,          ///< the columns of panels, along cycles
  row_shuffle,     ///< the words of each row into another order
  column_shuffle,  ///< those of columns, some columns at a time
  cycles,          ///< chunks, along cycles
  push,            ///< rows together or apart
  record_panels,   ///< records within panels, from one arrangement to another
  record_pieces,   ///< the pieces that such panels are cut into, along cycles
  record_loop      ///< loops of a user over records: the lines and pages that they touch
};
inline constexpr std::size_t kernel_count = 20;

char const* name_of(Kernel kernel);
std::optional<Kernel> kernel_named(std::string_view name);

inline constexpr std::size_t residency_count = 2;

char const* name_of(Residency residency);
std::optional<Residency> residency_named(std::string_view name);

/// One kernel at work, once or several times.
struct Pass {
  Kernel kernel = Kernel::copy;
  Residency residency = Residency::memory;
  double threads = 1;  ///< that share the work evenly; fewer in effect where some wait for others
  Work work;
  std::int64_t in_flight = 0;  ///< bytes of loads on a multiprocessor, of a GPU's kernel
};

}  // namespace isomer::detail
