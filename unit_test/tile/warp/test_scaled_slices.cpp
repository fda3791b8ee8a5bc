// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <type_traits>
#include <vector>

#include "slice_run.hpp"
#include "support/column_major.hpp"

/// alpha op(x) + beta y within the slice kernel, on fibers, against the same said in one line.
namespace isomer::test {
namespace {

using detail::Scalar;
using tile::warp::Factors;
using tile::warp::plan_slices;
using tile::warp::ScaledWords;
using tile::warp::SliceKernel;

constexpr std::int64_t rows = 37;
constexpr std::int64_t cols = 53;

template <class T, Scalar S>
struct Kind {
  using type = T;
  static constexpr Scalar scalar = S;
};

/// Small whole numbers, of which sums and products are exact in every type.
template <class T>
T some_value(std::mt19937& random) {
  auto const next = [&] { return static_cast<int>(random() % 7) - 3; };
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(next());
  } else {
    auto const real = static_cast<typename T::value_type>(next());
    return T(real, static_cast<typename T::value_type>(next()));
  }
}

template <class T>
T conjugated(T value) {
  if constexpr (std::is_arithmetic_v<T>) return value;
  else return std::conj(value);
}

template <class T>
T value_at(std::byte const* at) {
  T value;
  std::memcpy(static_cast<void*>(&value), at, sizeof value);
  return value;
}

/// Factors and arrays, of which the destination begins `misalignment` bytes behind a word.
template <class Kind>
class ScaledCase {
  using T = typename Kind::type;
  static constexpr int word = sizeof(T);

 public:
  ScaledCase(bool reads_dst, bool conjugate, std::size_t misalignment)
      : misalignment_(misalignment) {
    for (T* value : {&alpha_, &beta_}) *value = some_value<T>(random_);
    std::memcpy(factors_.alpha, &alpha_, word);
    std::memcpy(factors_.beta, &beta_, word);
    factors_.scalar = Kind::scalar;
    factors_.reads_dst = reads_dst;
    factors_.conjugate = conjugate;
    std::size_t const bytes = static_cast<std::size_t>(rows * cols) * word;
    for (auto* array : {&src_, &dst_}) {
      array->resize(bytes / 16 + 2);
      for (std::size_t k = 0; k < bytes; k += word) {
        T const value = some_value<T>(random_);
        std::memcpy(begin_of(*array) + k, &value, word);
      }
    }
  }

  template <int U>
  void run(Findings& findings, Mutation const& mutation = {}, std::set<Mutation>* all = nullptr) {
    detail::NormalProblem const normal = column_major({cols, rows}, {1, 0}, word);
    auto const slices = plan_slices(normal, {10, rows}, word);
    ASSERT_TRUE(slices);
    GlobalMemory memory(findings);
    std::size_t const bytes = static_cast<std::size_t>(rows * cols) * word;
    memory.add_source("src", begin_of(src_), bytes);
    // What is read may not be called a destination.
    if (factors_.reads_dst) memory.add_workspace("dst", begin_of(dst_), bytes);
    else memory.add_destination("dst", begin_of(dst_), std::vector<bool>(bytes, true));
    kernel_on_fibers(
        SliceKernel<ScaledWords<word, U>>{*slices, begin_of(dst_), begin_of(src_), {factors_}},
        memory, findings, {}, mutation, all);
  }

  std::vector<T> expected() const {
    std::vector<T> values;
    for (std::int64_t j = 0; j < cols; ++j)
      for (std::int64_t i = 0; i < rows; ++i) {
        T x = value_at<T>(begin_of(src_) + (i * cols + j) * word);
        if (factors_.conjugate) x = conjugated(x);
        T const y = value_at<T>(begin_of(dst_) + (j * rows + i) * word);
        T sum = static_cast<T>(alpha_ * x);
        if (factors_.reads_dst) sum = static_cast<T>(sum + static_cast<T>(beta_ * y));
        values.push_back(sum);
      }
    return values;
  }

  std::vector<T> moved() const {
    std::vector<T> values;
    for (std::int64_t k = 0; k < rows * cols; ++k)
      values.push_back(value_at<T>(begin_of(dst_) + k * word));
    return values;
  }

 private:
  struct alignas(16) Block {
    std::byte bytes[16];
  };
  std::byte* begin_of(std::vector<Block>& array) const { return array[0].bytes + misalignment_; }
  std::byte const* begin_of(std::vector<Block> const& array) const {
    return array[0].bytes + misalignment_;
  }

  std::mt19937 random_{7};
  std::size_t misalignment_;
  T alpha_;
  T beta_;
  Factors factors_{};
  std::vector<Block> src_;
  std::vector<Block> dst_;
};

template <class Kind>
class ScaledSlices : public testing::Test {};
using Kinds = testing::Types<
    Kind<std::int8_t, Scalar::i8>, Kind<std::uint8_t, Scalar::u8>, Kind<std::int16_t, Scalar::i16>,
    Kind<std::uint16_t, Scalar::u16>, Kind<std::int32_t, Scalar::i32>,
    Kind<std::uint32_t, Scalar::u32>, Kind<std::int64_t, Scalar::i64>,
    Kind<std::uint64_t, Scalar::u64>, Kind<float, Scalar::f32>, Kind<double, Scalar::f64>,
    Kind<std::complex<float>, Scalar::c64>, Kind<std::complex<double>, Scalar::c128>>;
TYPED_TEST_SUITE(ScaledSlices, Kinds);

TYPED_TEST(ScaledSlices, MultiplyAddAndConjugate) {
  constexpr int word = sizeof(typename TypeParam::type);
  for (bool const reads_dst : {false, true})
    for (bool const conjugate : {false, true}) {
      ScaledCase<TypeParam> scaled(reads_dst, conjugate, 0);
      auto const expected = scaled.expected();
      Findings findings("scaled");
      scaled.template run<word>(findings);
      EXPECT_TRUE(findings.empty()) << findings;
      EXPECT_EQ(scaled.moved(), expected) << reads_dst << conjugate;
    }
}

TYPED_TEST(ScaledSlices, TakeElementsThatAreNotAlignedByteByByte) {
  for (bool const reads_dst : {false, true}) {
    ScaledCase<TypeParam> scaled(reads_dst, false, 1);
    auto const expected = scaled.expected();
    Findings findings("scaled");
    scaled.template run<1>(findings);
    EXPECT_TRUE(findings.empty()) << findings;
    EXPECT_EQ(scaled.moved(), expected);
  }
}

/// Each operation of the kernel is spoilt in each way it can be.
TEST(ScaledSliceMutants, EveryOneIsReported) {
  using Doubles = Kind<double, Scalar::f64>;
  std::set<Mutation> all;
  Findings none("scaled");
  ScaledCase<Doubles>(false, false, 0).run<8>(none, {}, &all);
  ASSERT_TRUE(none.empty()) << none;
  for (Mutation const& mutation : all) {
    ScaledCase<Doubles> plain(false, false, 0);
    ScaledCase<Doubles> adding(true, false, 0);
    auto const of_plain = plain.expected();
    auto const of_adding = adding.expected();
    Findings findings("scaled");
    plain.run<8>(findings, mutation);
    adding.run<8>(findings, mutation);
    EXPECT_TRUE(!findings.empty() || plain.moved() != of_plain || adding.moved() != of_adding)
        << mutation;
  }
}

}  // namespace
}  // namespace isomer::test
