// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

#include "files/crash_case.hpp"
#include "files/run/verify.hpp"

namespace isomer::files::test {
namespace {

constexpr std::uint64_t offset = 5;
constexpr std::uint64_t element = 11;

/// [r][c] elements become [c][r].
struct Sums {
  MemoryStore store{16, 1};
  Elements elements{element, {13, 7}, {1, 13}};

  std::uint64_t of_source(std::string const& content, std::uint64_t memory) {
    store.put("file", content);
    return sum_of_source(*store.open("file", Access::read), offset, elements, memory);
  }
  std::uint64_t of_result(std::string const& content, std::uint64_t memory) {
    store.put("file", content);
    return sum_of_result(*store.open("file", Access::read), offset, elements, memory);
  }
};

TEST(SumOverElements, IsThatOfTheResult) {
  CrashCase const it = byte_case(Way::transfer, {13, 7, element, offset, 20}, 16, 2, false, 3);
  Sums sums;
  for (std::uint64_t const memory : {std::uint64_t{1}, std::uint64_t{1} << 20U})
    EXPECT_EQ(sums.of_source(it.before, memory), sums.of_result(it.after, memory));
  EXPECT_NE(sums.of_source(it.before, 1), sums.of_result(it.before, 1));
}

TEST(SumOverElements, DiffersWhenElementsChangePlaces) {
  CrashCase const it = byte_case(Way::transfer, {13, 7, element, offset, 20}, 16, 2, false, 3);
  Sums sums;
  std::uint64_t const sum = sums.of_source(it.before, 1);
  for (std::uint64_t k = 0; k + 1 < 13 * 7; ++k) {
    std::string swapped = it.after;
    for (std::uint64_t b = 0; b < element; ++b)
      std::swap(swapped[offset + k * element + b], swapped[offset + (k + 1) * element + b]);
    EXPECT_NE(sums.of_result(swapped, 1), sum) << k;
    std::string changed = it.after;
    changed[offset + k * element + k % element] ^= 1;
    EXPECT_NE(sums.of_result(changed, 1), sum) << k;
  }
}

}  // namespace
}  // namespace isomer::files::test
