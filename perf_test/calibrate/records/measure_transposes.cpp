// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/measure_transposes.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>

#include <isomer/records.hpp>

#include "interleave.hpp"
#include "statistics.hpp"

namespace isomer::perf::transposes {

template <int N>
struct Floats;
#define ISOMER_FLOATS(N) \
  template <>            \
  struct Floats<N> {     \
    float x[N];          \
  };                     \
  using Floats##N = Floats<N>;
ISOMER_FLOATS(4)
ISOMER_FLOATS(8)
ISOMER_FLOATS(12)
#undef ISOMER_FLOATS

}  // namespace isomer::perf::transposes

ISOMER_RECORD(isomer::perf::transposes::Floats4, x);
ISOMER_RECORD(isomer::perf::transposes::Floats8, x);
ISOMER_RECORD(isomer::perf::transposes::Floats12, x);

namespace isomer::perf {
namespace {

/// Of a first-level cache, with room for another 12 KiB beside them.
constexpr std::size_t records_in_cache = 256;

template <class View>
float largest_square(View const& view) {
  constexpr int width = 8;
  constexpr int members = static_cast<int>(sizeof(typename View::value_type) / sizeof(float));
  vec<float, width> largest = 0.F;
  for (std::size_t n = 0; n < records_in_cache; n += width) {
    auto const record = simd_load<width>(view, n);
    vec<float, width> sum = 0.F;
    for (int k = 0; k < members; ++k) sum += record.x[k] * record.x[k];
    largest = select(largest > sum, largest, sum);
  }
  return largest[0];
}

template <class Record>
double transposed_byte() {
  RecordView<Record, AoS, Kokkos::HostSpace> const structs("isomer_perf", records_in_cache);
  RecordView<Record, SoA, Kokkos::HostSpace> const arrays("isomer_perf", records_in_cache);
  volatile float result = 0;
  std::vector<Contender> contenders{
      {"aos", Contender::Role::subject, [&](int /*turn*/) { result = largest_square(structs); }},
      {"soa", Contender::Role::subject, [&](int /*turn*/) { result = largest_square(arrays); }}};
  interleave(
      contenders, {.rounds = 25, .min_sample_seconds = 50e-6},
      {[] {},
       [] {
         return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
             .count();
       }});
  double const more = median(contenders[0].seconds) - median(contenders[1].seconds);
  return std::max(0.0, more / static_cast<double>(records_in_cache * sizeof(Record)));
}

}  // namespace

double measure_transposed_bytes() {
  return (transposed_byte<transposes::Floats4>() + transposed_byte<transposes::Floats8>() +
          transposed_byte<transposes::Floats12>()) /
         3;
}

}  // namespace isomer::perf
