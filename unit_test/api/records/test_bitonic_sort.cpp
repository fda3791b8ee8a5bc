// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "programs/bitonic_sort.hpp"

/// The whole sort of the example, which itself runs the last merge only.
namespace isomer::test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

std::vector<Item> structs(RecordView<Item, AoS, Host> const& view) {
  std::vector<Item> all;
  for (std::size_t i = 0; i < view.size(); ++i) all.push_back(view(i));
  return all;
}

TEST(BitonicSort, SortsByKeysInEveryArrangementAndTakesAllMembersAlong) {
  programs::BitonicSort const program{1 << 10};
  Records<Item, programs::BitonicSort::Offer, Host> records("items", 1 << 10);
  EXPECT_GT(records.offer().size(), 2U);
  program.begin(Host{}, records.view<AoS>());
  auto const unsorted = structs(records.view<AoS>());
  auto expected = unsorted;
  std::stable_sort(expected.begin(), expected.end(),
                   [](Item const& a, Item const& b) { return a.key < b.key; });
  ASSERT_EQ(std::adjacent_find(expected.begin(), expected.end(),
                               [](Item const& a, Item const& b) { return a.key == b.key; }),
            expected.end())
      << "equal keys, whose items a bitonic sort may exchange";
  ASSERT_NE(expected, unsorted);
  for (Arrangement const& arrangement : records.offer()) {
    rearrange(records, AoS{});
    program.begin(Host{}, records);
    rearrange(records, arrangement);
    program.sort(Host{}, records);
    rearrange(records, AoS{});
    EXPECT_TRUE(structs(records.view<AoS>()) == expected) << arrangement.name();
  }
}

}  // namespace
}  // namespace isomer::test
