// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "in_place/square/device_squares.hpp"
#include "support/launch_label.hpp"

/// What a device does with square matrices, on the host, whose teams have one thread.
namespace isomer::test {
namespace {

using in_place::DeviceSquares;
using in_place::Step;
using HostExec = Kokkos::DefaultHostExecutionSpace;

class DeviceSquaresOnHost : public testing::Test {
 protected:
  /// Transposes data that begins `misalignment` bytes behind a vector; returns the kernel.
  static std::string transpose(Step const& step, std::size_t misalignment) {
    auto const bytes = static_cast<std::size_t>(step.batch * step.item_step());
    std::vector<std::byte> array(bytes + 64);
    std::byte* const data =
        array.data() + (16 - reinterpret_cast<std::uintptr_t>(array.data()) % 16) + misalignment;
    std::uint32_t state = 3;
    for (std::size_t k = 0; k < bytes; ++k)
      data[k] = static_cast<std::byte>((state = state * 69069 + 1) >> 24);
    std::vector<std::byte> const before(array);
    HostExec const exec;
    DeviceSquares<HostExec>(step).run(exec, data);
    exec.fence();
    std::vector<std::byte> expected(before);
    auto const first = data - array.data();
    for (std::int64_t b = 0; b < step.batch; ++b)
      for (std::int64_t i = 0; i < step.rows; ++i)
        for (std::int64_t m = 0; m < step.middle; ++m)
          for (std::int64_t j = 0; j < step.cols; ++j) {
            auto const place = [&](std::int64_t row, std::int64_t col) {
              return first + b * step.item_step() + row * step.row_step() +
                     (m * step.cols + col) * step.chunk_bytes;
            };
            std::memcpy(expected.data() + place(i, j), before.data() + place(j, i),
                        static_cast<std::size_t>(step.chunk_bytes));
          }
    EXPECT_EQ(array, expected);
    return LaunchLabel::last();
  }

 private:
  LaunchLabel label_;
};

Step squares_of(std::int64_t side, std::int64_t chunk, std::int64_t batch = 1,
                std::int64_t middle = 1) {
  return {.batch = batch, .rows = side, .middle = middle, .cols = side, .chunk_bytes = chunk};
}

TEST_F(DeviceSquaresOnHost, GoByTheWidestWordsThatTheyAllow) {
  std::string const square = "isomer::in_place::square::";
  for (int const word : {1, 2, 4, 8}) {
    EXPECT_EQ(transpose(squares_of(144, word), 0), square + "swap16") << word;
    EXPECT_EQ(transpose(squares_of(144, word), 8), square + "swap") << word;
    EXPECT_EQ(transpose(squares_of(143, word), 0), square + "swap") << word;
  }
  EXPECT_EQ(transpose(squares_of(70, 16), 0), square + "swap");
  EXPECT_EQ(transpose(squares_of(70, 16), 8), square + "chunks") << "less aligned than a word";
  EXPECT_EQ(transpose(squares_of(70, 12), 0), square + "chunks");
  EXPECT_EQ(transpose(squares_of(40, 400), 0), square + "chunks");
}

TEST_F(DeviceSquaresOnHost, TransposeBatchesOfMatricesSideBySide) {
  for (int const word : {1, 2, 4, 8, 16, 24})
    for (std::int64_t const side : {1, 3, 48, 77})
      for (std::int64_t const middle : {1, 3}) transpose(squares_of(side, word, 4, middle), 0);
}

TEST_F(DeviceSquaresOnHost, WhoseRowsBeginBetweenWordsGoByChunks) {
  Step step = squares_of(70, 8, 3);
  for (std::int64_t const gap : {1, 4, 8}) {
    step.row_pitch = 70 * 8 + gap;
    step.item_pitch = 70 * step.row_pitch;
    EXPECT_EQ(transpose(step, 0),
              std::string("isomer::in_place::square::") + (gap == 8 ? "swap" : "chunks"));
  }
  step.row_pitch = 70 * 8;
  step.item_pitch = 70 * step.row_pitch + 4;
  EXPECT_EQ(transpose(step, 0), "isomer::in_place::square::chunks");
  auto const gpu = detail::gpu_machine("h200");
  double const by_chunks = DeviceSquares<HostExec>(step).pass(*gpu).work.instructions;
  step.item_pitch += 4;
  EXPECT_LT(DeviceSquares<HostExec>(step).pass(*gpu).work.instructions, by_chunks);
}

}  // namespace
}  // namespace isomer::test
