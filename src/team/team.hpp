// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <Kokkos_Macros.hpp>

#include <isomer/detail/words.hpp>

/// The machine as a kernel on warps sees it: a block of threads, their shared memory, and global
/// memory in words. A kernel is a functor with `template <Team T> void operator()(T const&) const`;
/// what runs it is a model of Team: KokkosTeam or PortableTeam on a device, HostTeam on a host,
/// DryTeam for the audit, and a team of fibers in the tests.
///
/// Rules, so that every model can run a kernel and judge it:
///  - Memory is reached through the team only. Shared memory is one buffer, named by byte offsets;
///    its first byte lies on a 128-byte boundary.
///  - No branch around an access: whether it happens is its argument, or a loop has come to its end
///    for some lanes. (Lanes on another path split a request.) A `get` or `put` that must not
///    happen gets a harmless offset.
///  - Every thread reaches every barrier; every lane of a warp every warp_barrier and shuffle. What
///    decides on them, as the count of a loop around a barrier, passes `uniform`.
///  - No return before the last barrier.
///  - Register arrays have constant indices: those of unrolled loops.
namespace isomer::team {

inline constexpr int warp_lanes = 32;
/// What memory and caches move at least.
inline constexpr int sector_bytes = 32;

using detail::Word;
using detail::Word16;

/// What a cache may think of an access to global memory.
enum class Hint : std::uint8_t {
  none,
  once,  ///< the line will not be touched again: evict it first
  keep   ///< it will be, soon: evict it last
};

/// The accesses of one width. `load` yields 0 where `take` is false; a `store` or `copy_async` with
/// false does nothing. `copy_async` moves from global to shared memory without a register between.
template <class T, int W>
concept MovesWords = requires(T const& t, Word<W> word, int at, std::byte* to,
                              std::byte const* from, bool take, Hint hint) {
  { t.template get<W>(at) } -> std::same_as<Word<W>>;
  t.template put<W>(at, word);
  { t.template load<W>(from, take, hint) } -> std::same_as<Word<W>>;
  t.template store<W>(to, word, take, hint);
  t.template copy_async<W>(at, from, take, hint);
};

/// What there is to a machine.
///
/// `commit` closes a group of this thread's asynchronous copies, `wait<N>` lasts until at most N of
/// its groups are under way; other threads see them after the next barrier. `bytes` picks four of
/// the eight bytes of (a, b), each by the low three bits of its nibble in the selector (PRMT).
///
/// `ticket` counts a counter up by one for the block and gives every thread what it was. `publish`
/// adds to a flag once all that the block has written before can be seen by who awaits it; `await`
/// lasts until each of `count` flags is at least `value`. The three are barriers of the block.
template <class T>
concept Team = MovesWords<T, 1> && MovesWords<T, 2> && MovesWords<T, 4> && MovesWords<T, 8> &&
    MovesWords<T, 16> && requires(T const& t, std::uint32_t word, int lane, std::uint32_t* counter,
                                  std::uint32_t const* flag) {
  { T::lanes } -> std::convertible_to<int>;  // 32, or 1 on a host
  { t.rank() } -> std::same_as<int>;         // this thread in its block
  { t.size() } -> std::same_as<int>;         // threads of a block: 1 or a multiple of `lanes`
  { t.block() } -> std::same_as<int>;
  { t.blocks() } -> std::same_as<int>;
  t.commit();
  t.template wait<0>();
  t.barrier();
  t.warp_barrier();
  { t.shuffle(word, lane) } -> std::same_as<std::uint32_t>;
  { t.bytes(word, word, word) } -> std::same_as<std::uint32_t>;
  { t.uniform(lane) } -> std::same_as<int>;
  { t.ticket(counter) } -> std::same_as<std::uint32_t>;
  t.publish(counter, word);
  t.await(flag, word, lane);
};

/// What `bytes` does, bit for bit; a device has an instruction for it.
KOKKOS_INLINE_FUNCTION constexpr std::uint32_t pick_bytes(std::uint32_t a, std::uint32_t b,
                                                          std::uint32_t selector) {
  std::uint64_t const both = static_cast<std::uint64_t>(b) << 32 | a;
  std::uint32_t picked = 0;
  for (unsigned k = 0; k < 4; ++k) {
    std::uint32_t const which = selector >> 4 * k & 7U;
    picked |= static_cast<std::uint32_t>(both >> 8 * which & 0xffU) << 8 * k;
  }
  return picked;
}

}  // namespace isomer::team
