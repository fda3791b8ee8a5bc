// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

#include "index/fast_div.hpp"

namespace isomer::test {
namespace {

using detail::FastDiv;

std::vector<std::int64_t> interesting_numbers() {
  std::vector<std::int64_t> numbers{1, 2, 3, 5, 7, 10, 60, 641, 1000003, 4294967311};
  for (int bit = 1; bit < 63; ++bit)
    for (std::int64_t const d : {-1, 0, 1}) numbers.push_back((std::int64_t{1} << bit) + d);
  numbers.push_back(std::numeric_limits<std::int64_t>::max());
  return numbers;
}

void expect_exact(std::int64_t n, std::int64_t d) {
  FastDiv const by(d);
  ASSERT_EQ(by.quotient(n), n / d) << n << " / " << d;
  ASSERT_EQ(by.remainder(n), n % d) << n << " % " << d;
}

TEST(FastDiv, IsExactAroundPowersOfTwoAndMultiples) {
  for (auto const d : interesting_numbers()) {
    for (auto const n : interesting_numbers()) expect_exact(n, d);
    expect_exact(0, d);
    std::int64_t const greatest = std::numeric_limits<std::int64_t>::max() / d * d;
    expect_exact(greatest, d);
    expect_exact(greatest - 1, d);
  }
}

TEST(FastDiv, IsExactForRandomNumbersOfAllLengths) {
  std::mt19937_64 random(20261121);
  for (int k = 0; k < 200000; ++k) {
    auto const n = static_cast<std::int64_t>(random() >> (1 + random() % 63));
    auto const d = static_cast<std::int64_t>(random() >> (1 + random() % 63));
    if (d > 0) expect_exact(n, d);
  }
}

TEST(FastDiv, OfNothingDividesByOne) {
  FastDiv const by(1);
  EXPECT_EQ(by.divisor(), 1);
  EXPECT_EQ(by.quotient(12345), 12345);
}

}  // namespace
}  // namespace isomer::test
