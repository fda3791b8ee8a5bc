// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <isomer/isomer.hpp>

#include "support/case.hpp"
#include "support/cast_kinds.hpp"
#include "support/view_access.hpp"

/// One cast to be tried, with its naive loop.
namespace isomer::test {

/// Axes of extent 1 behind, so that one type of View has all ranks.
inline constexpr int cast_rank = 4;
inline ArrayShape padded(ArrayShape shape, int element_bytes) {
  shape.element_bytes = element_bytes;
  shape.extent.resize(cast_rank, 1);
  shape.stride.resize(cast_rank, 1);
  return shape;
}

template <class To, class From>
void casts(Case const& c) {
  std::vector<int> axes = c.axes;
  for (auto k = static_cast<int>(axes.size()); k < cast_rank; ++k) axes.push_back(k);
  auto const place = [&](Arrangement const& side, std::size_t alignment) {
    auto const step = static_cast<int>(alignment);
    return side.misalignment / step * step;
  };
  GuardedArray const src(padded(c.src_shape(), sizeof(From)), place(c.src, alignof(From)));
  GuardedArray const dst(padded(c.dst_shape(), sizeof(To)), place(c.dst, alignof(To)));
  GuardedArray const expected(dst);
  std::mt19937 random(static_cast<unsigned>(c.seed));
  for_each_index(src.shape().extent, [&](Index const& i) {
    From const value = castable<To, From>(random);
    To const result = cast_naively<To>(value);
    std::memcpy(src.at(i), &value, sizeof value);
    std::memcpy(expected.at(permuted(i, axes)), &result, sizeof result);
  });
  isomer::permute(view_on<UnmanagedView<To, cast_rank, Kokkos::LayoutStride>>(dst),
                  view_on<UnmanagedView<From const, cast_rank, Kokkos::LayoutStride>>(src),
                  to_axes(axes));
  for_each_index(dst.shape().extent, [&](Index const& i) {
    clear_padding<To>(dst.at(i));
    clear_padding<To>(expected.at(i));
  });
  EXPECT_TRUE(same_bytes(dst, expected));
}

template <class To, class From>
void casts_dense(Index const& extent, std::vector<int> const& axes, int misalignment) {
  Case c = dense(extent, axes, 1);
  c.seed = 7;
  c.dst.misalignment = misalignment;
  SCOPED_TRACE(testing::Message() << c);
  casts<To, From>(c);
}

/// Calls `visit(To{}, From{})` with the pairs of a type with each of others that are cast.
template <class To, class... From, class Visit>
void for_each_source(Visit const& visit) {
  auto const one = [&]([[maybe_unused]] auto from) {
    if constexpr (is_cast_v<To, decltype(from)>) visit(To{}, from);
  };
  (one(From{}), ...);
}

template <class... To>
void cast_from_all(int count) {
  CaseRange const range{.max_rank = cast_rank, .max_bytes = 4096, .element_bytes = {1}};
  for_each_case(count, range, [](Case const& c) {
    auto const one = [&]([[maybe_unused]] auto to) {
      for_each_source<decltype(to), bool, char, signed char, unsigned char, short, unsigned short,
                      int, unsigned, long long, unsigned long, float, double, long double,
                      Kokkos::complex<float>, Kokkos::complex<double>>(
          [&]([[maybe_unused]] auto t, [[maybe_unused]] auto f) {
            casts<decltype(t), decltype(f)>(c);
          });
    };
    (one(To{}), ...);
  });
}

/// Small whole numbers.
template <class V>
void fill_numbers(V const& view) {
  std::int64_t number = 0;
  for_each_index(extents_of(view), [&](Index const& i) {
    at(view, i) = static_cast<typename V::value_type>(number++ * 37 % 1009);
  });
}

/// Whether a View holds the numbers of another with its axes permuted.
template <class Dst, class Src>
void expect_numbers(Dst const& dst, Src const& src, std::vector<int> const& axes) {
  int wrong = 0;
  for_each_index(extents_of(src), [&](Index const& i) {
    if (at(dst, permuted(i, axes)) == static_cast<typename Dst::value_type>(at(src, i))) return;
    if (wrong++ == 0) ADD_FAILURE() << "at " << testing::PrintToString(i);
  });
  EXPECT_EQ(wrong, 0);
}

}  // namespace isomer::test
