// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <mutex>

namespace isomer::detail {

/// How long moves take in this process, of late, in times of what the model expects.
///
/// A model that is fitted once cannot know that the other guests of a host are busy today, or what
/// another processor is like; but whatever it is, moves have most of it in common. On a Zen 3 whose
/// copy took 34 to 70 GB/s from one process to the next, the model alone erred by 13 to 40 % in the
/// median over the 57 tensors of the TTC benchmark (nine processes), at this pace by 11 to 18 %;
/// the 90th percentile was 30 to 60 %, and 26 to 39 %.
class Pace {
 public:
  /// The last move of a plan has taken so many times what the model expected. `plan` only tells
  /// plans apart: one that runs again and again counts once.
  void add(void const* plan, double times);

  /// The median of what is known, the model's own word (1) included: a run that something else held
  /// up, the kernel giving out pages for instance, does not count.
  double times() const;

 private:
  /// More remember phases that have passed: with 5, 9 and 15 the median error was 0.144, 0.149 and
  /// 0.149 in the mean over the processes above, 0.134 with 3.
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
Pace& pace_out_of_place();
Pace& pace_in_place();

}  // namespace isomer::detail
