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
#include "tile/warp/plan/plan_tile.hpp"
#include "tile16_run.hpp"

/// alpha op(x) + beta y within the kernels of slices and tiles, on fibers, against the same said in
/// one line.
namespace isomer::test {
namespace {

using detail::Scalar;
using tile::warp::Factors;
using tile::warp::plan_slices;
using tile::warp::plan_tile;
using tile::warp::plan_tile16;
using tile::warp::Scaled;
using tile::warp::ScaledWords;
using tile::warp::SliceKernel;
using tile::warp::Tile16Kernel;
using tile::warp::TileKernel;

/// Whole vectors of every word, and no whole number of slices or tiles.
constexpr std::int64_t rows = 48;
constexpr std::int64_t cols = 80;

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

  /// By slices, in units of U bytes.
  template <int U>
  void run_slices(Findings& findings, Mutation const& mutation = {},
                  std::set<Mutation>* all = nullptr) const {
    auto const slices = plan_slices(normal_, {7, 37}, word);
    ASSERT_TRUE(slices);
    run(SliceKernel<ScaledWords<word, U>>{*slices, {begin_of(dst_), begin_of(src_)}, {factors_}},
        slices->blocks, slices->shared_bytes, findings, mutation, all);
  }
  void run_tiles(Findings& findings, Mutation const& mutation = {},
                 std::set<Mutation>* all = nullptr) const {
    auto const tile = plan_tile(normal_, {32, 24, 0, false});
    ASSERT_TRUE(tile);
    using Kernel = TileKernel<word, Scaled<word>>;
    run(Kernel{*tile, {begin_of(dst_), begin_of(src_)}, {factors_}}, tile->blocks,
        Kernel::shared_bytes(*tile), findings, mutation, all);
  }
  void run_vector_tiles(Findings& findings, Mutation const& mutation = {},
                        std::set<Mutation>* all = nullptr) const {
    auto const geometry = plan_tile16(normal_, {32, 48, 0, false});
    ASSERT_TRUE(geometry);
    using Kernel = Tile16Kernel<word, Scaled<word>>;
    run(Kernel{*geometry, {begin_of(dst_), begin_of(src_)}, {factors_}}, geometry->tile.blocks,
        Kernel::shared_bytes(*geometry), findings, mutation, all);
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
  std::byte* begin_of(std::vector<Block> const& array) const {
    return const_cast<std::byte*>(array[0].bytes) + misalignment_;
  }

  template <class Kernel>
  void run(Kernel const& kernel, int blocks, int shared_bytes, Findings& findings,
           Mutation const& mutation, std::set<Mutation>* all) const {
    GlobalMemory memory(findings);
    std::size_t const bytes = static_cast<std::size_t>(rows * cols) * word;
    memory.add_source("src", begin_of(src_), bytes);
    // What is read may not be called a destination.
    if (factors_.reads_dst) memory.add_workspace("dst", begin_of(dst_), bytes);
    else memory.add_destination("dst", begin_of(dst_), std::vector<bool>(bytes, true));
    run_on_league(kernel, blocks, shared_bytes, memory, findings, {}, mutation, all);
  }

  std::mt19937 random_{7};
  std::size_t misalignment_;
  T alpha_;
  T beta_;
  Factors factors_{};
  detail::NormalProblem normal_ = column_major({cols, rows}, {1, 0}, word);
  std::vector<Block> src_;
  std::vector<Block> dst_;
};

template <class Kind>
class ScaledOnFibers : public testing::Test {
 protected:
  static constexpr int word = sizeof(typename Kind::type);

  /// Calls run(case, findings) with every case of arrays that begin `misalignment` bytes behind a
  /// word.
  template <class Run>
  static void expect_scales(std::size_t misalignment, Run const& run) {
    for (bool const reads_dst : {false, true})
      for (bool const conjugate : {false, true}) {
        ScaledCase<Kind> const scaled(reads_dst, conjugate, misalignment);
        auto const expected = scaled.expected();
        Findings findings("scaled");
        run(scaled, findings);
        EXPECT_TRUE(findings.empty()) << findings;
        EXPECT_EQ(scaled.moved(), expected) << reads_dst << conjugate;
      }
  }
};
using Kinds = testing::Types<
    Kind<std::int8_t, Scalar::i8>, Kind<std::uint8_t, Scalar::u8>, Kind<std::int16_t, Scalar::i16>,
    Kind<std::uint16_t, Scalar::u16>, Kind<std::int32_t, Scalar::i32>,
    Kind<std::uint32_t, Scalar::u32>, Kind<std::int64_t, Scalar::i64>,
    Kind<std::uint64_t, Scalar::u64>, Kind<float, Scalar::f32>, Kind<double, Scalar::f64>,
    Kind<std::complex<float>, Scalar::c64>, Kind<std::complex<double>, Scalar::c128>>;
TYPED_TEST_SUITE(ScaledOnFibers, Kinds);

TYPED_TEST(ScaledOnFibers, SlicesMultiplyAddAndConjugate) {
  this->expect_scales(0, [](auto const& scaled, Findings& findings) {
    scaled.template run_slices<TestFixture::word>(findings);
  });
}

TYPED_TEST(ScaledOnFibers, SlicesTakeElementsThatAreNotAlignedByteByByte) {
  this->expect_scales(
      1, [](auto const& scaled, Findings& findings) { scaled.template run_slices<1>(findings); });
}

TYPED_TEST(ScaledOnFibers, TilesMultiplyAddAndConjugate) {
  if constexpr (TestFixture::word >= 4) {
    this->expect_scales(0,
                        [](auto const& scaled, Findings& findings) { scaled.run_tiles(findings); });
  }
}

TYPED_TEST(ScaledOnFibers, VectorTilesMultiplyAddAndConjugate) {
  if constexpr (TestFixture::word < 16) {
    this->expect_scales(
        0, [](auto const& scaled, Findings& findings) { scaled.run_vector_tiles(findings); });
  }
}

/// Each operation of a kernel is spoilt in each way it can be.
template <class Run>
void expect_every_mutant_reported(Run const& run) {
  using Doubles = Kind<double, Scalar::f64>;
  std::set<Mutation> all;
  Findings none("scaled");
  run(ScaledCase<Doubles>(false, false, 0), none, Mutation{}, &all);
  ASSERT_TRUE(none.empty()) << none;
  ASSERT_GT(all.size(), 10U);
  for (Mutation const& mutation : all) {
    ScaledCase<Doubles> const plain(false, false, 0);
    ScaledCase<Doubles> const adding(true, false, 0);
    auto const of_plain = plain.expected();
    auto const of_adding = adding.expected();
    Findings findings("scaled");
    run(plain, findings, mutation, nullptr);
    run(adding, findings, mutation, nullptr);
    EXPECT_TRUE(!findings.empty() || plain.moved() != of_plain || adding.moved() != of_adding)
        << mutation;
  }
}

TEST(ScaledMutants, OfSlicesAreReported) {
  expect_every_mutant_reported(
      [](auto const& scaled, auto&&... rest) { scaled.template run_slices<8>(rest...); });
}
TEST(ScaledMutants, OfTilesAreReported) {
  expect_every_mutant_reported(
      [](auto const& scaled, auto&&... rest) { scaled.run_tiles(rest...); });
}
TEST(ScaledMutants, OfVectorTilesAreReported) {
  expect_every_mutant_reported(
      [](auto const& scaled, auto&&... rest) { scaled.run_vector_tiles(rest...); });
}

}  // namespace
}  // namespace isomer::test
