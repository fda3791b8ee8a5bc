// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream_copy.hpp"

#include <vector>

#include <gmock/gmock.h>

namespace {

using isomer::perf::stream_copy;

TEST(StreamCopy, CopiesEveryLengthAtEveryMisalignmentAndNothingElse) {
  constexpr std::byte guard{0xee};
  constexpr std::size_t line = 64;
  for (std::size_t dst_offset = 0; dst_offset < line; dst_offset += 7) {
    for (std::size_t src_offset = 0; src_offset < line; src_offset += 13) {
      for (std::size_t length = 0; length < 4 * line; ++length) {
        std::vector<std::byte> src(src_offset + length);
        for (std::size_t k = 0; k < src.size(); ++k) src[k] = static_cast<std::byte>(k % 251);
        std::vector<std::byte> dst(dst_offset + length + line, guard);
        stream_copy(dst.data() + dst_offset, src.data() + src_offset, length);
        std::vector<std::byte> expected(dst.size(), guard);
        std::copy(src.begin() + static_cast<std::ptrdiff_t>(src_offset), src.end(),
                  expected.begin() + static_cast<std::ptrdiff_t>(dst_offset));
        ASSERT_EQ(dst, expected) << dst_offset << ' ' << src_offset << ' ' << length;
      }
    }
  }
}

TEST(StreamCopy, SaysWhichInstructionsItUses) {
  EXPECT_THAT(isomer::perf::stream_copy_name(),
              testing::AnyOf(testing::StrEq("AVX-512"), testing::StrEq("AVX2"),
                             testing::StrEq("SSE2"), testing::StrEq("memcpy")));
}

}  // namespace
