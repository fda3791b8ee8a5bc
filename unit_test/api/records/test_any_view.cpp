// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/records/filled.hpp"
#include "support/message_of.hpp"

/// Records whose arrangement is known at run time only.
namespace isomer::test {
namespace {

using ::testing::HasSubstr;
using Host = Kokkos::DefaultHostExecutionSpace;
template <class T>
using AnyView = RecordView<T, Any, Host>;

TEST(AnyRecordView, HasEachLeafWhereTheOthersHaveIt) {
  for_a_third([]<class T, class A>() {
    RecordView<T, A, Host> const view("records", 131);
    AnyView<T> const any = view;
    EXPECT_EQ(any.arrangement(), Arrangement(A{}));
    EXPECT_EQ(any.size(), 131U);
    EXPECT_EQ(any.capacity(), view.capacity());
    EXPECT_EQ(any.span_bytes(), view.span_bytes());
    EXPECT_EQ(view.use_count(), 2);
    fill(any);
    EXPECT_TRUE(is_filled(view)) << Arrangement(A{}).name();
    EXPECT_TRUE(is_filled(any)) << Arrangement(A{}).name();
  });
}

TEST(AnyRecordView, HasComponentsOfArrays) {
  for_arrangements<Arrays>([]<class T, class A>() {
    RecordView<T, A, Host> const view("records", 70);
    AnyView<T> const any = view;
    for (int i = 0; i < 70; ++i)
      for (int k = 0; k < 6; ++k) any(i).m[k / 3][k % 3] = 10 * i + k;
    for (int i = 0; i < 70; ++i)
      for (int k = 0; k < 6; ++k) EXPECT_EQ(view(i).m[k / 3][k % 3], 10 * i + k);
  });
}

double sum_of_a(AnyView<Mixed const> const& records) {
  double sum = 0;
  for (std::size_t i = 0; i < records.size(); ++i) sum += records(i).a;
  return sum;
}

TEST(AnyRecordView, TakesRecordsInTheirCurrentArrangement) {
  Records<Mixed, Offer<AoS, SoA, Tiled<8>>, Host> records("records", 10);
  for_each("fill", Host{}, records, [](auto const& all, int i) { all(i).a = i; });
  for (Arrangement const& to : {isomer::tiled(8), Arrangement(SoA{}), Arrangement(AoS{})}) {
    rearrange(Host{}, records, to);
    EXPECT_EQ(sum_of_a(records), 45) << to.name();
  }
}

TEST(AnyRecordView, IsLoopedOver) {
  RecordView<Mixed, Tiled<64>, Host> const view("records", 700);
  AnyView<Mixed> const any = view;
  for_each("fill", Host{}, any, [](auto const& records, int i) {
    records(i).a = i;
    records(i).d = static_cast<std::int16_t>(records.size());
  });
  for (int i = 0; i < 700; ++i) {
    EXPECT_EQ(view(i).a, i);
    EXPECT_EQ(view(i).d, 700);
  }
}

TEST(AnyRecordView, OwnsMemoryOrIsGivenSome) {
  AnyView<Mixed> const own("own", 100, parse_arrangement("clusters(b a: tiled 8; rest: soa)"));
  EXPECT_EQ(own.label(), "own");
  EXPECT_EQ(own.capacity(), 192U);
  fill(own);
  EXPECT_TRUE(is_filled(own));
  alignas(8) std::byte memory[10 * sizeof(Mixed)]{};
  AnyView<Mixed> const given(memory, 7, 10, SoA{});
  fill(given);
  EXPECT_TRUE(is_filled(RecordView<Mixed, SoA, Host>(memory, 7, 10)));
  EXPECT_THAT(message_of([&] { AnyView<Mixed> const bad(memory, 11, 10, SoA{}); }),
              HasSubstr("isomer::RecordView: 11 records in memory for 10"));
  EXPECT_EQ(AnyView<Mixed>().size(), 0U);
}

TEST(AnyRecordView, IsCopiedToAndFrom) {
  for_arrangements<Mixed>([]<class T, class A>() {
    SCOPED_TRACE(Arrangement(A{}).name());
    RecordView<T, A, Host> const src("src", 300);
    fill(src);
    AnyView<T> const dst("dst", 300, isomer::tiled(16));
    deep_copy(Host{}, dst, src);
    EXPECT_TRUE(is_filled(dst));
    auto const mirror = create_mirror(AnyView<T const>(dst));
    EXPECT_EQ(mirror.arrangement(), isomer::tiled(16));
    deep_copy(Host{}, mirror, AnyView<T const>(dst));
    RecordView<T, A, Host> const back("back", 300);
    deep_copy(Host{}, back, mirror);
    EXPECT_TRUE(is_filled(back));
  });
}

TEST(AnyRecordView, IsRearranged) {
  RecordView<Mixed, AoS, Host> structs("records", 1000);
  fill(structs);
  AnyView<Mixed> any = structs;
  EXPECT_THAT(message_of([&] { rearrange(Host{}, std::move(any), SoA{}); }), HasSubstr("owner"));
  structs = {};
  for (Arrangement const& to : {Arrangement(SoA{}), isomer::tiled(8), isomer::tiled(8)}) {
    any = rearrange(Host{}, std::move(any), to);
    EXPECT_EQ(any.arrangement(), to);
    EXPECT_TRUE(is_filled(any)) << to.name();
  }
  auto const same = rearrange<Tiled<8>>(Host{}, std::move(any));
  EXPECT_TRUE(is_filled(same));
  EXPECT_EQ(same.use_count(), 1);
}

}  // namespace
}  // namespace isomer::test
