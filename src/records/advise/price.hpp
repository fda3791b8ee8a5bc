// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/advisor/detail/advice_problem.hpp>

#include "records/advise/facts.hpp"
#include "records/advise/loops/loops.hpp"

namespace isomer::records {

/// Predicts what kernels take in an arrangement on a machine: what a trial in cache took, and what
/// a replay of their accesses asks of its memory.
class Pricer {
 public:
  Pricer(detail::AdviceProblem const& problem, detail::Rates const& rates,
         detail::Machine const& machine);

  /// One of the offer, by its position.
  detail::PricedArrangement offered(std::size_t a) const;
  /// Any other: its time in cache is that of the one of the offer which computes most alike.
  detail::PricedArrangement other(Arrangement const& arrangement, Depth depth) const;

  /// Seconds of all calls that the memory takes for some leaves alone, from a short replay.
  double memory_seconds(Arrangement const& arrangement, std::vector<bool> const& counts) const;

  /// Seconds that an item computes on one of the machine's units if nothing was tried.
  double assumed_compute(std::size_t kernel, Arrangement const& arrangement) const;

 private:
  detail::PricedArrangement priced(Arrangement const& arrangement,
                                   detail::RecordLayout const& layout,
                                   std::vector<double> const& compute, Depth depth) const;
  /// Puts the seconds that were measured in the place of those that are predicted.
  void take_measured(detail::PricedArrangement& priced, std::size_t a) const;
  double compute_of_offered(std::size_t kernel, std::size_t a) const;
  double compute_of_other(std::size_t kernel, detail::RecordLayout const& layout) const;

  detail::AdviceProblem const& problem_;
  double units_;
  std::unique_ptr<Loops> loops_;
  std::vector<detail::RecordLayout> offered_;
};

}  // namespace isomer::records
