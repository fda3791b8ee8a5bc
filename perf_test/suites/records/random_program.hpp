// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

#include "suites/records/contest_of.hpp"
#include "suites/records/random_body.hpp"
#include "suites/records/random_record.hpp"

namespace isomer::perf {

/// The kernels of a record with that many members: two that are home, one of them with much to
/// compute, one that reads and writes few members, a gather and a sweep.
constexpr std::array<RandomKernel, pool_size> random_pool(int members, std::uint32_t seed) {
  std::uint32_t state = seed;
  std::uint32_t const all = members == 32 ? ~0U : (1U << members) - 1;
  // Each member with a chance of `of_8` in 8, one at least.
  auto const some = [&](std::uint32_t of_8) {
    std::uint32_t chosen = 0;
    for (int m = 0; m < members; ++m) {
      state = state * 1664525U + 1013904223U;
      if ((state >> 28) % 8 < of_8) chosen |= 1U << m;
    }
    return chosen != 0 ? chosen : 1U << ((state >> 16) % static_cast<std::uint32_t>(members));
  };
  auto const but = [&](std::uint32_t chosen) { return (all & ~chosen) != 0 ? all & ~chosen : 0U; };
  std::array<RandomKernel, pool_size> pool{};
  pool[0] = {RandomKernel::home, some(1), some(1), 1};
  pool[1] = {RandomKernel::home, some(5), some(3), 1};
  pool[2] = {RandomKernel::home, some(3), some(2), 6};
  pool[3] = {RandomKernel::gather, some(3), 0, 1};
  pool[4] = {RandomKernel::sweep, some(2), 0, 1};
  for (std::size_t k : {3U, 4U}) {
    if (but(pool[k].read) == 0) pool[k].read &= pool[k].read - 1;
    pool[k].written = but(pool[k].read) & some(3);
    if (pool[k].written == 0) pool[k].written = but(pool[k].read) & (~but(pool[k].read) + 1);
  }
  return pool;
}

/// A program of random kernels on records T.
template <class T, std::uint32_t seed>
struct RandomProgram {
  using Record = T;
  using Offer =
      isomer::Offer<AoS, SoA, Tiled<8>, Tiled<64>, Clusters<In<AoS, "a", "b", "c">, Rest<SoA>>>;
  static constexpr auto pool = random_pool(MembersOf<T>::count, seed);
  template <std::size_t K>
  using Body = RandomBody<T, pool[K]>;

  std::vector<RandomCall> calls;
  int count = 0;  ///< a multiple of 64

  void begin(auto const& exec, auto const& records) const {
    isomer::for_each("begin", exec, records, RandomBegin<T>{});
  }
  /// The kernels of a step, in order, each as often as it is called.
  void kernels(auto const& use) const {
    for (auto const& [kernel, times] : calls)
      with_body(kernel, [&, kernel = kernel, times = times](auto const& body) {
        for (int k = 0; k < times; ++k) use(names[kernel], body);
      });
  }
  template <class Own>
  Advice advise(auto const& exec, Own const& records, std::int64_t steps,
                PlanOptions const& options) const {
    std::vector<AnyKernel<Own>> kernels;
    for (auto const& [kernel, times] : calls)
      with_body(kernel, [&, kernel = kernel, times = times](auto const& body) {
        kernels.emplace_back(isomer::kernel(names[kernel], body, times * steps));
      });
    return isomer::advise(exec, records, kernels, options);
  }

 private:
  static constexpr char const* names[pool_size]{"kernel 0", "kernel 1", "kernel 2", "kernel 3",
                                                "kernel 4"};
  static void with_body(std::size_t kernel, auto const& use) {
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      ((K == kernel ? use(Body<K>{}) : void()), ...);
    }
    (std::make_index_sequence<pool_size>{});
  }
};

/// `17 mixed8 home(3 1) x 4, gather(2 1) x 1`: members read and written.
std::string random_name(int number, std::string const& record, RandomChoice const& choice,
                        std::array<RandomKernel, pool_size> const& pool);

template <class T, std::uint32_t seed>
RandomProgram<T, seed> random_program(RandomChoice const& choice) {
  constexpr std::int64_t group = 64;
  auto const groups = choice.bytes / static_cast<std::int64_t>(sizeof(T)) / group;
  return {choice.calls, static_cast<int>(std::max<std::int64_t>(groups, 8) * group)};
}

template <class T, std::uint32_t seed>
Case random_case(char const* record, int number, RandomChoice const& choice) {
  constexpr std::int64_t in_cache = 1 << 20;
  using Program = RandomProgram<T, seed>;
  return contest_case("records_random", random_name(number, record, choice, Program::pool),
                      random_program<T, seed>(choice),
                      choice.bytes <= in_cache ? Residency::cache : Residency::memory);
}

template <class T, std::uint32_t seed>
std::unique_ptr<Contest> random_contest(RandomChoice const& choice, HostExec const& exec) {
  using Program = RandomProgram<T, seed>;
  return std::make_unique<ContestOf<Program>>(random_program<T, seed>(choice), exec);
}

template <class T, std::uint32_t seed>
RandomRecord random_record(char const* name) {
  return {name, &random_case<T, seed>, &random_contest<T, seed>};
}

}  // namespace isomer::perf
