// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <isomer/error.hpp>
#include <isomer/records/record_view.hpp>

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

/// Some neighbouring records of a view. It carries the first index, which whole views do without:
/// a range may begin within a tile.
template <class T, class A, class Space = Kokkos::DefaultExecutionSpace>
class RecordSubview {
 public:
  using value_type = T;
  using arrangement_type = A;

  RecordSubview() = default;
  RecordSubview(RecordView<T, A, Space> const& all, RecordRange const& range)
      : all_(all), first_(range.begin), count_(range.end - range.begin) {
    if (range.begin > range.end || range.end > all.size())
      throw Error("isomer::subview: records [" + std::to_string(range.begin) + ", " +
                  std::to_string(range.end) + ") of a view of " + std::to_string(all.size()));
  }

  template <class I>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(I i) const {
    return all_(static_cast<std::int64_t>(first_) + static_cast<std::int64_t>(i));
  }
  KOKKOS_FORCEINLINE_FUNCTION std::size_t size() const { return count_; }
  /// The view that this is a part of, and where it begins there.
  RecordView<T, A, Space> const& all() const { return all_; }
  std::size_t first() const { return first_; }

 private:
  RecordView<T, A, Space> all_;
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

/// Records [begin, end) of a view, which shares its memory: `subview(v, {begin, end})`. Throws
/// Error if they are not in it.
template <class T, class A, class S>
RecordSubview<T, A, S> subview(RecordView<T, A, S> const& view, RecordRange const& range) {
  return {view, range};
}
}  // namespace isomer
