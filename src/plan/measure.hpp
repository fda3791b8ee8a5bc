// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <vector>

#include <Kokkos_Core.hpp>

#include "problem/order.hpp"
#include "schema/candidate.hpp"

namespace isomer::detail {

/// How many candidates `Effort::measure` runs, and how often each.
inline constexpr std::size_t measured_candidates = 6;
inline constexpr int measured_repeats = 3;

/// Bytes from the first to behind the last element of one side.
inline std::size_t span_bytes(Problem const& normal, std::int64_t Axis::*stride) {
  std::int64_t last = 0;
  for (int k = 0; k < normal.rank; ++k)
    last += (axis_at(normal, k).extent - 1) * axis_at(normal, k).*stride;
  return static_cast<std::size_t>((last + 1) * normal.element_bytes);
}

/// The plan that is fastest on scratch memory of the problem's shape; the model's first choice when
/// there is no memory for that. Waits for `exec`.
template <class Exec, class Realize>
PlanPtr<Exec> fastest(Exec const& exec, Problem const& normal, std::vector<Candidate> const& list,
                      Realize const& realize) {
  using Buffer = Kokkos::View<std::byte*, typename Exec::memory_space>;
  Buffer src;
  Buffer dst;
  try {
    src = Buffer(Kokkos::view_alloc(exec, "isomer::plan::measure_src"),
                 span_bytes(normal, &Axis::src_stride) + 64);
    dst = Buffer(Kokkos::view_alloc(exec, "isomer::plan::measure_dst"),
                 span_bytes(normal, &Axis::dst_stride) + 64);
  } catch (std::exception const&) {
    return realize(list.front());
  }
  ScaleFactors const ones{};
  ScaleFactors const* const factors = normal.scalar == Scalar::none ? nullptr : &ones;
  PlanPtr<Exec> best;
  double best_seconds = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < std::min(list.size(), measured_candidates); ++k) {
    PlanPtr<Exec> const plan = realize(list[k]);
    for (int repeat = 0; repeat < measured_repeats; ++repeat) {
      Kokkos::Timer const timer;
      plan->run(exec, dst.data() + normal.dst_offset, src.data() + normal.src_offset, factors);
      exec.fence("isomer::plan_permute: fence to time a candidate");
      if (double const seconds = timer.seconds(); seconds < best_seconds) {
        best_seconds = seconds;
        best = plan;
      }
    }
  }
  return best;
}

}  // namespace isomer::detail
