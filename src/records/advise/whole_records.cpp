// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/whole_records.hpp"

#include <algorithm>
#include <optional>

#include "cost/real.hpp"
#include "records/advise/loops/loops.hpp"

namespace isomer::records {

using detail::Access;
using detail::AdviceProblem;
using detail::ItemTrace;
using detail::KernelTrace;
using detail::real;

namespace {

bool is_of_own_records(KernelTrace const& kernel) {
  return std::all_of(kernel.item.begin(), kernel.item.end(), [](ItemTrace const& item) {
    return std::all_of(item.access.begin(), item.access.end(),
                       [&](Access const& access) { return access.record == item.item; });
  });
}

bool writes(KernelTrace const& kernel) {
  return std::any_of(kernel.item.begin(), kernel.item.end(), [](ItemTrace const& item) {
    return std::any_of(item.access.begin(), item.access.end(),
                       [](Access const& access) { return access.is_write; });
  });
}

/// All leaves of each item's own record, read and, if any is, written.
KernelTrace whole_records_of(KernelTrace const& kernel, std::size_t leaves) {
  bool const is_written = writes(kernel);
  KernelTrace whole;
  whole.group = kernel.group;
  for (ItemTrace const& item : kernel.item) {
    ItemTrace all{item.item, 0, {}};
    for (std::int32_t leaf = 0; leaf < static_cast<std::int32_t>(leaves); ++leaf) {
      all.access.push_back({item.item, leaf, false});
      if (is_written) all.access.push_back({item.item, leaf, true});
    }
    all.accesses = static_cast<std::int64_t>(all.access.size());
    whole.item.push_back(std::move(all));
  }
  return whole;
}

/// The same bytes as words that lanes load side by side.
DynamicRecord words_of(DynamicRecord const& record) {
  std::int64_t const word = std::min<std::int64_t>(record.align(), 4);
  return DynamicRecord({{"word", word, word, record.bytes() / word}});
}

/// Of an item on one thread of a host, as vectors: the fastest that was tried in another
/// arrangement, and making the vectors.
double vector_compute(AdviceGround const& ground, Pricer const& pricer,
                      AdviceProblem const& problem, std::size_t k) {
  auto const& trial = problem.kernel[k].trial;
  std::optional<double> fastest;
  for (std::size_t a = 0; a < trial.size(); ++a)
    if (problem.offer[a] != Arrangement(AoS{}))
      fastest = std::min(trial[a], fastest.value_or(trial[a]));
  if (!fastest) fastest = pricer.assumed_compute(k, SoA{});
  double const times = writes(problem.kernel[k]) ? 2 : 1;
  return *fastest +
         times * real(problem.record.bytes()) * ground.model.rates.advice.transposed_bytes;
}

}  // namespace

std::vector<double> seconds_by_whole_records(AdviceGround const& ground, Pricer const& pricer,
                                             AdviceProblem const& problem,
                                             detail::PricedArrangement const& aos) {
  detail::Machine const& machine = ground.machine;
  AdviceProblem whole{.record = machine.is_host() ? problem.record : words_of(problem.record),
                      .count = problem.count,
                      .capacity = problem.capacity,
                      .offer = {}};
  std::size_t const leaves = whole.record.leaves().size();
  std::vector<std::size_t> kernels;
  for (std::size_t k = 0; k < problem.kernel.size(); ++k) {
    if (!is_of_own_records(problem.kernel[k])) continue;
    kernels.push_back(k);
    whole.kernel.push_back(whole_records_of(problem.kernel[k], leaves));
  }
  auto const loops = loops_on(machine, ground.model.rates, whole);
  Arrangement const arrangement = machine.is_host() ? Arrangement(AoS{}) : Arrangement(SoA{});
  auto const layout = detail::record_layout(whole.record, arrangement, whole.capacity);
  std::vector<double> seconds = aos.predicted_seconds();
  for (std::size_t w = 0; w < kernels.size(); ++w) {
    std::size_t const k = kernels[w];
    LoopWork work = loops->look(w, layout, std::vector<bool>(leaves, true), Depth::whole).work;
    if (machine.is_host())
      work.computing_seconds =
          vector_compute(ground, pricer, problem, k) * real(problem.count) / machine.units;
    seconds[k] = std::min(seconds[k], loops->seconds(work));
  }
  return seconds;
}

}  // namespace isomer::records
