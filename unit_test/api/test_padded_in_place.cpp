// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "support/case.hpp"
#include "support/message_of.hpp"
#include "support/oracle.hpp"
#include "support/view_access.hpp"

/// In place where gaps lie between elements, which must stay as they are.
namespace isomer::test {
namespace {

using L = Kokkos::LayoutLeft;
using R = Kokkos::LayoutRight;
using S = Kokkos::LayoutStride;

/// The strides that keep all elements in the places that there are, counted out one by one: element
/// number n of the result, in the order in memory of its axes, takes the n-th place. Nothing if
/// these places make no View.
std::optional<ArrayShape> shape_in_the_same_places(ArrayShape const& before, Index const& extent,
                                                   std::vector<int> const& slowest_first) {
  Index places;
  for_each_index(before.extent, [&](Index const& i) { places.push_back(before.offset(i)); });
  std::sort(places.begin(), places.end());
  if (std::adjacent_find(places.begin(), places.end()) != places.end()) return std::nullopt;
  ArrayShape after{extent, strides_for(extent, slowest_first), before.element_bytes};
  ArrayShape const dense = after;
  for (std::size_t k = 0; k < extent.size(); ++k)
    if (extent[k] > 1) after.stride[k] = places[static_cast<std::size_t>(dense.stride[k])];
  bool fits = true;
  for_each_index(extent, [&](Index const& i) {
    fits = fits && after.offset(i) == places[static_cast<std::size_t>(dense.offset(i))];
  });
  return fits ? std::optional(after) : std::nullopt;
}

/// Extents that repeat, so that axes can change places across gaps.
Case with_few_extents(Case c) {
  for (std::size_t k = 0; k < c.extent.size(); ++k) c.extent[k] = c.extent[k] % 3 == 0 ? 4 : 6;
  return c;
}

template <class V>
ArrayShape shape_of(V const& view) {
  ArrayShape shape{extents_of(view), {}, sizeof(typename V::value_type)};
  for (int k = 0; k < shape.rank(); ++k)
    shape.stride.push_back(static_cast<std::int64_t>(view.stride(k)));
  return shape;
}

struct Tally {
  int moved = 0;
  int refused = 0;
};

/// Of LayoutStride, whose axes may have gaps between any two.
template <class T, int Rank>
void permutes_where_the_places_stay(Tally& tally, PlanOptions const& options) {
  CaseRange const range{.min_rank = Rank,
                        .max_rank = Rank,
                        .max_bytes = 16384,
                        .element_bytes = {sizeof(T)},
                        .alignment = alignof(T)};
  for_each_case(60, range, [&](Case const& drawn) {
    Case const c = with_few_extents(drawn);
    GuardedArray const array(c.src_shape(), c.src.misalignment);
    array.fill(0);
    GuardedArray const before(array);
    auto view = view_on<UnmanagedView<T, Rank, S>>(array);
    auto const after =
        shape_in_the_same_places(array.shape(), permuted(c.extent, c.axes), c.src.slowest_first);
    Exec const exec;
    if (!after) {
      ++tally.refused;
      EXPECT_NE(message_of([&] {
                  isomer::permute_in_place(exec, view, to_axes(c.axes), options);
                }).find("in place it has to be contiguous"),
                std::string::npos);
      EXPECT_TRUE(same_bytes(array, before));
      return;
    }
    ++tally.moved;
    auto const result = isomer::permute_in_place(exec, std::move(view), to_axes(c.axes), options);
    exec.fence();
    ASSERT_EQ(shape_of(result).extent, after->extent);
    EXPECT_TRUE(same_bytes(array, naive_in_place(before, *after, c.axes)));
    EXPECT_TRUE(same_bytes(array, naive_in_place(before, shape_of(result), c.axes)));
  });
}

TEST(PaddedInPlace, MovesExactlyWhereThePlacesStay) {
  Tally tally;
  permutes_where_the_places_stay<double, 2>(tally, {});
  permutes_where_the_places_stay<float, 3>(tally, {});
  permutes_where_the_places_stay<std::uint16_t, 4>(tally, {});
  permutes_where_the_places_stay<Kokkos::complex<double>, 5>(tally, {});
  EXPECT_GT(tally.moved, 2);
  EXPECT_GT(tally.refused, 2);
}

/// Two axes of one extent with gaps between all axes: squares and slices both can.
template <int Rank>
GuardedArray squares(int element_bytes, std::vector<int> const& gap) {
  Index extent(Rank, 7);
  extent[0] = 5;
  return GuardedArray(
      {extent, strides_for(extent, memory_order(detail::Order::right, Rank), gap), element_bytes},
      16);
}

template <class T>
void swaps_the_last_axes(PlanOptions const& options, std::string const& schema) {
  GuardedArray const array = squares<3>(sizeof(T), {0, 3, 2});
  array.fill(0);
  GuardedArray const before(array);
  auto view = view_on<UnmanagedView<T, 3, S>>(array);
  auto const plan = isomer::plan_permute_in_place(Exec{}, view, {0, 2, 1}, options);
  EXPECT_EQ(plan.schema(), schema) << plan.describe();
  auto const result = plan.execute(Exec{}, std::move(view));
  Exec{}.fence();
  EXPECT_EQ(shape_of(result), array.shape());
  EXPECT_TRUE(same_bytes(array, naive_in_place(before, array.shape(), {0, 2, 1})));
}

TEST(PaddedInPlace, SquaresNeedNoWorkspace) {
  swaps_the_last_axes<double>({.workspace_limit = 0}, "square");
  swaps_the_last_axes<std::uint8_t>({.workspace_limit = 0}, "square");
  swaps_the_last_axes<float>({.workspace_limit = 0, .schema = "square"}, "square");
}

TEST(PaddedInPlace, MoreSquaresAreExpectedToTakeLonger) {
  std::vector<double> memory(std::size_t{30} * 31000);
  auto const seconds = [&](std::size_t matrices) {
    UnmanagedView<double, 4, S> const view(memory.data(),
                                           S(matrices, 31000, 5, 5200, 64, 72, 64, 1));
    return isomer::plan_permute_in_place(Exec{}, view, {0, 1, 3, 2}, {.schema = "square"})
        .predicted_seconds();
  };
  EXPECT_NEAR(seconds(30), 10 * seconds(3), 3 * seconds(3));  // caches apart
}

TEST(PaddedInPlace, SlicesFitIntoTheWorkspace) {
  // A block of 7 x 7, two of the five, all of them.
  for (std::size_t const blocks : {1U, 2U, 3U, 5U, 6U})
    swaps_the_last_axes<double>({.workspace_limit = blocks * 49 * 8, .schema = "copy_back"},
                                "copy_back");
}

TEST(PaddedInPlace, TheWorkspaceHasToHoldABlock) {
  GuardedArray const array = squares<3>(8, {0, 3, 2});
  auto const view = view_on<UnmanagedView<double, 3, S>>(array);
  EXPECT_EQ(message_of([&] {
              isomer::plan_permute_in_place(Exec{}, view, {0, 2, 1},
                                            {.workspace_limit = 391, .schema = "copy_back"});
            }),
            "isomer::plan_permute_in_place: workspace_limit was 391 bytes, has to be at least 392 "
            "for a view with gaps");
}

TEST(PaddedInPlace, BlocksBetweenGapsSayWhatTheyNeed) {
  std::vector<double> memory(std::size_t{4} * 151000);
  UnmanagedView<double, 3, S> const view(memory.data(), S(4, 151000, 300, 500, 500, 1));
  auto const plan = [&](PlanOptions const& options) {
    return isomer::plan_permute_in_place(Exec{}, view, {0, 2, 1}, options);
  };
  std::string const text = message_of([&] { plan({.workspace_limit = 32}); });
  std::string const before =
      "isomer::plan_permute_in_place: workspace_limit was 32 bytes, has to be at least ";
  ASSERT_EQ(text.rfind(before, 0), 0U) << text;
  std::size_t const least = std::stoul(text.substr(before.size()));
  EXPECT_LT(least, 4096U);
  EXPECT_LE(plan({.workspace_limit = least}).workspace_bytes(), least);
  EXPECT_EQ(message_of([&] { plan({.workspace_limit = 0, .schema = "c2r"}); }).find("schema was"),
            std::string::npos)
      << "the limit is what is in its way";
}

TEST(PaddedInPlace, ASchemaThatCannotIsAnError) {
  GuardedArray const array = squares<3>(8, {0, 3, 2});
  auto const view = view_on<UnmanagedView<double, 3, S>>(array);
  EXPECT_EQ(message_of([&] {
              isomer::plan_permute_in_place(Exec{}, view, {0, 2, 1}, {.schema = "panel"});
            }),
            "isomer::plan_permute_in_place: schema was \"panel\", has to be empty, copy_back, "
            "square, or one that can do the blocks between the gaps of the view");
}

TEST(PaddedInPlace, BlocksWithoutGapsHaveAPlanOfTheirOwn) {
  Index const extent{6, 40, 30};
  GuardedArray const array(
      {extent, strides_for(extent, memory_order(detail::Order::right, 3), {0, 17, 0}), 8}, 8);
  array.fill(0);
  GuardedArray const before(array);
  auto view = view_on<UnmanagedView<double, 3, S>>(array);
  auto const plan = isomer::plan_permute_in_place(Exec{}, view, {0, 2, 1}, {.schema = "c2r"});
  EXPECT_EQ(plan.schema(), "c2r");
  EXPECT_NE(plan.describe().find("6 times in place"), std::string::npos) << plan.describe();
  auto const one =
      isomer::plan_permute_in_place<double>(Exec{}, {40, 30}, {1, 0}, {.schema = "c2r"});
  EXPECT_EQ(plan.bytes_read(), 6 * one.bytes_read());
  auto const result = plan.execute(Exec{}, std::move(view));
  Exec{}.fence();
  EXPECT_TRUE(same_bytes(array, naive_in_place(before, shape_of(result), {0, 2, 1})));
}

TEST(PaddedInPlace, TakesTheCallersWorkspace) {
  GuardedArray const array = squares<4>(4, {0, 50, 0, 20});
  array.fill(0);
  GuardedArray const before(array);
  auto view = view_on<UnmanagedView<float, 4, S>>(array);
  auto const plan = isomer::plan_permute_in_place(Exec{}, view, {0, 2, 3, 1});
  ASSERT_GT(plan.workspace_bytes(), 0U);
  Kokkos::View<std::byte*, Memory> const workspace("workspace", plan.workspace_bytes());
  auto const result = plan.execute(Exec{}, std::move(view), workspace);
  Exec{}.fence();
  EXPECT_TRUE(same_bytes(array, naive_in_place(before, shape_of(result), {0, 2, 3, 1})));
  // With its gaps the array is longer than its elements: a workspace behind these overlaps it.
  auto again = result;
  std::byte* const behind = array.data() + result.size() * sizeof(float);
  std::byte* const aligned = behind + 63 - (reinterpret_cast<std::uintptr_t>(behind) + 63) % 64;
  ASSERT_LT(aligned, reinterpret_cast<std::byte*>(&result(3, 0, 0, 0)));
  Kokkos::View<std::byte*, Memory, Kokkos::MemoryUnmanaged> const within(aligned,
                                                                         plan.workspace_bytes());
  EXPECT_NE(
      message_of([&] { plan.execute(Exec{}, std::move(again), within); }).find("overlap in memory"),
      std::string::npos);
}

TEST(PaddedInPlace, APlanIsForItsGaps) {
  GuardedArray const array = squares<3>(8, {0, 3, 2});
  GuardedArray const other = squares<3>(8, {0, 4, 2});
  auto const plan =
      isomer::plan_permute_in_place(Exec{}, view_on<UnmanagedView<double, 3, S>>(array), {0, 2, 1});
  EXPECT_EQ(message_of([&] { plan.execute(Exec{}, view_on<UnmanagedView<double, 3, S>>(other)); }),
            "isomer::Plan::execute: the views have extents in memory 5x7x7, elements of 8 bytes, "
            "each 7 of them 9 places on, each 49 of them 99 places on, the plan is for extents in "
            "memory 5x7x7, elements of 8 bytes, each 7 of them 9 places on, each 49 of them 90 "
            "places on");
}

TEST(PaddedInPlace, OfEveryThirdColumnTheLastGapMayBeShorter) {
  GuardedArray const array({{6, 6}, {17, 3}, 8}, 8);  // rows of 17, not of 18
  array.fill(0);
  GuardedArray const before(array);
  auto const result = isomer::transpose_in_place(
      Exec{}, view_on<UnmanagedView<double, 2, S>>(array), {.workspace_limit = 6 * 6 * 8});
  Exec{}.fence();
  EXPECT_EQ(shape_of(result), array.shape());
  EXPECT_TRUE(same_bytes(array, naive_in_place(before, array.shape(), {1, 0})));
}

/// Views as Kokkos pads them.
template <class V>
V padded(Index const& extent) {
  V const view = [&] {
    if constexpr (V::rank() == 2)
      return V(Kokkos::view_alloc("padded", Kokkos::AllowPadding), extent[0], extent[1]);
    else
      return V(Kokkos::view_alloc("padded", Kokkos::AllowPadding), extent[0], extent[1], extent[2]);
  }();
  fill_distinct(view);
  return view;
}

TEST(PaddedInPlace, OfKokkosAllocationsKeepTheirLayout) {
  auto columns = padded<Kokkos::View<double**, L, Device>>({250, 250});
  ASSERT_GT(columns.stride(1), 250U) << "Kokkos pads nothing here any more";
  auto const pitch = columns.stride(1);
  auto const transposed = isomer::transpose_in_place(std::move(columns));
  EXPECT_EQ(transposed.stride(1), pitch);
  EXPECT_TRUE(holds_permuted(transposed, {250, 250}, {1, 0}));

  auto rows = padded<Kokkos::View<float**, R, Device>>({250, 250});
  auto const row_pitch = rows.stride(0);
  ASSERT_GT(row_pitch, 250U);
  auto const back = isomer::transpose_in_place(std::move(rows));
  EXPECT_EQ(back.stride(0), row_pitch);
  EXPECT_TRUE(holds_permuted(back, {250, 250}, {1, 0}));
}

TEST(PaddedInPlace, OfKokkosAllocationsPermuteTheAxesThatNoGapParts) {
  auto columns = padded<Kokkos::View<double***, L, Device>>({250, 11, 7});
  auto const pitch = columns.stride(1);
  ASSERT_GT(pitch, 250U);
  auto const moved = isomer::permute_in_place(std::move(columns), {0, 2, 1});
  EXPECT_EQ(moved.stride(1), pitch);
  EXPECT_TRUE(holds_permuted(moved, {250, 11, 7}, {0, 2, 1}));
}

TEST(PaddedInPlace, AGapWithinAnAxisOfTheResultIsAnError) {
  auto columns = padded<Kokkos::View<double**, L, Device>>({250, 7});
  auto const pitch = std::to_string(columns.stride(1));
  EXPECT_EQ(message_of([&] { isomer::transpose_in_place(std::move(columns)); }),
            "isomer::transpose_in_place: view \"padded\" has extents 250x7 and strides 1x" + pitch +
                ", in place it has to be contiguous with strides 1x250, for its gaps behind every "
                "250 elements would lie within an axis of the result 7x250");
  EXPECT_TRUE(holds(columns, {250, 7}));
}

TEST(PaddedInPlace, ALayoutThatPadsAnotherAxisIsAnError) {
  // The fastest axes of the result, 5 and 7, are together as long as the padded one.
  GuardedArray const array({{35, 5, 7}, {1, 40, 200}, 8}, 8);
  auto view = [&] {
    L layout(35, 5, 7);
    layout.stride = 40;
    return UnmanagedView<double, 3, L>(reinterpret_cast<double*>(array.data()), layout);
  }();
  array.fill(0);
  GuardedArray const before(array);
  EXPECT_EQ(message_of([&] {
              isomer::permute_in_place(Exec{}, view, {1, 2, 0});
            }),
            "isomer::permute_in_place: view has extents 35x5x7 and strides 1x40x200, the result "
            "with extents 5x7x35 and strides 1x5x40 has to have LayoutStride, its layout has no "
            "place for these gaps");
  EXPECT_TRUE(same_bytes(array, before));
  UnmanagedView<double, 3, S> strided = view;
  auto const result = isomer::permute_in_place(Exec{}, std::move(strided), {1, 2, 0});
  Exec{}.fence();
  EXPECT_TRUE(same_bytes(array, naive_in_place(before, {{5, 7, 35}, {1, 5, 40}, 8}, {1, 2, 0})));
  EXPECT_EQ(shape_of(result).stride, (Index{1, 5, 40}));
}

TEST(PaddedInPlace, RowsThatOverlapAreAnError) {
  std::array<double, 16> memory{};
  for (std::size_t k = 0; k < memory.size(); ++k) memory[k] = static_cast<double>(k);
  auto const before = memory;
  UnmanagedView<double, 2, S> const view(memory.data(), S(4, 3, 4, 1));
  EXPECT_EQ(message_of([&] {
              isomer::permute_in_place(Exec{}, view, {1, 0});
            }).rfind("isomer::permute_in_place: view", 0),
            0U);
  EXPECT_EQ(memory, before);
}

TEST(PaddedInPlace, LayoutsChangeWhereThePaddingIsOfASquare) {
  auto rows = padded<Kokkos::View<double**, R, Device>>({250, 250});
  auto const pitch = rows.stride(0);
  auto const columns = isomer::convert_layout<L>(std::move(rows));
  EXPECT_EQ(columns.stride(1), pitch);
  EXPECT_TRUE(holds(columns, {250, 250}));
}

}  // namespace
}  // namespace isomer::test
