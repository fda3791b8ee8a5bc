// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/record_dtype.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/failure.hpp"
#include "support/message_of.hpp"

namespace {

using namespace isomer::program;
using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal_of(std::string const& descr) {
  return isomer::test::message_of<Failure>([&] { read_fields(descr); });
}

TEST(RecordDtype, HasNamesTypesAndExtents) {
  auto const fields = read_fields("[('a', '<f8'), ('v', '<i2', (3, 2)), ('w', '|u1', 4)]");
  ASSERT_EQ(fields.size(), 3U);
  EXPECT_EQ(fields[0].name, "a");
  EXPECT_EQ(fields[0].type, "'<f8'");
  EXPECT_EQ(fields[0].item_bytes, 8);
  EXPECT_EQ(value_count(fields[0]), 1);
  EXPECT_THAT(fields[1].extents, ElementsAre(3, 2));
  EXPECT_EQ(fields[1].item_bytes, 2);
  EXPECT_EQ(value_count(fields[1]), 6);
  EXPECT_THAT(fields[2].extents, ElementsAre(4));
}

TEST(RecordDtype, KnowsThePaddingAndTheStructs) {
  auto const fields = read_fields("[('', '|V7'), ('s', [('x', '<f4'), ('', '|V4')], (2,))]");
  ASSERT_EQ(fields.size(), 2U);
  EXPECT_TRUE(fields[0].is_padding());
  EXPECT_EQ(fields[0].item_bytes, 7);
  EXPECT_TRUE(fields[1].is_struct());
  EXPECT_EQ(fields[1].item_bytes, 8);
  ASSERT_EQ(fields[1].fields.size(), 2U);
  EXPECT_EQ(fields[1].fields[0].name, "x");
}

TEST(RecordDtype, AlignsAsACompilerDoes) {
  auto const align_of = [](std::string const& type) {
    return read_fields("[('a', '" + type + "')]")[0].align;
  };
  EXPECT_EQ(align_of("<f8"), 8);
  EXPECT_EQ(align_of("?"), 1);
  EXPECT_EQ(align_of("<f2"), 2);
  EXPECT_EQ(align_of("<c8"), 4);
  EXPECT_EQ(align_of("<c16"), 8);
  EXPECT_EQ(align_of("<M8[ns]"), 8);
  EXPECT_EQ(align_of("|S8"), 1);
  EXPECT_EQ(align_of("|V8"), 1);
  EXPECT_EQ(align_of("<U2"), 4);
}

TEST(RecordDtype, IsWrittenAsNumpyWritesIt) {
  for (char const* const descr :
       {"[('a', '<f8'), ('v', '<i2', (3, 2)), ('w', '|u1', (4,)), ('', '|V3')]",
        "[(('title', 'c'), '|u1'), ('s', [('x', '<f4'), ('y', '>f4', (8,))], (125,))]"})
    EXPECT_EQ(dtype_text(read_fields(descr)), descr);
  EXPECT_EQ(dtype_text(read_fields("[('w','|u1',4)]")), "[('w', '|u1', (4,))]");
  EXPECT_EQ(dtype_text({padding_field(5)}), "[('', '|V5')]");
}

TEST(RecordDtype, FieldWithATitleHasItsName) {
  EXPECT_EQ(read_fields("[(('title', 'c'), '|u1')]")[0].name, "c");
}

TEST(RecordDtype, ThatHasNoFieldsIsRefused) {
  EXPECT_EQ(refusal_of("'<f8'"), "has elements of the type '<f8', records have named fields");
  EXPECT_EQ(refusal_of("[]"), "has elements of the type [], records have named fields");
}

TEST(RecordDtype, FieldThatIsNoneIsRefused) {
  EXPECT_EQ(refusal_of("[('', '<f4')]"), "the field ('', '<f4') has no name");
  EXPECT_EQ(refusal_of("[('a', '|S0')]"), "the field ('a', '|S0') has no bytes");
  EXPECT_EQ(refusal_of("[('a', '<f4', (0,))]"), "the field ('a', '<f4', (0,)) has no bytes");
  EXPECT_THAT(refusal_of("[('a', ('<f4', (2,)))]"), HasSubstr("has its shape within its type"));
  EXPECT_THAT(refusal_of("[('a', '|O')]"), HasSubstr("Python objects"));
}

}  // namespace
