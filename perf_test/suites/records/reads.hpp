// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <isomer/records.hpp>

/// Records of 3 to 16 floats, and a loop that reads them whole.
namespace isomer::perf::reads {

template <int N>
struct Floats;

#define ISOMER_FLOATS(N) \
  template <>            \
  struct Floats<N> {     \
    float x[N];          \
  };                     \
  using Floats##N = Floats<N>;
#define ISOMER_ALL_FLOATS(DO) \
  DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15) DO(16)

ISOMER_ALL_FLOATS(ISOMER_FLOATS)

}  // namespace isomer::perf::reads

#define ISOMER_FLOATS_RECORD(N) ISOMER_RECORD(isomer::perf::reads::Floats##N, x);
ISOMER_ALL_FLOATS(ISOMER_FLOATS_RECORD)

namespace isomer::perf::reads {

inline constexpr std::int64_t block_records = 256;

/// The largest sum of squares of a record of a block, for which its members have to meet.
template <int N, class View>
float largest_by_vectors(View const& view, std::int64_t first) {
  constexpr int width = 8;
  vec<float, width> largest = 0.F;
  for (std::int64_t n = first; n < first + block_records; n += width) {
    auto const record = simd_load<width>(view, n);
    vec<float, width> sum = 0.F;
    for (int k = 0; k < N; ++k) sum += record.x[k] * record.x[k];
    largest = select(largest > sum, largest, sum);
  }
  float all = 0;
  for (int k = 0; k < width; ++k) all = std::max(all, largest[k]);
  return all;
}

}  // namespace isomer::perf::reads
