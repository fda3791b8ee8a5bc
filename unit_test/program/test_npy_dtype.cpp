// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/npy_dtype.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "program/failure.hpp"
#include "support/message_of.hpp"

namespace {

using isomer::program::Failure;
using testing::HasSubstr;

std::int64_t bytes_of(std::string const& descr) {
  return isomer::program::item_bytes_of(isomer::program::parse_python_literal(descr));
}

TEST(NpyDtype, KnowsTheSizeOfEveryKindOfTypeString) {
  EXPECT_EQ(bytes_of("'|b1'"), 1);
  EXPECT_EQ(bytes_of("'?'"), 1);
  EXPECT_EQ(bytes_of("'<i2'"), 2);
  EXPECT_EQ(bytes_of("'>u8'"), 8);
  EXPECT_EQ(bytes_of("'=f4'"), 4);
  EXPECT_EQ(bytes_of("'f8'"), 8);
  EXPECT_EQ(bytes_of("'<f16'"), 16);
  EXPECT_EQ(bytes_of("'<c8'"), 8);
  EXPECT_EQ(bytes_of("'>c32'"), 32);
  EXPECT_EQ(bytes_of("'|S5'"), 5);
  EXPECT_EQ(bytes_of("'|S0'"), 0);
  EXPECT_EQ(bytes_of("'<U3'"), 12);
  EXPECT_EQ(bytes_of("'|V7'"), 7);
  EXPECT_EQ(bytes_of("'<M8[ns]'"), 8);
  EXPECT_EQ(bytes_of("'<m8[25us]'"), 8);
  EXPECT_EQ(bytes_of("'<M8'"), 8);
}

TEST(NpyDtype, AddsUpTheFieldsOfARecord) {
  EXPECT_EQ(bytes_of("[]"), 0);
  EXPECT_EQ(bytes_of("[('a', '<f4'), ('b', '|S3', (2, 3)), (('title', 'c'), '|u1')]"), 23);
  EXPECT_EQ(bytes_of("[('a', '|u1'), ('', '|V7'), ('b', '<f8')]"), 16);
  EXPECT_EQ(bytes_of("[('in', [('x', '<f8'), ('y', '<f8')], (2,)), ('n', '<i4', 3)]"), 44);
  EXPECT_EQ(bytes_of("[('sub', ('<f8', (2, 2)))]"), 32);
  EXPECT_EQ(bytes_of("[('', '|V3'), ('a', '<f4'), ('', ('|V1', (2,)))]"), 9);
}

struct Refused {
  char const* descr;
  char const* reason;
};

void PrintTo(Refused const& refused, std::ostream* out) { *out << refused.descr; }

class RefusedDtype : public testing::TestWithParam<Refused> {};

TEST_P(RefusedDtype, IsNamedInTheError) {
  auto const& [descr, reason] = GetParam();
  EXPECT_THAT(isomer::test::message_of<Failure>([descr = descr] { bytes_of(descr); }),
              HasSubstr(reason))
      << descr;
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedDtype,
    testing::Values(
        Refused{"'|O'", "Python objects ('|O')"}, Refused{"'O8'", "Python objects"},
        Refused{"[('a', '<f4'), ('b', '|O')]", "Python objects"}, Refused{"''", "type ''"},
        Refused{"'<'", "type '<'"}, Refused{"'<f'", "type '<f'"}, Refused{"'<f3'", "type '<f3'"},
        Refused{"'<i16'", "type '<i16'"}, Refused{"'|b2'", "type '|b2'"},
        Refused{"'<c4'", "type '<c4'"}, Refused{"'<M4'", "type '<M4'"},
        Refused{"'<M8[xx]'", "type '<M8[xx]'"}, Refused{"'<M8[]'", "type '<M8[]'"},
        Refused{"'<M8[s'", "type '<M8[s'"}, Refused{"'<m8[2147483648s]'", "type '<m8["},
        Refused{"'<m8[3generic]'", "type '<m8["}, Refused{"b'<f4'", "'descr' is b'<f4'"},
        Refused{"'\\<f4'", "type '\\<f4'"}, Refused{"[('a', b'<f4')]", "'descr' is b'<f4'"},
        Refused{"[(b'a', '<f4')]", "field (b'a', '<f4')"}, Refused{"'<f8x'", "type '<f8x'"},
        Refused{"'|S-1'", "type '|S-1'"}, Refused{"'<x4'", "type '<x4'"},
        Refused{"'<<f8'", "type '<<f8'"}, Refused{"'|S2147483648'", "more than 2147483647 bytes"},
        Refused{"'|S99999999999999999999'", "more than 2147483647 bytes"},
        Refused{"'<U536870912'", "more than 2147483647 bytes"},
        Refused{"[('a', '|V2147483647'), ('b', '|u1')]", "more than 2147483647 bytes"},
        Refused{"[('a', '<f8', (65536, 65536))]", "more than 2147483647 bytes"},
        Refused{"[('a', '<f8', (-1,))]", "extent -1"},
        Refused{"[('a', '<f8', ('x',))]", "shape is ('x',)"},
        Refused{"[('a', '<f8', [2])]", "shape is [2]"}, Refused{"[('a',)]", "field ('a',)"},
        Refused{"[(1, '<f8')]", "field (1, '<f8')"}, Refused{"['<f8']", "field '<f8'"},
        Refused{"[(('t',), '<f8')]", "field (('t',), '<f8')"},
        Refused{"('<f8', (2,))", "'descr' is ('<f8', (2,))"}, Refused{"8", "'descr' is 8"},
        Refused{"{'a': 1}", "'descr' is {'a': 1}"}, Refused{"None", "'descr' is None"}));

TEST(NpyDtype, HasEachNameOrTitleOnce) {
  auto const message = [](std::string const& descr) {
    return isomer::test::message_of<Failure>([&] {
      isomer::program::require_distinct_names(isomer::program::parse_python_literal(descr));
    });
  };
  std::string const twice = "the element type has two fields with the name or title ";
  EXPECT_EQ(message("[('a', '<f4'), ('a', '<f8')]"), twice + "'a'");
  EXPECT_EQ(message("[(('t', 'a'), '<f4'), ('t', '<f8')]"), twice + "'t'");
  EXPECT_EQ(message("[('', '<f4'), ('', '<f8')]"), twice + "''");
  EXPECT_EQ(message("[('in', [('x', '<f4'), ('x', '<f4')])]"), twice + "'x'");
  EXPECT_EQ(message("[('in', ([('x', '<f4'), ('x', '<f4')], (2,)))]"), twice + "'x'");
  for (char const* descr : {"'<f8'", "[]", "[('', '|V3'), ('a', '<f4'), ('', '|V1', (2,))]",
                            "[('in', [('x', '<f4')]), ('x', '<f4')]"})
    EXPECT_NO_THROW(
        isomer::program::require_distinct_names(isomer::program::parse_python_literal(descr)));
}

TEST(NpyDtype, QuotesOnlyTheStartOfALongDescr) {
  std::string const descr = "'" + std::string(1000, 'x') + "'";
  try {
    bytes_of(descr);
    FAIL() << "accepted";
  } catch (Failure const& failure) {
    EXPECT_LT(std::string(failure.what()).size(), 150U);
  }
}

}  // namespace
