// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kokkos::deep_copy between two layouts, and the call that replaces it: the same arguments, the
// same result, another namespace.

#include <algorithm>
#include <cstdio>

#include <isomer/isomer.hpp>

using Exec = Kokkos::DefaultExecutionSpace;
using Rows = Kokkos::View<double***, Kokkos::LayoutRight>;
using Columns = Kokkos::View<double***, Kokkos::LayoutLeft>;

/// Seconds of the fastest of three runs; the first one touches the memory.
template <class Copy>
double seconds(Exec const& exec, Copy const& copy) {
  double best = 1e30;
  for (int run = 0; run < 3; ++run) {
    exec.fence();
    Kokkos::Timer const timer;
    copy();
    exec.fence();
    best = std::min(best, timer.seconds());
  }
  return best;
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  int const m = 300, n = 250, k = 200;
  Rows const rows("rows", m, n, k);
  Columns const theirs("theirs", m, n, k), ours("ours", m, n, k);
  Kokkos::parallel_for(
      "fill", Kokkos::MDRangePolicy<Kokkos::Rank<3>>({0, 0, 0}, {m, n, k}),
      KOKKOS_LAMBDA(int i, int j, int l) { rows(i, j, l) = i + 1e3 * j + 1e6 * l; });

  double const before = seconds(exec, [&] { Kokkos::deep_copy(exec, theirs, rows); });
  double const after = seconds(exec, [&] { isomer::deep_copy(exec, ours, rows); });

  int wrong = 0;
  Kokkos::parallel_reduce(
      "compare", Kokkos::MDRangePolicy<Kokkos::Rank<3>>({0, 0, 0}, {m, n, k}),
      KOKKOS_LAMBDA(int i, int j, int l, int& sum) { sum += ours(i, j, l) != theirs(i, j, l); },
      wrong);
  if (wrong != 0) {
    std::printf("04_deep_copy_replacement: %d elements are wrong\n", wrong);
    return 1;
  }
  std::printf("04_deep_copy_replacement: %.1f times Kokkos::deep_copy (%.4f s, %.4f s); verified\n",
              before / after, after, before);
}
