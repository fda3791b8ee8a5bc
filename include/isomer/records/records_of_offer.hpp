// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <variant>

#include <isomer/records/detail/change.hpp>
#include <isomer/records/for_each.hpp>

namespace isomer {

/// The arrangements that kernels are compiled for; records begin in the first.
template <class... As>
struct Offer {};

namespace detail {

/// The view in another arrangement, bytes as they are.
template <class A2, class T, class A, class S>
RecordView<T, A2, S> in_arrangement(RecordView<T, A, S> const& view) {
  return RecordAccess::make<RecordView<T, A2, S>>(RecordAccess::held(view));
}

/// Throws the Error about an arrangement that is not the current one.
[[noreturn]] void throw_not_current(std::string const& label, Arrangement const& asked,
                                    Arrangement const& current);
/// Which of an offer it is. Throws Error if it is none.
std::size_t index_in_offer(char const* function, std::string const& label, Arrangement const& asked,
                           std::vector<Arrangement> const& offer);

template <class A, class... As>
inline constexpr int times_offered = ((std::is_same_v<A, As> ? 1 : 0) + ... + 0);

}  // namespace detail

template <class T, class O, class Space = Kokkos::DefaultExecutionSpace>
class Records {
  static_assert(sizeof(T) == 0,
                "isomer: the second argument of Records has to be an Offer of arrangements");
};

/// Records that change their arrangement at run time, within an offer, whose memory has room for
/// each of it. The owner of its memory; `view` lends it.
///
///     using Offer = isomer::Offer<isomer::AoS, isomer::SoA, isomer::Tiled<64>>;
///     isomer::Records<Particle, Offer> particles("particles", n);
template <class T, class... As, class Space>
class Records<T, Offer<As...>, Space> {
  static_assert(sizeof...(As) > 0, "isomer: Offer must have an arrangement");
  static_assert(((detail::times_offered<As, As...> == 1) && ...),
                "isomer: Offer has an arrangement twice");
  static_assert(!std::is_const_v<T>, "isomer: Records are rearranged, so T must not be const");
  using Views = std::variant<RecordView<T, As, Space>...>;
  using First = std::variant_alternative_t<0, Views>;

 public:
  using value_type = T;
  using execution_space = typename First::execution_space;
  using memory_space = typename First::memory_space;

  /// Allocates n records, all bytes zero, in the first arrangement of the offer. Capacity as of a
  /// RecordView.
  Records(std::string const& label, std::size_t n)
      : views_(detail::RecordAccess::make<First>(
            detail::own_records<Space>(detail::dynamic_record<T>(), label, n, offer()))) {}
  Records(Records&&) noexcept = default;
  Records& operator=(Records&&) noexcept = default;
  Records(Records const&) = delete;
  Records& operator=(Records const&) = delete;

  /// The records in the arrangement A. Throws Error if it is not the current one. Views that are
  /// kept stop `rearrange`.
  template <class A>
  RecordView<T, A, Space> view() const {
    static_assert(detail::times_offered<A, As...> == 1,
                  "isomer: this arrangement is not in the Offer of the Records");
    auto const* const current = std::get_if<RecordView<T, A, Space>>(&views_);
    if (current == nullptr) detail::throw_not_current(label(), A{}, arrangement());
    return *current;
  }

  /// The current arrangement.
  Arrangement arrangement() const { return offer()[views_.index()]; }
  /// All arrangements of the offer, the first one first.
  static std::vector<Arrangement> offer() { return {Arrangement(As{})...}; }

  std::size_t size() const {
    return visit([](auto const& view) { return view.size(); });
  }
  std::size_t capacity() const {
    return visit([](auto const& view) { return view.capacity(); });
  }
  std::string label() const {
    return visit([](auto const& view) { return view.label(); });
  }

  /// `visitor(view)` with the view in the current arrangement.
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), views_);
  }

  /// For `function`: moves the bytes by `move(info)` after all checks but those of the plan.
  template <class Move>
  void change(char const* function, Arrangement const& to, PlanOptions const& options,
              Move const& move) {
    std::size_t const target = detail::index_in_offer(function, label(), to, offer());
    if (target == views_.index()) return;
    auto const info = visit([&](auto& view) {
      using View = std::remove_cvref_t<decltype(view)>;
      detail::require_sole_owner_of_records<View>(function, view, options);
      return detail::records_info(view);
    });
    move(info);
    std::size_t k = 0;
    ((k++ == target ? become<As>() : void()), ...);
  }

 private:
  /// The records without their arrangement. From each view to each there would be as many
  /// functions as pairs.
  detail::HeldRecords held() const {
    return visit([](auto const& view) { return detail::RecordAccess::held(view); });
  }
  template <class A>
  void become() {
    views_ = Views(detail::RecordAccess::make<RecordView<T, A, Space>>(held()));
  }

  Views views_;
};

/// `visitor(view)` with the view in the current arrangement: a generic lambda of the host, compiled
/// for each of the offer.
template <class T, class O, class S, class Visitor>
decltype(auto) with_arrangement(Records<T, O, S> const& records, Visitor&& visitor) {
  return records.visit(std::forward<Visitor>(visitor));
}

/// As for a RecordView, in the current arrangement.
template <detail::ExecutionSpace Exec, class T, class O, class S, class Body>
void for_each(std::string const& label, Exec const& exec, Records<T, O, S> const& records,
              Body const& body) {
  records.visit([&](auto const& view) { isomer::for_each(label, exec, view, body); });
}
template <class T, class O, class S, class Body>
void for_each(std::string const& label, Records<T, O, S> const& records, Body const& body) {
  records.visit([&](auto const& view) { isomer::for_each(label, view, body); });
}

}  // namespace isomer
