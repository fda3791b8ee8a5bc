// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/piece.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>

/// Pieces of any length, as a host moves them and as a device does.
namespace isomer::in_place {
namespace {

/// Two pieces at most 7 bytes behind a word, among bytes that are all different.
struct Pieces {
  alignas(8) std::array<std::byte, 240> all{};
  std::byte* a;
  std::byte* b;

  explicit Pieces(std::size_t behind) : a(all.data() + behind), b(all.data() + 120 + behind) {
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<std::byte>(k);
  }
};

TEST(BytesPiece, IsCopiedOnADeviceAsOnAHost) {
  for (std::int64_t const bytes : {1, 7, 8, 24, 65, 96})
    for (std::size_t const behind : {0U, 1U, 4U}) {
      Pieces host(behind);
      Pieces device(behind);
      BytesPiece{bytes}.copy(host.a, host.b);
      BytesPiece{bytes}.copy_by_words(device.a, device.b);
      EXPECT_TRUE(std::equal(host.a, host.a + bytes, host.b));
      EXPECT_EQ(device.all, host.all) << bytes << " bytes, " << behind << " behind a word";
    }
}

TEST(BytesPiece, IsExchangedOnADeviceAsOnAHost) {
  for (std::int64_t const bytes : {1, 7, 8, 24, 65, 96})
    for (std::size_t const behind : {0U, 1U, 4U}) {
      Pieces host(behind);
      Pieces device(behind);
      BytesPiece{bytes}.swap(host.a, host.b);
      BytesPiece{bytes}.swap_by_words(device.a, device.b);
      EXPECT_EQ(*host.a, Pieces(behind).b[0]);
      EXPECT_EQ(device.all, host.all) << bytes << " bytes, " << behind << " behind a word";
    }
}

}  // namespace
}  // namespace isomer::in_place
