// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "tile/warp/magic.hpp"

namespace isomer::tile::warp {
namespace {

constexpr std::uint32_t most = (1U << 31) - 1;

void expect_divides(std::uint32_t n, std::uint32_t d) {
  if (n > most) return;
  ASSERT_EQ(Magic(d).quotient(n), n / d) << n << " / " << d;
}

TEST(Magic, DividesAllSmallNumbers) {
  for (std::uint32_t d = 1; d < 300; ++d)
    for (std::uint32_t n = 0; n < 3000; ++n) expect_divides(n, d);
}

TEST(Magic, DividesAtTheEdgesOfQuotientsAndOfItsRange) {
  std::mt19937 random(1);
  auto const at_edges = [](std::uint32_t d) {
    for (std::uint32_t const q : {1U, 2U, 3U, most / d / 2, most / d - (d > 1 ? 1 : 0), most / d})
      for (std::uint32_t const n : {q * d - 1, q * d, q * d + 1}) expect_divides(n, d);
    expect_divides(most, d);
  };
  for (unsigned bit = 0; bit < 31; ++bit)
    for (int step = -1; step <= 1; ++step)
      if (auto const d = (1U << bit) + static_cast<std::uint32_t>(step); d > 0 && d <= most)
        at_edges(d);
  for (int k = 0; k < 20000; ++k) {
    auto const d = static_cast<std::uint32_t>(random() % most >> random() % 31);
    if (d == 0) continue;
    at_edges(d);
    expect_divides(static_cast<std::uint32_t>(random() & most), d);
  }
}

}  // namespace
}  // namespace isomer::tile::warp
