// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/records/record_types.hpp"
#include "support/message_of.hpp"

/// What is known of a record, at compile time and at run time.
namespace isomer::test {

/// As many members as the macro takes.
struct Many {
  char a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2,
      c3, c4, c5, c6, c7, c8, c9, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, e0, e1, e2, e3, e4, e5,
      e6, e7, e8, e9, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, g0, g1, g2, g3;
};

/// Members that are aligned beyond their types.
struct Aligned {
  char a;
  alignas(16) float b;
  short c[2];
  alignas(8) char d;
};

struct Charge {
  double q;
};
struct Mass {
  double m;
};
/// Most of whose members are of its bases.
struct Ion : Charge, Mass {
  float e;
  int k;
  friend bool operator==(Ion const& a, Ion const& b) {
    return a.q == b.q && a.m == b.m && a.e == b.e && a.k == b.k;
  }
};

struct Counted {
  double x;
  int n;
};
/// Whose base ends with padding that no member of its own lies in.
struct Tagged : Counted {
  char tag;
  friend bool operator==(Tagged const& a, Tagged const& b) {
    return a.x == b.x && a.n == b.n && a.tag == b.tag;
  }
};

/// Described in another order than it is declared in, so offsets are not those of the compiler.
struct Reordered {
  int a;
  int b;
};

}  // namespace isomer::test

ISOMER_RECORD(isomer::test::Many, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5,
              b6, b7, b8, b9, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, d0, d1, d2, d3, d4, d5, d6,
              d7, d8, d9, e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, f0, f1, f2, f3, f4, f5, f6, f7,
              f8, f9, g0, g1, g2, g3);
ISOMER_RECORD(isomer::test::Aligned, a, b, c, d);
ISOMER_RECORD(isomer::test::Ion, q, m, e, k);
ISOMER_RECORD(isomer::test::Tagged, x, n, tag);
template <>
inline constexpr auto isomer::record_of<isomer::test::Reordered> =
    isomer::record<isomer::test::Reordered>(isomer::field("b", &isomer::test::Reordered::b),
                                            isomer::field("a", &isomer::test::Reordered::a));

namespace isomer::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

static_assert(detail::LeafTable<Many>::leaves == 64);
static_assert(detail::LeafTable<Many>::position("g3") == 63);
static_assert(detail::LeafTable<Arrays>::leaves == 10);
static_assert(detail::LeafTable<Arrays>::leaf[9].offset == offsetof(Arrays, c));
static_assert(detail::LeafTable<Blob>::leaf[0].bytes == 12);
static_assert(detail::LeafTable<Plain>::leaf[1].offset == offsetof(Plain, b));
static_assert(detail::LeafTable<Plain>::position_of<&Plain::b>() == 1);
static_assert(std::is_trivially_copyable_v<RecordView<Mixed, SoA>> == false);

TEST(RecordDescription, AtRunTimeIsThatOfTheStruct) {
  DynamicRecord const& record = detail::dynamic_record<Scrambled>();
  EXPECT_THAT(record.names(), ElementsAre("a", "b", "c", "d"));
  EXPECT_EQ(record.bytes(), static_cast<std::int64_t>(sizeof(Scrambled)));
  EXPECT_EQ(record.align(), 8);
  ASSERT_EQ(record.leaves().size(), 4U);
  EXPECT_EQ(record.leaves()[2].offset, static_cast<std::int64_t>(offsetof(Scrambled, c)));
}

TEST(RecordDescription, AtRunTimeIsMadeOfFieldsInBraces) {
  DynamicRecord const two{{"x", 8, 8}, {"y", 4, 4, 3}};
  EXPECT_THAT(two.names(), ElementsAre("x", "y"));
  EXPECT_EQ(two.bytes(), 24);
  EXPECT_EQ(DynamicRecord(two).leaves().size(), 4U);
  // With more braces than it takes, too.
  for (DynamicRecord const& one : {DynamicRecord{{"word", 4, 4}}, DynamicRecord{{{"word", 4, 4}}},
                                   DynamicRecord({{"word", 4, 4}})}) {
    EXPECT_THAT(one.names(), ElementsAre("word"));
    EXPECT_EQ(one.bytes(), 4);
  }
}

TEST(RecordDescription, AtRunTimeHasAnAlignmentThatIsAPowerOfTwo) {
  for (std::int64_t const align : {-4, 0, 3, 12})
    EXPECT_THAT(message_of([=] {
                  DynamicRecord({{"x", 4, 4}}, {0}, 24, align);
                }),
                HasSubstr("isomer::DynamicRecord: the record has an alignment of " +
                          std::to_string(align) + ", it has to be a power of two"));
  EXPECT_EQ(DynamicRecord({{"x", 4, 4}}, {0}, 24, 8).align(), 8);
}

/// Fills records with numbers of their own and takes them to columns and back.
template <class T, class Fill>
void expect_moved(Fill const& fill_with) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  RecordView<T, AoS, Host> structs("structs", 10);
  for (int i = 0; i < 10; ++i) structs(i) = fill_with(i);
  RecordView<T, SoA, Host> const arrays("arrays", 10);
  deep_copy(arrays, structs);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(T(arrays(i)), fill_with(i)) << i;
}

TEST(RecordDescription, NamesMembersOfSeveralBases) {
  static_assert(detail::LeafTable<Ion>::leaf[1].offset == 8);
  expect_moved<Ion>([](int i) { return Ion{{i + 0.25}, {i + 0.5}, static_cast<float>(i), -i}; });
}

TEST(RecordDescription, KnowsThePaddingAtTheEndOfABase) {
  static_assert(detail::LeafTable<Tagged>::leaf[2].offset == 16);
  expect_moved<Tagged>([](int i) { return Tagged{{i + 0.25, i}, static_cast<char>(i)}; });
}

TEST(RecordDescription, KnowsMembersThatAreAlignedBeyondTheirTypes) {
  static_assert(detail::LeafTable<Aligned>::leaf[1].offset == 16);
  using Host = Kokkos::DefaultHostExecutionSpace;
  RecordView<Aligned, AoS, Host> const structs("structs", 10);
  RecordView<Aligned, SoA, Host> const arrays("arrays", 10);
  for (int i = 0; i < 10; ++i)
    structs(i) = Aligned{
        static_cast<char>(i), static_cast<float>(i) + 0.5F, {1, static_cast<short>(i)}, 'd'};
  deep_copy(arrays, structs);
  EXPECT_EQ(arrays(7).a, 7);
  EXPECT_EQ(arrays(7).b, 7.5F);
  EXPECT_EQ(arrays(7).c[1], 7);
  EXPECT_EQ(arrays(7).d, 'd');
}

TEST(RecordDescription, ThatIsNotInTheOrderOfTheStructIsAnErrorOfTheFirstView) {
  EXPECT_THAT(message_of([] { RecordView<Reordered, SoA> const view("reordered", 3); }),
              HasSubstr("member \"b\" lies at byte 4 of its struct and not at 0"));
}

TEST(RecordDescription, ThatIsNotInTheOrderOfTheStructIsAnErrorInTheCallersMemoryToo) {
  Reordered memory[3]{};
  EXPECT_THAT(message_of([&] { RecordView<Reordered, SoA> const view(memory, 3, 3); }),
              HasSubstr("member \"b\" lies at byte 4 of its struct and not at 0"));
}

TEST(DynamicRecord, HasNaturalAlignment) {
  DynamicRecord const record({{"a", 1, 1}, {"b", 8, 8}, {"c", 2, 2}, {"d", 4, 4}});
  EXPECT_EQ(record.leaves(), detail::dynamic_record<Scrambled>().leaves());
  EXPECT_EQ(record.bytes(), static_cast<std::int64_t>(sizeof(Scrambled)));
  for (std::size_t n = 0; n < 20; ++n)
    for (Arrangement const& arrangement : {Arrangement(AoS{}), Arrangement(SoA{}), tiled(8)})
      EXPECT_EQ(record.footprint(arrangement, n), footprint<Scrambled>(arrangement, n));
}

TEST(DynamicRecord, HasArrays) {
  DynamicRecord const record({{"v", 4, 4, 3}, {"m", 8, 8, 6}, {"c", 1, 1}});
  EXPECT_EQ(record.leaves(), detail::dynamic_record<Arrays>().leaves());
}

TEST(DynamicRecord, OfBadFieldsIsAnError) {
  auto const message = [](std::vector<DynamicField> const& fields) {
    return message_of([&] { DynamicRecord const record(fields); });
  };
  EXPECT_THAT(message({}), HasSubstr("isomer::DynamicRecord: there are no fields"));
  EXPECT_THAT(message({{"", 4, 4}}), HasSubstr("a field has no name"));
  EXPECT_THAT(message({{"a", 4, 4}, {"a", 4, 4}}), HasSubstr("two fields are named \"a\""));
  EXPECT_THAT(message({{"a", 0, 1}}), HasSubstr("both have to be positive"));
  EXPECT_THAT(message({{"a", 4, 4, 0}}), HasSubstr("both have to be positive"));
  EXPECT_THAT(
      message({{"a", std::int64_t{1} << 31, 4}}),
      HasSubstr("field \"a\" has 1 components of 2147483648 bytes, it may take 2147483647"));
  EXPECT_THAT(message({{"a", 65536, 4, 32768}}), HasSubstr("it may take 2147483647 bytes"));
  EXPECT_THAT(message({{"a", 12, 8}}), HasSubstr("has an alignment of 8"));
  EXPECT_THAT(message({{"a", 12, 3}}), HasSubstr("has an alignment of 3"));
  EXPECT_THAT(message_of([] {
                DynamicRecord const record({{"a", 4, 4}, {"b", 4, 4}}, {0, 2}, 8, 4);
              }),
              HasSubstr("field \"b\" overlaps the one before it"));
  for (std::int64_t const offset : {std::int64_t{-4}, std::numeric_limits<std::int64_t>::max()})
    EXPECT_THAT(
        message_of([&] {
          DynamicRecord const record({{"a", 4, 4}}, {offset}, 8, 4);
        }),
        HasSubstr("field \"a\" begins at byte " + std::to_string(offset) + " of a record of 8"));
  EXPECT_THAT(message_of([] {
                DynamicRecord const record({{"a", 8, 8}}, {0}, 4, 4);
              }),
              HasSubstr("field \"a\" ends at byte 8 of a record of 4"));
}

}  // namespace
}  // namespace isomer::test
