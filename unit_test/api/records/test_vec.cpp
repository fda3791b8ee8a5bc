// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include <isomer/records.hpp>

#if __has_include(<Kokkos_SIMD.hpp>)
#include <Kokkos_SIMD.hpp>
#endif

/// Several values of one type.
#if defined(ISOMER_HAS_VECTORS)
namespace isomer::test {
namespace {

TEST(Vec, ComputesWithEachValue) {
  vec<float, 16> a = 2;
  a[3] = -5;
  vec<float, 16> const b = 1 - a * 3 / 2 + 0.5F;
  EXPECT_EQ(b[0], -1.5F);
  EXPECT_EQ(b[3], 9);
  EXPECT_EQ((-b)[3], -9);
  a -= b;
  EXPECT_EQ(a[0], 3.5F);
  EXPECT_TRUE(std::signbit(vec<double, 4>(-0.0)[2]));
  vec<std::uint16_t, 32> c = 40000;
  c += 30000;
  EXPECT_EQ(c[31], static_cast<std::uint16_t>(70000));
  EXPECT_EQ((c % 7)[0], static_cast<std::uint16_t>(70000) % 7);
  EXPECT_EQ((((c >> 4) & 15) | 16)[5], ((static_cast<std::uint16_t>(70000) >> 4) & 15) | 16);
  EXPECT_EQ((~vec<std::int8_t, 2>(5))[1], ~5);
  EXPECT_EQ((vec<int, 8>(vec<double, 8>(-2.75)))[7], -2);
  EXPECT_EQ((vec<double, 8>(vec<std::int8_t, 8>(-3)))[7], -3.0);
}

TEST(Vec, ComparesIntoMasks) {
  vec<double, 8> a;
  for (int k = 0; k < 8; ++k) a[k] = k;
  auto const small = a < 3;
  for (int k = 0; k < 8; ++k) EXPECT_EQ(small[k], k < 3);
  EXPECT_TRUE(any_of(small));
  EXPECT_FALSE(all_of(small));
  EXPECT_TRUE(all_of(small | (a >= 3.0)));
  EXPECT_TRUE(none_of(small & !small));
  EXPECT_TRUE(all_of(small ^ (a == a) ^ small));
  EXPECT_TRUE(all_of((a != 9) & (a <= 7) & !(a > 7)));
  auto const chosen = select(small, -a, a * 10);
  EXPECT_EQ(chosen[2], -2);
  EXPECT_EQ(chosen[3], 30);
  EXPECT_TRUE(all_of(vec_mask<8, 8>(true)));
  EXPECT_TRUE(none_of(vec_mask<8, 8>(false)));
  EXPECT_EQ(select(vec<std::int64_t, 8>(1) == 1, a, a + 1)[4], 4) << "masks of 8 bytes are alike";
}

#if __has_include(<Kokkos_SIMD.hpp>)
template <class Simd>
void expect_conversions() {
  constexpr int width = static_cast<int>(Simd::size());
  if constexpr (detail::is_width<width>) {
    vec<double, width> a;
    for (int k = 0; k < width; ++k) a[k] = k + 0.5;
    Simd const there = a;
    vec<double, width> const back = there * Simd(2.0);
    for (int k = 0; k < width; ++k) EXPECT_EQ(back[k], 2 * k + 1);
  }
}
TEST(Vec, ConvertsToAndFromSimdOfKokkos) {
#if KOKKOS_VERSION < 50000  // where the second argument is no width
  expect_conversions<Kokkos::Experimental::native_simd<double>>();
#else
  expect_conversions<Kokkos::Experimental::simd<double>>();
  expect_conversions<Kokkos::Experimental::simd<double, 4>>();
#endif
}
#endif

}  // namespace
}  // namespace isomer::test
#endif
