// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

#include <isomer/advisor/detail/advice_problem.hpp>
#include <isomer/advisor/detail/measured_offer.hpp>
#include <isomer/advisor/kernel.hpp>
#include <isomer/records/detail/change.hpp>

namespace isomer {

namespace detail {

template <class T, class O, class S>
Scene scene_of(Records<T, O, S> const& records) {
  RecordsInfo const info = records.visit([](auto const& view) { return records_info(view); });
  DynamicRecord const& record = dynamic_record<T>();
  return {"",        &record,    record_layout(record, info.arrangement, info.capacity),
          info.data, info.count, info.capacity};
}

/// Measures kernels where they run: an instance of another space stands for none of them.
template <class Exec, class T, class O, class S>
void measure_kernels(Exec const& exec, Records<T, O, S> const& records,
                     std::span<KernelOf<Records<T, O, S>> const> kernels, Scene const& scene,
                     PlanOptions const& options, AdviceProblem& problem) {
  using Own = typename Records<T, O, S>::execution_space;
  if constexpr (!std::is_same_v<Exec, Own>) {
    return measure_kernels<Own, T, O, S>(Own{}, records, kernels, scene, options, problem);
  } else {
    std::vector<RunOnCopy> runs(kernels.size());
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      auto const& work = kernels[k].work();
      if (!work.can_run(scene.count)) continue;
      runs[k] = [&](std::size_t a, std::byte* data) { work.run(exec, scene, a, data); };
    }
    measure_offer(exec, records.visit([](auto const& view) { return records_info(view); }), runs,
                  options, problem);
  }
}

}  // namespace detail

/// Any kernel for such records, made from what `kernel` or `accesses` returns: programs whose
/// kernels are not known before they run keep them in a vector.
template <class R>
using AnyKernel = detail::KernelOf<R>;

/// Which arrangement of their offer suits kernels that are to be called, and whether changing to it
/// pays. Runs each body on a few records, where the execution space of the records runs it, and
/// undoes what it writes to them; on hosts it is tried on copies of them, too, some of which stand
/// for all where there are many. Nothing is moved. Kernels that alternate have their calls spread
/// evenly over as many rounds as the one with the fewest has. Throws Error if a body refers to no
/// record, or to one that there is not.
///
/// With `Effort::measure`, kernels that are not described and may be tried are also run on a copy
/// of all records in each arrangement, by the default instance of their space if `exec` is of
/// another one, and so are the changes: what was measured counts instead of what is predicted.
/// Nothing is measured where such a copy would take more than half of the memory that is left.
///
///     std::vector<isomer::AnyKernel<Particles>> kernels{isomer::kernel("push", Push{0.1}, 500)};
///     auto const advice = isomer::advise(exec, particles, kernels);
///     isomer::rearrange(exec, particles, advice.best());
template <detail::ExecutionSpace Exec, class T, class O, class S>
Advice advise(Exec const& exec, Records<T, O, S> const& records,
              std::span<std::type_identity_t<AnyKernel<Records<T, O, S>>> const> kernels,
              PlanOptions const& options = {}) {
  detail::assert_rearrangeable<Exec, Records<T, O, S>>();
  exec.fence("isomer::advise: fence before records are looked at");
  detail::AdviceClock const clock;
  auto const scene = detail::scene_of(records);
  auto const offer = records.offer();
  detail::AdviceProblem problem{.record = *scene.record,
                                .count = scene.count,
                                .capacity = scene.capacity,
                                .offer = offer,
                                .current = detail::index_in_offer("isomer::advise", records.label(),
                                                                  records.arrangement(), offer),
                                .clock = clock};
  detail::TrialGround trials(scene, offer);
  for (auto const& kernel : kernels) problem.kernel.push_back(kernel.trace(trials));
  if (options.effort == Effort::measure)
    detail::measure_kernels<Exec, T, O, S>(exec, records, kernels, scene, options, problem);
  return detail::advice_for(exec, std::move(problem), options);
}

/// As above for kernels that are written down where it is called.
///
///     isomer::advise(exec, particles, {isomer::kernel("push", Push{0.1}, 500)});
template <detail::ExecutionSpace Exec, class T, class O, class S>
Advice advise(Exec const& exec, Records<T, O, S> const& records,
              std::initializer_list<std::type_identity_t<AnyKernel<Records<T, O, S>>>> kernels,
              PlanOptions const& options = {}) {
  return isomer::advise(exec, records, std::span(kernels.begin(), kernels.size()), options);
}

/// As above for the execution space of the records.
template <class T, class O, class S>
Advice advise(Records<T, O, S> const& records,
              std::span<std::type_identity_t<AnyKernel<Records<T, O, S>>> const> kernels) {
  return isomer::advise(typename Records<T, O, S>::execution_space{}, records, kernels);
}
template <class T, class O, class S>
Advice advise(Records<T, O, S> const& records,
              std::initializer_list<std::type_identity_t<AnyKernel<Records<T, O, S>>>> kernels) {
  return isomer::advise(typename Records<T, O, S>::execution_space{}, records, kernels);
}

namespace detail {

/// Stands for a kernel where there is no advice.
struct UnwatchedKernel {
  template <class K>
  UnwatchedKernel(K const& /*kernel*/) {}
};

template <class V>
constexpr void refuse_advice() {
  static_assert(!RecordsLike<V>,
                "isomer: advise takes isomer::Records, and chooses from their Offer: a view or a "
                "subview has one arrangement");
}

}  // namespace detail

/// No advice on views, or on some of their records.
template <detail::ExecutionSpace Exec, detail::RecordsLike V>
void advise(Exec const& /*exec*/, V const& /*view*/,
            std::initializer_list<detail::UnwatchedKernel> /*kernels*/,
            PlanOptions const& /*options*/ = {}) {
  detail::refuse_advice<V>();
}
template <detail::RecordsLike V>
void advise(V const& /*view*/, std::initializer_list<detail::UnwatchedKernel> /*kernels*/) {
  detail::refuse_advice<V>();
}

}  // namespace isomer
