// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <Kokkos_Core.hpp>

/// A piece is what one step along a cycle moves: a chunk, or a part of a long one. Views may start
/// at any address that suits their element type, so nothing here assumes more alignment than that.
namespace isomer::in_place {

/// A piece as long as a word of the machine.
template <class Word>
struct WordPiece {
  KOKKOS_INLINE_FUNCTION static void copy(std::byte* to, std::byte const* from) {
    store(to, load(from));
  }
  KOKKOS_INLINE_FUNCTION static void swap(std::byte* a, std::byte* b) {
    Word const word = load(a);
    store(a, load(b));
    store(b, word);
  }
  KOKKOS_INLINE_FUNCTION static void prefetch(std::byte const* from) {
    KOKKOS_IF_ON_HOST((__builtin_prefetch(from, 1);))
    KOKKOS_IF_ON_DEVICE(((void)from;))
  }

 private:
  /// memcpy of a known length is one unaligned move on a host. A device wants aligned words, which
  /// an element type of this size has there.
  KOKKOS_INLINE_FUNCTION static Word load(std::byte const* from) {
    Word word;
    memcpy(&word, from, sizeof(Word));
    return word;
  }
  KOKKOS_INLINE_FUNCTION static void store(std::byte* to, Word const& word) {
    memcpy(to, &word, sizeof(Word));
  }
};

/// A word of 16 bytes.
struct Word16 {
  std::uint64_t half[2];
};

/// A piece of any length, in registers 64 bytes at a time on a host. On a device an array would lie
/// in slow local memory: there 8 bytes at a time, or single ones where they are not aligned.
struct BytesPiece {
  std::int64_t bytes;

  KOKKOS_INLINE_FUNCTION void copy(std::byte* to, std::byte const* from) const {
    KOKKOS_IF_ON_HOST((std::memcpy(to, from, static_cast<std::size_t>(bytes));))
    KOKKOS_IF_ON_DEVICE((copy_by_words(to, from);))
  }
  KOKKOS_INLINE_FUNCTION void swap(std::byte* a, std::byte* b) const {
    KOKKOS_IF_ON_HOST((std::int64_t done = 0;
                       for (; done + 64 <= bytes; done += 64) swap_short(a + done, b + done, 64);
                       swap_short(a + done, b + done, static_cast<std::size_t>(bytes - done));))
    KOKKOS_IF_ON_DEVICE((swap_by_words(a, b);))
  }

  /// What they do on a device.
  KOKKOS_INLINE_FUNCTION void copy_by_words(std::byte* to, std::byte const* from) const {
    if (in_words(to, from)) {
      for (std::int64_t k = 0; k < bytes; k += 8) *words(to + k) = *words(from + k);
    } else {
      for (std::int64_t k = 0; k < bytes; ++k) to[k] = from[k];
    }
  }
  KOKKOS_INLINE_FUNCTION void swap_by_words(std::byte* a, std::byte* b) const {
    if (in_words(a, b)) {
      for (std::int64_t k = 0; k < bytes; k += 8) swap_one(words(a + k), words(b + k));
    } else {
      for (std::int64_t k = 0; k < bytes; ++k) swap_one(a + k, b + k);
    }
  }
  KOKKOS_INLINE_FUNCTION void prefetch(std::byte const* from) const {
    KOKKOS_IF_ON_HOST(
        (for (std::int64_t line = 0; line < bytes; line += 64) __builtin_prefetch(from + line, 1);))
    KOKKOS_IF_ON_DEVICE(((void)from;))
  }

 private:
  static void swap_short(std::byte* a, std::byte* b, std::size_t count) {
    std::byte saved[64];
    std::memcpy(saved, a, count);
    std::memcpy(a, b, count);
    std::memcpy(b, saved, count);
  }

  KOKKOS_INLINE_FUNCTION bool in_words(std::byte const* a, std::byte const* b) const {
    auto const bits = reinterpret_cast<std::uintptr_t>(a) | reinterpret_cast<std::uintptr_t>(b) |
                      static_cast<std::uintptr_t>(bytes);
    return bits % 8 == 0;
  }
  KOKKOS_INLINE_FUNCTION static std::uint64_t* words(std::byte const* at) {
    return reinterpret_cast<std::uint64_t*>(const_cast<std::byte*>(at));
  }
  template <class T>
  KOKKOS_INLINE_FUNCTION static void swap_one(T* a, T* b) {
    T const saved = *a;
    *a = *b;
    *b = saved;
  }
};

}  // namespace isomer::in_place
