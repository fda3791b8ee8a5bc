// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/npy_records.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/error.hpp>

#include "program/failure.hpp"
#include "program/files/npy_dtype.hpp"
#include "support/message_of.hpp"

namespace {

using namespace isomer::program;
using isomer::Arrangement;
using isomer::parse_arrangement;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

NpyHeader header(std::string const& descr, std::vector<std::int64_t> const& shape) {
  NpyHeader result;
  result.descr = descr;
  result.shape = shape;
  result.item_bytes = item_bytes_of(parse_python_literal(descr));
  return result;
}

// a struct { char a; double b; float v[3]; short c; }
NpyHeader structs(std::int64_t count) {
  return header(
      "[('a', '|u1'), ('', '|V7'), ('b', '<f8'), ('v', '<f4', (3,)), ('c', '<i2'), ('', '|V2')]",
      {count});
}

NpyRecords read(NpyHeader const& from) { return records_of(from, std::nullopt); }

NpyHeader written(NpyRecords const& records, std::string const& arrangement) {
  return header_of(structs(1), records, parse_arrangement(arrangement), records.count);
}

std::string refusal_of(NpyHeader const& from, std::optional<Arrangement> const& in = {}) {
  return isomer::test::message_of<Failure>([&] { records_of(from, in); });
}

TEST(NpyRecords, InAosHaveTheOffsetsOfTheHeader) {
  auto const records = read(structs(64));
  EXPECT_EQ(records.count, 64);
  EXPECT_EQ(records.arrangement.name(), "aos");
  EXPECT_THAT(records.record.names(), ElementsAre("a", "b", "v", "c"));
  EXPECT_EQ(records.record.bytes(), 32);
  std::vector<std::int64_t> offsets;
  for (auto const& leaf : records.record.leaves()) offsets.push_back(leaf.offset);
  EXPECT_THAT(offsets, ElementsAre(0, 8, 16, 20, 24, 28));
}

TEST(NpyRecords, InAosKeepTheirHeader) {
  auto const result = written(read(structs(64)), "aos");
  EXPECT_EQ(result.descr, structs(64).descr);
  EXPECT_THAT(result.shape, ElementsAre(64));
  EXPECT_EQ(result.item_bytes, 32);
}

TEST(NpyRecords, InSoaAreOneElementOfArrays) {
  auto const result = written(read(structs(64)), "soa");
  EXPECT_EQ(result.descr,
            "[('b', '<f8', (64,)), ('v', '<f4', (3, 64)), ('c', '<i2', (64,)), ('a', '|u1', "
            "(64,))]");
  EXPECT_THAT(result.shape, IsEmpty());
  EXPECT_EQ(result.item_bytes, 64 * 23);
}

TEST(NpyRecords, InTilesAreElementsOfArraysWithPaddingBehind) {
  auto const result = written(read(structs(64)), "tiled 2");
  EXPECT_EQ(result.descr,
            "[('b', '<f8', (2,)), ('v', '<f4', (3, 2)), ('c', '<i2', (2,)), ('a', '|u1', (2,)), "
            "('', '|V2')]");
  EXPECT_THAT(result.shape, ElementsAre(32));
  EXPECT_EQ(result.item_bytes, 48);
}

TEST(NpyRecords, InClustersAreOneElementWithAStructForEach) {
  auto const result = written(read(structs(64)), "clusters(a v: aos; c: tiled 8; rest: soa)");
  EXPECT_EQ(result.descr,
            "[('b', '<f8', (64,)), ('v a', [('v', '<f4', (3,)), ('a', '|u1'), ('', '|V3')], "
            "(64,)), ('c', [('c', '<i2', (8,))], (8,))]");
  EXPECT_THAT(result.shape, IsEmpty());
  EXPECT_EQ(result.item_bytes, 64 * 26);
}

class EveryArrangement : public testing::TestWithParam<char const*> {};

TEST_P(EveryArrangement, IsRecognisedInItsHeader) {
  auto const records = read(structs(64));
  auto const to = parse_arrangement(GetParam());
  auto const again = read(header_of(structs(64), records, to, records.count));
  EXPECT_EQ(again.count, 64);
  auto const layout = isomer::detail::record_layout(again.record, again.arrangement, 64);
  EXPECT_EQ(layout.region, isomer::detail::record_layout(records.record, to, 64).region);
  for (auto const& name : records.record.names())
    EXPECT_THAT(again.record.names(), testing::Contains(name));
}

INSTANTIATE_TEST_SUITE_P(All, EveryArrangement,
                         testing::Values("aos", "soa", "tiled 8", "tiled 64",
                                         "clusters(a v: aos; c: tiled 8; rest: soa)",
                                         "clusters(b: soa; rest: aos)",
                                         "clusters(c: soa; a b: tiled 16; v: soa)",
                                         "clusters(a: tiled 8; rest: tiled 32)",
                                         "clusters(rest: tiled 64)", "clusters(rest: aos)",
                                         "clusters(b: tiled 64; rest: aos)"));

TEST(NpyRecords, InTilesInDeclaredOrderAreThoseOfTheirNameOnly) {
  Arrangement const declared = isomer::declared_tiled(2);
  auto const result = written(read(structs(64)), declared.name());
  EXPECT_EQ(result.descr,
            "[('a', '|u1', (2,)), ('', '|V6'), ('b', '<f8', (2,)), ('v', '<f4', (3, 2)), ('c', "
            "'<i2', (2,)), ('', '|V4')]");
  EXPECT_EQ(records_of(result, declared).arrangement, declared);
  EXPECT_EQ(records_of(result, declared).count, 64);
  EXPECT_EQ(read(result).arrangement, Arrangement(isomer::AoS{}));
}

TEST(NpyRecords, ThatWereNotInAosGetTheNaturalAlignment) {
  auto const records = read(written(read(structs(64)), "soa"));
  auto const result = header_of(structs(64), records, isomer::AoS{}, 64);
  EXPECT_EQ(result.descr,
            "[('b', '<f8'), ('v', '<f4', (3,)), ('c', '<i2'), ('a', '|u1'), ('', '|V1')]");
}

TEST(NpyRecords, OfTilesThatMayBeRecordsOfArraysNeedAWord) {
  auto const small = header("[('p', '<f4', (4,)), ('q', '<f4', (4,))]", {10});
  EXPECT_EQ(refusal_of(small),
            "may be in aos or in tiled 4, its header is the same: say it with --from");
  EXPECT_EQ(records_of(small, Arrangement(isomer::AoS{})).count, 10);
  EXPECT_EQ(records_of(small, isomer::tiled(4)).count, 40);
  EXPECT_THAT(refusal_of(small, Arrangement(isomer::SoA{})), HasSubstr("do not lie as in soa"));
  EXPECT_THAT(refusal_of(header("[('p', '<f4', (128,))]", {10})), HasSubstr("tiled 128"));
  EXPECT_THAT(refusal_of(header("[('p', '<f4', (1024,))]", {10})), HasSubstr("tiled 1024"));
  EXPECT_EQ(read(header("[('p', '<f4', (512,))]", {})).arrangement.name(), "soa");
  EXPECT_EQ(read(header("[('p', '<f4', (8,)), ('q', '<f4', (8,))]", {10})).count, 80);
  EXPECT_EQ(read(header("[('p', '<f4', (8,)), ('q', '<f4')]", {10})).count, 10);
  EXPECT_EQ(read(header("[('p', '<f4', (12,)), ('q', '<f4', (12,))]", {10})).count, 10);
}

struct NoRecords {
  char const* descr;
  std::vector<std::int64_t> shape;
  char const* reason;
};

void PrintTo(NoRecords const& none, std::ostream* out) { *out << none.descr; }

class HeaderOfNoRecords : public testing::TestWithParam<NoRecords> {};

TEST_P(HeaderOfNoRecords, IsRefusedWithItsReason) {
  auto const& [descr, shape, reason] = GetParam();
  EXPECT_THAT(refusal_of(header(descr, shape)), HasSubstr(reason));
}

INSTANTIATE_TEST_SUITE_P(
    All, HeaderOfNoRecords,
    testing::Values(
        NoRecords{"'<f8'", {3}, "records have named fields"},
        NoRecords{"[('a', '<f8')]", {3, 4}, "has shape (3, 4), records have one axis"},
        NoRecords{"[('', '|V8')]", {3}, "records without a field"},
        NoRecords{
            "[('s', [('x', '<f4')]), ('y', '<f4')]", {3}, "the field \"s\", which is a struct"},
        NoRecords{"[('a', '|u1', (1000, 1000))]", {3}, "records of 1000000 values, at most 512"},
        NoRecords{"[('a', '|u1', (513,))]", {3}, "records of 513 values, at most 512"},
        NoRecords{"[('a', '<f8')]", {}, "has shape () and fields that do not lie"},
        NoRecords{"[('a', '<f8', (3,)), ('b', '<f8', (4,))]", {}, "do not lie as in any"},
        NoRecords{"[('a', '|u1', (4,)), ('b', '<f8', (4,))]", {}, "large alignments come first"},
        NoRecords{"[('a', '<f8', (4,)), ('', '|V4'), ('b', '<f8', (4,))]", {}, "do not lie"},
        NoRecords{"[('a', '<f8', (9,)), ('s', [('x', '<f8', (3,))], (3,))]", {}, "do not lie"},
        NoRecords{"[('a', '<f8', (8,)), ('s', [('x', '<f8', (4,))], (3,))]", {}, "do not lie"},
        NoRecords{"[('s', [('x', [('y', '<f8')])], (3,))]", {}, "do not lie"}));

TEST(NpyRecords, ThatNumpyCouldNotReadAreRefused) {
  auto const refusal = [](NpyHeader const& from, std::string const& to) {
    return isomer::test::message_of<Failure>([&] { written(read(from), to); });
  };
  EXPECT_EQ(refusal(structs(1 << 27), "soa"),
            "134217728 records in soa are an element of 3087007744 bytes, numpy takes at most "
            "2147483647: use --to tiled:32768");
  EXPECT_THAT(refusal(structs(1 << 27), "clusters(a: aos; rest: soa)"), HasSubstr("tiled:32768"));
  EXPECT_EQ(written(read(structs(1 << 27)), "tiled 32768").item_bytes, 23 << 15);
  EXPECT_THAT(refusal(header("[('a', '|V65536')]", {1 << 15}), "tiled 32768"),
              testing::AllOf(HasSubstr("numpy takes at most"), testing::Not(HasSubstr("--to"))));
  EXPECT_EQ(refusal(structs(0), "soa"),
            "has no records, so in soa their dtype has no bytes, which numpy cannot read");
  std::string const axes =
      "(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "
      "1, 1, 1, 1, 1, 1, 1, 1)";
  EXPECT_THAT(refusal(header("[('a', '<f8', " + axes + ")]", {3}), "soa"),
              HasSubstr("more than 32 axes"));
  EXPECT_EQ(refusal(header("[('x', '<f8'), ('y', '<f8'), ('x y', '<f4')]", {3}),
                    "clusters(x y: aos; rest: soa)"),
            "has two fields \"x y\" in clusters(x y: aos; rest: soa), which numpy cannot read");
}

TEST(NpyRecords, WithAFieldTwiceAreRefused) {
  EXPECT_THAT(isomer::test::message_of<isomer::Error>(
                  [] { read(header("[('a', '<f8'), ('a', '<f4')]", {3})); }),
              HasSubstr("two fields are named \"a\""));
}

TEST(LargestTile, IsThatOfAllClusters) {
  EXPECT_EQ(largest_tile(parse_arrangement("soa")), 1);
  EXPECT_EQ(largest_tile(parse_arrangement("aos")), 1);
  EXPECT_EQ(largest_tile(parse_arrangement("tiled 64")), 64);
  EXPECT_EQ(largest_tile(parse_arrangement("clusters(a: tiled 8; b: tiled 32; rest: soa)")), 32);
}

}  // namespace
