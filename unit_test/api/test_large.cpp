// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <sys/mman.h>

#include "machine/memory_limits.hpp"
#include "support/sanitized.hpp"
#include "support/view_access.hpp"

namespace isomer::test {
namespace {

/// A byte that depends on both indices, so that shifted and swapped results are seen.
KOKKOS_INLINE_FUNCTION std::uint8_t value_at(std::int64_t i, std::int64_t j) {
  return static_cast<std::uint8_t>(i * 131 + j * 71 + ((i * 31) ^ (j >> 3)) + (i >> 7));
}

struct Fill {
  Kokkos::View<std::uint8_t**, Kokkos::LayoutRight, Device> view;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    for (std::int64_t j = 0; j < static_cast<std::int64_t>(view.extent(1)); ++j)
      view(i, j) = value_at(i, j);
  }
};
struct CountWrong {
  Kokkos::View<std::uint8_t**, Kokkos::LayoutRight, Device> transposed;
  KOKKOS_FUNCTION void operator()(std::int64_t j, std::int64_t& wrong) const {
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(transposed.extent(1)); ++i)
      wrong += transposed(j, i) != value_at(i, j);
  }
};
using Rows = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// The sanitizer's shadow and its many checks would make minutes of the seconds these take.
#ifndef ISOMER_TEST_ASAN
TEST(Large, MoreThanTwoToThe31ElementsAreTransposed) {
  constexpr std::int64_t m = 46349, n = 46351;  // both prime, m * n > 2^31
  static_assert(m * n > std::int64_t{1} << 31);
  if (detail::memory_left() < std::int64_t{6} << 30)
    GTEST_SKIP() << "needs 6 GB, of which only " << detail::memory_left() << " bytes are available";
  using V = ManagedView<std::uint8_t, 2, Kokkos::LayoutRight>;
  auto const a = allocate<V>("a", {m, n});
  auto const transposed = allocate<V>("transposed", {n, m});
  Exec const exec;
  Kokkos::parallel_for("test::fill", Rows(exec, 0, m), Fill{a});
  isomer::transpose(exec, transposed, a);
  std::int64_t wrong = -1;
  Kokkos::parallel_reduce("test::check", Rows(exec, 0, n), CountWrong{transposed}, wrong);
  EXPECT_EQ(wrong, 0);
}

std::int64_t constexpr for_two_gigabytes = std::int64_t{3} << 30;

TEST(Large, MoreThanTwoToThe31ElementsAreTransposedInPlace) {
  constexpr std::int64_t m = 46349, n = 46351;  // as above
  if (detail::memory_left() < for_two_gigabytes)
    GTEST_SKIP() << "needs 3 GB, of which only " << detail::memory_left() << " bytes are available";
  auto a = allocate<ManagedView<std::uint8_t, 2, Kokkos::LayoutRight>>("a", {m, n});
  Exec const exec;
  Kokkos::parallel_for("test::fill", Rows(exec, 0, m), Fill{a});
  auto const transposed = isomer::transpose_in_place(exec, std::move(a));
  std::int64_t wrong = -1;
  Kokkos::parallel_reduce("test::check", Rows(exec, 0, n), CountWrong{transposed}, wrong);
  EXPECT_EQ(wrong, 0);
}

/// The same of three axes.
struct Fill3 {
  Kokkos::View<std::uint8_t***, Kokkos::LayoutRight, Device> view;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    for (std::int64_t j = 0; j < static_cast<std::int64_t>(view.extent(1)); ++j)
      for (std::int64_t k = 0; k < static_cast<std::int64_t>(view.extent(2)); ++k)
        view(i, j, k) = value_at(i * 1009 + j, k);
  }
};
struct CountWrong3 {
  Kokkos::View<std::uint8_t***, Kokkos::LayoutRight, Device> permuted;  // axes {2, 1, 0}
  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& wrong) const {
    for (std::int64_t j = 0; j < static_cast<std::int64_t>(permuted.extent(1)); ++j)
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(permuted.extent(2)); ++i)
        wrong += permuted(k, j, i) != value_at(i * 1009 + j, k);
  }
};

TEST(Large, MoreThanTwoToThe31ElementsArePermutedInPlace) {
  constexpr std::int64_t l = 1291, m = 1301, n = 1307;
  static_assert(l * m * n > std::int64_t{1} << 31);
  if (detail::memory_left() < for_two_gigabytes)
    GTEST_SKIP() << "needs 3 GB, of which only " << detail::memory_left() << " bytes are available";
  auto a = allocate<ManagedView<std::uint8_t, 3, Kokkos::LayoutRight>>("a", {l, m, n});
  Exec const exec;
  Kokkos::parallel_for("test::fill", Rows(exec, 0, l), Fill3{a});
  auto const permuted = isomer::permute_in_place(exec, std::move(a), {2, 1, 0});
  std::int64_t wrong = -1;
  Kokkos::parallel_reduce("test::check", Rows(exec, 0, n), CountWrong3{permuted}, wrong);
  EXPECT_EQ(wrong, 0);
}
#endif

TEST(Large, StridesReachFarBeyond32Bits) {
  // A few elements spread over 64 GB of address space, of which only their pages ever exist.
  constexpr std::size_t bytes = std::size_t{64} << 30;
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) GTEST_SKIP() << "64 GB of address space are not to be had";
  Kokkos::View<std::uint32_t***, Kokkos::LayoutStride, Device> const spread(
      static_cast<std::uint32_t*>(memory),
      Kokkos::LayoutStride(3, std::size_t{5} << 30, 4, std::size_t{1} << 30, 5, 3));
  auto const dense =
      allocate<ManagedView<std::uint32_t, 3, Kokkos::LayoutRight>>("dense", {5, 3, 4});
  auto const back = allocate<ManagedView<std::uint32_t, 3, Kokkos::LayoutLeft>>("back", {3, 4, 5});
  fill_distinct(spread);
  isomer::permute(dense, spread, {2, 0, 1});
  EXPECT_TRUE(holds_permuted(dense, {3, 4, 5}, {2, 0, 1}));
  fill_distinct(spread, 1);
  isomer::permute(spread, dense, {1, 2, 0});
  EXPECT_TRUE(holds(spread, {3, 4, 5}));
  isomer::deep_copy(back, spread);
  EXPECT_TRUE(holds(back, {3, 4, 5}));
  munmap(memory, bytes);
}

TEST(Large, AnEmptyArrayMayHaveEnormousExtents) {
  using V = UnmanagedView<char, 3, Kokkos::LayoutRight>;
  std::int64_t const huge = std::int64_t{1} << 40;
  V const src(nullptr, huge, 0, 3), dst(nullptr, 3, huge, 0);
  EXPECT_NO_THROW(isomer::permute(dst, src, {2, 0, 1}));
}

}  // namespace
}  // namespace isomer::test
