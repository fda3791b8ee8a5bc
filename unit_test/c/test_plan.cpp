// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <isomer/isomer.h>

/// Plans of the C interface.
namespace isomer::test {
namespace {

struct Free {
  void operator()(isomer_plan* plan) const { isomer_plan_free(plan); }
};
using PlanOfC = std::unique_ptr<isomer_plan, Free>;

constexpr std::int64_t extents[] = {60, 7, 50};
constexpr int axes[] = {2, 0, 1};
constexpr std::size_t count = std::size_t{60} * 7 * 50;

std::vector<double> numbers() {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

bool is_permuted(std::vector<double> const& dst) {
  auto const src = numbers();
  for (std::size_t i = 0; i < 60; ++i)
    for (std::size_t j = 0; j < 7; ++j)
      for (std::size_t k = 0; k < 50; ++k)
        if (dst[(k * 60 + i) * 7 + j] != src[(i * 7 + j) * 50 + k]) return false;
  return true;
}

TEST(CPlan, ExecutesOutOfPlaceAnyNumberOfTimes) {
  PlanOfC const plan(isomer_plan_permute(8, 3, extents, axes));
  ASSERT_TRUE(plan);
  for (int turn = 0; turn < 3; ++turn) {
    auto const src = numbers();
    std::vector<double> dst(count);
    ASSERT_EQ(isomer_plan_execute(plan.get(), dst.data(), src.data()), ISOMER_SUCCESS);
    EXPECT_TRUE(is_permuted(dst));
  }
  EXPECT_GT(isomer_plan_predicted_seconds(plan.get()), 0);
  EXPECT_GT(isomer_plan_predicted_seconds_once(plan.get()),
            isomer_plan_predicted_seconds(plan.get()));
  EXPECT_EQ(isomer_plan_workspace_bytes(plan.get()), 0);
  EXPECT_NE(std::string(isomer_plan_description(plan.get())).find("schema: "), std::string::npos)
      << isomer_plan_description(plan.get());
}

TEST(CPlan, ExecutesWithStrides) {
  constexpr std::int64_t to[] = {420, 1, 60}, from[] = {1, 60, 420};
  PlanOfC const plan(isomer_plan_permute_strided(to, from, 8, 3, extents, axes));
  ASSERT_TRUE(plan) << isomer_last_error();
  auto const src = numbers();
  std::vector<double> dst(count);
  ASSERT_EQ(isomer_plan_execute(plan.get(), dst.data(), src.data()), ISOMER_SUCCESS);
  EXPECT_EQ(dst, src) << "the strides undo the axes";
}

TEST(CPlan, ExecutesInPlaceWithAndWithoutWorkspace) {
  for (std::int64_t const limit : {std::int64_t{-1}, std::int64_t{1} << 20, std::int64_t{4096}}) {
    PlanOfC const plan(isomer_plan_permute_in_place(8, 3, extents, axes, limit));
    ASSERT_TRUE(plan) << isomer_last_error();
    std::int64_t const needed = isomer_plan_workspace_bytes(plan.get());
    if (limit >= 0) {
      EXPECT_LE(needed, limit);
    }
    auto data = numbers();
    ASSERT_EQ(isomer_plan_execute_in_place(plan.get(), data.data(), nullptr, 0), ISOMER_SUCCESS);
    EXPECT_TRUE(is_permuted(data));
    data = numbers();
    std::vector<char> memory(static_cast<std::size_t>(needed) + 64);
    auto const skipped = 64 - reinterpret_cast<std::uintptr_t>(memory.data()) % 64;
    ASSERT_EQ(
        isomer_plan_execute_in_place(plan.get(), data.data(), memory.data() + skipped, needed),
        ISOMER_SUCCESS)
        << isomer_last_error();
    EXPECT_TRUE(is_permuted(data));
    if (needed == 0) continue;
    EXPECT_EQ(
        isomer_plan_execute_in_place(plan.get(), data.data(), memory.data() + skipped, needed - 1),
        ISOMER_INVALID_ARGUMENT);
    EXPECT_EQ(isomer_plan_execute_in_place(plan.get(), data.data(), memory.data() + skipped, -1),
              ISOMER_INVALID_ARGUMENT);
    EXPECT_TRUE(is_permuted(data)) << "nothing moved";
  }
}

TEST(CPlan, GoesByWayOfACopyWhereItsLimitHasRoomForOne) {
  // Beyond all caches, and step by step for ten axes in place.
  std::vector<std::int64_t> const large(10, 13);
  constexpr int reversed[] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  std::int64_t bytes = 8;
  for (auto const extent : large) bytes *= extent;
  auto const made_within = [&](std::int64_t limit) {
    PlanOfC const plan(isomer_plan_permute_in_place(8, 10, large.data(), reversed, limit));
    return std::string(plan ? isomer_plan_description(plan.get()) : isomer_last_error());
  };
  EXPECT_NE(made_within(bytes).find("copy_back"), std::string::npos) << made_within(bytes);
  for (std::int64_t const limit : {std::int64_t{-1}, bytes - 1})
    EXPECT_EQ(made_within(limit).find("copy_back"), std::string::npos) << made_within(limit);
}

TEST(CPlan, ErrorsHaveAStatus) {
  EXPECT_EQ(isomer_plan_permute(8, 3, nullptr, axes), nullptr);
  EXPECT_EQ(std::string(isomer_last_error()), "isomer_plan_permute: extents is NULL");
  EXPECT_EQ(isomer_plan_permute_in_place(8, 40, extents, axes, -1), nullptr);
  EXPECT_LT(isomer_plan_predicted_seconds(nullptr), 0);
  EXPECT_LT(isomer_plan_predicted_seconds_once(nullptr), 0);
  EXPECT_LT(isomer_plan_workspace_bytes(nullptr), 0);
  EXPECT_EQ(isomer_plan_description(nullptr), nullptr);
  EXPECT_EQ(isomer_plan_execute(nullptr, nullptr, nullptr), ISOMER_INVALID_ARGUMENT);
  PlanOfC const plan(isomer_plan_permute(8, 3, extents, axes));
  auto data = numbers();
  EXPECT_EQ(isomer_plan_execute_in_place(plan.get(), data.data(), nullptr, 0),
            ISOMER_INVALID_ARGUMENT);
  EXPECT_EQ(std::string(isomer_last_error()),
            "isomer_plan_execute_in_place: the plan is one out of place");
  EXPECT_EQ(isomer_plan_execute(plan.get(), data.data(), data.data()), ISOMER_INVALID_ARGUMENT);
  EXPECT_EQ(data, numbers());
  isomer_plan_free(nullptr);
}

}  // namespace
}  // namespace isomer::test
