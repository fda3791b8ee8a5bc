// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <isomer/error.hpp>
#include <isomer/records/any_view.hpp>

namespace isomer {

/// Records [begin, end) of a view: `{begin, end}`.
struct RecordRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  template <std::integral I, std::integral J>
  constexpr RecordRange(I first, J last)
      : begin(static_cast<std::size_t>(first)), end(static_cast<std::size_t>(last)) {}
  template <class Pair>
  requires requires(Pair const& pair) {
    pair.first;
    pair.second;
  }
  constexpr RecordRange(Pair const& pair) : RecordRange(pair.first, pair.second) {}
};

/// Some neighbouring records of a view: all calls take it in the place of a view, but `rearrange`.
/// It carries the first index, which whole views do without, since a range may begin within a tile.
/// Copies are shallow, and share the ownership.
template <class T, class A, class Space = Kokkos::DefaultExecutionSpace>
class RecordSubview {
  using View = RecordView<T, A, Space>;

 public:
  using value_type = T;
  using non_const_value_type = typename View::non_const_value_type;
  using arrangement_type = A;
  using execution_space = typename View::execution_space;
  using memory_space = typename View::memory_space;
  using device_type = typename View::device_type;

  RecordSubview() = default;
  RecordSubview(View const& all, RecordRange const& range)
      : RecordSubview(all, 0, all.size(), range) {}
  /// Records of a part.
  RecordSubview(RecordSubview const& part, RecordRange const& range)
      : RecordSubview(part.all_, part.first_, part.count_, range) {}

  /// The same records to be read only, of any arrangement, or in another space with the same
  /// memory.
  template <class U, class B, class S>
  requires(!std::is_same_v<RecordView<U, B, S>, View> &&
           std::is_convertible_v<RecordView<U, B, S> const&, View>)
      RecordSubview(RecordSubview<U, B, S> const& other)
      : all_(other.all()), first_(other.first()), count_(other.size()) {}

  template <class I>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(I i) const {
    return all_(static_cast<std::int64_t>(first_) + static_cast<std::int64_t>(i));
  }
  KOKKOS_FORCEINLINE_FUNCTION std::size_t size() const { return count_; }
  /// The view that this is a part of, and where it begins there.
  View const& all() const { return all_; }
  std::size_t first() const { return first_; }

  /// Those of the view.
  std::string label() const { return all_.label(); }
  int use_count() const { return all_.use_count(); }
  auto arrangement() const { return all_.arrangement(); }

  /// The first struct of AoS; in other arrangements no one place has the records.
  auto data() const requires std::is_same_v<A, AoS> {
    using Struct = std::conditional_t<std::is_const_v<T>, void const*, void*>;
    return static_cast<Struct>(detail::RecordAccess::bytes(all_) + first_ * sizeof(T));
  }

  /// A View of a member, as whole views have it. Throws Error if the member lies in tiles and the
  /// range begins within one.
  template <detail::FixedString Name>
  auto field() const requires(!std::is_same_v<A, Any>) {
    return detail::RecordAccess::field<Name>(all_, first_, count_);
  }

 private:
  RecordSubview(View const& all, std::size_t first, std::size_t count, RecordRange const& range)
      : all_(all), first_(first + range.begin), count_(range.end - range.begin) {
    if (range.begin > range.end || range.end > count)
      throw Error("isomer::subview: records [" + std::to_string(range.begin) + ", " +
                  std::to_string(range.end) + ") of a view of " + std::to_string(count));
  }

  View all_;
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

/// Records [begin, end) of a view, or of such a part, which share its memory:
/// `subview(v, {begin, end})`. Throws Error if they are not in it.
template <class T, class A, class S>
RecordSubview<T, A, S> subview(RecordView<T, A, S> const& view, RecordRange const& range) {
  return {view, range};
}
template <class T, class A, class S>
RecordSubview<T, A, S> subview(RecordSubview<T, A, S> const& part, RecordRange const& range) {
  return {part, range};
}

namespace detail {

template <class>
inline constexpr bool is_record_subview_v = false;
template <class T, class A, class S>
inline constexpr bool is_record_subview_v<RecordSubview<T, A, S>> = true;

/// All records of a view or some.
template <class V>
concept RecordsLike = RecordViewLike<V> || is_record_subview_v<std::remove_cvref_t<V>>;

/// The view that holds them.
template <class T, class A, class S>
RecordView<T, A, S> const& whole(RecordView<T, A, S> const& view) {
  return view;
}
template <class T, class A, class S>
RecordView<T, A, S> const& whole(RecordSubview<T, A, S> const& part) {
  return part.all();
}

/// What kernels see of them.
template <class T, class A, class S>
RecordSpan<T, A> span_of(RecordView<T, A, S> const& view) {
  return view;
}
template <class T, class A, class S>
PartSpan<RecordSpan<T, A>> span_of(RecordSubview<T, A, S> const& part) {
  return {span_of(part.all()), static_cast<std::int64_t>(part.first()),
          static_cast<std::int64_t>(part.size())};
}

}  // namespace detail
}  // namespace isomer
