// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/reference.hpp>

namespace isomer::detail {

/// Records that a thread of the host visits at a time, in windows.
inline constexpr int host_block = 256;

/// Pointer, count and capacity of records in any arrangement.
class RecordExtent {
 public:
  /// Blocks that lie before the first record's, and records of that one that do: none but of parts.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr std::int64_t blocks_before() { return 0; }
  KOKKOS_FORCEINLINE_FUNCTION static constexpr std::int64_t lead() { return 0; }

  RecordExtent() = default;
  KOKKOS_FUNCTION RecordExtent(std::byte* data, std::int64_t count, std::int64_t capacity)
      : data_(data), count_(count), capacity_(capacity) {}

  KOKKOS_FORCEINLINE_FUNCTION std::size_t size() const { return static_cast<std::size_t>(count_); }
  KOKKOS_FORCEINLINE_FUNCTION std::size_t capacity() const {
    return static_cast<std::size_t>(capacity_);
  }

 protected:
  KOKKOS_FORCEINLINE_FUNCTION std::byte* bytes() const { return data_; }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t room() const { return capacity_; }

 private:
  std::byte* data_ = nullptr;
  std::int64_t count_ = 0;
  std::int64_t capacity_ = 0;
};

/// What a view is but for the ownership.
template <class T, class A>
class RecordSpan : public RecordExtent {
 public:
  using At = Addresses<std::remove_const_t<T>, A>;
  using Reference = RecordReference<Place<T, A>>;
  using record_type = T;
  using arrangement_type = A;
  static_assert(At::record_bytes > 0);  // what is wrong with T or A is said here

  using RecordExtent::RecordExtent;

  /// A reference to record i, never a copy.
  template <class I>
  KOKKOS_FORCEINLINE_FUNCTION Reference operator()(I i) const {
    return Reference(place(static_cast<std::int64_t>(i)));
  }

  /// What `capacity()` records take in this arrangement.
  KOKKOS_FORCEINLINE_FUNCTION std::size_t span_bytes() const {
    return static_cast<std::size_t>(At::bytes(this->room()));
  }

 protected:
  KOKKOS_FORCEINLINE_FUNCTION Place<T, A> place(std::int64_t i) const {
    return Place<T, A>::of(this->bytes(), At::padded(this->room()), i);
  }
};

/// Records [first, first + count) of all in a span. Their blocks are those of all records, so that
/// no window crosses the end of a tile; of the first and the last block some may be others'.
template <class All>
class PartSpan : public All {
 public:
  using typename All::Reference;

  PartSpan() = default;
  PartSpan(All const& all, std::int64_t first, std::int64_t count)
      : All(all), first_(first), count_(count) {}

  template <class I>
  KOKKOS_FORCEINLINE_FUNCTION Reference operator()(I i) const {
    return All::operator()(first_ + static_cast<std::int64_t>(i));
  }
  KOKKOS_FORCEINLINE_FUNCTION std::size_t size() const { return static_cast<std::size_t>(count_); }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t blocks_before() const { return first_ / host_block; }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t lead() const { return first_ % host_block; }

 protected:
  KOKKOS_FORCEINLINE_FUNCTION auto place(std::int64_t i) const { return All::place(first_ + i); }

 private:
  std::int64_t first_ = 0;
  std::int64_t count_ = 0;
};

/// What a body sees on the host: the records of a span, and one window of them whose addresses are
/// constants away from bases that the compiler takes out of the loop. `I` is the type of the loop's
/// index: in one that is narrower or wider, `i - first` would not fold to the loop's counter.
template <class Span, class I>
class RecordWindow : public Span {
 public:
  using typename Span::At;
  using typename Span::Reference;

  /// Window `index` of block `block`. The first record of a part's first window may not be its own.
  KOKKOS_FORCEINLINE_FUNCTION RecordWindow(Span const& all, I block, I index)
      : Span(all),
        first_(position(block, index) - static_cast<I>(all.lead())),
        start_(this->place(static_cast<std::int64_t>(position(block, index)) - all.lead())) {
    // What the general address comes to, in a form that the compiler steps from window to window.
    if constexpr (At::is_one_tile && At::window == At::largest_tile) {
      constexpr std::int64_t windows = host_block / At::window;
      start_.data = this->bytes() + ((all.blocks_before() + block) * windows + index) * At::stride;
      start_.first = 0;
    }
  }

  template <class J>
  KOKKOS_FORCEINLINE_FUNCTION Reference operator()(J i) const {
    if constexpr (At::has_tiles) {
      I const distance = static_cast<I>(i) - first_;
      if (static_cast<std::make_unsigned_t<I>>(distance) < At::window)
        return Reference({start_.data, start_.padded, start_.first, distance});
    }
    return Reference(this->place(static_cast<std::int64_t>(i)));
  }

  KOKKOS_FORCEINLINE_FUNCTION I first() const { return first_; }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static I position(I block, I index) {
    return block * host_block + index * static_cast<I>(At::window);
  }

  I first_;
  Place<typename Span::record_type, typename Span::arrangement_type> start_;
};

}  // namespace isomer::detail
