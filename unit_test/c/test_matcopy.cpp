// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <isomer/isomer.h>

/// omatcopy and imatcopy against a loop over rows and columns.
namespace isomer::test {
namespace {

using ComplexFloat = Kokkos::complex<float>;
using ComplexDouble = Kokkos::complex<double>;

// The four letters behind one name.
int omatcopy(int order, int trans, std::int64_t m, std::int64_t n, float alpha, float const* a,
             std::int64_t lda, float* b, std::int64_t ldb) {
  return isomer_somatcopy(order, trans, m, n, alpha, a, lda, b, ldb);
}
int omatcopy(int order, int trans, std::int64_t m, std::int64_t n, double alpha, double const* a,
             std::int64_t lda, double* b, std::int64_t ldb) {
  return isomer_domatcopy(order, trans, m, n, alpha, a, lda, b, ldb);
}
int omatcopy(int order, int trans, std::int64_t m, std::int64_t n, ComplexFloat alpha,
             ComplexFloat const* a, std::int64_t lda, ComplexFloat* b, std::int64_t ldb) {
  return isomer_comatcopy(order, trans, m, n, &alpha, a, lda, b, ldb);
}
int omatcopy(int order, int trans, std::int64_t m, std::int64_t n, ComplexDouble alpha,
             ComplexDouble const* a, std::int64_t lda, ComplexDouble* b, std::int64_t ldb) {
  return isomer_zomatcopy(order, trans, m, n, &alpha, a, lda, b, ldb);
}
int imatcopy(int order, int trans, std::int64_t m, std::int64_t n, float alpha, float* a,
             std::int64_t lda, std::int64_t ldb) {
  return isomer_simatcopy(order, trans, m, n, alpha, a, lda, ldb);
}
int imatcopy(int order, int trans, std::int64_t m, std::int64_t n, double alpha, double* a,
             std::int64_t lda, std::int64_t ldb) {
  return isomer_dimatcopy(order, trans, m, n, alpha, a, lda, ldb);
}
int imatcopy(int order, int trans, std::int64_t m, std::int64_t n, ComplexFloat alpha,
             ComplexFloat* a, std::int64_t lda, std::int64_t ldb) {
  return isomer_cimatcopy(order, trans, m, n, &alpha, a, lda, ldb);
}
int imatcopy(int order, int trans, std::int64_t m, std::int64_t n, ComplexDouble alpha,
             ComplexDouble* a, std::int64_t lda, std::int64_t ldb) {
  return isomer_zimatcopy(order, trans, m, n, &alpha, a, lda, ldb);
}

template <class T>
T number(std::int64_t k) {
  if constexpr (std::is_floating_point_v<T>) return static_cast<T>(k % 1000);
  else
    return {static_cast<typename T::value_type>(k % 1000),
            static_cast<typename T::value_type>(k % 7 - 3)};
}
/// Factors of each kind.
template <class T>
std::vector<T> factors() {
  if constexpr (std::is_floating_point_v<T>) return {1, 3};
  else return {1, 3, {2, -1}, {0, 1}};
}

template <class T>
T conjugated(T const& value) {
  if constexpr (std::is_floating_point_v<T>) return value;
  else return Kokkos::conj(value);
}

struct Case {
  int order;
  int trans;
  std::int64_t rows, cols, lda, ldb;

  bool by_rows() const { return order == 101 || order == 'R'; }
  bool transposes() const { return trans == 112 || trans == 'T' || trans == 113 || trans == 'C'; }
  bool conjugates() const { return trans == 113 || trans == 'C' || trans == 114 || trans == 'R'; }
  std::int64_t at_a(std::int64_t i, std::int64_t j) const {
    return by_rows() ? i * lda + j : i + j * lda;
  }
  std::int64_t at_b(std::int64_t i, std::int64_t j) const {
    return by_rows() ? i * ldb + j : i + j * ldb;
  }
  std::size_t span_a() const { return static_cast<std::size_t>((by_rows() ? rows : cols) * lda); }
  std::size_t span_b() const {
    return static_cast<std::size_t>((by_rows() == transposes() ? cols : rows) * ldb);
  }
};

/// B of A, on top of what b holds.
template <class T>
std::vector<T> expected(Case const& c, T alpha, std::vector<T> const& a, std::vector<T> b) {
  for (std::int64_t i = 0; i < c.rows; ++i)
    for (std::int64_t j = 0; j < c.cols; ++j) {
      T const value = a[static_cast<std::size_t>(c.at_a(i, j))];
      auto const place = c.transposes() ? c.at_b(j, i) : c.at_b(i, j);
      b[static_cast<std::size_t>(place)] = alpha * (c.conjugates() ? conjugated(value) : value);
    }
  return b;
}

template <class Visit>
void for_cases(Visit const& visit) {
  for (int const order : {101, 102, int{'R'}, int{'C'}})
    for (int const trans : {111, 112, 113, 114, int{'N'}, int{'T'}, int{'C'}, int{'R'}})
      for (std::int64_t const rows : {1, 5, 33})
        for (std::int64_t const cols : {1, 8, 33})
          for (std::int64_t const gap : {0, 3}) {
            Case c{order, trans, rows, cols, 0, 0};
            c.lda = (c.by_rows() ? cols : rows) + gap;
            c.ldb = (c.by_rows() == c.transposes() ? rows : cols) + 2 * gap;
            visit(c);
            // In place these stay where their gaps are.
            c.ldb = c.lda;
            if ((rows == cols || !c.transposes()) && gap > 0) visit(c);
          }
}

template <class T>
class Matcopy : public testing::Test {};
using Types = testing::Types<float, double, ComplexFloat, ComplexDouble>;
TYPED_TEST_SUITE(Matcopy, Types);

TYPED_TEST(Matcopy, OutOfPlaceDoesAsALoop) {
  using T = TypeParam;
  for_cases([](Case const& c) {
    std::vector<T> a(c.span_a());
    for (std::size_t k = 0; k < a.size(); ++k) a[k] = number<T>(static_cast<std::int64_t>(k));
    for (T const alpha : factors<T>()) {
      std::vector<T> b(c.span_b(), T(-1));
      auto const wanted = expected(c, alpha, a, b);
      ASSERT_EQ(omatcopy(c.order, c.trans, c.rows, c.cols, alpha, a.data(), c.lda, b.data(), c.ldb),
                ISOMER_SUCCESS)
          << isomer_last_error();
      ASSERT_TRUE(b == wanted) << c.order << ' ' << c.trans << ' ' << c.rows << ' ' << c.cols;
    }
  });
}

TYPED_TEST(Matcopy, InPlaceDoesTheSameAndKeepsWhatIsInTheGaps) {
  using T = TypeParam;
  for_cases([](Case const& c) {
    std::vector<T> a(std::max(c.span_a(), c.span_b()));
    for (std::size_t k = 0; k < a.size(); ++k) a[k] = number<T>(static_cast<std::int64_t>(k));
    for (T const alpha : factors<T>()) {
      auto const wanted = expected(c, alpha, a, a);
      auto data = a;
      ASSERT_EQ(imatcopy(c.order, c.trans, c.rows, c.cols, alpha, data.data(), c.lda, c.ldb),
                ISOMER_SUCCESS)
          << isomer_last_error();
      ASSERT_TRUE(data == wanted) << c.order << ' ' << c.trans << ' ' << c.rows << ' ' << c.cols;
    }
  });
}

/// What goes wrong with a matrix of numbers from `k` on that is transposed and doubled.
int wrong_after_transposition(std::int64_t rows, std::int64_t cols, int k) {
  std::vector<double> a(static_cast<std::size_t>(rows * cols));
  std::iota(a.begin(), a.end(), k);
  int wrong = 0;
  if (imatcopy(101, 112, rows, cols, 2.0, a.data(), cols, rows) != ISOMER_SUCCESS) ++wrong;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < cols; ++j)
      if (a[static_cast<std::size_t>(j * rows + i)] != 2.0 * static_cast<double>(i * cols + j + k))
        ++wrong;
  return wrong;
}

TEST(MatcopyInAnOpenMPRegion, DoesTheSameAndSaysItsErrors) {
  int wrong = 0;
#pragma omp parallel for num_threads(2) reduction(+ : wrong)
  for (int k = 0; k < 4; ++k) {
    wrong += wrong_after_transposition(3, 2, k) + wrong_after_transposition(300, 301, k);
    double one = 1;
    if (imatcopy(101, 112, 1, 1, 2.0, &one, 0, 1) != ISOMER_INVALID_ARGUMENT) ++wrong;
    if (std::string(isomer_last_error()).find("isomer_dimatcopy: lda") != 0) ++wrong;
  }
  EXPECT_EQ(wrong, 0);
}

TEST(MatcopyArguments, ThatAreWrongHaveASentence) {
  double a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {};
  auto const refuses = [&](int status, std::string const& text) {
    EXPECT_EQ(status, ISOMER_INVALID_ARGUMENT);
    EXPECT_EQ(std::string(isomer_last_error()), text);
  };
  refuses(isomer_domatcopy(7, 112, 2, 3, 1, a, 3, b, 2),
          "isomer_domatcopy: order is 7, it has to be 101 or 'R', or 102 or 'C'");
  refuses(
      isomer_domatcopy(101, 7, 2, 3, 1, a, 3, b, 2),
      "isomer_domatcopy: trans is 7, it has to be 111 or 'N', 112 or 'T', 113 or 'C', or 114 or "
      "'R'");
  refuses(isomer_domatcopy(101, 112, -2, 3, 1, a, 3, b, 2),
          "isomer_domatcopy: rows is -2, it has to be 0 or more");
  refuses(isomer_domatcopy(101, 112, 2, 3, 1, a, 2, b, 2),
          "isomer_domatcopy: lda is 2, it has to be at least 3");
  refuses(isomer_dimatcopy(101, 112, 2, 3, 1, a, 3, 1),
          "isomer_dimatcopy: ldb is 1, it has to be at least 2");
  refuses(isomer_domatcopy(101, 112, 2, 3, 1, nullptr, 3, b, 2),
          "isomer_domatcopy: src has extents 2x3 but null data, it has to point to its elements");
  refuses(isomer_dimatcopy(101, 112, 2, 3, 1, nullptr, 3, 2), "isomer_dimatcopy: a is NULL");
  EXPECT_EQ(a[5], 6);
  EXPECT_EQ(b[0], 0);
  EXPECT_EQ(isomer_dimatcopy(101, 112, 0, 3, 1, nullptr, 3, 1), ISOMER_SUCCESS);
}

TEST(MatcopyArguments, MayLieWhereCHasComplexNumbers) {
  // C aligns them to their parts, a Kokkos::complex<double> to 16 bytes.
  alignas(16) double data[1 + 2 * 4] = {};
  alignas(16) double factor[3] = {0, 0, 2};
  double* const a = data + 1;
  for (int k = 0; k < 8; ++k) a[k] = k;
  ASSERT_EQ(isomer_zimatcopy(101, 113, 2, 2, factor + 1, a, 2, 2), ISOMER_SUCCESS);
  // 2i times the conjugates of 0 + 1i, 4 + 5i, 2 + 3i, 6 + 7i.
  double const expected[] = {2, 0, 10, 8, 6, 4, 14, 12};
  for (int k = 0; k < 8; ++k) EXPECT_EQ(a[k], expected[k]) << k;
}

TEST(MatcopyArguments, OfRowsBeyondMemoryAreRefused) {
  double a[4] = {1, 2, 3, 4};
  for (std::int64_t const lda : {std::numeric_limits<std::int64_t>::max(), std::int64_t{1} << 60}) {
    EXPECT_EQ(isomer_dimatcopy(101, 111, 2, 2, 2, a, lda, lda), ISOMER_INVALID_ARGUMENT);
    EXPECT_EQ(std::string(isomer_last_error()),
              "isomer_dimatcopy: lda is " + std::to_string(lda) +
                  ", it has to be small enough for all rows to lie in memory");
  }
  EXPECT_EQ(a[0], 1);
}

TEST(MatcopyArguments, NeedAFactorOfComplexNumbers) {
  ComplexDouble a[4] = {}, b[4] = {1, 1, 1, 1};
  EXPECT_EQ(isomer_zomatcopy(101, 111, 2, 2, nullptr, a, 2, b, 2), ISOMER_INVALID_ARGUMENT);
  EXPECT_EQ(std::string(isomer_last_error()), "isomer_zomatcopy: alpha is NULL");
  EXPECT_EQ(b[0], 1.0);
}

TEST(MatcopyOfInfinities, ByARealFactorKeepsTheirParts) {
  double const infinite = std::numeric_limits<double>::infinity();
  ComplexDouble const one = 1;
  ComplexDouble a[1] = {{1, infinite}}, b[1] = {};
  EXPECT_EQ(isomer_zomatcopy(101, 113, 1, 1, &one, a, 1, b, 1), ISOMER_SUCCESS);
  EXPECT_EQ(b[0], ComplexDouble(1, -infinite));
  EXPECT_EQ(isomer_zimatcopy(101, 113, 1, 1, &one, a, 1, 1), ISOMER_SUCCESS);
  EXPECT_EQ(a[0], ComplexDouble(1, -infinite));
}

}  // namespace
}  // namespace isomer::test
