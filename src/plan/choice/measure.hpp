// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include <isomer/detail/engine.hpp>

#include "cost/candidate.hpp"
#include "index/rounding.hpp"
#include "machine/memory_limits.hpp"
#include "problem/normal_problem.hpp"
#include "team/launch.hpp"
#include "tiling/slice.hpp"

/// `Effort::measure`: the best few plans are run on scratch memory and the fastest one is kept.
namespace isomer::detail {

/// How many plans are run, and how often each.
inline constexpr std::size_t measured_candidates = 6;
inline constexpr int measured_repeats = 3;

template <class Exec>
using Scratch = Kokkos::View<std::byte*, typename Exec::memory_space>;

/// Memory to try plans on, all of it touched; nothing where there is too little. At most half of
/// what the host has left: a system that overcommits hands out more than there is and ends the
/// program when it is touched.
template <class Exec>
std::optional<Scratch<Exec>> scratch(Exec const& exec, std::string const& label,
                                     std::size_t bytes) {
  if (runs_on_host_v<Exec> && bytes > static_cast<std::size_t>(memory_left()) / 2)
    return std::nullopt;
  try {
    return Scratch<Exec>(Kokkos::view_alloc(exec, label), bytes);
  } catch (std::exception const&) {  // Kokkos' own type, which differs between its releases
    return std::nullopt;
  }
}

/// Which of `count` ways took the least time, where `run(k)` enqueues the k-th. They take turns, so
/// that a slow phase of the machine hits all alike. Waits for `exec`.
template <class Exec, class Run>
std::size_t fastest_of(Exec const& exec, std::size_t count, Run const& run) {
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  exec.fence("isomer: fence before plans are timed");
  for (int repeat = 0; repeat < measured_repeats; ++repeat)
    for (std::size_t k = 0; k < count; ++k) {
      Kokkos::Timer const timer;
      run(k);
      exec.fence("isomer: fence to time a plan");
      if (double const seconds = timer.seconds(); seconds < least) {
        least = seconds;
        best = k;
      }
    }
  return best;
}

/// Bytes from the first to behind the last element of one side.
inline std::size_t span_bytes(NormalProblem const& normal, std::int64_t Axis::*stride,
                              std::int32_t word) {
  return static_cast<std::size_t>(span_words(normal, whole_slice(normal), stride) * word);
}

/// The plan that is fastest on scratch memory of the problem's shape; the model's first choice when
/// there is no memory for that. Waits for `exec`.
template <class Exec, class Prepare>
PlanPtr<Exec> fastest(Exec const& exec, NormalProblem const& normal,
                      std::vector<Candidate> const& list, Prepare const& prepare) {
  // Views begin anywhere in a line, and each side in a line of its own.
  std::size_t const src_bytes =
      round_up(span_bytes(normal, &Axis::src_stride, normal.element_bytes) + 64, std::size_t{64});
  std::size_t const dst_bytes =
      span_bytes(normal, &Axis::dst_stride, normal.dst_element_bytes()) + 64;
  auto const both = scratch(exec, "isomer::plan::measure", src_bytes + dst_bytes);
  if (!both) return prepare(list.front());
  std::byte* const src = both->data() + normal.src_offset;
  std::byte* const dst = both->data() + src_bytes + normal.dst_offset;
  ScaleFactors const ones{};
  ScaleFactors const* const factors = normal.scalar == Scalar::none ? nullptr : &ones;
  std::vector<PlanPtr<Exec>> plans;
  for (std::size_t k = 0; k < std::min(list.size(), measured_candidates); ++k)
    plans.push_back(prepare(list[k]));
  return plans[fastest_of(exec, plans.size(),
                          [&](std::size_t k) { plans[k]->run(exec, dst, src, factors); })];
}

}  // namespace isomer::detail
