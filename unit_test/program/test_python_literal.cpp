// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/python_literal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/failure.hpp"
#include "support/message_of.hpp"

namespace {

using isomer::program::Failure;
using isomer::program::parse_python_literal;
using Kind = isomer::program::PythonLiteral::Kind;
using testing::HasSubstr;

TEST(PythonLiteral, ReadsIntegersOfBothSignsAndPython2sLongOnes) {
  EXPECT_EQ(parse_python_literal(" 42 ").integer, 42);
  EXPECT_EQ(parse_python_literal("-7").integer, -7);
  EXPECT_EQ(parse_python_literal("+7").integer, 7);
  EXPECT_EQ(parse_python_literal("3L").integer, 3);
  EXPECT_EQ(parse_python_literal("9223372036854775807").integer, 9223372036854775807);
}

TEST(PythonLiteral, ReadsWords) {
  EXPECT_EQ(parse_python_literal("None").kind, Kind::none);
  EXPECT_EQ(parse_python_literal("True").integer, 1);
  EXPECT_EQ(parse_python_literal("False").integer, 0);
  EXPECT_EQ(parse_python_literal("False").kind, Kind::boolean);
}

TEST(PythonLiteral, ReadsStringsWithEitherQuoteAndEscapes) {
  EXPECT_EQ(parse_python_literal("'a\"b'").string, "a\"b");
  EXPECT_EQ(parse_python_literal("\"a'b\"").string, "a'b");
  EXPECT_EQ(parse_python_literal("'a\\'b'").string, "a'b");
  EXPECT_EQ(parse_python_literal("u'old'").string, "old");
  EXPECT_EQ(parse_python_literal("'\\xe9\\n'").string, "\\xe9\\n");
  EXPECT_EQ(parse_python_literal("''").string, "");
}

TEST(PythonLiteral, TellsBytesFromAString) {
  EXPECT_EQ(parse_python_literal("'text'").kind, Kind::string);
  EXPECT_EQ(parse_python_literal("u'text'").kind, Kind::string);
  EXPECT_EQ(parse_python_literal("b'text'").kind, Kind::bytes);
}

TEST(PythonLiteral, ReadsIntegersOfPython2WhereTheyOccur) {
  EXPECT_EQ(parse_python_literal("3L", true).integer, 3);
  EXPECT_THAT(isomer::test::message_of<Failure>([] { parse_python_literal("3L", false); }),
              HasSubstr("no integer"));
}

TEST(PythonLiteral, TellsATupleOfOneFromABracketedValue) {
  EXPECT_EQ(parse_python_literal("(3)").kind, Kind::integer);
  EXPECT_EQ(parse_python_literal("(3,)").kind, Kind::tuple);
  EXPECT_EQ(parse_python_literal("()").kind, Kind::tuple);
  EXPECT_EQ(parse_python_literal("[3]").kind, Kind::list);
  EXPECT_EQ(parse_python_literal("(3, 4, )").items.size(), 2U);
}

TEST(PythonLiteral, KeepsTheSourceOfEachPart) {
  auto const dict = parse_python_literal(" {'a': [('x', '<f4')], 'b': ( 1 ,2)} ");
  ASSERT_EQ(dict.items.size(), 4U);
  EXPECT_EQ(dict.items[1].source, "[('x', '<f4')]");
  EXPECT_EQ(dict.items[3].source, "( 1 ,2)");
}

TEST(PythonLiteral, ReadsNestingUpToItsLimitAndRefusesMore) {
  std::string const open(64, '[');
  std::string const close(64, ']');
  EXPECT_EQ(parse_python_literal(open + close).kind, Kind::list);
  EXPECT_THAT(
      isomer::test::message_of<Failure>([&] { parse_python_literal("[" + open + close + "]"); }),
      HasSubstr("nests brackets more than 64 deep"));
}

struct Malformed {
  char const* text;
  char const* reason;
};

void PrintTo(Malformed const& malformed, std::ostream* out) { *out << malformed.text; }

class MalformedLiteral : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedLiteral, IsRefusedWithItsReasonAndPlace) {
  auto const& [text, reason] = GetParam();
  EXPECT_THAT(isomer::test::message_of<Failure>([text = text] { parse_python_literal(text); }),
              testing::AllOf(HasSubstr(reason), HasSubstr("at character")))
      << text;
}

INSTANTIATE_TEST_SUITE_P(
    All, MalformedLiteral,
    testing::Values(Malformed{"", "ends where a value has to be"},
                    Malformed{"   ", "ends where a value has to be"},
                    Malformed{"(1, 2", "no ',' or ')'"}, Malformed{"[1 2]", "no ',' or ']'"},
                    Malformed{"(,)", "no Python literal"}, Malformed{"{,}", "no Python literal"},
                    Malformed{"{'a'}", "no ':' after a key"},
                    Malformed{"{'a': }", "no Python literal"},
                    Malformed{"{'a': 1 'b': 2}", "no ',' or '}'"}, Malformed{"1 2", "more after"},
                    Malformed{"(1))", "more after"}, Malformed{"'abc", "without an end"},
                    Malformed{"'abc\\", "without an end"}, Malformed{"'a\nb'", "without an end"},
                    Malformed{"1.5", "no integer"}, Malformed{"1e5", "no integer"},
                    Malformed{"0x10", "no integer"}, Malformed{"-", "sign without a number"},
                    Malformed{"9223372036854775808", "more than 64 bits"},
                    Malformed{"true", "no Python literal"}, Malformed{"f()", "no Python literal"},
                    Malformed{"03", "begins with 0"}, Malformed{"-03", "begins with 0"},
                    Malformed{"+-3", "two signs"}, Malformed{"3l", "no integer"},
                    Malformed{"\n 3", "spaces on a second line"}, Malformed{"'\\x4'", "an escape"},
                    Malformed{"'\\N{BEL}'", "an escape"}, Malformed{"@", "no Python literal"},
                    Malformed{"r'a'", "no Python literal"}));

}  // namespace
