// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include <isomer/isomer.hpp>

#include "support/oracle.hpp"
#include "support/view_access.hpp"

/// What lies under a View changes, the View does not.
namespace isomer::test {
namespace {

using L = Kokkos::LayoutLeft;
using R = Kokkos::LayoutRight;
using Host = Kokkos::HostSpace;
using HostMatrix = Kokkos::View<double**, R, Host>;

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t many = std::size_t{32} << 20;
constexpr std::size_t row = 1024;

/// `always`, `madvise`, `never` or empty: what the system does with transparent huge pages.
std::string system_mode() {
  std::ifstream in("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string word;
  while (in >> word)
    if (word.front() == '[') return word.substr(1, word.size() - 2);
  return {};
}

bool has_huge_pages() { return system_mode() == "madvise" || system_mode() == "always"; }

/// Bytes on huge pages in the mappings that [data, data + bytes) touches, as the kernel counts
/// them.
std::size_t huge_bytes_under(void const* data, std::size_t bytes) {
  auto const first = reinterpret_cast<std::uintptr_t>(data);
  std::ifstream in("/proc/self/smaps");
  std::string line;
  bool is_ours = false;
  std::size_t kib = 0;
  std::size_t sum = 0;
  for (unsigned long long begin = 0, end = 0; std::getline(in, line);) {
    if (std::sscanf(line.c_str(), "%llx-%llx ", &begin, &end) == 2)
      is_ours = begin < first + bytes && first < end;
    else if (is_ours && std::sscanf(line.c_str(), "AnonHugePages: %zu kB", &kib) == 1)
      sum += kib << 10;
  }
  return sum;
}

template <class V>
std::size_t huge_bytes_under(V const& view) {
  return huge_bytes_under(view.data(), view.span() * sizeof(typename V::value_type));
}

/// What comes of replacing the touched pages of other memory by a huge one: 0 or an error.
int error_of_collapse() {
  constexpr int collapse = 25;  // MADV_COLLAPSE, which older headers lack
  std::vector<char> const touched(2 * huge_page, '\1');
  auto const begin = reinterpret_cast<std::uintptr_t>(touched.data());
  auto const page = (begin + huge_page - 1) / huge_page * huge_page;
  return madvise(reinterpret_cast<void*>(page), huge_page, collapse) == 0 ? 0 : errno;
}

HostMatrix untouched_matrix() {
  return HostMatrix(Kokkos::view_alloc("matrix", Kokkos::WithoutInitializing), many / row / 8, row);
}

TEST(HugePages, LeaveTheElementsAsTheyAre) {
  Kokkos::View<int***, L, Host> const cube("cube", 300, 128, 64);
  fill_distinct(cube);
  auto const* const data = cube.data();
  isomer::prefer_huge_pages(cube);
  EXPECT_EQ(cube.data(), data);
  EXPECT_TRUE(holds(cube, {300, 128, 64}));
}

TEST(HugePages, LieUnderALargeViewFromItsFirstTouch) {
  if (!has_huge_pages()) GTEST_SKIP() << "transparent huge pages: \"" << system_mode() << '"';
  auto const matrix = untouched_matrix();
  auto const reached = isomer::prefer_huge_pages(matrix);
  auto const page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  EXPECT_GE(reached.advised_bytes, many - 2 * page);
  EXPECT_LE(reached.advised_bytes, many);
  std::size_t const before = huge_bytes_under(matrix);
  Kokkos::deep_copy(matrix, 1.0);
  EXPECT_GT(huge_bytes_under(matrix), before + many / 2);
}

TEST(HugePages, ReplaceThePagesThatWereTouchedBefore) {
  if (!has_huge_pages()) GTEST_SKIP() << "transparent huge pages: \"" << system_mode() << '"';
  int const error = error_of_collapse();
  if (error == EINVAL) GTEST_SKIP() << "this kernel has no MADV_COLLAPSE";
  if (error != 0) GTEST_SKIP() << "no huge page is free: " << std::strerror(error);
  auto const matrix = untouched_matrix();
  fill_distinct(matrix);
  auto const reached = isomer::prefer_huge_pages(matrix);
  EXPECT_GT(reached.huge_bytes, 0U);
  EXPECT_LE(reached.huge_bytes, reached.advised_bytes);
  EXPECT_EQ(reached.huge_bytes % huge_page, 0U);
  EXPECT_GE(huge_bytes_under(matrix), reached.huge_bytes);
  EXPECT_TRUE(holds(matrix, {static_cast<std::int64_t>(many / row / 8), row}));
}

TEST(HugePages, AreNotForViewsOfLessThanAPage) {
  Kokkos::View<float*, Host> const line("line", 100);
  Kokkos::View<double, Host> const scalar("scalar");
  Kokkos::View<double**, Host> const empty("empty", 0, 1000);
  Kokkos::View<double**, Host> const nothing;
  EXPECT_EQ(isomer::prefer_huge_pages(line).advised_bytes, 0U);
  EXPECT_EQ(isomer::prefer_huge_pages(scalar).advised_bytes, 0U);
  EXPECT_EQ(isomer::prefer_huge_pages(empty).advised_bytes, 0U);
  EXPECT_EQ(isomer::prefer_huge_pages(nothing).advised_bytes, 0U);
}

TEST(HugePages, AreAskedForOnlyUnderWholePagesOfASubview) {
  auto const matrix = untouched_matrix();
  fill_distinct(matrix);
  auto const rows = matrix.extent(0);
  auto const middle = Kokkos::subview(matrix, std::pair(rows / 4, rows / 2), std::pair(7, 900));
  auto const reached = isomer::prefer_huge_pages(middle);
  EXPECT_LE(reached.advised_bytes, middle.span() * sizeof(double));
  EXPECT_EQ(reached.advised_bytes > 0, has_huge_pages());
  EXPECT_TRUE(holds(matrix, {static_cast<std::int64_t>(rows), row}));
}

TEST(HugePages, AreForConstStridedStaticAndDynamicRankViewsToo) {
  auto const matrix = untouched_matrix();
  fill_distinct(matrix);
  Kokkos::View<double const**, R, Host> const read_only = matrix;
  Kokkos::View<double**, Kokkos::LayoutStride, Host> const strided = matrix;
  Kokkos::DynRankView<double, R, Host> const dynamic = matrix;
  Kokkos::View<double[64][1024], R, Host, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const fixed(
      matrix.data());
  auto const advised = isomer::prefer_huge_pages(matrix).advised_bytes;
  EXPECT_EQ(isomer::prefer_huge_pages(read_only).advised_bytes, advised);
  EXPECT_EQ(isomer::prefer_huge_pages(strided).advised_bytes, advised);
  EXPECT_EQ(isomer::prefer_huge_pages(dynamic).advised_bytes, advised);
  EXPECT_LE(isomer::prefer_huge_pages(fixed).advised_bytes, fixed.span() * sizeof(double));
}

TEST(HugePages, StayUnderAViewThatIsRearrangedInPlace) {
  if (!has_huge_pages()) GTEST_SKIP() << "transparent huge pages: \"" << system_mode() << '"';
  auto matrix = untouched_matrix();
  auto const rows = static_cast<std::int64_t>(matrix.extent(0));
  isomer::prefer_huge_pages(matrix);
  fill_distinct(matrix);
  std::size_t const before = huge_bytes_under(matrix);
  auto const columns = isomer::convert_layout<L>(std::move(matrix));
  EXPECT_EQ(huge_bytes_under(columns), before);
  EXPECT_TRUE(holds(columns, {rows, row}));
}

}  // namespace
}  // namespace isomer::test
