// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

namespace isomer::team {

/// What teams of a TeamPolicy on any device have in common: all but the words that they move.
template <class Member>
class KokkosMember {
 public:
  KOKKOS_FUNCTION explicit KokkosMember(Member const& member) : member_(member) {}

  KOKKOS_FUNCTION int rank() const { return member_.team_rank(); }
  KOKKOS_FUNCTION int size() const { return member_.team_size(); }
  KOKKOS_FUNCTION int block() const { return member_.league_rank(); }
  KOKKOS_FUNCTION int blocks() const { return member_.league_size(); }

  KOKKOS_FUNCTION void barrier() const { member_.team_barrier(); }
  KOKKOS_FUNCTION int uniform(int value) const { return value; }

  KOKKOS_FUNCTION std::uint32_t ticket(std::uint32_t* counter) const {
    std::uint32_t number = 0;
    if (rank() == 0) number = Kokkos::atomic_fetch_add(counter, 1U);
    member_.team_broadcast(number, 0);
    return number;
  }
  /// The barrier puts the block's writes before the release, which is cumulative.
  KOKKOS_FUNCTION void publish(std::uint32_t* flag, std::uint32_t value) const {
    barrier();
    if (rank() == 0)
      desul::atomic_fetch_add(flag, value, desul::MemoryOrderRelease(), desul::MemoryScopeDevice());
  }
  KOKKOS_FUNCTION void await(std::uint32_t const* flags, std::uint32_t value, int count) const {
    for (int k = rank(); k < count; k += size()) {
      while (desul::atomic_load(flags + k, desul::MemoryOrderAcquire(),
                                desul::MemoryScopeDevice()) < value) {
      }
    }
    barrier();
  }

 private:
  Member const& member_;
};

}  // namespace isomer::team
