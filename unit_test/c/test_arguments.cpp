// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>

#include <isomer/isomer.h>

/// What C may get wrong: a status and a sentence, and nothing is written.
namespace isomer::test {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

class CArguments : public testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(dst, std::string("------")) << "was written"; }

  void refuses(int status, std::string const& text) const {
    EXPECT_EQ(status, ISOMER_INVALID_ARGUMENT);
    EXPECT_EQ(isomer_last_error(), text);
  }

  std::string src = "abcdef";
  std::string dst = "------";
  std::array<std::int64_t, 2> extents{2, 3};
  std::array<int, 2> axes{1, 0};
};

TEST_F(CArguments, NullIsRefused) {
  refuses(isomer_permute(dst.data(), src.data(), 1, 2, nullptr, axes.data()),
          "isomer_permute: extents is NULL");
  refuses(isomer_permute(dst.data(), src.data(), 1, 2, extents.data(), nullptr),
          "isomer_permute: axes is NULL");
  refuses(isomer_permute(dst.data(), nullptr, 1, 2, extents.data(), axes.data()),
          "isomer_permute: src has extents 2x3 but null data, it has to point to its elements");
  refuses(isomer_permute(nullptr, src.data(), 1, 2, extents.data(), axes.data()),
          "isomer_permute: dst has extents 3x2 but null data, it has to point to its elements");
  refuses(isomer_permute_in_place(nullptr, 1, 2, extents.data(), axes.data()),
          "isomer_permute_in_place: view has extents 2x3 but null data, it has to point to its "
          "elements");
}

TEST_F(CArguments, NumbersOutOfRangeAreRefused) {
  refuses(isomer_permute(dst.data(), src.data(), 0, 2, extents.data(), axes.data()),
          "isomer_permute: element_bytes is 0, it has to be between 1 and 2^31 - 1");
  refuses(isomer_permute(dst.data(), src.data(), most, 2, extents.data(), axes.data()),
          "isomer_permute: element_bytes is 9223372036854775807, it has to be between 1 and 2^31 - "
          "1");
  refuses(isomer_permute(dst.data(), src.data(), 1, -1, extents.data(), axes.data()),
          "isomer_permute: rank is -1, it has to be between 0 and 32");
  refuses(isomer_permute(dst.data(), src.data(), 1, 33, extents.data(), axes.data()),
          "isomer_permute: rank is 33, it has to be between 0 and 32");
  extents[1] = -3;
  refuses(isomer_permute(dst.data(), src.data(), 1, 2, extents.data(), axes.data()),
          "isomer_permute: extents has -3 at axis 1, an extent has to be 0 or more");
  extents = {most, most};
  EXPECT_EQ(isomer_permute(dst.data(), src.data(), 1, 2, extents.data(), axes.data()),
            ISOMER_INVALID_ARGUMENT);
  EXPECT_EQ(isomer_permute_in_place(dst.data(), 8, 2, extents.data(), axes.data()),
            ISOMER_INVALID_ARGUMENT);
  EXPECT_NE(std::string(isomer_last_error()).find("within 2^63 - 1 bytes"), std::string::npos);
}

TEST_F(CArguments, NegativeStridesAreRefused) {
  std::int64_t const backwards[] = {3, -1};
  refuses(isomer_permute_strided(dst.data(), nullptr, src.data(), backwards, 1, 2, extents.data(),
                                 axes.data()),
          "isomer_permute_strided: src has extents " + std::to_string(extents[0]) + "x" +
              std::to_string(extents[1]) +
              " and strides 3x-1, strides have to be 0 or more, and less than 2^63");
}

TEST_F(CArguments, AxesThatAreNoPermutationAreRefused) {
  axes = {1, 1};
  refuses(isomer_permute(dst.data(), src.data(), 1, 2, extents.data(), axes.data()),
          "isomer_permute: axes {1, 1} is no permutation of 0..1: 0 is missing, 1 occurs twice");
  axes = {0, -3};
  refuses(isomer_permute(dst.data(), src.data(), 1, 2, extents.data(), axes.data()),
          "isomer_permute: axes {0, -3} is no permutation of 0..1: -3 is out of range");
}

TEST_F(CArguments, OverlapAndGapsThatAreNoneAreRefused) {
  EXPECT_EQ(isomer_permute(src.data() + 1, src.data(), 1, 2, extents.data(), axes.data()),
            ISOMER_INVALID_ARGUMENT);
  EXPECT_EQ(src, "abcdef");
  constexpr std::int64_t small[] = {2, 2}, zero[] = {0, 1};
  refuses(isomer_permute_padded(dst.data(), nullptr, src.data(), small, 1, 2, extents.data(),
                                axes.data()),
          "isomer_permute_padded: src_outer is 2 at axis 1, it has to be at least the extent, 3");
  EXPECT_EQ(isomer_permute_strided(dst.data(), zero, src.data(), nullptr, 1, 2, extents.data(),
                                   axes.data()),
            ISOMER_INVALID_ARGUMENT);
}

TEST_F(CArguments, UnknownTypesAreRefused) {
  for (int const type : {0, 13, -1})
    EXPECT_EQ(isomer_permute_scaled(type, nullptr, src.data(), nullptr, nullptr, dst.data(),
                                    nullptr, 0, 2, extents.data(), axes.data()),
              ISOMER_INVALID_ARGUMENT);
  EXPECT_EQ(std::string(isomer_last_error()),
            "isomer_permute_scaled: type is -1, it has to be one of ISOMER_INT8 .. "
            "ISOMER_DOUBLE_COMPLEX");
}

TEST_F(CArguments, EmptyArraysNeedNoMemory) {
  extents = {0, 3};
  EXPECT_EQ(isomer_permute(nullptr, nullptr, 1, 2, extents.data(), axes.data()), ISOMER_SUCCESS);
  EXPECT_EQ(isomer_permute_in_place(nullptr, 1, 2, extents.data(), axes.data()), ISOMER_SUCCESS);
}

TEST_F(CArguments, ErrorsAreTheThreadsOwn) {
  refuses(isomer_permute(dst.data(), src.data(), 1, 2, nullptr, axes.data()),
          "isomer_permute: extents is NULL");
  std::thread([] { EXPECT_EQ(std::string(isomer_last_error()), ""); }).join();
  EXPECT_EQ(std::string(isomer_last_error()), "isomer_permute: extents is NULL");
}

}  // namespace
}  // namespace isomer::test
