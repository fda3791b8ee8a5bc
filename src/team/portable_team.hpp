// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include "team/kokkos_member.hpp"
#include "team/team.hpp"

namespace isomer::team {

/// A team of a TeamPolicy on any other device, by what Kokkos has everywhere: asynchronous copies
/// happen at once. Warps are 32 threads of consecutive rank; because a device's own may be others,
/// they meet and exchange words by way of the whole block, all threads of which have to take part.
template <class Member>
class PortableTeam : public KokkosMember<Member> {
 public:
  static constexpr int lanes = warp_lanes;

  /// Shared memory beside a kernel's own: a word of each thread, for `shuffle`.
  static constexpr int bytes_beside(int threads) { return 4 * threads; }

  /// `exchanged` is that, `shared` the kernel's, which begins on a 128-byte boundary.
  KOKKOS_FUNCTION PortableTeam(Member const& member, std::byte* shared, std::uint32_t* exchanged)
      : KokkosMember<Member>(member), shared_(shared), exchanged_(exchanged) {}

  template <int W>
  KOKKOS_FUNCTION Word<W> get(int at) const {
    return *reinterpret_cast<Word<W> const*>(shared_ + at);
  }
  template <int W>
  KOKKOS_FUNCTION void put(int at, Word<W> word) const {
    *reinterpret_cast<Word<W>*>(shared_ + at) = word;
  }
  template <int W>
  KOKKOS_FUNCTION Word<W> load(std::byte const* from, bool take, Hint = Hint::none) const {
    return take ? *reinterpret_cast<Word<W> const*>(from) : Word<W>{};
  }
  template <int W>
  KOKKOS_FUNCTION void store(std::byte* to, Word<W> word, bool take, Hint = Hint::none) const {
    if (take) *reinterpret_cast<Word<W>*>(to) = word;
  }
  template <int W>
  KOKKOS_FUNCTION void copy_async(int at, std::byte const* from, bool take,
                                  Hint = Hint::none) const {
    if (take) put<W>(at, *reinterpret_cast<Word<W> const*>(from));
  }
  KOKKOS_FUNCTION void commit() const {}
  template <int N>
  KOKKOS_FUNCTION void wait() const {}

  KOKKOS_FUNCTION void warp_barrier() const { this->barrier(); }
  KOKKOS_FUNCTION std::uint32_t shuffle(std::uint32_t word, int lane) const {
    int const rank = this->rank();
    exchanged_[rank] = word;
    this->barrier();
    std::uint32_t const other = exchanged_[rank - rank % lanes + lane % lanes];
    this->barrier();
    return other;
  }
  KOKKOS_FUNCTION std::uint32_t bytes(std::uint32_t a, std::uint32_t b,
                                      std::uint32_t selector) const {
    return pick_bytes(a, b, selector);
  }

 private:
  std::byte* shared_;
  std::uint32_t* exchanged_;
};

}  // namespace isomer::team
