// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transposes a matrix into another View, changes its layout in place, permutes a rank-4 tensor.
// The lines between the [readme] marks are the ones in README.md; a test compares them.

#include <cstdio>
#include <utility>

// [readme]
#include <isomer/isomer.hpp>

// [readme end]
/// Numbers the elements in the order in which they lie in memory.
template <class View>
void number(View const& a) {
  auto* const data = a.data();
  Kokkos::parallel_for(
      "number", a.size(),
      KOKKOS_LAMBDA(int i) { data[i] = static_cast<typename View::value_type>(i); });
}

template <class View>
int count_wrong(View const& at, int rows, int columns, bool transposed) {
  int wrong = 0;
  Kokkos::parallel_reduce(
      "check", Kokkos::MDRangePolicy<Kokkos::Rank<2>>({0, 0}, {rows, columns}),
      KOKKOS_LAMBDA(int i, int j, int& sum) {
        sum += (transposed ? at(j, i) : at(i, j)) != i * columns + j;
      },
      wrong);
  return wrong;
}

template <class View>
int count_wrong(View const& nchw, View const& nhwc) {
  int wrong = 0;
  Kokkos::parallel_reduce(
      "check", nhwc.extent(0),
      KOKKOS_LAMBDA(int n, int& sum) {
        for (std::size_t h = 0; h < nhwc.extent(1); ++h)
          for (std::size_t w = 0; w < nhwc.extent(2); ++w)
            for (std::size_t c = 0; c < nhwc.extent(3); ++c)
              sum += nchw(n, c, h, w) != nhwc(n, h, w, c);
      },
      wrong);
  return wrong;
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const kokkos(argc, argv);

  // [readme]
  Kokkos::View<double**, Kokkos::LayoutRight> a("a", 900, 700), at("at", 700, 900);
  // [readme end]
  number(a);
  // [readme]
  isomer::transpose(at, a);  // at(j, i) = a(i, j)

  // In place: the same indices and the same memory, in the other layout.
  auto columns = isomer::convert_layout<Kokkos::LayoutLeft>(std::move(a));

  // [readme end]
  int wrong = count_wrong(at, 900, 700, true) + count_wrong(columns, 900, 700, false);

  // [readme]
  Kokkos::View<float****, Kokkos::LayoutRight> nhwc("nhwc", 8, 56, 60, 64);
  Kokkos::View<float****, Kokkos::LayoutRight> nchw("nchw", 8, 64, 56, 60);
  // [readme end]
  number(nhwc);
  // [readme]
  isomer::permute(nchw, nhwc, {0, 3, 1, 2});  // output axis k is input axis axes[k], as in NumPy
  // [readme end]
  wrong += count_wrong(nchw, nhwc);

  if (wrong != 0) {
    std::printf("01_transpose: %d elements are wrong\n", wrong);
    return 1;
  }
  std::printf("01_transpose: transposed, converted in place, permuted; verified\n");
}
