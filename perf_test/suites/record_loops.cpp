// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "bench.hpp"
#include "interleave.hpp"
#include "patience.hpp"
#include "row.hpp"
#include "suites/records/float_records.hpp"
#include "suites/records/loops_by_hand.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"

namespace isomer::perf {

namespace {

constexpr float dt = 1e-6F;
constexpr std::int64_t block_records = detail::host_block;

/// A block of records in an arrangement, by hand.
template <class A>
struct BlockByHand;
template <>
struct BlockByHand<AoS> {
  template <int N>
  static void visit(float* data, std::int64_t /*count*/, int block) {
    using Body = loops::Body<N>;
    Body::structs(reinterpret_cast<typename Body::Record*>(data), block, dt);
  }
};
template <>
struct BlockByHand<SoA> {
  template <int N>
  static void visit(float* data, std::int64_t count, int block) {
    loops::Body<N>::arrays(data, count, block, dt);
  }
};
template <int Z>
struct BlockByHand<Tiled<Z>> {
  template <int N>
  static void visit(float* data, std::int64_t /*count*/, int block) {
    loops::Body<N>::template tiles<Z>(data, block, dt);
  }
};

template <int N, class A>
struct LoopByHand {
  float* data;
  std::int64_t count;

  void operator()(std::int64_t block) const {
    BlockByHand<A>::template visit<N>(data, count, static_cast<int>(block));
  }
};

/// A loop over records of N floats, through `for_each`, by vectors and by hand, on the same memory.
template <int N, class A>
class RecordLoop {
  using Record = typename loops::Body<N>::Record;
  using View = RecordView<Record, A, Exec>;

 public:
  RecordLoop(std::int64_t count, Bench const& bench, int turns) : count_(count), bench_(bench) {
    auto const n = static_cast<std::size_t>(count);
    for (int turn = 0; turn < turns; ++turn) {
      views_.push_back(View(bench.buffers[turn], n, n));
      fill(turn);
    }
  }

  void through_for_each(int turn) const {
    isomer::for_each("isomer_perf::for_each", bench_.exec, views_[static_cast<std::size_t>(turn)],
                     loops::Body<N>{dt});
  }
  void by_vectors(int turn) const {
    constexpr int width = 8;
    View const view = views_[static_cast<std::size_t>(turn)];
    Kokkos::parallel_for("isomer_perf::by_vectors", Blocks(bench_.exec, 0, count_ / block_records),
                         [view](std::int64_t block) {
                           std::int64_t const first = block * block_records;
                           for (std::int64_t n = first; n < first + block_records; n += width)
                             loops::Body<N>::template vectors<width>(view, n, dt);
                         });
  }
  void by_hand(int turn) const {
    Kokkos::parallel_for("isomer_perf::by_hand", Blocks(bench_.exec, 0, count_ / block_records),
                         LoopByHand<N, A>{floats(turn), count_});
  }

  void fill(int turn) const {
    float* const data = floats(turn);
    for (std::int64_t k = 0; k < count_ * N; ++k)
      data[k] = 0.5F + static_cast<float>(k % 1021) / 1021;
  }
  /// Where they differ; they add and multiply in the same order.
  std::optional<std::string> difference() const {
    auto wanted = result_of([&] { by_hand(0); });
    if (bench_.options.corrupt) wanted[wanted.size() / 2] += 1;
    for (auto const& result :
         {result_of([&] { through_for_each(0); }), result_of([&] { by_vectors(0); })})
      for (std::size_t k = 0; k < wanted.size(); ++k)
        if (result[k] != wanted[k])
          return "element " + std::to_string(k) + " of " + std::to_string(wanted.size()) +
                 " of the result is not what the loop by hand makes of it";
    return std::nullopt;
  }

 private:
  using Blocks = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

  template <class Loop>
  std::vector<float> result_of(Loop const& loop) const {
    fill(0);
    loop();
    bench_.exec.fence();
    return {floats(0), floats(0) + count_ * N};
  }
  float* floats(int turn) const { return reinterpret_cast<float*>(bench_.buffers[turn]); }

  std::int64_t count_;
  Bench const& bench_;
  std::vector<View> views_;
};

/// By hand twice, which is what noise makes of it; of a case in memory, on buffers by turns.
template <class Loop>
void measure_loop(Row& row, Case const& chosen, std::int64_t count, Bench const& bench) {
  Patience const patience = patience_for(chosen, bench.options);
  bench.buffers.provide(patience.slots, chosen.bytes);
  Loop const loop(count, bench, patience.slots);
  auto const by_hand = [&](int turn) { loop.by_hand(turn); };
  std::vector<Contender> contenders{
      {"by_hand", Contender::Role::subject, by_hand},
      {"for_each", Contender::Role::subject, [&](int turn) { loop.through_for_each(turn); }},
      {"by_hand_again", Contender::Role::subject, by_hand},
      {"by_vectors", Contender::Role::subject, [&](int turn) { loop.by_vectors(turn); }}};
  interleave(contenders, patience, stopwatch_for(bench.exec));
  double const first = median(contenders[0].seconds);
  double const again = median(contenders[2].seconds);
  double const hand = 0.5 * (first + again);
  row.set_seconds(contenders[1].seconds);
  row.rivals.push_back({"by_hand", hand});
  row.rivals.push_back({"simd_load", median(contenders[3].seconds)});
  row.figures = {{"more_than_by_hand", row.seconds / hand - 1},
                 {"noise", std::abs(first - again) / hand}};
  if (auto const wrong = loop.difference()) row.fail(*wrong);
}

template <int N, class A>
Case loop_case(std::int64_t bytes, Residency residency) {
  // An odd number of blocks: arrays at equal distances would share the sets of a cache.
  std::int64_t const blocks = bytes / (block_records * N * 4) | 1;
  std::int64_t const count = blocks * block_records;
  Case made = float_records_case(
      "record_loops",
      std::to_string(N) + " floats x " + std::to_string(count) + " " + Arrangement(A{}).name(),
      count * N * 4, residency);
  made.measure = [count](Row& row, Case const& chosen, Bench const& bench) {
    measure_loop<RecordLoop<N, A>>(row, chosen, count, bench);
  };
  return made;
}

template <int N>
void add_cases(std::vector<Case>& cases, std::int64_t bytes, Residency residency) {
  cases.push_back(loop_case<N, AoS>(bytes, residency));
  cases.push_back(loop_case<N, SoA>(bytes, residency));
  cases.push_back(loop_case<N, Tiled<8>>(bytes, residency));
  cases.push_back(loop_case<N, Tiled<64>>(bytes, residency));
}

}  // namespace

std::vector<Case> record_loops_cases(ElementType, Options const& options) {
  std::vector<Case> cases;
  add_in_cache_and_memory(options, [&](std::int64_t bytes, Residency residency) {
    add_cases<3>(cases, bytes, residency);
    add_cases<7>(cases, bytes, residency);
    add_cases<12>(cases, bytes, residency);
    add_cases<24>(cases, bytes, residency);
  });
  return thinned(cases, Counts{32, 16, 4}.at(options));
}

}  // namespace isomer::perf
