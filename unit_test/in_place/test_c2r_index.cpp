// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <vector>

#include "in_place/c2r/c2r_index.hpp"
#include "in_place/c2r/row_shuffle.hpp"
#include "in_place/piece.hpp"
#include "support/sampled.hpp"

/// The equations of seed 000, one by one and put together as its algorithm 1.
namespace isomer::in_place {
namespace {

using Array = std::vector<std::int64_t>;
using Linear = std::function<std::int64_t(std::int64_t i, std::int64_t j)>;

template <class Visit>
void for_each_shape(Visit const& visit) {
  for (std::int64_t m = 1; m <= 36; ++m)
    for (std::int64_t n = 1; n <= 36; ++n) {
      if (test::is_left_out(static_cast<std::uint64_t>(m + n))) continue;
      SCOPED_TRACE(testing::Message() << m << " x " << n);
      visit(C2rIndex(m, n));
      if (testing::Test::HasFatalFailure()) return;
    }
}

Array numbers(C2rIndex const& index) {
  Array array(static_cast<std::size_t>(index.m() * index.n()));
  std::iota(array.begin(), array.end(), 0);
  return array;
}

/// A'[i, j] = A[row(i, j), col(i, j)], A lying as `at` says.
Array gather(Array const& array, C2rIndex const& index, Linear const& at, Linear const& row,
             Linear const& col) {
  Array result(array.size());
  for (std::int64_t i = 0; i < index.m(); ++i)
    for (std::int64_t j = 0; j < index.n(); ++j)
      result[static_cast<std::size_t>(at(i, j))] =
          array[static_cast<std::size_t>(at(row(i, j), col(i, j)))];
  return result;
}

std::int64_t wrap(std::int64_t x, std::int64_t m) { return ((x % m) + m) % m; }

Array c2r(Array array, C2rIndex const& x, Linear const& at) {
  auto const same_row = [](auto i, auto) { return i; };
  auto const same_col = [](auto, auto j) { return j; };
  auto const m = x.m();
  array = gather(
      array, x, at, [&](auto i, auto j) { return wrap(i + x.pre_rotation(j), m); }, same_col);
  array = gather(array, x, at, same_row, [&](auto i, auto j) { return x.d_inverse(i, j); });
  array = gather(
      array, x, at, [&](auto i, auto j) { return wrap(i + j, m); }, same_col);
  return gather(
      array, x, at, [&](auto i, auto) { return x.q(i); }, same_col);
}

Array r2c(Array array, C2rIndex const& x, Linear const& at) {
  auto const same_row = [](auto i, auto) { return i; };
  auto const same_col = [](auto, auto j) { return j; };
  auto const m = x.m();
  array = gather(
      array, x, at, [&](auto i, auto) { return x.q_inverse(i); }, same_col);
  array = gather(
      array, x, at, [&](auto i, auto j) { return wrap(i - j, m); }, same_col);
  array = gather(array, x, at, same_row, [&](auto i, auto j) { return x.d(i, j); });
  return gather(
      array, x, at, [&](auto i, auto j) { return wrap(i - x.pre_rotation(j), m); }, same_col);
}

Linear row_major(C2rIndex const& x) {
  return [n = x.n()](std::int64_t i, std::int64_t j) { return i * n + j; };
}
Linear column_major(C2rIndex const& x) {
  return [m = x.m()](std::int64_t i, std::int64_t j) { return i + j * m; };
}

TEST(C2rIndex, RowShuffleIsABijectionAndItsInverse) {
  for_each_shape([](C2rIndex const& x) {
    for (std::int64_t i = 0; i < x.m(); ++i)
      for (std::int64_t j = 0; j < x.n(); ++j) {
        ASSERT_EQ(x.d(i, x.d_inverse(i, j)), j) << i;
        ASSERT_EQ(x.d_inverse(i, x.d(i, j)), j) << i;
      }
  });
}

TEST(C2rIndex, RowPermutationIsABijectionAndItsInverse) {
  for_each_shape([](C2rIndex const& x) {
    for (std::int64_t i = 0; i < x.m(); ++i) {
      ASSERT_EQ(x.q(x.q_inverse(i)), i);
      ASSERT_EQ(x.q_inverse(x.q(i)), i);
    }
  });
}

TEST(C2rIndex, NoPreRotationIsNeededForCoprimeSides) {
  for_each_shape([](C2rIndex const& x) {
    for (std::int64_t j = 0; j < x.n(); ++j)
      ASSERT_EQ(x.pre_rotation(j) == 0, x.c() == 1 || j < x.b());
  });
}

TEST(C2rIndex, C2rTransposesARowMajorArray) {
  for_each_shape([](C2rIndex const& x) {
    Array const result = c2r(numbers(x), x, row_major(x));
    for (std::int64_t i = 0; i < x.m(); ++i)
      for (std::int64_t j = 0; j < x.n(); ++j)
        ASSERT_EQ(result[static_cast<std::size_t>(j * x.m() + i)], i * x.n() + j);
  });
}

TEST(C2rIndex, R2cTransposesAColumnMajorArray) {
  for_each_shape([](C2rIndex const& x) {
    Array const result = r2c(numbers(x), x, column_major(x));
    for (std::int64_t i = 0; i < x.m(); ++i)
      for (std::int64_t j = 0; j < x.n(); ++j)
        ASSERT_EQ(result[static_cast<std::size_t>(i * x.n() + j)], i + j * x.m());
  });
}

TEST(C2rIndex, LinearisationDoesNotMatterAsTheorem7Says) {
  for_each_shape([](C2rIndex const& x) {
    ASSERT_EQ(c2r(numbers(x), x, row_major(x)), c2r(numbers(x), x, column_major(x)));
    ASSERT_EQ(r2c(numbers(x), x, row_major(x)), r2c(numbers(x), x, column_major(x)));
  });
}

TEST(C2rIndex, R2cUndoesC2r) {
  for_each_shape([](C2rIndex const& x) {
    ASSERT_EQ(r2c(c2r(numbers(x), x, row_major(x)), x, row_major(x)), numbers(x));
  });
}

TEST(RowShuffle, GathersByAdditionsWhatTheEquationsSay) {
  for_each_shape([](C2rIndex const& x) {
    Array row(static_cast<std::size_t>(x.n()));
    std::iota(row.begin(), row.end(), 0);
    Array to(row.size());
    RowShuffle<WordPiece<std::uint64_t>> const shuffle(x, {}, 8);
    auto* const out = reinterpret_cast<std::byte*>(to.data());
    auto const* const in = reinterpret_cast<std::byte const*>(row.data());
    for (std::int64_t i = 0; i < x.m(); ++i) {
      shuffle.c2r(out, in, i);
      for (std::int64_t j = 0; j < x.n(); ++j)
        ASSERT_EQ(to[static_cast<std::size_t>(j)], x.d_inverse(i, j)) << "row " << i;
      shuffle.r2c(out, in, i);
      for (std::int64_t j = 0; j < x.n(); ++j)
        ASSERT_EQ(to[static_cast<std::size_t>(j)], x.d(i, j)) << "row " << i;
    }
  });
}

TEST(C2rIndex, HoldsForSidesOfMillions) {
  C2rIndex const x(12'345'678, 8'765'432);
  for (std::int64_t i = 0; i < x.m(); i += 999'983)
    for (std::int64_t j = 0; j < x.n(); j += 999'979) {
      EXPECT_EQ(x.d(i, x.d_inverse(i, j)), j);
      EXPECT_EQ(x.q_inverse(x.q(i)), i);
    }
}

}  // namespace
}  // namespace isomer::in_place
