// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <functional>

#include <Kokkos_Core.hpp>

#include "case.hpp"
#include "index_pattern.hpp"
#include "options.hpp"

namespace isomer::perf {

/// Memory that is overwritten to drive everything else, code included, out of the caches.
class ColdCaches {
 public:
  /// With tiny arrays nothing is measured: some memory, whatever the processor's caches are.
  ColdCaches(Exec const& exec, Scale scale);
  /// Returns when it is done.
  void flush(Exec const& exec);

 private:
  Kokkos::View<unsigned char*, Exec::memory_space> memory_;
  unsigned char next_ = 0;
};

/// Makes a plan and gives the move that executes it.
using MakeMove = std::function<Move()>;

struct OnceTimes {
  double planning_seconds;  ///< medians
  double first_seconds;
  double repeated_seconds;
};

/// Times a plan that is made and first executed in cold caches, `rounds` times anew, and then its
/// next executions on the same buffers.
OnceTimes time_once(Exec const& exec, ColdCaches& caches, MakeMove const& make, int rounds);

/// The time of a plan made in cold caches and executed `calls` times, all together; the median of
/// `rounds`.
double time_calls(Exec const& exec, ColdCaches& caches, MakeMove const& make, int calls,
                  int rounds);

}  // namespace isomer::perf
