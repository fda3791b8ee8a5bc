// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <isomer/detail/problem.hpp>
#include <isomer/detail/record_problem.hpp>
#include <isomer/plan_options.hpp>

#include "plan/cache/cache.hpp"

namespace isomer::detail {

/// All that a plan depends on, but for the type of its execution space.
template <class P>
struct CacheKey {
  P problem;
  PlanOptions options;
  int threads = 0;
  int device = 0;
  friend bool operator==(CacheKey const&, CacheKey const&) = default;
};

/// The number of the device behind an instance; 0 where its space has only one.
template <class Exec>
int device_of([[maybe_unused]] Exec const& exec) {
  if constexpr (requires { exec.cuda_device(); }) return exec.cuda_device();
  else if constexpr (requires { exec.hip_device(); }) return exec.hip_device();
  else return 0;
}

/// The key of a plan for an instance of an execution space: another number of threads is another
/// plan, and so is another device, in whose memory a plan may keep what its kernels look up.
template <class P, class Exec>
CacheKey<P> key_of(Exec const& exec, P const& problem, PlanOptions const& options) {
  return {problem, options, exec.concurrency(), device_of(exec)};
}

inline void add(Hasher& hasher, Problem const& problem) {
  hasher.add(static_cast<std::uint64_t>(problem.rank) << 32U |
             static_cast<std::uint64_t>(problem.element_bytes));
  hasher.add(static_cast<std::uint64_t>(problem.cast.from) << 32U |
             static_cast<std::uint64_t>(problem.cast.to) << 24U |
             static_cast<std::uint64_t>(problem.scalar) << 16U |
             static_cast<std::uint64_t>(problem.src_offset) << 8U | problem.dst_offset);
  for (int k = 0; k < problem.rank; ++k) {
    Axis const& axis = problem.axis[static_cast<std::size_t>(k)];
    hasher.add(static_cast<std::uint64_t>(axis.extent));
    hasher.add(static_cast<std::uint64_t>(axis.src_stride));
    hasher.add(static_cast<std::uint64_t>(axis.dst_stride));
  }
}

inline void add(Hasher& hasher, InPlaceProblem const& problem) {
  hasher.add(static_cast<std::uint64_t>(problem.rank) << 32U |
             static_cast<std::uint64_t>(problem.element_bytes));
  for (int k = 0; k < problem.rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    hasher.add(static_cast<std::uint64_t>(problem.extent[i]) * 16 +
               static_cast<std::uint64_t>(problem.axes[i]));
  }
  for (int k = 0; k < problem.gaps; ++k) {
    Gap const& gap = problem.gap[static_cast<std::size_t>(k)];
    hasher.add(static_cast<std::uint64_t>(gap.count));
    hasher.add(static_cast<std::uint64_t>(gap.pitch));
  }
}

inline void add(Hasher& hasher, RecordLayout const& layout) {
  for (RecordRegion const& region : layout.region) {
    hasher.add(static_cast<std::uint64_t>(region.begin));
    hasher.add(static_cast<std::uint64_t>(region.tile) << 32U ^
               static_cast<std::uint64_t>(region.block_bytes));
  }
  for (LeafPlace const& leaf : layout.leaf)
    hasher.add(static_cast<std::uint64_t>(leaf.region) << 48U ^
               static_cast<std::uint64_t>(leaf.offset));
}

inline void add(Hasher& hasher, RecordProblem const& problem) {
  hasher.add(static_cast<std::uint64_t>(problem.count) * 2 + (problem.in_place ? 1 : 0));
  for (std::int32_t const bytes : problem.leaf_bytes) hasher.add(static_cast<std::uint64_t>(bytes));
  add(hasher, problem.src);
  add(hasher, problem.dst);
}

template <class P>
std::size_t hash_of(CacheKey<P> const& key) {
  Hasher hasher;
  add(hasher, key.problem);
  hasher.add(static_cast<std::uint64_t>(key.options.workspace_limit));
  hasher.add(static_cast<std::uint64_t>(key.device) << 40U |
             static_cast<std::uint64_t>(key.threads) << 8U |
             static_cast<std::uint64_t>(key.options.effort));
  for (char const c : key.options.schema) hasher.add(static_cast<unsigned char>(c));
  return hasher.value();
}

}  // namespace isomer::detail
