// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstring>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include "team/team.hpp"
#ifdef KOKKOS_ENABLE_CUDA
#include "team/ptx.hpp"
#endif

namespace isomer::team {

/// A block is a team of a TeamPolicy. On CUDA each operation is an instruction or two. On a host
/// the team has one thread, which is a warp of one lane: asynchronous copies happen at once and
/// there is nobody to wait for.
template <class Member>
class KokkosTeam {
  using Space = typename Member::execution_space;
  static constexpr bool is_host = std::is_same_v<typename Space::memory_space, Kokkos::HostSpace>;

 public:
  static constexpr int lanes = is_host ? 1 : 32;
  /// Where Kokkos' scratch memory begins need not be a boundary.
  static constexpr int alignment = 128;

  /// `shared_bytes` of level-0 scratch memory are taken from the member.
  KOKKOS_FUNCTION KokkosTeam(Member const& member, int shared_bytes) : member_(member) {
    auto* const buffer = static_cast<std::byte*>(
        member.team_scratch(0).get_shmem_aligned(shared_bytes, std::ptrdiff_t{alignment}));
    KOKKOS_IF_ON_DEVICE((shared_ = ptx::shared_address(buffer);))
    KOKKOS_IF_ON_HOST((shared_ = buffer;))
  }

  KOKKOS_FUNCTION int rank() const { return member_.team_rank(); }
  KOKKOS_FUNCTION int size() const { return member_.team_size(); }
  KOKKOS_FUNCTION int block() const { return member_.league_rank(); }
  KOKKOS_FUNCTION int blocks() const { return member_.league_size(); }

  template <int W>
  KOKKOS_FUNCTION Word<W> get(int at) const {
    KOKKOS_IF_ON_DEVICE((return ptx::get<W>(shared_ + static_cast<std::uint32_t>(at));))
    KOKKOS_IF_ON_HOST((Word<W> word; std::memcpy(&word, shared_ + at, W); return word;))
  }
  template <int W>
  KOKKOS_FUNCTION void put(int at, Word<W> word) const {
    KOKKOS_IF_ON_DEVICE((ptx::put<W>(shared_ + static_cast<std::uint32_t>(at), word);))
    KOKKOS_IF_ON_HOST((std::memcpy(shared_ + at, &word, W);))
  }
  template <int W>
  KOKKOS_FUNCTION Word<W> load(std::byte const* from, bool take, Hint hint = Hint::none) const {
    KOKKOS_IF_ON_DEVICE((return ptx::load<W>(from, take, hint);))
    KOKKOS_IF_ON_HOST((static_cast<void>(hint); Word<W> word{};
                       if (take) std::memcpy(&word, from, W); return word;))
  }
  template <int W>
  KOKKOS_FUNCTION void store(std::byte* to, Word<W> word, bool take, Hint hint = Hint::none) const {
    KOKKOS_IF_ON_DEVICE((ptx::store<W>(to, word, take, hint);))
    KOKKOS_IF_ON_HOST((static_cast<void>(hint); if (take) std::memcpy(to, &word, W);))
  }
  template <int W>
  KOKKOS_FUNCTION void copy_async(int at, std::byte const* from, bool take) const {
    KOKKOS_IF_ON_DEVICE((ptx::copy_async<W>(shared_ + static_cast<std::uint32_t>(at), from, take);))
    KOKKOS_IF_ON_HOST((if (take) std::memcpy(shared_ + at, from, W);))
  }
  KOKKOS_FUNCTION void commit() const { KOKKOS_IF_ON_DEVICE((ptx::commit();)) }
  template <int N>
  KOKKOS_FUNCTION void wait() const {
    KOKKOS_IF_ON_DEVICE((ptx::wait<N>();))
  }

  KOKKOS_FUNCTION void barrier() const { member_.team_barrier(); }
  KOKKOS_FUNCTION void warp_barrier() const { KOKKOS_IF_ON_DEVICE((__syncwarp();)) }
  KOKKOS_FUNCTION std::uint32_t shuffle(std::uint32_t word, int lane) const {
    KOKKOS_IF_ON_DEVICE((return __shfl_sync(0xffffffffU, word, lane);))
    KOKKOS_IF_ON_HOST((static_cast<void>(lane); return word;))
  }
  KOKKOS_FUNCTION std::uint32_t bytes(std::uint32_t a, std::uint32_t b,
                                      std::uint32_t selector) const {
    KOKKOS_IF_ON_DEVICE((return __byte_perm(a, b, selector);))
    KOKKOS_IF_ON_HOST((return pick_bytes(a, b, selector);))
  }
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
  KOKKOS_FUNCTION void await(std::uint32_t const* flag, std::uint32_t value) const {
    if (rank() == 0) {
      while (desul::atomic_load(flag, desul::MemoryOrderAcquire(), desul::MemoryScopeDevice()) <
             value) {
      }
    }
    barrier();
  }

 private:
  Member const& member_;
  std::conditional_t<is_host, std::byte*, std::uint32_t> shared_{};
};

/// A kernel over teams as the functor of a TeamPolicy.
template <class Exec, class Kernel>
struct OnKokkos {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    kernel(KokkosTeam<Member>(member, shared_bytes));
  }

  Kernel kernel;
  int shared_bytes;
};

}  // namespace isomer::team
