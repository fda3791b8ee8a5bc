// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/records/arrangements_of.hpp"
#include "api/records/brute_force.hpp"

/// Addresses, of references and at run time, against values laid one behind the other.
namespace isomer::test {
namespace {

template <class T, class A>
std::vector<std::int64_t> addresses_of(detail::RecordSpan<T, A> const& span, std::byte* data,
                                       std::int64_t i) {
  std::vector<std::int64_t> at;
  auto const place = span(i).isomer_place();
  [&]<int... L>(std::integer_sequence<int, L...>) {
    (at.push_back(place.template byte<L>() - data), ...);
  }
  (std::make_integer_sequence<int, detail::LeafTable<T>::leaves>{});
  return at;
}

std::int64_t address_in(detail::RecordLayout const& layout, std::int64_t bytes, std::size_t l,
                        std::int64_t i) {
  auto const& leaf = layout.leaf[l];
  auto const& region = layout.region[static_cast<std::size_t>(leaf.region)];
  return region.begin + (i / region.tile) * region.block_bytes + leaf.offset +
         (i % region.tile) * bytes;
}

template <class T, class A>
void expect_laid(std::int64_t capacity) {
  SCOPED_TRACE(Arrangement(A{}).name() + " of " + std::to_string(capacity) + " records of " +
               std::to_string(sizeof(T)) + " bytes");
  Layout const laid = lay<T>(A{}, capacity);
  auto const layout = detail::record_layout(detail::dynamic_record<T>(), A{}, capacity);
  alignas(64) static std::byte data[64];  // addresses only
  detail::RecordSpan<T, A> const span(data, capacity, capacity);
  ASSERT_EQ(layout.bytes, laid.bytes);
  ASSERT_EQ(static_cast<std::int64_t>(span.span_bytes()), laid.bytes);
  ASSERT_EQ(footprint<T>(A{}, static_cast<std::size_t>(capacity)),
            static_cast<std::size_t>(laid.bytes));
  auto const& leaves = detail::LeafTable<T>::leaf;
  for (std::int64_t i = 0; i < capacity; ++i) {
    auto const at = addresses_of(span, data, i);
    for (std::size_t l = 0; l < leaves.size(); ++l) {
      std::int64_t const expected = laid.at[l][static_cast<std::size_t>(i)];
      ASSERT_EQ(at[l], expected) << "leaf " << l << " of record " << i;
      ASSERT_EQ(address_in(layout, leaves[l].bytes, l, i), expected) << "leaf " << l;
      ASSERT_EQ(expected % leaves[l].align, 0) << "leaf " << l;
    }
  }
}

TEST(RecordAddresses, AreThoseOfValuesLaidOneBehindTheOther) {
  for_all([]<class T, class A>() {
    for (std::int64_t const capacity : {0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 130, 1025})
      expect_laid<T, A>(capacity);
  });
}

template <class T, class A>
void expect_same_in_windows() {
  SCOPED_TRACE(Arrangement(A{}).name());
  using Window = detail::RecordWindow<detail::RecordSpan<T, A>, int>;
  constexpr int capacity = 3000;
  alignas(64) static std::byte data[64];
  detail::RecordSpan<T, A> const span(data, capacity, capacity);
  for (int const block : {0, 1, 5, 8}) {
    Window const window(span, block,
                        block % (detail::host_block / static_cast<int>(Window::At::window)));
    int const first = window.first();
    for (int i = 0; i < capacity; i += 7) {
      auto const inside = window(i).isomer_place();
      auto const plain = span(i).isomer_place();
      [&]<int... L>(std::integer_sequence<int, L...>) {
        bool const same = ((inside.template byte<L>() == plain.template byte<L>()) && ...);
        ASSERT_TRUE(same) << "record " << i << " from " << first;
      }
      (std::make_integer_sequence<int, detail::LeafTable<T>::leaves>{});
    }
  }
}

TEST(RecordAddresses, AreTheSameInAndOutsideOfWindows) {
  for_all([]<class T, class A>() { expect_same_in_windows<T, A>(); });
}

template <class T>
void expect_bounds() {
  SCOPED_TRACE(std::to_string(sizeof(T)) + " bytes");
  for (std::size_t n = 0; n < 40; ++n) {
    EXPECT_LE(footprint<T>(SoA{}, n), n * sizeof(T));
    for (std::int64_t const z : {2, 8, 16, 64}) {
      auto const whole = (n + static_cast<std::size_t>(z) - 1) / static_cast<std::size_t>(z) *
                         static_cast<std::size_t>(z);
      EXPECT_LE(footprint<T>(tiled(z), n), whole * sizeof(T)) << z << " of " << n;
    }
  }
}

TEST(RecordFootprint, OfSoAAndOfWholeTilesIsNeverMoreThanOfStructs) {
  [&]<class... T>(std::type_identity<std::tuple<T...>>) {
    (expect_bounds<T>(), ...);
  }(std::type_identity<AllRecords>{});
}

TEST(RecordFootprint, OfPackedStructsMayBeMore) {
  Arrangement const packed = Clusters<In<AoS, "a", "b">, Rest<AoS>>{};
  EXPECT_EQ(footprint<Mixed>(packed, 1), 16U + 8U);  // 8 4 and 4 2 1
  EXPECT_EQ(footprint<Mixed>(Clusters<In<Tiled<2>, "a", "b">, Rest<SoA>>{}, 2), 2U * 19U);
}

}  // namespace
}  // namespace isomer::test
