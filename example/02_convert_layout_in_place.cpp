// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A matrix that arrives row by row (LayoutRight) is needed column by column for a while: it is made
// LayoutLeft before the sweep and LayoutRight after it, on the memory that it has.

#include <cstdio>
#include <utility>

#include <isomer/isomer.hpp>

using Exec = Kokkos::DefaultExecutionSpace;
using Rows = Kokkos::View<double**, Kokkos::LayoutRight>;

void fill(Rows const& a) {
  Kokkos::parallel_for(
      "fill", Kokkos::MDRangePolicy<Kokkos::Rank<2>>({0, 0}, {a.extent(0), a.extent(1)}),
      KOKKOS_LAMBDA(int i, int j) { a(i, j) = (i + 3 * j) % 17; });
}

/// Replaces each column by its running sum. Every thread walks down a column of its own: one stream
/// through memory if the layout is LayoutLeft, a jump per element if it is LayoutRight.
template <class View>
void running_sums(Exec const& exec, View const& a) {
  Kokkos::parallel_for(
      "running_sums", Kokkos::RangePolicy<Exec>(exec, 0, a.extent(1)), KOKKOS_LAMBDA(int j) {
        double sum = 0;
        for (std::size_t i = 0; i < a.extent(0); ++i) a(i, j) = sum += a(i, j);
      });
}

int count_differences(Rows const& a, Rows const& b) {
  int differences = 0;
  Kokkos::parallel_reduce(
      "compare", Kokkos::MDRangePolicy<Kokkos::Rank<2>>({0, 0}, {a.extent(0), a.extent(1)}),
      KOKKOS_LAMBDA(int i, int j, int& sum) { sum += a(i, j) != b(i, j); }, differences);
  return differences;
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  Rows matrix("matrix", 6000, 2000), expected("expected", 6000, 2000);
  fill(matrix);
  fill(expected);
  double const* const memory = matrix.data();

  running_sums(exec, expected);  // the same sweep without Isomer, through the rows

  // std::move, because a View that kept the old layout would read garbage afterwards.
  auto columns = isomer::convert_layout<Kokkos::LayoutLeft>(exec, std::move(matrix));
  running_sums(exec, columns);
  matrix = isomer::convert_layout<Kokkos::LayoutRight>(exec, std::move(columns));
  exec.fence();

  int const wrong = count_differences(matrix, expected);
  bool const same_memory = matrix.data() == memory && matrix.use_count() == 1;
  if (wrong != 0 || !same_memory) {
    std::printf("02_convert_layout_in_place: %d elements are wrong, %s memory\n", wrong,
                same_memory ? "same" : "other");
    return 1;
  }
  std::printf("02_convert_layout_in_place: there and back on the same memory; verified\n");
}
