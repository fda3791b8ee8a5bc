// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/price.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cost/real.hpp"

namespace isomer::records {

using detail::AdviceProblem;
using detail::PricedArrangement;
using detail::real;
using detail::record_layout;
using detail::RecordLayout;

Pricer::Pricer(AdviceProblem const& problem, detail::Rates const& rates,
               detail::Machine const& machine)
    : problem_(problem), units_(machine.units), loops_(loops_on(machine, rates, problem)) {
  for (Arrangement const& arrangement : problem.offer)
    offered_.push_back(record_layout(problem.record, arrangement, problem.capacity));
}

double Pricer::compute_of_offered(std::size_t kernel, std::size_t a) const {
  auto const& trial = problem_.kernel[kernel].trial;
  return trial.empty() ? loops_->assumed_compute(kernel, offered_[a]) : trial[a];
}

double Pricer::compute_of_other(std::size_t kernel, RecordLayout const& layout) const {
  double const assumed = loops_->assumed_compute(kernel, layout);
  auto const& trial = problem_.kernel[kernel].trial;
  if (trial.empty()) return assumed;
  double nearest = std::numeric_limits<double>::max();
  double seconds = assumed;
  for (std::size_t a = 0; a < offered_.size(); ++a) {
    double const apart = std::abs(std::log(assumed / loops_->assumed_compute(kernel, offered_[a])));
    if (apart >= nearest) continue;
    nearest = apart;
    seconds = trial[a];
  }
  return seconds;
}

PricedArrangement Pricer::priced(Arrangement const& arrangement, RecordLayout const& layout,
                                 std::vector<double> const& compute, Depth depth) const {
  PricedArrangement result;
  result.arrangement = arrangement;
  std::vector<bool> const all(problem_.record.leaves().size(), true);
  for (std::size_t k = 0; k < problem_.kernel.size(); ++k) {
    auto [work, used_share] = loops_->look(k, layout, all, depth);
    work.computing_seconds = compute[k] * real(problem_.count) / units_;
    result.used_share.push_back(used_share);
    result.seconds.push_back(loops_->seconds(work));
    result.all_seconds += real(problem_.kernel[k].calls) * result.seconds.back();
    result.work.push_back(std::move(work));
  }
  return result;
}

void Pricer::take_measured(PricedArrangement& priced, std::size_t a) const {
  auto const is_measured = [](auto const& kernel) { return !kernel.measured.empty(); };
  if (std::none_of(problem_.kernel.begin(), problem_.kernel.end(), is_measured)) return;
  priced.predicted = priced.seconds;
  priced.predicted_all_seconds = priced.all_seconds;
  priced.all_seconds = 0;
  for (std::size_t k = 0; k < problem_.kernel.size(); ++k) {
    auto const& kernel = problem_.kernel[k];
    if (is_measured(kernel) && kernel.measured[a] > 0) priced.seconds[k] = kernel.measured[a];
    priced.all_seconds += real(kernel.calls) * priced.seconds[k];
  }
}

PricedArrangement Pricer::offered(std::size_t a) const {
  std::vector<double> compute;
  for (std::size_t k = 0; k < problem_.kernel.size(); ++k)
    compute.push_back(compute_of_offered(k, a));
  PricedArrangement result = priced(problem_.offer[a], offered_[a], compute, Depth::whole);
  result.conversion_seconds = problem_.conversion[problem_.current][a];
  if (!problem_.planning.empty())
    result.conversion_seconds += problem_.planning[problem_.current][a];
  take_measured(result, a);
  return result;
}

PricedArrangement Pricer::other(Arrangement const& arrangement, Depth depth) const {
  auto const layout = record_layout(problem_.record, arrangement, problem_.capacity);
  std::vector<double> compute;
  for (std::size_t k = 0; k < problem_.kernel.size(); ++k)
    compute.push_back(compute_of_other(k, layout));
  PricedArrangement result = priced(arrangement, layout, compute, depth);
  if (depth == Depth::whole && problem_.conversion_to)
    result.conversion_seconds = problem_.conversion_to(arrangement);
  return result;
}

double Pricer::assumed_compute(std::size_t kernel, Arrangement const& arrangement) const {
  return loops_->assumed_compute(kernel,
                                 record_layout(problem_.record, arrangement, problem_.capacity));
}

double Pricer::memory_seconds(Arrangement const& arrangement,
                              std::vector<bool> const& counts) const {
  auto const layout = record_layout(problem_.record, arrangement, problem_.capacity);
  double sum = 0;
  for (std::size_t k = 0; k < problem_.kernel.size(); ++k)
    sum += real(problem_.kernel[k].calls) *
           loops_->seconds(loops_->look(k, layout, counts, Depth::brief).work);
  return sum;
}

}  // namespace isomer::records
