// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/advisor/detail/advice_problem.hpp>

#include "cost/rates.hpp"
#include "records/advise/facts.hpp"
#include "records/advise/loop_work.hpp"
#include "records/advise/watch/replay.hpp"

namespace isomer::records {

/// Predicts what kernels take in an arrangement: what a trial in cache took, and the lines and
/// pages that a replay of their accesses touches, at the rates of a machine.
class Pricer {
 public:
  Pricer(detail::AdviceProblem const& problem, detail::Rates const& rates,
         detail::Machine const& machine);

  /// One of the offer, by its position.
  detail::PricedArrangement offered(std::size_t a) const;
  /// Any other: its time in cache is that of the one of the offer which computes most alike.
  detail::PricedArrangement other(Arrangement const& arrangement) const;

  /// Seconds of all calls that the memory takes for some leaves alone, from a short replay.
  double memory_seconds(Arrangement const& arrangement, std::vector<bool> const& counts) const;

 private:
  Touched touched(Replay const& replay, detail::RecordLayout const& layout,
                  std::vector<bool> const& counts) const;
  /// All but the computing.
  LoopWork work_of(std::size_t kernel, Touched const& item,
                   detail::RecordLayout const& layout) const;
  /// Of a thread's cache, what data stay in that are touched again and again.
  double own_cache() const;
  /// And of that, what a kernel's lines have room in.
  double own_bytes(std::size_t kernel, detail::RecordLayout const& layout) const;
  detail::Work called(Touched const& item, double touched_bytes) const;
  detail::Work streamed(Touched const& item) const;
  detail::Work here_and_there(Touched const& item, double share) const;
  detail::PricedArrangement priced(Arrangement const& arrangement,
                                   detail::RecordLayout const& layout,
                                   std::vector<double> const& compute) const;
  /// What a record takes in cache if nothing was tried: vectors for values side by side.
  double assumed_compute(std::size_t kernel, detail::RecordLayout const& layout) const;
  double compute_of_offered(std::size_t kernel, std::size_t a) const;
  double compute_of_other(std::size_t kernel, detail::RecordLayout const& layout) const;

  detail::AdviceProblem const& problem_;
  detail::Rates const& rates_;
  detail::Machine const& machine_;
  std::vector<detail::RecordLayout> offered_;
  std::vector<Replay> replay_, short_replay_;
  std::vector<std::vector<double>> accesses_;  ///< of an item of each kernel to each leaf
};

}  // namespace isomer::records
