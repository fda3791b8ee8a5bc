// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include "team/kokkos_member.hpp"
#include "team/ptx.hpp"
#include "team/team.hpp"

namespace isomer::team {

/// A team of a TeamPolicy on a GPU of NVIDIA's: each operation is an instruction or two. The host's
/// pass of a CUDA compiler reads it too; there nothing calls it.
template <class Member>
class KokkosTeam : public KokkosMember<Member> {
 public:
  static constexpr int lanes = warp_lanes;

  KOKKOS_FUNCTION KokkosTeam(Member const& member, std::byte* shared)
      : KokkosMember<Member>(member) {
    KOKKOS_IF_ON_DEVICE((shared_ = ptx::shared_address(shared);))
    KOKKOS_IF_ON_HOST((static_cast<void>(shared);))
  }

  template <int W>
  KOKKOS_FUNCTION Word<W> get(int at) const {
    KOKKOS_IF_ON_DEVICE((return ptx::get<W>(shared_ + static_cast<std::uint32_t>(at));))
    KOKKOS_IF_ON_HOST((static_cast<void>(at); return Word<W>{};))
  }
  template <int W>
  KOKKOS_FUNCTION void put(int at, Word<W> word) const {
    KOKKOS_IF_ON_DEVICE((ptx::put<W>(shared_ + static_cast<std::uint32_t>(at), word);))
    KOKKOS_IF_ON_HOST((static_cast<void>(at); static_cast<void>(word);))
  }
  template <int W>
  KOKKOS_FUNCTION Word<W> load(std::byte const* from, bool take, Hint hint = Hint::none) const {
    KOKKOS_IF_ON_DEVICE((return ptx::load<W>(from, take, hint);))
    KOKKOS_IF_ON_HOST((static_cast<void>(from); static_cast<void>(take); static_cast<void>(hint);
                       return Word<W>{};))
  }
  template <int W>
  KOKKOS_FUNCTION void store(std::byte* to, Word<W> word, bool take, Hint hint = Hint::none) const {
    KOKKOS_IF_ON_DEVICE((ptx::store<W>(to, word, take, hint);))
    KOKKOS_IF_ON_HOST((static_cast<void>(to); static_cast<void>(word); static_cast<void>(take);
                       static_cast<void>(hint);))
  }
  template <int W>
  KOKKOS_FUNCTION void copy_async(int at, std::byte const* from, bool take,
                                  Hint hint = Hint::none) const {
    KOKKOS_IF_ON_DEVICE(
        (ptx::copy_async<W>(shared_ + static_cast<std::uint32_t>(at), from, take, hint);))
    KOKKOS_IF_ON_HOST((static_cast<void>(at); static_cast<void>(from); static_cast<void>(take);
                       static_cast<void>(hint);))
  }
  KOKKOS_FUNCTION void commit() const { KOKKOS_IF_ON_DEVICE((ptx::commit();)) }
  template <int N>
  KOKKOS_FUNCTION void wait() const {
    KOKKOS_IF_ON_DEVICE((ptx::wait<N>();))
  }

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

 private:
  std::uint32_t shared_ = 0;
};

}  // namespace isomer::team
