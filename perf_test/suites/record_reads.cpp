// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench.hpp"
#include "interleave.hpp"
#include "patience.hpp"
#include "row.hpp"
#include "suites/records/float_records.hpp"
#include "suites/records/reads.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"

namespace isomer::perf {
namespace {

using reads::block_records;
using reads::largest_by_vectors;

/// As largest_by_vectors.
template <int N>
float largest_by_loop(reads::Floats<N> const* records) {
  float largest = 0;
  for (int n = 0; n < block_records; ++n) {
    float sum = 0;
    for (int k = 0; k < N; ++k) sum += records[n].x[k] * records[n].x[k];
    largest = std::max(largest, sum);
  }
  return largest;
}

/// The same bytes as one array.
template <int N>
float sum_of(float const* data) {
  constexpr int at_once = 64;
  float sum[at_once]{};
  for (std::int64_t n = 0; n < block_records * N; n += at_once)
    for (int k = 0; k < at_once; ++k) sum[k] += data[n + k];
  float all = 0;
  for (float const one : sum) all += one;
  return all;
}

template <int N>
class RecordRead {
  using View = RecordView<reads::Floats<N>, AoS, Exec>;

 public:
  RecordRead(std::int64_t blocks, std::int64_t passes, Bench const& bench, int turns)
      : blocks_(blocks),
        passes_(passes),
        bench_(bench),
        result_(static_cast<std::size_t>(blocks * passes)) {
    auto const n = static_cast<std::size_t>(blocks * block_records);
    for (int turn = 0; turn < turns; ++turn) {
      views_.push_back(View(bench.buffers[turn], n, n));
      float* const data = floats(turn);
      for (std::int64_t k = 0; k < blocks * block_records * N; ++k)
        data[k] = static_cast<float>(k % 1021) / 1021;
    }
  }

  void by_loop(int turn) {
    auto const* const records = reinterpret_cast<reads::Floats<N> const*>(floats(turn));
    each_block(
        [=](std::int64_t block) { return largest_by_loop<N>(records + block * block_records); });
  }
  void by_vectors(int turn) {
    View const view = views_[static_cast<std::size_t>(turn)];
    each_block(
        [=](std::int64_t block) { return largest_by_vectors<N>(view, block * block_records); });
  }
  void plainly(int turn) {
    float const* const data = floats(turn);
    each_block([=](std::int64_t block) { return sum_of<N>(data + block * block_records * N); });
  }

  /// Where the results differ; sums are made in the same order.
  std::optional<std::string> difference() {
    by_loop(0);
    bench_.exec.fence();
    auto wanted = result_;
    if (bench_.options.corrupt) wanted[wanted.size() / 2] += 1;
    by_vectors(0);
    bench_.exec.fence();
    auto const at = std::mismatch(wanted.begin(), wanted.end(), result_.begin()).first;
    if (at == wanted.end()) return std::nullopt;
    return "element " + std::to_string(at - wanted.begin()) + " of " +
           std::to_string(wanted.size()) + " of the result is not what the loop makes of it";
  }

 private:
  /// All of them in each pass.
  template <class Read>
  void each_block(Read const& read) {
    float* const result = result_.data();
    std::int64_t const blocks = blocks_;
    Kokkos::parallel_for("isomer_perf::record_reads",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                             bench_.exec, 0, blocks * passes_),
                         [=](std::int64_t turn) { result[turn] = read(turn % blocks); });
  }
  float* floats(int turn) const { return reinterpret_cast<float*>(bench_.buffers[turn]); }

  std::int64_t blocks_;
  std::int64_t passes_;
  Bench const& bench_;
  std::vector<View> views_;
  std::vector<float> result_;
};

template <int N>
void measure_read(Row& row, Case const& chosen, std::int64_t blocks, Bench const& bench) {
  Patience const patience = patience_for(chosen, bench.options);
  bench.buffers.provide(patience.slots, chosen.bytes);
  // In a cache one pass takes hardly longer than starting it.
  std::int64_t const passes = chosen.residency == Residency::cache ? 16 : 1;
  RecordRead<N> read(blocks, passes, bench, patience.slots);
  std::vector<Contender> contenders{
      {"simd_load", Contender::Role::subject, [&](int turn) { read.by_vectors(turn); }},
      {"plain_read", Contender::Role::subject, [&](int turn) { read.plainly(turn); }},
      {"loop", Contender::Role::subject, [&](int turn) { read.by_loop(turn); }}};
  interleave(contenders, patience, stopwatch_for(bench.exec));
  row.bytes = passes * chosen.bytes / 2;  // nothing is written
  row.set_seconds(contenders[0].seconds);
  for (std::size_t k = 1; k < contenders.size(); ++k)
    row.rivals.push_back({contenders[k].name, median(contenders[k].seconds)});
  if (auto const wrong = read.difference()) row.fail(*wrong);
}

template <int N>
void add_case(std::vector<Case>& cases, std::int64_t bytes, Residency residency) {
  std::int64_t const blocks = std::max<std::int64_t>(1, bytes / (block_records * N * 4));
  std::int64_t const count = blocks * block_records;
  Case made =
      float_records_case("record_reads", std::to_string(N) + " floats x " + std::to_string(count),
                         count * N * 4, residency);
  made.measure = [blocks](Row& row, Case const& chosen, Bench const& bench) {
    measure_read<N>(row, chosen, blocks, bench);
  };
  cases.push_back(std::move(made));
}

}  // namespace

std::vector<Case> record_reads_cases(ElementType, Options const& options) {
  std::vector<Case> cases;
  add_in_cache_and_memory(options, [&](std::int64_t bytes, Residency residency) {
#define ISOMER_ADD_CASE(N) add_case<N>(cases, bytes, residency);
    ISOMER_ALL_FLOATS(ISOMER_ADD_CASE)
#undef ISOMER_ADD_CASE
  });
  return thinned(cases, Counts{28, 14, 4}.at(options));
}

}  // namespace isomer::perf
