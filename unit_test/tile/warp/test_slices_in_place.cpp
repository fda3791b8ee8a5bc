// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

#include "slice_run.hpp"
#include "support/column_major.hpp"

/// Slices that are whole blocks of an array move within it: everything is read before anything is
/// written, and no block of threads touches what another has.
namespace isomer::test {
namespace {

using tile::warp::PlainWords;
using tile::warp::plan_slices;
using tile::warp::SliceGeometry;
using tile::warp::SliceKernel;

constexpr std::int64_t rows = 50;
constexpr std::int64_t cols = 7;
constexpr std::int64_t batch = 4;

/// `count` matrices a slice.
SliceGeometry slices_of(std::int64_t count) {
  auto const slices =
      plan_slices(column_major({cols, rows, batch}, {1, 0, 2}, 4), {cols, rows, count}, 4);
  EXPECT_TRUE(slices);
  return *slices;
}

testing::AssertionResult transposes(SliceGeometry const& slices, FiberOptions const& options,
                                    Mutation const& mutation = {},
                                    std::set<Mutation>* all = nullptr) {
  std::vector<std::uint32_t> data(rows * cols * batch);
  for (std::size_t k = 0; k < data.size(); ++k) data[k] = static_cast<std::uint32_t>(k);
  auto* const bytes = reinterpret_cast<std::byte*>(data.data());
  Findings findings("slices in place");
  GlobalMemory memory(findings);
  memory.add_in_place("data", bytes, 4 * data.size());
  kernel_on_fibers(SliceKernel<PlainWords<4>>{slices, {bytes, bytes}, {}}, memory, findings,
                   options, mutation, all);
  if (!findings.empty()) return testing::AssertionFailure() << findings;
  for (std::uint32_t b = 0; b < batch; ++b)
    for (std::uint32_t i = 0; i < rows; ++i)
      for (std::uint32_t j = 0; j < cols; ++j)
        if (data[b * rows * cols + j * rows + i] != b * rows * cols + i * cols + j)
          return testing::AssertionFailure() << "matrix " << b << ", " << i << ", " << j;
  return testing::AssertionSuccess();
}

TEST(SlicesInPlace, TransposeMatricesInEveryOrder) {
  for (std::uint64_t number = 0; number < 16; ++number)
    for (std::int64_t const count : {1, 2})
      EXPECT_TRUE(transposes(slices_of(count), in_any_order(number)))
          << number << ", " << count << " matrices a slice";
}

TEST(SlicesInPlace, EveryMutantIsReported) {
  SliceGeometry const slices = slices_of(1);
  std::set<Mutation> all;
  ASSERT_TRUE(transposes(slices, {}, {}, &all));
  ASSERT_GT(all.size(), 10U);
  expect_all_reported(all, [&](auto const&... how) { return transposes(slices, how...); });
}

TEST(SlicesInPlace, OfPartsOfMatricesWouldBeARace) {
  auto const slices = plan_slices(column_major({cols, rows, batch}, {1, 0, 2}, 4), {3, rows, 1}, 4);
  ASSERT_TRUE(slices);
  EXPECT_FALSE(transposes(*slices, {.resident = 1000}));
}

}  // namespace
}  // namespace isomer::test
