// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <isomer/advisor/detail/record_body.hpp>

namespace isomer::detail {

/// Gives pages back.
struct UnmapBytes {
  std::size_t bytes = 0;
  void operator()(std::byte* memory) const;
};

class TrialSample;

/// As many records as there are, in an arrangement, each a copy of a real one, so that a body may
/// refer to any and divide by what it finds. Of many records some are copied, and their pages are
/// seen again and again.
class TrialRecords {
 public:
  TrialRecords(TrialSample const& sample, Arrangement const& arrangement);

  /// Null if there is no room.
  std::byte* data() const { return memory_.get(); }
  /// Those to visit, the first ones: each is a copy of the record of its own index.
  std::int64_t visited() const { return visited_; }
  /// Undoes whatever has been written to them.
  void restore() const;

 private:
  std::int64_t visited_;
  std::unique_ptr<std::byte, UnmapBytes> memory_;
};

/// The records of all trials, in each arrangement of an offer: made for the first kernel, since
/// their pages take longer than a trial.
class TrialGround {
 public:
  TrialGround(Scene scene, std::vector<Arrangement> offer)
      : scene_(std::move(scene)), offer_(std::move(offer)), records_(offer_.size()) {}

  Scene const& scene() const { return scene_; }
  std::size_t arrangements() const { return offer_.size(); }
  /// As they were made, in one of the offer.
  TrialRecords const& records(std::size_t a);

 private:
  Scene scene_;
  std::vector<Arrangement> offer_;
  std::shared_ptr<TrialSample const> sample_;  ///< null until there is a trial
  std::vector<std::optional<TrialRecords>> records_;
};

/// Seconds a record: the least of some runs. `visit(end)` runs the body on all records before
/// `end`; what it takes without any, a copy of a large body, is not theirs.
double fastest_trial(std::int64_t records, std::function<void(std::int64_t)> const& visit);

/// Visits records of those at `data`, from the beginning of a block of `host_block` on, with a body
/// whose type is erased. Its functions are those that `for_each` calls, so that they are compiled
/// once for both.
using TrialVisit = void (*)(void const* body, Scene const& scene, std::byte* data,
                            std::int64_t begin, std::int64_t end);

template <class T, class A, class Body>
void visit_trial(void const* body, Scene const& scene, std::byte* data, std::int64_t begin,
                 std::int64_t end) {
  using Span = RecordSpan<T, A>;
  using I = typename BodyIndex<Body, RecordWindow<Span, int>>::Few;
  Span const all(data, scene.count, scene.capacity);
  Body const& given = *static_cast<Body const*>(body);
  if constexpr (is_quickly_copied_v<Body>) {
    HostBlocks<Span, I, Body> const visit{all, static_cast<I>(end), given};
    for (std::int64_t block = begin / host_block; block * host_block < end; ++block) visit(block);
  } else {
    visit_share(all, static_cast<I>(begin / host_block),
                static_cast<I>((end + host_block - 1) / host_block), static_cast<I>(end), given);
  }
}

/// Seconds a record that a body takes on one thread, on records in cache, in each arrangement of an
/// offer; `visit` has a function for each. Empty if there is no room for a trial.
std::vector<double> trial_seconds(TrialGround& ground, KernelTrace const& trace, void const* body,
                                  TrialVisit const* visit);

}  // namespace isomer::detail
