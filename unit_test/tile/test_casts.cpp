// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include <isomer/detail/problem.hpp>

#include "support/cast_kinds.hpp"
#include "tile/host/job.hpp"
#include "with_kernels.hpp"

/// The casts of each instruction set. Pairs of types that Views have are tested through the calls;
/// here half-precision numbers, which on most hosts no View has, against what their bits mean.
namespace isomer::test {
namespace {

using detail::Scalar;

class CastRows : public WithKernels {
 protected:
  template <class To, class From>
  std::vector<To> cast(Scalar from, Scalar to, std::vector<From> const& values) const {
    std::vector<To> results(values.size() + 1);  // behind them a guard
    std::memset(static_cast<void*>(&results.back()), 0x5a, sizeof(To));
    To const guard = results.back();
    tile::CastRow const row = kernels->cast_row(static_cast<int>(from), static_cast<int>(to));
    row(reinterpret_cast<char*>(results.data()), reinterpret_cast<char const*>(values.data()),
        static_cast<long long>(values.size()));
    EXPECT_EQ(std::memcmp(&results.back(), &guard, sizeof(To)), 0);
    results.pop_back();
    return results;
  }
};

/// What a number of `fraction_bits` behind the point means; the largest exponent is infinite.
double meaning(std::uint16_t bits, int fraction_bits, int bias) {
  unsigned const exponent = (bits & 0x7fffU) >> fraction_bits;
  unsigned const fraction = bits & ((1U << fraction_bits) - 1U);
  unsigned const largest = 0x7fffU >> fraction_bits;
  double magnitude = 0;
  if (exponent == largest)
    magnitude = fraction == 0 ? std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::quiet_NaN();
  else if (exponent == 0) magnitude = std::ldexp(fraction, 1 - bias - fraction_bits);
  else
    magnitude = std::ldexp(fraction + (1U << fraction_bits),
                           static_cast<int>(exponent) - bias - fraction_bits);
  return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

struct HalfKind {
  Scalar scalar;
  int fraction_bits;
  int bias;
  double of(std::uint16_t bits) const { return meaning(bits, fraction_bits, bias); }
};
constexpr HalfKind halves[] = {{Scalar::f16, 10, 15}, {Scalar::bf16, 7, 127}};

std::vector<std::uint16_t> all_bits() {
  std::vector<std::uint16_t> all;
  for (unsigned bits = 0; bits < 0x10000U; ++bits) all.push_back(static_cast<std::uint16_t>(bits));
  return all;
}

TEST_P(CastRows, WidenEveryHalfExactly) {
  auto const all = all_bits();
  for (HalfKind const& kind : halves) {
    auto const floats = cast<float>(kind.scalar, Scalar::f32, all);
    auto const doubles = cast<double>(kind.scalar, Scalar::f64, all);
    for (std::size_t k = 0; k < all.size(); ++k) {
      double const expected = kind.of(all[k]);
      if (std::isnan(expected)) {
        ASSERT_TRUE(std::isnan(floats[k]) && std::isnan(doubles[k])) << all[k];
        continue;
      }
      ASSERT_EQ(static_cast<double>(floats[k]), expected) << all[k];
      ASSERT_EQ(doubles[k], expected) << all[k];
      ASSERT_EQ(std::signbit(floats[k]), std::signbit(expected)) << all[k];
    }
  }
}

/// The neighbours of what it is rounded to are no nearer; of two that are as near it is the even.
TEST_P(CastRows, NarrowToTheNearestHalf) {
  std::mt19937 random(11);
  std::vector<float> values;
  for (int k = 0; k < 200000; ++k) {
    auto const bits = static_cast<std::uint32_t>(random());
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    values.push_back(value);
    values.push_back(std::ldexp(1 + static_cast<float>(bits % 8192) / 4096,
                                static_cast<int>(bits >> 16U) % 45 - 28));
  }
  for (HalfKind const& kind : halves) {
    for (std::uint16_t const bits : all_bits()) {  // halves, and what lies halfway between two
      double const one = kind.of(bits);
      double const next = kind.of(static_cast<std::uint16_t>(bits + 1));
      if (!std::isfinite(one) || !std::isfinite(next)) continue;
      values.push_back(static_cast<float>(one));
      values.push_back(static_cast<float>((one + next) / 2));
    }
    auto const results = cast<std::uint16_t>(Scalar::f32, kind.scalar, values);
    auto const finite_end =
        static_cast<std::uint16_t>(0x7fffU >> kind.fraction_bits << kind.fraction_bits);
    // What follows the largest would be, were there exponents left.
    double const beyond = 2 * std::ldexp(1, kind.bias);
    for (std::size_t k = 0; k < values.size(); ++k) {
      auto const value = static_cast<double>(std::fabs(values[k]));
      ASSERT_EQ((results[k] & 0x8000U) != 0, std::signbit(values[k]));
      auto const bits = static_cast<std::uint16_t>(results[k] & 0x7fffU);
      ASSERT_LE(bits, finite_end);
      auto const magnitude = [&](std::uint16_t of) {
        return of >= finite_end ? beyond : kind.of(of);
      };
      double const error = std::fabs(magnitude(bits) - value);
      auto const is_odd = (bits & 1U) != 0;
      if (bits > 0) {
        double const below = std::fabs(magnitude(static_cast<std::uint16_t>(bits - 1)) - value);
        ASSERT_TRUE(is_odd ? error < below : error <= below) << values[k] << ' ' << bits;
      }
      if (bits < finite_end) {
        double const above = std::fabs(magnitude(static_cast<std::uint16_t>(bits + 1)) - value);
        ASSERT_TRUE(is_odd ? error < above : error <= above) << values[k] << ' ' << bits;
      }
    }
  }
}

TEST_P(CastRows, KeepWhatIsNoNumber) {
  float const infinity = std::numeric_limits<float>::infinity();
  float const nan = std::numeric_limits<float>::quiet_NaN();
  std::uint32_t const low_bit = 0x7f800001U;  // a NaN whose set bits do not fit into a half
  float signalling = 0;
  std::memcpy(&signalling, &low_bit, sizeof low_bit);
  std::vector<float> const values{infinity, -infinity, nan, signalling};
  for (HalfKind const& kind : halves) {
    auto const results = cast<std::uint16_t>(Scalar::f32, kind.scalar, values);
    EXPECT_EQ(kind.of(results[0]), static_cast<double>(infinity));
    EXPECT_EQ(kind.of(results[1]), static_cast<double>(-infinity));
    EXPECT_TRUE(std::isnan(kind.of(results[2])));
    EXPECT_TRUE(std::isnan(kind.of(results[3])));
  }
}

TEST_P(CastRows, TakeHalvesToAndFromEverythingElse) {
  std::vector<int> const whole{0, 1, 2, 100, 120};
  for (HalfKind const& kind : halves) {
    auto const bits = cast<std::uint16_t>(Scalar::i32, kind.scalar, whole);
    for (std::size_t k = 0; k < whole.size(); ++k)
      EXPECT_EQ(kind.of(bits[k]), static_cast<double>(whole[k]));
    EXPECT_EQ(cast<std::int64_t>(kind.scalar, Scalar::i64, bits),
              (std::vector<std::int64_t>{0, 1, 2, 100, 120}));
    EXPECT_EQ(cast<std::uint8_t>(kind.scalar, Scalar::u8, bits),
              (std::vector<std::uint8_t>{0, 1, 2, 100, 120}));
    EXPECT_EQ(cast<std::uint8_t>(kind.scalar, Scalar::boolean, bits),
              (std::vector<std::uint8_t>{0, 1, 1, 1, 1}));
    EXPECT_EQ(cast<std::uint16_t>(kind.scalar, kind.scalar, bits), bits);
    std::vector<double> const parts = [&] {
      std::vector<double> both(2 * bits.size());
      auto const row =
          kernels->cast_row(static_cast<int>(kind.scalar), static_cast<int>(Scalar::c128));
      row(reinterpret_cast<char*>(both.data()), reinterpret_cast<char const*>(bits.data()),
          static_cast<long long>(bits.size()));
      return both;
    }();
    EXPECT_EQ(parts, (std::vector<double>{0, 0, 1, 0, 2, 0, 100, 0, 120, 0}));
  }
}

TEST_P(CastRows, AreThereForAllButComplexToReal) {
  for (int from = 1; from <= static_cast<int>(Scalar::bf16); ++from)
    for (int to = 1; to <= static_cast<int>(Scalar::boolean); ++to) {
      bool const is_refused =
          is_complex(static_cast<Scalar>(from)) && !is_complex(static_cast<Scalar>(to));
      EXPECT_EQ(kernels->cast_row(from, to) == nullptr, is_refused) << from << ' ' << to;
    }
}

/// To where a line starts, with a line behind that stays; all numbers of lines up to several that
/// are cast at once.
TEST_P(CastRows, AreTheSameAsLines) {
  constexpr int most = 20;
  std::vector<char> numbers;
  for (int k = 0; k < most * 64; ++k) numbers.push_back(static_cast<char>(k * 7 % 100));
  auto const bytes = [](int scalar) { return detail::bytes_of(static_cast<Scalar>(scalar)); };
  auto const expect_same = [&](int from, int to) {
    tile::CastRow const of_lines = kernels->cast_lines(from, to);
    std::vector<char> source(numbers.size() * 16);
    kernels->cast_row(static_cast<int>(Scalar::i8), from)(source.data(), numbers.data(),
                                                          std::ssize(numbers));
    for (long long lines = 0; lines < most; ++lines) {
      alignas(64) char actual[(most + 1) * 64];
      alignas(64) char expected[(most + 1) * 64];
      std::memset(actual, 0x5a, sizeof actual);
      std::memset(expected, 0x5a, sizeof expected);
      kernels->cast_row(from, to)(expected, source.data(), lines * 64 / bytes(to));
      of_lines(actual, source.data(), lines);
      kernels->fence();
      if (static_cast<Scalar>(to) == Scalar::f80)
        for (std::size_t at = 0; at < sizeof actual; at += sizeof(long double)) {
          clear_padding<long double>(reinterpret_cast<std::byte*>(actual) + at);
          clear_padding<long double>(reinterpret_cast<std::byte*>(expected) + at);
        }
      ASSERT_EQ(std::memcmp(actual, expected, sizeof actual), 0)
          << lines << " lines from " << from << " to " << to;
    }
  };
  for (int from = 1; from <= static_cast<int>(Scalar::bf16); ++from)
    for (int to = 1; to <= static_cast<int>(Scalar::boolean); ++to) {
      ASSERT_EQ(kernels->cast_row(from, to) == nullptr, kernels->cast_lines(from, to) == nullptr);
      if (kernels->cast_row(from, to) != nullptr) expect_same(from, to);
    }
}

/// Halves are multiplied and added as floats, each result rounded.
TEST_P(CastRows, ScaleHalves) {
  std::vector<float> const numbers{1, 2, -3, 0.25F, 2049, 1e-6F};
  for (HalfKind const& kind : halves) {
    auto const x = cast<std::uint16_t>(Scalar::f32, kind.scalar, numbers);
    auto const factors = cast<std::uint16_t>(Scalar::f32, kind.scalar, std::vector<float>{3, 0.5F});
    std::vector<std::uint16_t> y =
        cast<std::uint16_t>(Scalar::f32, kind.scalar, std::vector<float>(numbers.size(), 7));
    tile::Scale const scale{&factors[0], &factors[1], static_cast<int>(kind.scalar), true, false};
    kernels->scale_run(reinterpret_cast<char*>(y.data()), 2,
                       reinterpret_cast<char const*>(x.data()), 2, static_cast<long long>(x.size()),
                       scale);
    auto const rounded = [&](double value) {
      return kind.of(cast<std::uint16_t>(Scalar::f32, kind.scalar,
                                         std::vector<float>{static_cast<float>(value)})[0]);
    };
    for (std::size_t k = 0; k < x.size(); ++k)
      EXPECT_EQ(kind.of(y[k]), rounded(rounded(3 * kind.of(x[k])) + 3.5)) << numbers[k];
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, CastRows, testing::ValuesIn(instruction_sets()),
                         [](auto const& of) { return std::string(of.param); });

}  // namespace
}  // namespace isomer::test
