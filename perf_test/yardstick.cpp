// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "yardstick.hpp"

#include <algorithm>
#include <cstring>

#include "stream_copy.hpp"

namespace isomer::perf {

namespace {

template <class E>
constexpr bool on_host =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename E::memory_space>::accessible;

// Below this a second thread cannot pay for the launch, so one thread's memcpy may be the fastest.
constexpr std::int64_t one_thread_limit = 1 << 20;

template <class E, class CopyBytes>
void copy_in_parallel(E const& exec, CopyPair const& pair, std::int64_t bytes,
                      CopyBytes const& copy) {
  constexpr std::int64_t page = 4096;  // a thread's part begins on a page
  std::int64_t const threads = exec.concurrency();
  std::int64_t const part = ((bytes + threads - 1) / threads + page - 1) / page * page;
  Kokkos::parallel_for(
      "isomer::perf::copy", Kokkos::RangePolicy<E>(exec, 0, threads), [=](std::int64_t thread) {
        std::int64_t const begin = std::min(bytes, thread * part);
        std::int64_t const end = std::min(bytes, begin + part);
        copy(pair.dst + begin, pair.src + begin, static_cast<std::size_t>(end - begin));
      });
}

void copy_with_kokkos(Exec const& exec, CopyPair const& pair, std::int64_t bytes) {
  using Memory = Exec::memory_space;
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  auto const size = static_cast<std::size_t>(bytes);
  Kokkos::deep_copy(exec, Kokkos::View<std::byte*, Memory, Unmanaged>(pair.dst, size),
                    Kokkos::View<std::byte const*, Memory, Unmanaged>(pair.src, size));
}

using Ways = std::vector<Contender>;
using Pairs = std::function<CopyPair(int turn)>;

void add(Ways& ways, char const* name, std::function<void(int)> run) {
  ways.push_back({name, Contender::Role::yardstick, std::move(run)});
}

// A template, so that a build for a device does not compile what runs on the host.
template <class E>
void add_host_copies(Ways& ways, E const& exec, std::int64_t bytes, Pairs const& pair) {
  if constexpr (on_host<E>) {
    add(ways, "streaming",
        [=](int turn) { copy_in_parallel(exec, pair(turn), bytes, stream_copy); });
    add(ways, "memcpy", [=](int turn) {
      copy_in_parallel(exec, pair(turn), bytes,
                       [](std::byte* dst, std::byte const* src, std::size_t size) {
                         std::memcpy(dst, src, size);
                       });
    });
    if (bytes <= one_thread_limit)
      add(ways, "memcpy by one thread", [=](int turn) {
        CopyPair const to_from = pair(turn);
        std::memcpy(to_from.dst, to_from.src, static_cast<std::size_t>(bytes));
      });
  }
}

}  // namespace

Ways yardsticks(Exec const& exec, std::int64_t bytes, Pairs const& pair) {
  Ways ways;
  add(ways, "Kokkos::deep_copy", [=](int turn) { copy_with_kokkos(exec, pair(turn), bytes); });
  add_host_copies(ways, exec, bytes, pair);
  return ways;
}

}  // namespace isomer::perf
