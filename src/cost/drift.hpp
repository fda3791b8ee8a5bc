// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <mutex>

namespace isomer::detail {

/// How long moves take in this process, of late, in times of what the model expects: what the other
/// guests of a host do, or what another processor is like, all moves have in common
/// (doc/measured/zen3.md).
class Drift {
 public:
  /// The last move of a plan took `times` what the model expected. `plan` only tells
  /// plans apart: one that runs again and again counts once.
  void add(void const* plan, double times);

  /// The median of what is known, the model's own word (1) included: a run that something else held
  /// up, the kernel giving out pages for instance, does not count.
  double times() const;

 private:
  /// More remember phases that have passed (median error 0.134 with 3, 0.144 with 5).
  static constexpr std::size_t most = 3;

  struct Seen {
    void const* plan;
    double times;
  };

  mutable std::mutex mutex_;
  std::array<Seen, most> seen_{};  ///< the newest first
  std::size_t count_ = 0;
};

/// Of moves from memory to memory, out of place and in place.
Drift& drift_out_of_place();
Drift& drift_in_place();

}  // namespace isomer::detail
