// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/messages.hpp"

#include <gtest/gtest.h>

#include <array>

namespace isomer::test {
namespace {

TEST(Messages, AViewIsNamedByItsArgumentAndItsLabelIfItHasOne) {
  detail::ViewInfo info;
  EXPECT_EQ(detail::named("dst", info), "dst");
  std::string const label = "B";
  info.view = &label;
  info.label = [](void const* view) { return *static_cast<std::string const*>(view); };
  EXPECT_EQ(detail::named("dst", info), "dst \"B\"");
}

TEST(Messages, AShapeIsJoinedByTimes) {
  std::array<std::int64_t, 3> const extent{4, 0, 2147483648};
  EXPECT_EQ(detail::shape(extent.data(), 3), "4x0x2147483648");
  EXPECT_EQ(detail::shape(extent.data(), 0), "(none)");
}

TEST(Messages, AxesStandInBracesAndWhatIsBeyondTheLargestRankIsElided) {
  EXPECT_EQ(detail::braced({2, 0, 1}), "{2, 0, 1}");
  EXPECT_EQ(detail::braced({}), "{}");
  std::string const all = detail::braced(Axes::identity(detail::max_rank));
  EXPECT_TRUE(all.ends_with(", 30, 31}")) << all;
  EXPECT_EQ(detail::braced(Axes::identity(detail::max_rank + 5)),
            all.substr(0, all.size() - 1) + ", ..}");
}

TEST(Messages, ACastIsFromOneKindToAnother) {
  using detail::Scalar;
  EXPECT_EQ(detail::described({Scalar::i8, Scalar::boolean}), "from i8 to bool");
  EXPECT_EQ(detail::described({Scalar::bf16, Scalar::c128}), "from bf16 to c128");
}

TEST(Messages, BytesAreReadableNumbers) {
  EXPECT_EQ(detail::bytes(12), "12 bytes");
  EXPECT_EQ(detail::bytes(1536), "1.5 KiB");
  EXPECT_EQ(detail::bytes(200.0 * 1024 * 1024), "200 MiB");
}

}  // namespace
}  // namespace isomer::test
