// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tile/warp/swap_kernel.hpp"
#include "tile_run.hpp"

namespace isomer::test {

using tile::warp::SwapByVectors;
using tile::warp::SwapByWords;
using tile::warp::SwapKernel;

inline tile::warp::SquareMatrices square_matrices(std::int64_t batch, std::int64_t middle,
                                                  std::int64_t side, std::int64_t word) {
  return {.batch = batch,
          .middle = middle,
          .side = side,
          .word = word,
          .row_stride = middle * side * word,
          .matrix_step = side * word,
          .item_bytes = side * middle * side * word};
}

/// [batch][side][middle][side] words of random bytes that begin `misalignment` bytes behind a
/// vector, and what they are once rows and columns have changed places.
class SwapCase {
 public:
  explicit SwapCase(tile::warp::SquareMatrices const& matrices, std::size_t misalignment = 0)
      : squares(matrices), bytes(static_cast<std::size_t>(matrices.batch * matrices.item_bytes)) {
    array_.resize(bytes / 16 + 2);
    before_.resize(bytes);
    begin_ = array_[0].bytes + misalignment;
    std::uint32_t state = 1;
    for (std::byte& byte : before_)
      byte = static_cast<std::byte>((state = state * 69069 + 1) >> 24);
    reset();
  }

  std::byte* data() const { return begin_; }
  void reset() const { std::memcpy(begin_, before_.data(), bytes); }

  testing::AssertionResult is_transposed() const {
    auto const word = static_cast<std::size_t>(squares.word);
    for (std::int64_t b = 0; b < squares.batch; ++b)
      for (std::int64_t m = 0; m < squares.middle; ++m)
        for (std::int64_t i = 0; i < squares.side; ++i)
          for (std::int64_t j = 0; j < squares.side; ++j)
            if (std::memcmp(begin_ + place(b, m, i, j), before_.data() + place(b, m, j, i), word) !=
                0)
              return testing::AssertionFailure()
                     << "matrix " << b << ", " << m << ", row " << i << ", column " << j;
    return testing::AssertionSuccess();
  }

  tile::warp::SquareMatrices squares;
  std::size_t bytes;

 private:
  std::int64_t place(std::int64_t b, std::int64_t m, std::int64_t i, std::int64_t j) const {
    return b * squares.item_bytes + m * squares.matrix_step + i * squares.row_stride +
           j * squares.word;
  }

  struct alignas(16) Block {
    std::byte bytes[16];
  };
  std::vector<Block> array_;
  std::vector<std::byte> before_;
  std::byte* begin_;
};

/// Exchanges a case's tiles on fibers.
template <class How>
testing::AssertionResult swaps_on_fibers(SwapCase const& swap,
                                         tile::warp::SwapGeometry const& geometry,
                                         FiberOptions const& options, Mutation const& mutation = {},
                                         std::set<Mutation>* all = nullptr) {
  using Kernel = SwapKernel<How>;
  swap.reset();
  Findings findings("swap");
  GlobalMemory memory(findings);
  memory.add_in_place("data", swap.data(), swap.bytes);
  run_on_league(Kernel{geometry, swap.data()}, geometry.blocks, Kernel::shared_bytes, memory,
                findings, options, mutation, all);
  if (!findings.empty()) return testing::AssertionFailure() << findings;
  return swap.is_transposed();
}

}  // namespace isomer::test
