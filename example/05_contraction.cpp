// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor contractions as transpose-transpose-GEMM-transpose (TTGT): permute both factors until they
// are matrices, multiply, permute the product. "ab-acd-dbc" reads C(a,b) = sum_cd A(a,c,d)
// B(d,b,c). The contractions are those of perf_test/cases/tccg24.txt, with extents that a naive
// loop can check.

#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <isomer/isomer.hpp>
#if __has_include(<KokkosBlas3_gemm.hpp>)
#include <KokkosBlas3_gemm.hpp>
#endif

using Exec = Kokkos::DefaultHostExecutionSpace;
using Tensor = Kokkos::DynRankView<float, Kokkos::LayoutLeft, Kokkos::HostSpace>;
using Matrix =
    Kokkos::View<float**, Kokkos::LayoutLeft, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;

constexpr std::array cases = {
    "abcde-efbad-cf",   "abcde-efcad-bf",   "abcd-dbea-ec",     "abcde-ecbfa-fd",
    "abcd-deca-be",     "abc-bda-dc",       "abcd-ebad-ce",     "abcdef-dega-gfbc",
    "abcdef-dfgb-geac", "abcdef-degb-gfac", "abcdef-degc-gfab", "abc-dca-bd",
    "abcd-ea-ebcd",     "abcd-eb-aecd",     "abcd-ec-abed",     "abc-adec-ebd",
    "ab-cad-dcb",       "ab-acd-dbc",       "abc-acd-db",       "abc-adc-bd",
    "ab-ac-cb",         "abcd-aebf-fdec",   "abcd-eafd-fbec",   "abcd-aebf-dfce"};

int extent(char index) {
  return std::array{7, 5, 6, 9, 4, 3, 8}[static_cast<std::size_t>(index - 'a')];
}

int volume(std::string_view indices) {
  int product = 1;
  for (char const index : indices) product *= extent(index);
  return product;
}

Tensor make(std::string const& name, std::string_view indices) {
  Kokkos::LayoutLeft layout;
  for (std::size_t k = 0; k < indices.size(); ++k)
    layout.dimension[k] = static_cast<std::size_t>(extent(indices[k]));
  return Tensor(name, layout);
}

/// The axes that bring a tensor with indices `from` into the order `to`.
std::vector<int> axes_between(std::string_view from, std::string_view to) {
  std::vector<int> axes;
  for (char const index : to) axes.push_back(static_cast<int>(from.find(index)));
  return axes;
}

Matrix as_matrix(Tensor const& tensor, int rows) {
  return Matrix(tensor.data(), rows, static_cast<int>(tensor.size()) / rows);
}

/// c = a * b
void multiply(Exec const& exec, Matrix const& c, Matrix const& a, Matrix const& b) {
#if __has_include(<KokkosBlas3_gemm.hpp>)
  KokkosBlas::gemm(exec, "N", "N", 1.0f, a, b, 0.0f, c);
#else
  Kokkos::parallel_for("multiply", Kokkos::RangePolicy<Exec>(exec, 0, c.extent(1)), [=](int j) {
    for (std::size_t i = 0; i < c.extent(0); ++i) c(i, j) = 0;
    for (std::size_t k = 0; k < a.extent(1); ++k)
      for (std::size_t i = 0; i < c.extent(0); ++i) c(i, j) += a(i, k) * b(k, j);
  });
#endif
}

/// C = A * B, summed over the indices that A and B have and C has not.
void contract(Exec const& exec, std::string const& in_c, Tensor const& c, std::string const& in_a,
              Tensor const& a, std::string const& in_b, Tensor const& b) {
  std::string of_a, of_b, summed;
  for (char const index : in_c) (in_a.find(index) != in_a.npos ? of_a : of_b) += index;
  for (char const index : in_a)
    if (in_c.find(index) == in_c.npos) summed += index;

  Tensor const left = make("left", of_a + summed), right = make("right", summed + of_b),
               product = make("product", of_a + of_b);
  isomer::permute(exec, left, a, axes_between(in_a, of_a + summed));
  isomer::permute(exec, right, b, axes_between(in_b, summed + of_b));
  multiply(exec, as_matrix(product, volume(of_a)), as_matrix(left, volume(of_a)),
           as_matrix(right, volume(summed)));
  isomer::permute(exec, c, product, axes_between(of_a + of_b, in_c));
}

/// The same, index by index.
void contract_naively(std::string const& in_c, float* c, std::string const& in_a, float const* a,
                      std::string const& in_b, float const* b) {
  std::string all = in_c;
  for (char const index : in_a)
    if (all.find(index) == all.npos) all += index;
  auto const offset = [](std::string_view indices, std::array<int, 26> const& i) {
    int at = 0;
    for (auto index = indices.rbegin(); index != indices.rend(); ++index)
      at = at * extent(*index) + i[static_cast<std::size_t>(*index - 'a')];
    return at;
  };
  for (int n = 0; n < volume(all); ++n) {
    std::array<int, 26> i{};
    for (int rest = n; char const index : all) {
      i[static_cast<std::size_t>(index - 'a')] = rest % extent(index);
      rest /= extent(index);
    }
    c[offset(in_c, i)] += a[offset(in_a, i)] * b[offset(in_b, i)];
  }
}

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  for (std::string const contraction : cases) {
    auto const first = contraction.find('-'), second = contraction.rfind('-');
    auto const in_c = contraction.substr(0, first), in_b = contraction.substr(second + 1),
               in_a = contraction.substr(first + 1, second - first - 1);
    Tensor const a = make("a", in_a), b = make("b", in_b), c = make("c", in_c);
    // Small whole numbers: the sums are exact in any order.
    for (std::size_t i = 0; i < a.size(); ++i) a.data()[i] = static_cast<float>(i % 13) - 6;
    for (std::size_t i = 0; i < b.size(); ++i) b.data()[i] = static_cast<float>(i % 11) - 5;

    contract(exec, in_c, c, in_a, a, in_b, b);
    exec.fence();

    std::vector<float> expected(c.size());
    contract_naively(in_c, expected.data(), in_a, a.data(), in_b, b.data());
    if (!std::equal(expected.begin(), expected.end(), c.data())) {
      std::printf("05_contraction: %s is wrong\n", contraction.c_str());
      return 1;
    }
  }
  std::printf("05_contraction: %zu contractions; verified\n", cases.size());
}
