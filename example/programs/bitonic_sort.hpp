// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>

#include <isomer/advisor.hpp>
#include <isomer/records.hpp>

#include "arithmetic.hpp"
#include "by_vectors.hpp"

/// A key and what goes with it: all members move together.
struct Item {
  std::uint32_t key;
  std::uint32_t a, b, c;
  friend bool operator==(Item const&, Item const&) = default;
};
ISOMER_RECORD(Item, key, a, b, c);

namespace programs {

/// Batcher's bitonic sort of a power of two of items.
struct BitonicSort {
  int count = 1 << 15;  ///< a power of two

  using Record = Item;
  using Offer =
      isomer::Offer<isomer::AoS, isomer::SoA, isomer::Tiled<8>, isomer::Tiled<64>,
                    isomer::Clusters<isomer::In<isomer::SoA, "key">, isomer::Rest<isomer::AoS>>>;

  struct Begin {
    KOKKOS_FUNCTION void operator()(auto const& items, int i) const {
      auto const number = static_cast<std::uint32_t>(i);
      auto item = items(i);
      item.key = hash(number);
      item.a = number;
      item.b = number + 1;
      item.c = number ^ 0x55555555U;
    }
  };

  /// Items at a distance of `stride`, in runs of `length` that rise and fall by turns. The lower of
  /// a pair does it for both.
  struct Exchange {
    int stride, length;
    KOKKOS_FUNCTION void operator()(auto const& items, int i) const {
      if ((i & stride) != 0) return;
      auto low = items(i);
      auto high = items(i + stride);
      Item const x = low;
      Item const y = high;
      bool const rises = (i & length) == 0;
      bool const stays = (x.key <= y.key) == rises;
      low.key = stays ? x.key : y.key;
      low.a = stays ? x.a : y.a;
      low.b = stays ? x.b : y.b;
      low.c = stays ? x.c : y.c;
      high.key = stays ? y.key : x.key;
      high.a = stays ? y.a : x.a;
      high.b = stays ? y.b : x.b;
      high.c = stays ? y.c : x.c;
    }

#if defined(ISOMER_HAS_VECTORS)
    /// The same of as many items, which have their partners in a vector of their own.
    void by_vectors(auto const& items, int i) const {
      if ((i & stride) != 0) return;
      auto const x = isomer::simd_load<width>(items, i);
      auto const y = isomer::simd_load<width>(items, i + stride);
      bool const rises = (i & length) == 0;
      auto const stays = (x.key <= y.key) ^ isomer::vec_mask<4, width>(!rises);
      auto const blended = [&](auto const& a, auto const& b) {
        auto result = a;
        result.key = select(stays, a.key, b.key);
        result.a = select(stays, a.a, b.a);
        result.b = select(stays, a.b, b.b);
        result.c = select(stays, a.c, b.c);
        return result;
      };
      isomer::simd_store(items, i, blended(x, y));
      isomer::simd_store(items, i + stride, blended(y, x));
    }
#endif
  };

  void begin(auto const& exec, auto const& items) const {
    isomer::for_each("begin", exec, items, Begin{});
  }
  /// Calls `use(name, body)` for the passes that merge runs of half of `length` items.
  static void merge(int length, auto const& use) {
    for (int stride = length / 2; stride > 0; stride /= 2)
      use(name_of(stride), Exchange{stride, length});
  }
  /// The kernels of a step, the last merge, which takes as long whatever came before.
  void kernels(auto const& use) const { merge(count, use); }
  void sort(auto const& exec, auto const& items) const {
    for (int length = 2; length <= count; length *= 2)
      merge(length, [&](char const* name, Exchange const& exchange) {
        isomer::for_each(name, exec, items, exchange);
      });
  }
  /// A step on AoS records as they lie. Nearer ones than a vector has are exchanged one by one.
  void step_by_vectors(auto const& exec, auto const& items) const {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    kernels([&](char const* name, Exchange const& exchange) {
      if (exchange.stride < width) return isomer::for_each(name, exec, items, exchange);
      Kokkos::parallel_for(name, Kokkos::RangePolicy<Exec>(exec, 0, count / width),
                           [=](int v) { exchange.by_vectors(items, v * width); });
    });
  }
  /// What suits `times` steps to come: short, middle and long strides stand for all.
  isomer::Advice advise(auto const& exec, auto const& items, std::int64_t times,
                        isomer::PlanOptions const& options = {}) const {
    std::int64_t const strides = std::bit_width(static_cast<unsigned>(count)) - 1;
    return isomer::advise(
        exec, items,
        {isomer::kernel("far", Exchange{count / 4, count}, times * (strides - 10)),
         isomer::kernel("apart", Exchange{512, count}, times * 5),
         isomer::kernel("near", Exchange{4, count}, times * 5)},
        options);
  }

 private:
  /// The kernel that stands for such a stride in advice.
  static constexpr char const* name_of(int stride) {
    return stride < 32 ? "near" : stride < 1024 ? "apart" : "far";
  }
};

}  // namespace programs
