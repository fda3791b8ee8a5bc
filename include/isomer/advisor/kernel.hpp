// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include <isomer/advisor/accesses.hpp>
#include <isomer/advisor/detail/measured_offer.hpp>
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

/// What is done with a kernel whose type is erased, for records R.
template <class R>
class KernelWork {
 public:
  KernelWork() = default;
  KernelWork(KernelWork const&) = delete;
  KernelWork& operator=(KernelWork const&) = delete;
  virtual ~KernelWork() = default;

  virtual KernelTrace trace(Scene const& records, TrialGround& trials) const = 0;
  /// Whether it can be run on that many records: it has a body, which may be tried.
  virtual bool can_run(std::int64_t count) const = 0;
  /// Enqueues a call on all records, which are at `data` in the a-th arrangement of their offer.
  virtual void run(typename R::execution_space const& exec, Scene const& records, std::size_t a,
                   std::byte* data) const = 0;
};

/// How trials visit records in each arrangement; null for bodies that run on a device.
template <bool is_on_host, class T, class Body, class... As>
inline constexpr std::array<TrialVisit, sizeof...(As)> trial_visits{};
template <class T, class Body, class... As>
inline constexpr std::array<TrialVisit, sizeof...(As)> trial_visits<true, T, Body, As...>{
    &visit_trial<T, As, Body>...};

template <class R, class Body>
class BodyWork;
template <class T, class... As, class S, class Body>
class BodyWork<Records<T, Offer<As...>, S>, Body> final
    : public KernelWork<Records<T, Offer<As...>, S>> {
  using Exec = typename Records<T, Offer<As...>, S>::execution_space;
  using First = std::tuple_element_t<0, std::tuple<As...>>;

 public:
  explicit BodyWork(Kernel<Body> const& kernel) : kernel_(kernel) {}

  /// Recorded where the records' kernels run. What a body computes is the same for a device's
  /// threads in each arrangement, so nothing is tried there.
  KernelTrace trace(Scene const& records, TrialGround& trials) const override {
    if constexpr (is_on_host_v<Exec>) {
      KernelTrace trace = record_body<T>(records, kernel_.body());
      if (!kernel_.is_tried() || records.count == 0) return trace;
      trace.trial = trial_seconds(trials, trace, &kernel_.body(), visit.data());
      return trace;
    } else {
      return record_launches<T>(Exec{}, records, kernel_.body());
    }
  }

  bool can_run(std::int64_t count) const override {
    using Index = BodyIndex<Body, RecordWindow<RecordSpan<T, First>, int>>;
    return kernel_.is_tried() && counts<typename Index::Few>(static_cast<std::size_t>(count));
  }

  /// On hosts by the functions of trials, so that no others are compiled for it.
  void run(Exec const& exec, Scene const& records, std::size_t a, std::byte* data) const override {
    if constexpr (is_on_host_v<Exec>) {
      visit_in_parallel(exec, visit[a], &kernel_.body(), records, data);
    } else {
      std::size_t k = 0;
      ((k++ == a
            ? visit_all(kernel_.name(), exec,
                        RecordSpan<T, As>(data, records.count, records.capacity), kernel_.body())
            : void()),
       ...);
    }
  }

 private:
  static constexpr auto const& visit = trial_visits<is_on_host_v<Exec>, T, Body, As...>;

  Kernel<Body> kernel_;
};

template <class R>
class DescribedWork final : public KernelWork<R> {
 public:
  explicit DescribedWork(Accesses const& accesses) : accesses_(accesses) {}

  KernelTrace trace(Scene const& records, TrialGround& /*trials*/) const override {
    return trace_of(*records.record, records.count, accesses_);
  }
  bool can_run(std::int64_t /*count*/) const override { return false; }
  void run(typename R::execution_space const& /*exec*/, Scene const& /*records*/, std::size_t /*a*/,
           std::byte* /*data*/) const override {}

 private:
  Accesses accesses_;
};

/// Whether a body can be called with records R.
template <class R, class Body>
inline constexpr bool is_body_of_v = false;
template <class T, class First, class... As, class S, class Body>
inline constexpr bool is_body_of_v<Records<T, Offer<First, As...>, S>, Body> =
    is_body_v<is_on_host_v<typename Records<T, Offer<First, As...>, S>::execution_space>, Body,
              RecordSpan<T, First>>;

/// A kernel for records R of a type and offer: a body, whose type is erased, or a description.
template <class R>
class KernelOf {
 public:
  template <class Body>
  KernelOf(Kernel<Body> const& kernel) : name_(kernel.name()), calls_(kernel.calls()) {
    constexpr bool is_body = is_body_of_v<R, Body>;
    static_assert(is_body,
                  "isomer: the body of a kernel has to be callable, as a const, with "
                  "(particles, i): an `auto const&` and an integer");
    if constexpr (is_body) work_.reset(new BodyWork<R, Body>(kernel));
  }
  KernelOf(Accesses const& accesses)
      : name_(accesses.name()), calls_(accesses.calls()), work_(new DescribedWork<R>(accesses)) {}

  /// Recorded on the scene of `trials`, and tried there.
  KernelTrace trace(TrialGround& trials) const {
    Scene records = trials.scene();
    records.kernel = name_;
    AdviceClock const clock;
    KernelTrace result = work_->trace(records, trials);
    result.name = name_;
    result.calls = calls_;
    result.watched_seconds = clock.seconds();
    return result;
  }
  KernelWork<R> const& work() const { return *work_; }

 private:
  std::string name_;
  std::int64_t calls_;
  std::shared_ptr<KernelWork<R> const> work_;  // copies of a kernel are alike
};

}  // namespace detail
}  // namespace isomer
