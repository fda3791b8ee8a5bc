// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/measure_transposes.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "interleave.hpp"
#include "statistics.hpp"
#include "suites/records/reads.hpp"

namespace isomer::perf {
namespace {

using reads::block_records;
using reads::largest_by_vectors;

/// Of records that a first-level cache holds.
template <int N>
double transposed_byte() {
  using Record = reads::Floats<N>;
  RecordView<Record, AoS, Kokkos::HostSpace> const structs("isomer_perf", block_records);
  RecordView<Record, SoA, Kokkos::HostSpace> const arrays("isomer_perf", block_records);
  volatile float result = 0;
  std::vector<Contender> contenders{
      {"aos", Contender::Role::subject,
       [&](int /*turn*/) { result = largest_by_vectors<N>(structs, 0); }},
      {"soa", Contender::Role::subject,
       [&](int /*turn*/) { result = largest_by_vectors<N>(arrays, 0); }}};
  interleave(
      contenders, {.rounds = 25, .min_sample_seconds = 50e-6},
      {[] {},
       [] {
         return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
             .count();
       }});
  double const more = median(contenders[0].seconds) - median(contenders[1].seconds);
  return std::max(0.0, more / static_cast<double>(block_records * std::int64_t{sizeof(Record)}));
}

}  // namespace

double measure_transposed_bytes() {
  return (transposed_byte<4>() + transposed_byte<8>() + transposed_byte<12>()) / 3;
}

}  // namespace isomer::perf
