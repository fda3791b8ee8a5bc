// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <Kokkos_Core.hpp>

#include "team/team.hpp"

namespace isomer::team {

/// A team of one thread, which is a warp of one lane: asynchronous copies happen at once and there
/// is nobody to wait for. It runs on the thread of a TeamPolicy, or on the caller's.
class HostTeam {
 public:
  static constexpr int lanes = 1;

  /// `shared` begins on a 128-byte boundary, or is null where the kernel has no shared memory.
  KOKKOS_FUNCTION HostTeam(int block, int blocks, std::byte* shared)
      : block_(block), blocks_(blocks), shared_(shared) {}

  KOKKOS_FUNCTION int rank() const { return 0; }
  KOKKOS_FUNCTION int size() const { return 1; }
  KOKKOS_FUNCTION int block() const { return block_; }
  KOKKOS_FUNCTION int blocks() const { return blocks_; }
  /// Of host primitives, which take addresses.
  KOKKOS_FUNCTION std::byte* shared() const { return shared_; }

  template <int W>
  KOKKOS_FUNCTION Word<W> get(int at) const {
    Word<W> word;
    std::memcpy(&word, shared_ + at, W);
    return word;
  }
  template <int W>
  KOKKOS_FUNCTION void put(int at, Word<W> word) const {
    std::memcpy(shared_ + at, &word, W);
  }
  template <int W>
  KOKKOS_FUNCTION Word<W> load(std::byte const* from, bool take, Hint = Hint::none) const {
    assert(!take || is_aligned<W>(from));
    Word<W> word{};
    if (take) std::memcpy(&word, from, W);
    return word;
  }
  template <int W>
  KOKKOS_FUNCTION void store(std::byte* to, Word<W> word, bool take, Hint = Hint::none) const {
    assert(!take || is_aligned<W>(to));
    if (take) std::memcpy(to, &word, W);
  }
  template <int W>
  KOKKOS_FUNCTION void copy_async(int at, std::byte const* from, bool take,
                                  Hint = Hint::none) const {
    assert(!take || is_aligned<W>(from));
    if (take) std::memcpy(shared_ + at, from, W);
  }
  KOKKOS_FUNCTION void commit() const {}
  template <int N>
  KOKKOS_FUNCTION void wait() const {}

  KOKKOS_FUNCTION void barrier() const {}
  KOKKOS_FUNCTION void warp_barrier() const {}
  KOKKOS_FUNCTION std::uint32_t shuffle(std::uint32_t word, int) const { return word; }
  KOKKOS_FUNCTION std::uint32_t bytes(std::uint32_t a, std::uint32_t b,
                                      std::uint32_t selector) const {
    return pick_bytes(a, b, selector);
  }
  KOKKOS_FUNCTION int uniform(int value) const { return value; }

  KOKKOS_FUNCTION std::uint32_t ticket(std::uint32_t* counter) const {
    return Kokkos::atomic_fetch_add(counter, 1U);
  }
  KOKKOS_FUNCTION void publish(std::uint32_t* flag, std::uint32_t value) const {
    desul::atomic_fetch_add(flag, value, desul::MemoryOrderRelease(), desul::MemoryScopeDevice());
  }
  KOKKOS_FUNCTION void await(std::uint32_t const* flags, std::uint32_t value, int count) const {
    for (int k = 0; k < count; ++k) {
      while (desul::atomic_load(flags + k, desul::MemoryOrderAcquire(),
                                desul::MemoryScopeDevice()) < value) {
      }
    }
  }

 private:
  /// A device faults where it is not.
  template <int W>
  static bool is_aligned(std::byte const* at) {
    return reinterpret_cast<std::uintptr_t>(at) % W == 0;
  }

  int block_;
  int blocks_;
  std::byte* shared_;
};

}  // namespace isomer::team
