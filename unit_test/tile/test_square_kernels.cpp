// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "in_place/matrix_case.hpp"
#include "machine/host_kernels.hpp"
#include "with_kernels.hpp"

namespace isomer::tile {
namespace {

using in_place::GuardedBytes;
using in_place::Step;

class SquareKernelsOf : public test::WithKernels {};

char* chars(std::byte* bytes) { return reinterpret_cast<char*>(bytes); }

/// Rows with a gap of some words behind them, and columns with one, which stay as they are.
void expect_transposed(Kernels const& kernels, int log2, Offset rows, Offset cols, Offset gap = 2) {
  Offset const word = 1 << log2;
  Offset const in_stride = (cols + gap) * word;
  Offset const out_stride = (rows + 1) * word;
  GuardedBytes in(rows * in_stride, 3);
  GuardedBytes out(cols * out_stride, 5);
  in.fill(word, static_cast<int>(rows % 2));
  out.fill(word, 1);
  GuardedBytes const before = out;
  kernels.squares.transpose[log2](chars(out.data()), out_stride,
                                  {chars(in.data()), in_stride, rows, cols}, cols % 3 * 64);
  auto const bytes = static_cast<std::size_t>(word);
  for (Offset r = 0; r < rows; ++r)
    for (Offset c = 0; c < cols; ++c)
      ASSERT_EQ(std::memcmp(out.data() + c * out_stride + r * word,
                            in.data() + r * in_stride + c * word, bytes),
                0)
          << rows << " x " << cols << " words of " << word;
  for (Offset c = 0; c < cols; ++c)  // the word behind each row of the result
    ASSERT_EQ(std::memcmp(out.data() + c * out_stride + rows * word,
                          before.data() + c * out_stride + rows * word, bytes),
              0);
  ASSERT_TRUE(out.guards_are_intact());
}

TEST_P(SquareKernelsOf, TransposeRectanglesWithAnyStrideAndMisalignment) {
  for (int log2 = 0; log2 < 5; ++log2)
    for (Offset rows = 1; rows <= 36; rows += rows < 18 ? 1 : 5)
      for (Offset cols = 1; cols <= 36; cols += cols < 18 ? 1 : 3)
        expect_transposed(*kernels, log2, rows, cols);
}

TEST_P(SquareKernelsOf, TransposeFewRowsOrColumnsOfManyWords) {
  for (int log2 = 0; log2 < 5; ++log2)
    for (Offset few = 1; few <= 17; ++few)
      for (Offset const many : {64, 79, 200}) {
        expect_transposed(*kernels, log2, few, many);
        expect_transposed(*kernels, log2, many, few);
        expect_transposed(*kernels, log2, many, few, 0);
      }
}

/// A matrix whose tiles (rows from 0, columns from `rows`) and its mirror image are exchanged.
TEST_P(SquareKernelsOf, ExchangeATileWithItsMirrorImage) {
  for (int log2 = 0; log2 < 5; ++log2) {
    Offset const word = 1 << log2;
    for (Offset rows = 1; rows <= 40; rows += rows < 18 ? 1 : 7)
      for (Offset cols = 1; cols <= 40; cols += cols < 18 ? 1 : 5) {
        Offset const side = rows + cols;
        Offset const stride = side * word;
        GuardedBytes matrix(side * stride, 1);
        matrix.fill(word, 0);
        GuardedBytes const before = matrix;
        char* const a = chars(matrix.data()) + rows * word;
        char* const b = chars(matrix.data()) + rows * stride;
        kernels->squares.swap[log2]({a, stride, rows, cols}, b, {a, b, cols % 2 == 0});
        for (Offset i = 0; i < side; ++i)
          for (Offset j = 0; j < side; ++j) {
            bool const moves = (i < rows) != (j < rows);
            Offset const from = moves ? j * stride + i * word : i * stride + j * word;
            ASSERT_EQ(std::memcmp(matrix.data() + i * stride + j * word, before.data() + from,
                                  static_cast<std::size_t>(word)),
                      0)
                << rows << " x " << cols << " words of " << word << " at " << i << ", " << j;
          }
        ASSERT_TRUE(matrix.guards_are_intact());
      }
  }
}

TEST_P(SquareKernelsOf, TransposeATileOnTheDiagonal) {
  for (int log2 = 0; log2 < 5; ++log2) {
    Offset const word = 1 << log2;
    for (Offset side = 1; side <= 67; ++side)
      for (int which = 0; which < 2; ++which) {
        Step const step{1, side, 1, side, word};
        GuardedBytes matrix(step.bytes(), 7);
        matrix.fill(word, which);
        GuardedBytes const before = matrix;
        char* const at = chars(matrix.data());
        kernels->squares.swap[log2]({at, side * word, side, side}, at, {nullptr, nullptr, false});
        ASSERT_TRUE(is_transposed(matrix, before, step));
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, SquareKernelsOf, testing::ValuesIn(test::instruction_sets()),
                         [](auto const& name) { return std::string(name.param); });

TEST(SquareKernelTables, OfAnUnknownNameAreNone) { EXPECT_EQ(kernels_named("sse9"), nullptr); }

TEST(SquareKernelTables, KnowWhatAWordIs) {
  EXPECT_EQ(word_log2(1), 0);
  EXPECT_EQ(word_log2(16), 4);
  for (long long const bytes : {0, 3, 12, 32, 24}) EXPECT_EQ(word_log2(bytes), -1);
}

}  // namespace
}  // namespace isomer::tile
