// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>

#include <isomer/detail/record_problem.hpp>
#include <isomer/records/detail/span.hpp>

/// Records whose arrangement is known at run time only.
namespace isomer::detail {

/// The addresses of a leaf: record i has it at
///
///     begin + (i >> shift) * block + (i & mask) * bytes
///
/// from the first byte of all records.
struct LeafStride {
  std::int64_t begin = 0;
  std::int64_t block = 0;
  std::int32_t shift = 0;
  std::int32_t mask = 0;
};

/// Where a record lies, with the addresses of a view that outlives it.
template <class T>
struct AnyPlace {
  using Value = std::remove_const_t<T>;
  using Table = LeafTable<Value>;
  template <class F>
  using AsConst = std::conditional_t<std::is_const_v<T>, F const, F>;
  template <int L>
  using Leaf = AsConst<typename Table::template Element<Table::leaf[L].member>>;

  std::byte* data = nullptr;
  LeafStride const* stride = nullptr;
  std::int64_t record = 0;

  template <int L>
  KOKKOS_FORCEINLINE_FUNCTION std::byte* byte() const {
    constexpr std::int64_t bytes = Table::template shape<L>().bytes;
    LeafStride const& at = stride[L];
    return data + at.begin + (record >> at.shift) * at.block + (record & at.mask) * bytes;
  }
  template <int L>
  KOKKOS_FORCEINLINE_FUNCTION Leaf<L>& leaf() const {
    return *reinterpret_cast<Leaf<L>*>(byte<L>());
  }

  template <int M>
  using Member = std::conditional_t<std::is_array_v<typename Table::template Type<M>>,
                                    ComponentRef<AsConst<typename Table::template Type<M>>>,
                                    AsConst<typename Table::template Element<M>>&>;

  /// A reference to member M; components lie at equal distances in every arrangement.
  template <int M>
  KOKKOS_FORCEINLINE_FUNCTION Member<M> member() const {
    constexpr int first = Table::template first_of<M>();
    if constexpr (!std::is_array_v<typename Table::template Type<M>>) return leaf<first>();
    else if constexpr (first + 1 == Table::template first_of<M + 1>()) return {byte<first>(), 0};
    else return {byte<first>(), stride[first + 1].begin - stride[first].begin};
  }
};

template <class T>
struct Addresses<T, Any> {
  static constexpr std::int64_t window = host_block;
};

/// As other spans, with the addresses of all leaves.
template <class T>
class RecordSpan<T, Any> : public RecordExtent {
  using Table = LeafTable<std::remove_const_t<T>>;
  static_assert(CheckedRecord<std::remove_const_t<T>>::value);

 public:
  using At = Addresses<T, Any>;
  using Reference = RecordReference<AnyPlace<T>>;
  using arrangement_type = Any;

  RecordSpan() = default;
  RecordSpan(std::byte* data, std::int64_t count, std::int64_t capacity, RecordLayout const& layout)
      : RecordExtent(data, count, capacity), bytes_(layout.bytes) {
    for (std::size_t l = 0; l < Table::leaf.size(); ++l) {
      LeafPlace const& place = layout.leaf[l];
      RecordRegion const& region = layout.region[static_cast<std::size_t>(place.region)];
      auto const tile = static_cast<std::uint32_t>(region.tile);
      stride_[l] = {region.begin + place.offset, region.block_bytes, std::countr_zero(tile),
                    static_cast<std::int32_t>(tile - 1)};
    }
  }

  template <class I>
  KOKKOS_FORCEINLINE_FUNCTION Reference operator()(I i) const {
    return Reference({this->bytes(), stride_, static_cast<std::int64_t>(i)});
  }
  KOKKOS_FORCEINLINE_FUNCTION std::size_t span_bytes() const {
    return static_cast<std::size_t>(bytes_);
  }

 private:
  std::int64_t bytes_ = 0;
  LeafStride stride_[Table::leaves]{};
};

template <class Span, class I>
requires std::is_same_v<typename Span::arrangement_type, Any>
class RecordWindow<Span, I> : public Span {
 public:
  KOKKOS_FORCEINLINE_FUNCTION RecordWindow(Span const& all, I block, I index)
      : Span(all), first_(block * host_block + index * host_block - static_cast<I>(all.lead())) {}

  KOKKOS_FORCEINLINE_FUNCTION I first() const { return first_; }

 private:
  I first_;
};

}  // namespace isomer::detail
