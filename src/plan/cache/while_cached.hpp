// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <isomer/detail/engine.hpp>

#include "machine/cache_probe.hpp"
#include "problem/normal_problem.hpp"
#include "problem/order.hpp"

namespace isomer::detail {

/// Bytes to the words that stand for all of one side: scattered over the first of as many parts as
/// there are threads, the part that the calling thread is most likely to have written or read last.
inline std::array<std::int64_t, CacheProbe::samples> probed_offsets(NormalProblem const& normal,
                                                                    std::int64_t Axis::*stride,
                                                                    std::int32_t word,
                                                                    int threads) {
  std::int64_t slowest = 0;
  for (int k = 0; k < normal.rank; ++k) slowest = std::max(slowest, axis_at(normal, k).*stride);
  std::array<std::int64_t, CacheProbe::samples> offset{};
  std::uint64_t random = 0;
  for (std::int64_t& at : offset) {
    for (int k = 0; k < normal.rank; ++k) {
      Axis const& axis = axis_at(normal, k);
      std::int64_t const parts = axis.*stride == slowest ? threads : 1;
      std::int64_t const indices = std::max<std::int64_t>(1, axis.extent / parts);
      random = random * 6364136223846793005U + 1442695040888963407U;
      at += static_cast<std::int64_t>(random >> 33U) % indices * axis.*stride;
    }
    at *= word;
  }
  return offset;
}

/// Two plans for arrays that the third-level cache may hold: one for arrays in memory, which leaves
/// the destination there, and one for arrays that are still in the cache, which keeps them there.
/// The wrong one takes twice as long (transposition of 1000 x 1000 floats on the same arrays again
/// and again: 45 GB/s past the caches, 123 through them; on sixteen pairs in turns: 34 and 19), and
/// what came before the call decides, so the first thing a call does is to look, with a `Probe`.
template <class Exec, class Probe = CacheProbe>
class PlanWhileCached final : public ExecutablePlan<Exec> {
 public:
  PlanWhileCached(PlanFacts facts, NormalProblem const& normal, int threads,
                  PlanPtr<Exec> in_memory, PlanPtr<Exec> cached)
      : ExecutablePlan<Exec>(std::move(facts)),
        source_(probed_offsets(normal, &Axis::src_stride, normal.element_bytes, threads)),
        destination_(
            probed_offsets(normal, &Axis::dst_stride, normal.dst_element_bytes(), threads)),
        in_memory_(std::move(in_memory)),
        cached_(std::move(cached)) {}

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const* factors) const override {
    auto const& plan = are_cached(dst, src) ? cached_ : in_memory_;
    plan->run(exec, dst, src, factors);
  }

 private:
  /// Stores past the caches keep the destination out of them, although there may be room: this many
  /// of such calls, and one goes through.
  static constexpr unsigned patience = 16;

  bool are_cached(std::byte const* dst, std::byte const* src) const {
    if (!source_.finds(src)) return false;
    if (destination_.finds(dst)) return true;
    return calls_.fetch_add(1, std::memory_order_relaxed) % patience == 0;
  }

  Probe source_;
  Probe destination_;
  PlanPtr<Exec> in_memory_;
  PlanPtr<Exec> cached_;
  mutable std::atomic<unsigned> calls_{0};
};

}  // namespace isomer::detail
