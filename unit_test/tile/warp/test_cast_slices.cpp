// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

#include "slice_run.hpp"
#include "support/column_major.hpp"
#include "tile/warp/cast_words.hpp"

/// Casts within the kernel of slices, on fibers: no race, no access out of bounds, every element
/// where it belongs, and no operation that could be spoilt unnoticed.
namespace isomer::test {
namespace {

using detail::Cast;
using detail::Scalar;
using tile::warp::CastWords;
using tile::warp::Factors;
using tile::warp::plan_slices;
using tile::warp::SliceKernel;

constexpr std::int64_t rows = 48;
constexpr std::int64_t cols = 80;

struct alignas(16) Block {
  std::byte bytes[16];
};

/// A transposition between elements of two types whose numbers are whole.
template <class To, class From>
class TransposedCast {
 public:
  TransposedCast(Cast cast, std::size_t misalignment)
      : cast_(cast), misalignment_(misalignment), src_(room<From>()), dst_(room<To>()) {
    for (std::int64_t k = 0; k < rows * cols; ++k) {
      auto const value = static_cast<From>(k % 113);
      std::memcpy(at<From>(src_, k), &value, sizeof value);
      auto const held = static_cast<To>(k % 7);
      std::memcpy(at<To>(dst_, k), &held, sizeof held);
    }
    detail::Problem problem = column_major({cols, rows}, {1, 0}, sizeof(From));
    problem.cast = cast;
    normal_ = detail::NormalProblem(problem);
  }

  template <bool Aligned>
  void run(Findings& findings, bool scales, Mutation const& mutation = {},
           std::set<Mutation>* all = nullptr) const {
    auto const slices = plan_slices(normal_, {7, 37}, sizeof(From));
    ASSERT_TRUE(slices);
    Factors factors{};
    To const two = 2;
    std::memcpy(factors.alpha, &two, sizeof two);
    std::memcpy(factors.beta, &two, sizeof two);
    factors.scalar = cast_.to;
    factors.reads_dst = scales;
    SliceKernel<CastWords<sizeof(From), Aligned>> const kernel{
        *slices, at<To>(dst_, 0), at<From>(src_, 0), {cast_, scales, factors}};
    GlobalMemory memory(findings);
    std::size_t const to_bytes = rows * cols * sizeof(To);
    memory.add_source("src", at<From>(src_, 0), rows * cols * sizeof(From));
    // What is read may not be called a destination.
    if (scales) memory.add_workspace("dst", at<To>(dst_, 0), to_bytes);
    else memory.add_destination("dst", at<To>(dst_, 0), std::vector<bool>(to_bytes, true));
    run_on_league(kernel, slices->blocks, slices->shared_bytes, memory, findings, {}, mutation,
                  all);
  }

  bool is_right(bool scales) const {
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < cols; ++j) {
        std::int64_t const to = j * rows + i;
        auto const cast = static_cast<To>(static_cast<From>((i * cols + j) % 113));
        To const expected = scales ? static_cast<To>(2 * cast + 2 * static_cast<To>(to % 7)) : cast;
        To found;
        std::memcpy(&found, at<To>(dst_, to), sizeof found);
        if (found != expected) return false;
      }
    return true;
  }

 private:
  template <class T>
  static std::vector<Block> room() {
    return std::vector<Block>(rows * cols * sizeof(T) / 16 + 2);
  }
  template <class T>
  std::byte* at(std::vector<Block> const& array, std::int64_t k) const {
    return const_cast<std::byte*>(array[0].bytes) + misalignment_ +
           static_cast<std::size_t>(k) * sizeof(T);
  }

  Cast cast_;
  std::size_t misalignment_;
  std::vector<Block> src_;
  std::vector<Block> dst_;
  detail::NormalProblem normal_;
};

template <class To, class From>
void expect_casts(Scalar from, Scalar to) {
  for (bool const scales : {false, true}) {
    TransposedCast<To, From> const aligned({from, to}, 0);
    TransposedCast<To, From> const shifted({from, to}, 1);
    Findings findings("cast");
    aligned.template run<true>(findings, scales);
    shifted.template run<false>(findings, scales);
    EXPECT_TRUE(findings.empty()) << findings;
    EXPECT_TRUE(aligned.is_right(scales)) << scales;
    EXPECT_TRUE(shifted.is_right(scales)) << scales;
  }
}

TEST(CastOnFibers, ToWiderElements) {
  expect_casts<double, float>(Scalar::f32, Scalar::f64);
  expect_casts<std::int64_t, std::int8_t>(Scalar::i8, Scalar::i64);
  expect_casts<float, std::uint16_t>(Scalar::u16, Scalar::f32);
}

TEST(CastOnFibers, ToNarrowerElements) {
  expect_casts<float, double>(Scalar::f64, Scalar::f32);
  expect_casts<std::uint8_t, std::int64_t>(Scalar::i64, Scalar::u8);
  expect_casts<std::int16_t, float>(Scalar::f32, Scalar::i16);
}

TEST(CastOnFibers, ToElementsAsWide) {
  expect_casts<std::int32_t, float>(Scalar::f32, Scalar::i32);
  expect_casts<double, std::uint64_t>(Scalar::u64, Scalar::f64);
}

TEST(CastMutants, AreReported) {
  using Widened = TransposedCast<double, float>;
  Cast const cast{Scalar::f32, Scalar::f64};
  std::set<Mutation> all;
  Findings none("cast");
  Widened(cast, 0).run<true>(none, true, {}, &all);
  ASSERT_TRUE(none.empty()) << none;
  ASSERT_GT(all.size(), 10U);
  for (Mutation const& mutation : all) {
    Widened const plain(cast, 0);
    Widened const scaled(cast, 0);
    Findings findings("cast");
    plain.run<true>(findings, false, mutation);
    scaled.run<true>(findings, true, mutation);
    EXPECT_TRUE(!findings.empty() || !plain.is_right(false) || !scaled.is_right(true)) << mutation;
  }
}

}  // namespace
}  // namespace isomer::test
