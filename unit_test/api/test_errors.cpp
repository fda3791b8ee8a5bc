// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <limits>

#include "support/message_of.hpp"
#include "support/view_access.hpp"

/// Every message in full, and that not a byte was written before it was thrown. The messages about
/// shared views are in test_ownership.cpp, about factors in test_scaling.cpp, about plans in
/// test_plan.cpp and test_plan_options.cpp, about memory that cannot be had in ../plan/workspace.
namespace isomer::test {
namespace {

using R = Kokkos::LayoutRight;
using L = Kokkos::LayoutLeft;
using S = Kokkos::LayoutStride;
template <int Rank>
using Doubles = ManagedView<double, Rank, R>;

/// The bytes of a view's allocation, to be compared later.
template <class V>
class Unwritten {
 public:
  explicit Unwritten(V const& view) : view_(view), before_(bytes()) {}
  ~Unwritten() { EXPECT_EQ(bytes(), before_) << view_.label() << " was written"; }
  Unwritten(Unwritten const&) = delete;
  Unwritten& operator=(Unwritten const&) = delete;

 private:
  std::string bytes() const {
    auto const* const first = reinterpret_cast<char const*>(view_.data());
    return first == nullptr ? std::string{}
                            : std::string(first, view_.span() * sizeof(typename V::value_type));
  }
  V view_;
  std::string before_;
};

/// Calls, and expects an Error of exactly this text that leaves both views as they were.
template <class Dst, class Src, class Call>
void refuses(Dst const& dst, Src const& src, Call const& call, std::string const& text) {
  Unwritten const dst_unwritten(dst);
  Unwritten const src_unwritten(src);
  EXPECT_THAT(message_of(call), text);
}

template <class Dst, class Src>
void permute_refuses(Dst const& dst, Src const& src, Axes const& axes, std::string const& text) {
  refuses(
      dst, src, [&] { isomer::permute(dst, src, axes); }, "isomer::permute: " + text);
  refuses(
      dst, src, [&] { isomer::permute(Exec{}, dst, src, axes); }, "isomer::permute: " + text);
  refuses(
      dst, src,
      [&] {
        isomer::permute(dst, src, axes, isomer::Scaling{2.0, 1.0});
      },
      "isomer::permute: " + text);
  refuses(
      dst, src, [&] { isomer::plan_permute(Exec{}, dst, src, axes); },
      "isomer::plan_permute: " + text);
}

template <class V>
V filled(char const* label, Index const& extent) {
  auto const view = allocate<V>(label, extent);
  fill_distinct(view);
  return view;
}

class Errors : public testing::Test {
 protected:
  Doubles<3> a = filled<Doubles<3>>("A", {4, 5, 6});
  Doubles<3> b = filled<Doubles<3>>("B", {6, 4, 5});
};

TEST_F(Errors, ErrorIsAnInvalidArgument) {
  EXPECT_THROW(isomer::permute(b, a, {0, 1}), std::invalid_argument);
}

TEST_F(Errors, ARepeatedAxisIsNamedWithTheMissingOne) {
  permute_refuses(b, a, {0, 2, 2},
                  "axes {0, 2, 2} is no permutation of 0..2: 1 is missing, 2 occurs twice");
  permute_refuses(b, a, {1, 1, 1},
                  "axes {1, 1, 1} is no permutation of 0..2: 0 is missing, 1 occurs 3 times, 2 is "
                  "missing");
}

TEST_F(Errors, AnAxisThatIsTooLargeIsNamed) {
  permute_refuses(b, a, {0, 1, 3}, "axes {0, 1, 3} is no permutation of 0..2: 3 is out of range");
  permute_refuses(b, a, {0, 1, 2147483647},
                  "axes {0, 1, 2147483647} is no permutation of 0..2: 2147483647 is out of range");
}

TEST_F(Errors, ANegativeAxisCountsFromTheLast) {
  permute_refuses(b, a, {0, -4, 2},
                  "axes {0, -4, 2} is no permutation of 0..2: -4 is out of range");
  permute_refuses(b, a, {0, -1, 2},
                  "axes {0, -1, 2} is no permutation of 0..2: 1 is missing, 2 occurs twice");
}

TEST_F(Errors, AnAxisBeyondIntIsRefusedNotWrapped) {
  // As int, 2^32 + 2 would be a perfect 2.
  std::vector<std::int64_t> const axes{(std::int64_t{1} << 32) + 2, 0, 1};
  EXPECT_THROW(isomer::permute(b, a, axes), Error);
  std::vector<std::uint64_t> const huge{std::numeric_limits<std::uint64_t>::max(), 0, 1};
  EXPECT_THROW(isomer::permute(b, a, huge), Error);
}

TEST_F(Errors, TooFewAxesAreCounted) {
  permute_refuses(b, a, {1, 0}, "axes {1, 0} has 2 entries, src \"A\" has rank 3");
  permute_refuses(b, a, {0}, "axes {0} has 1 entry, src \"A\" has rank 3");
  permute_refuses(b, a, {}, "axes {} has 0 entries, src \"A\" has rank 3");
}

TEST_F(Errors, TooManyAxesAreCounted) {
  permute_refuses(b, a, {0, 1, 2, 3}, "axes {0, 1, 2, 3} has 4 entries, src \"A\" has rank 3");
  permute_refuses(b, a, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
                  "axes {0, 1, 2, 3, 4, 5, 6, 7, 8, 9} has 10 entries, src \"A\" has rank 3");
}

TEST_F(Errors, ExtentsThatDoNotMatchAreShownBesideThoseNeeded) {
  permute_refuses(b, a, {0, 1, 2},
                  "dst \"B\" has extents 6x4x5, src \"A\" 4x5x6 with axes {0, 1, 2} needs 4x5x6");
  permute_refuses(b, a, {2, 1, 0},
                  "dst \"B\" has extents 6x4x5, src \"A\" 4x5x6 with axes {2, 1, 0} needs 6x5x4");
}

TEST_F(Errors, AnEmptyDestinationForANonEmptySourceIsAMismatch) {
  auto const empty = allocate<Doubles<3>>("E", {6, 0, 5});
  permute_refuses(empty, a, {2, 0, 1},
                  "dst \"E\" has extents 6x0x5, src \"A\" 4x5x6 with axes {2, 0, 1} needs 6x4x5");
}

TEST_F(Errors, RanksThatDifferAreNamed) {
  auto const flat = filled<Doubles<2>>("F", {6, 20});
  permute_refuses(flat, a, {2, 0, 1},
                  "dst \"F\" has rank 2, src \"A\" has rank 3, they have to be equal");
}

TEST_F(Errors, RanksOfDynRankViewsAreChecked) {
  Kokkos::DynRankView<double, R, Device> const flat("F", 6, 20);
  EXPECT_THAT(message_of([&] {
                isomer::permute(flat, a, {2, 0, 1});
              }),
              "isomer::permute: dst \"F\" has rank 2, src \"A\" has "
              "rank 3, they have to be equal");
}

TEST_F(Errors, OfTransposeAndDeepCopyNameTheFunction) {
  refuses(
      b, a, [&] { isomer::transpose(b, a); },
      "isomer::transpose: dst \"B\" has extents 6x4x5, src \"A\" 4x5x6 with axes {2, 1, 0} "
      "needs 6x5x4");
  refuses(
      b, a, [&] { isomer::transpose(b, a, isomer::Scaling{2.0}); },
      "isomer::transpose: dst \"B\" has extents 6x4x5, src \"A\" 4x5x6 with axes {2, 1, 0} "
      "needs 6x5x4");
  refuses(
      b, a, [&] { isomer::deep_copy(b, a); },
      "isomer::deep_copy: dst \"B\" has extents 6x4x5, src \"A\" 4x5x6 with axes {0, 1, 2} "
      "needs 4x5x6");
}

TEST_F(Errors, AViewWithoutALabelIsNamedByItsArgument) {
  UnmanagedView<double, 3, R> const unlabelled(b.data(), 6, 4, 5);
  permute_refuses(unlabelled, a, {0, 1, 2},
                  "dst has extents 6x4x5, src \"A\" 4x5x6 with axes {0, 1, 2} needs 4x5x6");
}

char const* const overlap_text =
    " overlap in memory, they have to be disjoint (isomer::permute_in_place works on one view)";

TEST(Overlap, OfAViewWithItselfIsRefused) {
  auto const a = filled<Doubles<2>>("A", {5, 5});
  permute_refuses(a, a, {1, 0}, std::string("dst \"A\" and src \"A\"") + overlap_text);
}

TEST(Overlap, OfAPartIsRefused) {
  auto const parent = filled<Doubles<1>>("parent", {60});
  // The last element of one is the first of the other.
  UnmanagedView<double, 2, R> const src(parent.data(), 5, 6), dst(parent.data() + 29, 6, 5);
  permute_refuses(dst, src, {1, 0}, std::string("dst and src") + overlap_text);
  UnmanagedView<double, 2, R> const behind(parent.data() + 30, 6, 5);
  EXPECT_NO_THROW(isomer::transpose(behind, src));
}

TEST(Overlap, OfSubviewsThatShareAnElementIsRefused) {
  auto const parent = filled<Doubles<2>>("P", {20, 20});
  using Range = std::pair<int, int>;
  auto const src = Kokkos::subview(parent, Range{0, 10}, Range{0, 10});
  auto const dst = Kokkos::subview(parent, Range{9, 19}, Range{9, 19});
  permute_refuses(dst, src, {1, 0}, std::string("dst \"P\" and src \"P\"") + overlap_text);
  auto const next = Kokkos::subview(parent, Range{10, 20}, Range{5, 15});
  EXPECT_NO_THROW(isomer::transpose(next, src));
}

TEST(NullData, WithElementsIsRefused) {
  auto const a = filled<Doubles<2>>("A", {4, 5});
  UnmanagedView<double, 2, R> const null_dst(nullptr, 5, 4), null_src(nullptr, 4, 5);
  auto const b = filled<Doubles<2>>("B", {5, 4});
  permute_refuses(null_dst, a, {1, 0},
                  "dst has extents 5x4 but null data, it has to point to its elements");
  permute_refuses(b, null_src, {1, 0},
                  "src has extents 4x5 but null data, it has to point to its elements");
  UnmanagedView<double, 2, R> lost(nullptr, 4, 5);
  EXPECT_THAT(message_of([&] { isomer::transpose_in_place(std::move(lost)); }),
              "isomer::transpose_in_place: view has extents 4x5 but "
              "null data, it has to point to its elements");
}

TEST(NullData, WithoutElementsIsOrdinary) {
  UnmanagedView<double, 2, R> const dst(nullptr, 5, 0), src(nullptr, 0, 5);
  EXPECT_NO_THROW(isomer::transpose(dst, src));
}

TEST(Stride, OfZeroInTheDestinationIsRefused) {
  auto const row = filled<Doubles<1>>("row", {5});
  for (int const rows : {2, 4}) {
    auto const src = filled<Doubles<2>>("A", {rows, 5});
    Kokkos::View<double**, S, Device> const dst(row.data(), Kokkos::LayoutStride(rows, 0, 5, 1));
    permute_refuses(dst, src, {0, 1},
                    "dst has stride 0 on axis 0 of extent " + std::to_string(rows) +
                        ", every element of dst has to have a place of its own");
  }
}

TEST(Stride, ThatPutsSeveralElementsInOnePlaceIsRefused) {
  auto const row = filled<Doubles<1>>("row", {21});
  auto const src = filled<Doubles<2>>("A", {4, 3});
  Kokkos::View<double**, S, Device> const dst(row.data(), Kokkos::LayoutStride(4, 2, 3, 1));
  permute_refuses(
      dst, src, {0, 1},
      "dst has extents 4x3 with strides 2x1, every element of dst has to have a place of "
      "its own");
  Kokkos::View<double**, S, Device> const interleaved(row.data(), Kokkos::LayoutStride(4, 2, 3, 7));
  EXPECT_NO_THROW(isomer::permute(interleaved, src, {0, 1}));
}

TEST(TooLarge, ExtentsTimesStridesMustNotOverflow) {
  auto const a = filled<Doubles<2>>("A", {4, 5});
  std::size_t const huge = std::size_t{1} << 61;
  Kokkos::View<double**, S, Device> const far(a.data(), Kokkos::LayoutStride(4, huge, 5, 1));
  auto const b = filled<Doubles<2>>("B", {4, 5});
  EXPECT_THAT(message_of([&] { isomer::deep_copy(far, b); }),
              "isomer::deep_copy: dst has extents 4x5 and strides 2305843009213693952x1, its "
              "last byte has to lie within 2^63 - 1 bytes");
  EXPECT_THAT(message_of([&] { isomer::deep_copy(b, far); }),
              "isomer::deep_copy: src has extents 4x5 and strides 2305843009213693952x1, its "
              "last byte has to lie within 2^63 - 1 bytes");
}

TEST(TooLarge, ExtentsAloneMustNotOverflow) {
  // Kokkos itself aborts on such a View, so only the library's own entrance can be asked.
  detail::ViewInfo info;
  info.data = reinterpret_cast<std::byte*>(4096);
  info.rank = 2;
  info.element_bytes = 8;
  info.extent = {std::int64_t{1} << 32, std::int64_t{1} << 31};
  info.stride = {std::int64_t{1} << 31, 1};
  char const* const text =
      " has extents 4294967296x2147483648 and strides 2147483648x1, its last byte has to lie "
      "within "
      "2^63 - 1 bytes";
  EXPECT_THAT(message_of([&] {
                detail::describe("f", info, info, {0, 1});
              }),
              std::string("f: dst") + text);
  EXPECT_THAT(message_of([&] {
                detail::describe_in_place("f", info, {1, 0}, detail::Order::stride);
              }),
              std::string("f: view") + text);
}

TEST(InPlaceErrors, AxesAreChecked) {
  auto a = filled<Doubles<3>>("A", {4, 5, 6});
  Unwritten const unwritten(UnmanagedView<double, 3, R>(a.data(), 4, 5, 6));
  EXPECT_THAT(message_of([&] {
                isomer::permute_in_place(std::move(a), {0, 2, 2});
              }),
              "isomer::permute_in_place: axes {0, 2, 2} is no "
              "permutation of 0..2: 1 is missing, 2 occurs twice");
  EXPECT_THAT(message_of([&] {
                isomer::permute_in_place(std::move(a), {0, 1});
              }),
              "isomer::permute_in_place: axes {0, 1} has 2 entries, "
              "view \"A\" has rank 3");
  EXPECT_THAT(message_of([&] {
                isomer::permute_in_place(std::move(a), {0, -4, 2});
              }),
              "isomer::permute_in_place: axes {0, -4, 2} is no "
              "permutation of 0..2: -4 is out of range");
  EXPECT_THAT(message_of([&] {
                isomer::plan_permute_in_place(Exec{}, a, {0, 1, 3});
              }),
              "isomer::plan_permute_in_place: axes {0, 1, 3} is no "
              "permutation of 0..2: 3 is out of range");
  EXPECT_EQ(a.use_count(), 1) << "a refused view stays with its owner";
}

TEST(InPlaceErrors, AViewWithGapsIsRefused) {
  auto const parent = filled<Doubles<2>>("P", {20, 20});
  Unwritten const unwritten(parent);
  auto part = Kokkos::subview(parent, std::pair{2, 12}, std::pair{3, 10});
  EXPECT_THAT(
      message_of([&] { isomer::transpose_in_place(std::move(part), isomer::allow_aliases); }),
      "isomer::transpose_in_place: view \"P\" has extents 10x7 and strides 20x1, in "
      "place it has to be contiguous with strides 7x1, for its gaps behind every 7 elements would "
      "lie within an axis of the result 7x10");
  EXPECT_NE(part.data(), nullptr);
  Kokkos::View<double**, S, Device> const strided(parent.data(), Kokkos::LayoutStride(5, 2, 6, 10));
  EXPECT_THAT(message_of([&] { isomer::convert_layout<L>(strided, isomer::allow_aliases); }),
              "isomer::convert_layout: view has extents 5x6 and strides 2x10, the result with "
              "extents 5x6 and strides 2x10 has to have LayoutStride, its layout has no place for "
              "these gaps");
}

TEST(InPlaceErrors, AViewOfWhichElementsShareTheirPlaceIsRefused) {
  auto const a = filled<Doubles<1>>("A", {30});
  Unwritten const unwritten(a);
  Kokkos::View<double**, S, Device> const repeated(a.data(), Kokkos::LayoutStride(5, 6, 6, 0));
  EXPECT_THAT(message_of([&] { isomer::transpose_in_place(repeated, isomer::allow_aliases); }),
              testing::AllOf(testing::StartsWith("isomer::transpose_in_place: view has extents "
                                                 "5x6 and strides 6x0, in place it has")));
}

TEST(InPlaceErrors, AViewInAnotherLayoutThanThePlansIsRefused) {
  auto a = filled<ManagedView<double, 2, L>>("A", {4, 6});
  Unwritten const unwritten(UnmanagedView<double, 2, L>(a.data(), 4, 6));
  auto const plan =
      isomer::plan_permute_in_place(Exec{}, allocate<Doubles<2>>("model", {4, 6}), {1, 0});
  EXPECT_THAT(message_of([&] { plan.execute(Exec{}, std::move(a)); }),
              "isomer::Plan::execute: the views have extents in memory 6x4, elements of 8 "
              "bytes, the plan is for extents in memory 4x6, elements of 8 bytes");
  EXPECT_NE(a.data(), nullptr);
}

TEST(InPlaceErrors, AWorkspaceLimitThatIsTooSmallIsNamedWithWhatIsNeeded) {
  if (!runs_on_host)
    GTEST_SKIP() << "a device moves this matrix through shared memory, without any";
  auto a = filled<Doubles<2>>("A", {61, 97});
  Unwritten const unwritten(UnmanagedView<double, 2, R>(a.data(), 61, 97));
  isomer::PlanOptions const nothing{.workspace_limit = 0};
  auto const call = [&] { a = isomer::transpose_in_place(std::move(a), nothing); };
  EXPECT_THAT(message_of(call), testing::AllOf(testing::StartsWith("isomer::transpose_in_place: "),
                                               testing::HasSubstr("workspace_limit was 0"),
                                               testing::HasSubstr("at least")));
  EXPECT_NE(a.data(), nullptr);
}

}  // namespace
}  // namespace isomer::test
