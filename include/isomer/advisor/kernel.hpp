// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>

#include <isomer/advisor/accesses.hpp>
#include <isomer/advisor/detail/trial.hpp>
#include <isomer/records/records_of_offer.hpp>

namespace isomer {

/// A body for `advise`, with its name and the calls of it to come; `kernel` makes it.
template <class Body>
class Kernel {
 public:
  Kernel(std::string name, Body body, std::int64_t calls)
      : name_(std::move(name)), body_(std::move(body)), calls_(calls) {}

  /// The same, recorded and tried on `copy`: a body that writes to other Views than the records,
  /// with copies of those. What is written to them is not undone.
  Kernel on(Body copy) const {
    Kernel other(*this);
    other.body_ = std::move(copy);
    return other;
  }
  /// The same, not tried: one that must not run more often than it is recorded, or that follows
  /// indices to an end which copies of some records may not have.
  Kernel no_trial() const {
    Kernel other(*this);
    other.is_tried_ = false;
    return other;
  }

  std::string const& name() const { return name_; }
  Body const& body() const { return body_; }
  std::int64_t calls() const { return calls_; }
  bool is_tried() const { return is_tried_; }

 private:
  std::string name_;
  Body body_;
  std::int64_t calls_;
  bool is_tried_ = true;
};

/// A kernel that `for_each` will run `calls` times.
///
///     isomer::kernel("push", Push{0.1}, 500)
template <class Body>
Kernel<Body> kernel(std::string name, Body body, std::int64_t calls = 1) {
  return {std::move(name), std::move(body), calls};
}

namespace detail {

/// Recorded where the records' kernels run. What a body computes is the same for a device's threads
/// in each arrangement, so nothing is tried there.
template <class T, class Exec, class... As, class Body>
KernelTrace trace_of(Kernel<Body> const& kernel, Scene const& records, TrialGround& trials) {
  if constexpr (is_on_host_v<Exec>) {
    KernelTrace trace = record_body<T>(records, kernel.body());
    if (!kernel.is_tried() || records.count == 0) return trace;
    static constexpr TrialVisit visit[] = {&visit_trial<T, As, Body>...};
    trace.trial = trial_seconds(trials, trace, &kernel.body(), visit);
    return trace;
  } else {
    return record_launches<T>(Exec{}, records, kernel.body());
  }
}

/// A kernel for records of a type and offer: a body, whose type is erased, or a description.
template <class R>
class KernelOf;
template <class T, class... As, class S>
class KernelOf<Records<T, Offer<As...>, S>> {
 public:
  template <class Body>
  KernelOf(Kernel<Body> const& kernel)
      : name_(kernel.name()),
        calls_(kernel.calls()),
        trace_([kernel](Scene const& records, TrialGround& trials) {
          using Exec = typename Records<T, Offer<As...>, S>::execution_space;
          return trace_of<T, Exec, As...>(kernel, records, trials);
        }) {}

  KernelOf(Accesses const& accesses)
      : name_(accesses.name()),
        calls_(accesses.calls()),
        trace_([accesses](Scene const& records, TrialGround& /*trials*/) {
          return trace_of(*records.record, records.count, accesses);
        }) {}

  /// Recorded on the scene of `trials`, and tried there.
  KernelTrace trace(TrialGround& trials) const {
    Scene records = trials.scene();
    records.kernel = name_;
    KernelTrace result = trace_(records, trials);
    result.name = name_;
    result.calls = calls_;
    return result;
  }

 private:
  std::string name_;
  std::int64_t calls_;
  std::function<KernelTrace(Scene const&, TrialGround&)> trace_;
};

}  // namespace detail
}  // namespace isomer
