// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/detail/describe.hpp>

#include <cstring>

#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "support/oracle.hpp"

namespace isomer::test {
namespace {

using detail::describe_in_place;
using detail::InPlaceCall;
using detail::Order;

/// Does what an InPlaceProblem says, element by element, on dense memory in C order.
void do_naively(GuardedArray const& array, detail::InPlaceProblem const& problem) {
  auto const rank = static_cast<std::size_t>(problem.rank);
  Index const extent(problem.extent.begin(), problem.extent.begin() + rank);
  std::vector<int> const axes(problem.axes.begin(), problem.axes.begin() + rank);
  auto const c_order = memory_order(Order::right, problem.rank);
  ArrayShape const before{extent, strides_for(extent, c_order), problem.element_bytes};
  Index const result = permuted(extent, axes);
  ArrayShape const after{result, strides_for(result, c_order), problem.element_bytes};
  GuardedArray const old(array);
  auto const bytes = static_cast<std::size_t>(problem.element_bytes);
  for_each_index(extent, [&](Index const& index) {
    std::memcpy(array.data() + after.offset(permuted(index, axes)) * problem.element_bytes,
                old.data() + before.offset(index) * problem.element_bytes, bytes);
  });
}

class DescribeInPlace : public testing::TestWithParam<Order> {};

TEST_P(DescribeInPlace, TheProblemLeavesEveryElementWhereTheCallPromises) {
  for_each_case(500, {.max_bytes = 1024}, [](Case const& c) {
    for (Order const result : {Order::left, Order::right, Order::stride}) {
      auto const before_order =
          GetParam() == Order::stride ? c.src.slowest_first : memory_order(GetParam(), c.rank());
      ArrayShape const before{c.extent, strides_for(c.extent, before_order), c.element_bytes};
      GuardedArray const array(before, c.src.misalignment);
      array.fill(0);
      InPlaceCall const call =
          describe_in_place("test", array.info(GetParam()), to_axes(c.axes), result);
      ArrayShape const after{Index(call.extent.begin(), call.extent.begin() + c.rank()),
                             Index(call.stride.begin(), call.stride.begin() + c.rank()),
                             c.element_bytes};
      ASSERT_EQ(after.extent, permuted(c.extent, c.axes));
      if (result != Order::stride) {
        EXPECT_EQ(after.stride, strides_for(after.extent, memory_order(result, c.rank())));
      } else if (GetParam() != Order::stride) {
        EXPECT_EQ(after.stride, strides_for(after.extent, before_order));
      }
      GuardedArray const expected = naive_in_place(array, after, c.axes);
      do_naively(array, call.problem);
      EXPECT_TRUE(same_bytes(array, expected));
    }
  });
}

std::string layout_name(testing::TestParamInfo<Order> const& order) {
  return order.param == Order::left ? "Left" : order.param == Order::right ? "Right" : "Stride";
}
INSTANTIATE_TEST_SUITE_P(FromLayout, DescribeInPlace,
                         testing::Values(Order::left, Order::right, Order::stride), layout_name);

}  // namespace
}  // namespace isomer::test
