// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/npy_header.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/failure.hpp"
#include "support/message_of.hpp"

namespace {

using namespace isomer::program;
using namespace std::string_literals;
using testing::HasSubstr;

// A file's start with this version and text; `claimed` replaces the true length of the text.
std::string file_start(int version, std::string const& text, long long claimed = -1) {
  auto const length = claimed < 0 ? static_cast<long long>(text.size()) : claimed;
  std::string bytes = "\x93NUMPY" + std::string(1, static_cast<char>(version)) + "\0"s;
  for (int k = 0; k < (version == 1 ? 2 : 4); ++k)
    bytes += static_cast<char>(length >> (8 * k) & 0xff);
  return bytes + text;
}

std::string dict(std::string const& descr, std::string const& order, std::string const& shape) {
  return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

TEST(NpyHeader, ReadsAllThreeVersions) {
  for (int const version : {1, 2, 3}) {
    auto const bytes = file_start(version, dict("'<f8'", "False", "(3, 4)") + "   \n");
    auto const header = parse_npy_header(bytes + "data");
    EXPECT_EQ(header.major_version, version);
    EXPECT_EQ(header.descr, "'<f8'");
    EXPECT_EQ(header.item_bytes, 8);
    EXPECT_FALSE(header.fortran_order);
    EXPECT_THAT(header.shape, testing::ElementsAre(3, 4));
    EXPECT_EQ(header.data_offset, static_cast<std::int64_t>(bytes.size()));
  }
}

TEST(NpyHeader, ReadsKeysInAnyOrderAndWithoutPadding) {
  auto const header =
      parse_npy_header(file_start(1, "{\"shape\":(2L,),'fortran_order':True,'descr':'>c16'}"));
  EXPECT_TRUE(header.fortran_order);
  EXPECT_THAT(header.shape, testing::ElementsAre(2));
  EXPECT_EQ(header.item_bytes, 16);
}

TEST(NpyHeader, ReadsAShapeOfAnyRank) {
  EXPECT_TRUE(parse_npy_header(file_start(1, dict("'<f8'", "False", "()"))).shape.empty());
  EXPECT_EQ(
      parse_npy_header(file_start(1, dict("'<f8'", "False", "(1,1,1,1,1,1,1,1,1)"))).shape.size(),
      9U);
}

// numpy 1.24: numpy.lib.format.write_array of zeros((3, 4), '>f8').
TEST(NpyHeader, WritesCharacterForCharacterWhatNumpyWrites) {
  NpyHeader header;
  header.descr = "'>f8'";
  header.shape = {3, 4};
  auto const text = "{'descr': '>f8', 'fortran_order': False, 'shape': (3, 4), }"s;
  EXPECT_EQ(format_npy_header(header),
            "\x93NUMPY\x01\0v\0"s + text + std::string(117 - text.size(), ' ') + "\n");
}

TEST(NpyHeader, PadsToAMultipleOf64ForEveryLength) {
  for (std::size_t length = 1; length < 200; ++length) {
    NpyHeader header;
    header.descr = "'|V" + std::string(length, '0') + "'";
    auto const bytes = format_npy_header(header);
    EXPECT_EQ(bytes.size() % 64, 0U) << length;
    EXPECT_EQ(bytes.back(), '\n') << length;
    auto const read = parse_npy_header(bytes);
    EXPECT_EQ(read.descr, header.descr);
    EXPECT_EQ(read.data_offset, static_cast<std::int64_t>(bytes.size()));
  }
}

TEST(NpyHeader, KeepsTheVersionAndRaisesItForALongHeader) {
  NpyHeader header;
  header.descr = "'<f8'";
  header.major_version = 3;
  EXPECT_EQ(parse_npy_header(format_npy_header(header)).major_version, 3);
  header.major_version = 1;
  EXPECT_EQ(parse_npy_header(format_npy_header(header)).major_version, 1);
  header.descr = "[";
  for (int k = 0; k < 4000; ++k) header.descr += "('field" + std::to_string(k) + "', '<f8'), ";
  header.descr += "]";
  auto const read = parse_npy_header(format_npy_header(header));
  EXPECT_EQ(read.major_version, 2);
  EXPECT_EQ(read.item_bytes, 32000);
}

TEST(NpyHeader, FitsIntoTheOldSpaceWhenTheOrderChanges) {
  NpyHeader header;
  header.descr = "'<f8'";
  header.shape = {3, 4};
  for (int const version : {1, 2, 3}) {
    header.major_version = version;
    auto in_place = parse_npy_header(format_npy_header(header));
    in_place.shape = {4, 3};
    in_place.fortran_order = true;
    auto const bytes = format_npy_header_in_place(in_place);
    EXPECT_EQ(static_cast<std::int64_t>(bytes.size()), in_place.data_offset);
    auto const read = parse_npy_header(bytes);
    EXPECT_TRUE(read.fortran_order);
    EXPECT_EQ(read.data_offset, in_place.data_offset);
    EXPECT_THAT(read.shape, testing::ElementsAre(4, 3));
  }
}

TEST(NpyHeader, ThatDoesNotFitIntoTheOldSpaceIsRefused) {
  auto header =
      parse_npy_header(file_start(1, "{'descr':'<f8','fortran_order':True,'shape':(3,4)}"));
  header.fortran_order = false;
  EXPECT_THAT(isomer::test::message_of<Failure>([&] { format_npy_header_in_place(header); }),
              HasSubstr("its header has 60 bytes, the new one needs"));
}

TEST(NpyHeader, FillsTheOldSpaceToItsLastByte) {
  for (int const version : {1, 2, 3}) {
    NpyHeader header;
    header.major_version = version;
    header.descr = "'<f8'";
    header.shape = {3, 4};
    auto const text = dict("'<f8'", "False", "(3, 4)");
    auto const needed = static_cast<std::int64_t>(file_start(version, text + "\n").size());
    header.data_offset = needed;
    EXPECT_EQ(format_npy_header_in_place(header), file_start(version, text + "\n"));
    header.data_offset = needed + 1;
    EXPECT_EQ(format_npy_header_in_place(header), file_start(version, text + " \n"));
    header.data_offset = needed - 1;
    EXPECT_THAT(isomer::test::message_of<Failure>([&] { format_npy_header_in_place(header); }),
                "its header has " + std::to_string(needed - 1) + " bytes, the new one needs " +
                    std::to_string(needed) + ": write to another file instead of in place");
  }
}

TEST(NpyHeader, CountsTheDataThatHasToFollow) {
  auto const header = parse_npy_header(file_start(1, dict("'<f8'", "False", "(3, 4)")));
  EXPECT_NO_THROW(require_data(header, header.data_offset + 96));
  EXPECT_NO_THROW(require_data(header, header.data_offset + 1000));
  EXPECT_THAT(
      isomer::test::message_of<Failure>([&] { require_data(header, header.data_offset + 95); }),
      "is truncated: shape (3, 4) needs 96 bytes of data, 95 are there");
  auto const empty = parse_npy_header(file_start(1, dict("'<f8'", "False", "(3, 0)")));
  EXPECT_NO_THROW(require_data(empty, empty.data_offset));
}

TEST(NpyHeader, WritesShapesAsPythonDoes) {
  EXPECT_EQ(shape_text({}), "()");
  EXPECT_EQ(shape_text({3}), "(3,)");
  EXPECT_EQ(shape_text({3, 0, 4}), "(3, 0, 4)");
}

struct Malformed {
  std::string bytes;
  char const* reason;
};

void PrintTo(Malformed const& malformed, std::ostream* out) { *out << malformed.reason; }

class MalformedHeader : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedHeader, IsRefusedWithItsReason) {
  EXPECT_THAT(isomer::test::message_of<Failure>([] { parse_npy_header(GetParam().bytes); }),
              HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    Preamble, MalformedHeader,
    testing::Values(
        Malformed{"", "is empty"}, Malformed{"\x93NUM", "truncated: it ends after 4 bytes"},
        Malformed{"PK\x03\x04 an npz archive", "is no .npy file"},
        Malformed{"\x93NUMPX\x01\0v\0"s, "is no .npy file"},
        Malformed{"\x93ISOMR\x01\0v\0"s, "was being rewritten in place"},
        Malformed{"\x93NUMPY", "truncated: it ends before its version"},
        Malformed{"\x93NUMPY\x01", "truncated: it ends before its version"},
        Malformed{"\x93NUMPY\x01\0v"s, "truncated: it ends before the length"},
        Malformed{"\x93NUMPY\x02\0v\0\0"s, "truncated: it ends before the length"},
        Malformed{file_start(0, "x"), "format version 0.0"},
        Malformed{file_start(4, "x"), "format version 4.0"},
        Malformed{"\x93NUMPY\x01\x01v\0"s, "format version 1.1"},
        Malformed{file_start(1, "{}", 118), "truncated: its header has to be 118 bytes, 2"},
        Malformed{file_start(2, "{}", 1 << 20), "truncated: its header has to be 1048576"},
        Malformed{file_start(2, "{}", (1 << 20) + 1), "a header of 1048577 bytes, at most 1048576"},
        Malformed{file_start(2, "{}", 0xffffffff), "a header of 4294967295 bytes, at most"}));

INSTANTIATE_TEST_SUITE_P(
    Dict, MalformedHeader,
    testing::Values(
        Malformed{file_start(1, ""), "ends where a value has to be"},
        Malformed{file_start(1, "(1, 2)"), "no Python dict"},
        Malformed{file_start(1, "{'descr': '<f8'"), "no ',' or '}'"},
        Malformed{file_start(1, "{}"), "lacks 'descr'"},
        Malformed{file_start(1, "{'descr': '<f8', 'shape': ()}"), "lacks 'fortran_order'"},
        Malformed{file_start(1, "{'descr': '<f8', 'fortran_order': False}"), "lacks 'shape'"},
        Malformed{file_start(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (), 'x': 1}"),
                  "has more than"},
        Malformed{
            file_start(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (), 'shape': ()}"),
            "has 'shape' twice"},
        Malformed{file_start(1, dict("'<f8'", "0", "()")), "'fortran_order' is 0"},
        Malformed{file_start(1, dict("'<f8'", "None", "()")), "'fortran_order' is None"},
        Malformed{file_start(1, dict("'<f8'", "False", "3")), "'shape' is 3"},
        Malformed{file_start(1, dict("'<f8'", "False", "[3]")), "'shape' is [3]"},
        Malformed{file_start(1, dict("'<f8'", "False", "(3, -1)")), "'shape' is (3, -1)"},
        Malformed{file_start(1, dict("'<f8'", "False", "('3',)")), "'shape' is ('3',)"},
        Malformed{file_start(1, dict("'<f8'", "False", "(True,)")), "'shape' is (True,)"},
        Malformed{file_start(1, dict("b'<f4'", "False", "(3,)")), "'descr' is b'<f4'"},
        Malformed{file_start(1, dict("[('a', '<f4'), ('a', '<f4')]", "False", "(3,)")),
                  "two fields with the name or title 'a'"},
        Malformed{file_start(3, dict("'<f4'", "False", "(3L,)")), "no integer"},
        Malformed{file_start(3, dict("[('\xe9', '<f4')]", "False", "(3,)")), "no UTF-8"},
        Malformed{file_start(3, dict("[('\xed\xa0\x80', '<f4')]", "False", "(3,)")), "no UTF-8"},
        Malformed{file_start(3, dict("[('\xc0\xaf', '<f4')]", "False", "(3,)")), "no UTF-8"},
        Malformed{file_start(1, dict("'<f4'", "False",
                                     "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
                                     "1,1,1)")),
                  "has 33 axes, at most 32 are read"},
        Malformed{file_start(1, dict("'|O'", "False", "(3,)")), "Python objects"},
        Malformed{file_start(1, dict("'<f9'", "False", "(3,)")), "type '<f9'"},
        Malformed{file_start(1, dict("'<f8'", "False", "(4294967296, 4294967296)")),
                  "more than 2^62 bytes"},
        Malformed{file_start(1, dict("'<f8'", "False", "(0, 9223372036854775807)")),
                  "more than 2^62 bytes"},
        Malformed{file_start(1, dict("'|S0'", "False", "(9223372036854775807, 3)")),
                  "more than 2^62 bytes"}));

}  // namespace
