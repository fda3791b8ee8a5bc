// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>

#include "machine/machine.hpp"
#include "problem/normal_problem.hpp"
#include "tiling/tiling.hpp"

namespace isomer::detail {

/// How the source comes into the cache in time.
enum class Reads : std::uint8_t {
  prefetched,  ///< by the kernels, line by line
  followed,    ///< by hardware, which recognises the rows of a block as streams
  pipelined    ///< prefetched by the blocks themselves, where they are as high as a line
};

/// A slice and the order in which its tiles are walked.
struct Shape {
  SliceSize size;
  Walk walk = Walk::along_input;
  std::int64_t group = 1;
  Reads reads = Reads::prefetched;
  bool is_staged = false;  ///< even where blocks could leave the registers in whole lines
};

/// The shapes of tiles that are tried on the host, the default first.
std::span<Shape const> shapes_to_try(NormalProblem const& normal, Machine const& machine,
                                     Residency residency);

/// Whether every output row starts on a cache line, as far as is known of the address.
bool rows_start_on_lines(NormalProblem const& normal);

}  // namespace isomer::detail
