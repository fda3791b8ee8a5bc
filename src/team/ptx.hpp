// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"

/// The accesses of a team as instructions of NVIDIA's GPUs from sm_80 on. Addresses in shared
/// memory are those of its own address space, so that the compiler emits LDS and STS. A predicate
/// is a predicate register: a branch would split the warp's requests.
namespace isomer::team::ptx {

__device__ inline std::uint32_t shared_address(void const* generic) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(generic));
}

template <int W>
__device__ Word<W> get(std::uint32_t at) {
  return *static_cast<Word<W> const*>(__cvta_shared_to_generic(at));
}
template <int W>
__device__ void put(std::uint32_t at, Word<W> word) {
  *static_cast<Word<W>*>(__cvta_shared_to_generic(at)) = word;
}

/// What the second-level cache is to do with a line.
__device__ inline std::uint64_t evicted_first() {
  std::uint64_t policy = 0;
  asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  return policy;
}
__device__ inline std::uint64_t evicted_last() {
  std::uint64_t policy = 0;
  asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
  return policy;
}

#define ISOMER_PTX_IF "{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %2, 0;\n\t@p "

// W bytes in one register: `type` as PTX calls it, `reg` the constraint, `Held` what fits that.
#define ISOMER_PTX_ACCESS(W, type, reg, Held)                                                      \
  inline __device__ void load_word(Word<W>& word, std::byte const* from, int take, Hint hint) {    \
    Held held = 0;                                                                                 \
    if (hint == Hint::once)                                                                        \
      asm volatile(ISOMER_PTX_IF "ld.global.cs." type " %0, [%1];\n\t}"                            \
                   : "+" reg(held)                                                                 \
                   : "l"(from), "r"(take));                                                        \
    else                                                                                           \
      asm volatile(ISOMER_PTX_IF "ld.global." type " %0, [%1];\n\t}"                               \
                   : "+" reg(held)                                                                 \
                   : "l"(from), "r"(take));                                                        \
    word = static_cast<Word<W>>(held);                                                             \
  }                                                                                                \
  inline __device__ void store_word(std::byte* to, Word<W> word, int take, Hint hint) {            \
    Held const held = word;                                                                        \
    if (hint == Hint::once)                                                                        \
      asm volatile(ISOMER_PTX_IF "st.global.cs." type " [%0], %1;\n\t}" ::"l"(to), reg(held),      \
                   "r"(take)                                                                       \
                   : "memory");                                                                    \
    else if (hint == Hint::keep)                                                                   \
      asm volatile(ISOMER_PTX_IF "st.global.L2::cache_hint." type " [%0], %1, %3;\n\t}" ::"l"(to), \
                   reg(held), "r"(take), "l"(evicted_last())                                       \
                   : "memory");                                                                    \
    else                                                                                           \
      asm volatile(ISOMER_PTX_IF "st.global." type " [%0], %1;\n\t}" ::"l"(to), reg(held),         \
                   "r"(take)                                                                       \
                   : "memory");                                                                    \
  }
ISOMER_PTX_ACCESS(1, "u8", "r", std::uint32_t)
ISOMER_PTX_ACCESS(2, "u16", "h", std::uint16_t)
ISOMER_PTX_ACCESS(4, "u32", "r", std::uint32_t)
ISOMER_PTX_ACCESS(8, "u64", "l", std::uint64_t)
#undef ISOMER_PTX_ACCESS
#undef ISOMER_PTX_IF

#define ISOMER_PTX_IF "{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %3, 0;\n\t@p "
inline __device__ void load_word(Word16& word, std::byte const* from, int take, Hint hint) {
  word = {0, 0};
  if (hint == Hint::once)
    asm volatile(ISOMER_PTX_IF "ld.global.cs.v2.u64 {%0, %1}, [%2];\n\t}"
                 : "+l"(word.half[0]), "+l"(word.half[1])
                 : "l"(from), "r"(take));
  else
    asm volatile(ISOMER_PTX_IF "ld.global.v2.u64 {%0, %1}, [%2];\n\t}"
                 : "+l"(word.half[0]), "+l"(word.half[1])
                 : "l"(from), "r"(take));
}
inline __device__ void store_word(std::byte* to, Word16 word, int take, Hint hint) {
  if (hint == Hint::once)
    asm volatile(ISOMER_PTX_IF "st.global.cs.v2.u64 [%0], {%1, %2};\n\t}" ::"l"(to),
                 "l"(word.half[0]), "l"(word.half[1]), "r"(take)
                 : "memory");
  else if (hint == Hint::keep)
    asm volatile(ISOMER_PTX_IF "st.global.L2::cache_hint.v2.u64 [%0], {%1, %2}, %4;\n\t}" ::"l"(to),
                 "l"(word.half[0]), "l"(word.half[1]), "r"(take), "l"(evicted_last())
                 : "memory");
  else
    asm volatile(ISOMER_PTX_IF "st.global.v2.u64 [%0], {%1, %2};\n\t}" ::"l"(to), "l"(word.half[0]),
                 "l"(word.half[1]), "r"(take)
                 : "memory");
}
#undef ISOMER_PTX_IF

template <int W>
__device__ Word<W> load(std::byte const* from, bool take, Hint hint) {
  Word<W> word;
  load_word(word, from, static_cast<int>(take), hint);
  return word;
}
template <int W>
__device__ void store(std::byte* to, Word<W> word, bool take, Hint hint) {
  store_word(to, word, static_cast<int>(take), hint);
}

#define ISOMER_PTX_COPY(path) \
  "{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %3, 0;\n\t@p cp.async." path ".shared.global"
/// Vectors go past the first-level cache, words through it.
template <int W>
__device__ void copy_word(std::uint32_t at, std::byte const* from, int take, Hint hint) {
  if constexpr (W < 16) {
    if (hint == Hint::once)
      asm volatile(ISOMER_PTX_COPY("ca") ".L2::cache_hint [%0], [%1], %2, %4;\n\t}" ::"r"(at),
                   "l"(from), "n"(W), "r"(take), "l"(evicted_first()));
    else
      asm volatile(ISOMER_PTX_COPY("ca") " [%0], [%1], %2;\n\t}" ::"r"(at), "l"(from), "n"(W),
                   "r"(take));
  } else if (hint == Hint::once) {
    asm volatile(ISOMER_PTX_COPY("cg") ".L2::cache_hint [%0], [%1], %2, %4;\n\t}" ::"r"(at),
                 "l"(from), "n"(W), "r"(take), "l"(evicted_first()));
  } else {
    asm volatile(ISOMER_PTX_COPY("cg") " [%0], [%1], %2;\n\t}" ::"r"(at), "l"(from), "n"(W),
                 "r"(take));
  }
}
#undef ISOMER_PTX_COPY

/// Words of 1 and 2 bytes have no asynchronous copy: a load and a put.
template <int W>
__device__ void copy_async(std::uint32_t at, std::byte const* from, bool take, Hint hint) {
  if constexpr (W < 4) {
    Word<W> const word = load<W>(from, take, hint);
    if (take) put<W>(at, word);
  } else {
    copy_word<W>(at, from, static_cast<int>(take), hint);
  }
}
__device__ inline void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N>
__device__ void wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

}  // namespace isomer::team::ptx
