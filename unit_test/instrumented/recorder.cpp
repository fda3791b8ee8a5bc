// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recorder.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <unordered_set>
#include <utility>

#include <pthread.h>

#include <Kokkos_Core.hpp>

namespace isomer::test {
namespace {

constexpr std::uint8_t reads = 1;
constexpr std::uint8_t writes = 2;

/// Those that are watched now; null when nothing is.
std::atomic<std::vector<Watched*> const*> watched{nullptr};

/// Writes to other memory, by pieces of 16 bytes.
constexpr std::uintptr_t piece = 16;
std::mutex elsewhere_mutex;
std::unordered_set<std::uintptr_t> elsewhere;

/// The stack of a thread.
struct Stack {
  Stack() {
    pthread_attr_t attributes;
    pthread_getattr_np(pthread_self(), &attributes);
    void* lowest = nullptr;
    std::size_t bytes = 0;
    pthread_attr_getstack(&attributes, &lowest, &bytes);
    pthread_attr_destroy(&attributes);
    begin = reinterpret_cast<std::uintptr_t>(lowest);
    end = begin + bytes;
  }
  bool has(std::uintptr_t at) const { return begin <= at && at < end; }

  std::uintptr_t begin;
  std::uintptr_t end;
};

Stack const& stack_of_main() {
  static Stack const stack;
  return stack;
}

void insert_elsewhere(Stack const& stack, std::uintptr_t begin, std::size_t bytes) {
  if (stack.has(begin) || stack_of_main().has(begin)) return;
  std::lock_guard const lock(elsewhere_mutex);
  for (auto at = begin / piece; at * piece < begin + bytes; ++at) elsewhere.insert(at);
}

/// Growing the table calls what is recorded.
thread_local bool is_noting = false;

void note_elsewhere(std::uintptr_t begin, std::size_t bytes) {
  if (std::exchange(is_noting, true)) return;
  thread_local Stack const stack;
  insert_elsewhere(stack, begin, bytes);
  is_noting = false;
}

void note(void const* address, std::size_t bytes, std::uint8_t how) {
  auto const* const arrays = watched.load(std::memory_order_acquire);
  if (arrays == nullptr) return;
  auto const begin = reinterpret_cast<std::uintptr_t>(address);
  bool is_known = false;
  for (Watched* const array : *arrays) {
    auto const first = reinterpret_cast<std::uintptr_t>(array->data) - Watched::margin;
    auto const last = first + array->touched.size();
    is_known = is_known || (first <= begin && begin < last);
    for (auto at = std::max(begin, first); at < std::min(begin + bytes, last); ++at)
      std::atomic_ref(array->touched[at - first]).fetch_or(how, std::memory_order_relaxed);
  }
  if (!is_known && (how & writes) != 0) note_elsewhere(begin, bytes);
}

void end_kernels(std::uint64_t) {
  if (auto const* const arrays = watched.load())
    for (Watched* const array : *arrays) array->end_kernel();
}

}  // namespace

Watched::Watched(void const* from, std::size_t size)
    : data(static_cast<std::byte const*>(from)),
      bytes(size),
      kernels_reading(size + 2 * margin),
      kernels_writing(size + 2 * margin),
      touched(size + 2 * margin) {}

void Watched::end_kernel() {
  for (std::size_t k = 0; k < touched.size(); ++k) {
    bool const is_inside = k >= margin && k < margin + bytes;
    if ((touched[k] & reads) != 0) {
      ++kernels_reading[k];
      read += is_inside ? 1 : 0;
    }
    if ((touched[k] & writes) != 0) {
      ++kernels_writing[k];
      written += is_inside ? 1 : 0;
    }
    touched[k] = 0;
  }
}

std::int64_t Watched::bytes_touched() const {
  std::int64_t count = 0;
  for (std::size_t k = margin; k < margin + bytes; ++k)
    count += kernels_reading[k] + kernels_writing[k] > 0 ? 1 : 0;
  return count;
}

bool Watched::margins_are_untouched() const {
  auto const is_touched = [&](std::size_t k) {
    return kernels_reading[k] + kernels_writing[k] > 0;
  };
  for (std::size_t k = 0; k < margin; ++k)
    if (is_touched(k) || is_touched(margin + bytes + k)) return false;
  return true;
}

Recording::Recording(std::vector<Watched*> arrays) {
  Kokkos::Tools::Experimental::set_end_parallel_for_callback(end_kernels);
  elsewhere.clear();
  static_cast<void>(stack_of_main());
  watched = new std::vector<Watched*>(std::move(arrays));
}

std::int64_t Recording::bytes_written_elsewhere() const {
  std::lock_guard const lock(elsewhere_mutex);
  return static_cast<std::int64_t>(elsewhere.size() * piece);
}

Recording::~Recording() {
  end_kernels(0);
  delete watched.exchange(nullptr);
  Kokkos::Tools::Experimental::set_end_parallel_for_callback(nullptr);
}

}  // namespace isomer::test

// What instrumented code calls, instead of ThreadSanitizer's runtime.
extern "C" {

void* __real_memcpy(void* to, void const* from, std::size_t bytes);
void* __real_memmove(void* to, void const* from, std::size_t bytes);
void* __real_memset(void* to, int value, std::size_t bytes);

void* __wrap_memcpy(void* to, void const* from, std::size_t bytes) {
  isomer::test::note(from, bytes, isomer::test::reads);
  isomer::test::note(to, bytes, isomer::test::writes);
  return __real_memcpy(to, from, bytes);
}
void* __wrap_memmove(void* to, void const* from, std::size_t bytes) {
  isomer::test::note(from, bytes, isomer::test::reads);
  isomer::test::note(to, bytes, isomer::test::writes);
  return __real_memmove(to, from, bytes);
}
void* __wrap_memset(void* to, int value, std::size_t bytes) {
  isomer::test::note(to, bytes, isomer::test::writes);
  return __real_memset(to, value, bytes);
}

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_atomic_thread_fence(int) { std::atomic_thread_fence(std::memory_order_seq_cst); }

void __tsan_read_range(void* from, std::size_t bytes) {
  isomer::test::note(from, bytes, isomer::test::reads);
}
void __tsan_write_range(void* to, std::size_t bytes) {
  isomer::test::note(to, bytes, isomer::test::writes);
}

#define ISOMER_ACCESSES(Bytes)                                                                  \
  void __tsan_read##Bytes(void* from) { isomer::test::note(from, Bytes, isomer::test::reads); } \
  void __tsan_write##Bytes(void* to) { isomer::test::note(to, Bytes, isomer::test::writes); }
ISOMER_ACCESSES(1)
ISOMER_ACCESSES(2)
ISOMER_ACCESSES(4)
ISOMER_ACCESSES(8)
ISOMER_ACCESSES(16)
#undef ISOMER_ACCESSES

// The strictest order serves for every order.
#define ISOMER_ATOMICS(Bits, Word)                                                                \
  Word __tsan_atomic##Bits##_load(Word const volatile* from, int) {                               \
    isomer::test::note(const_cast<Word const*>(from), sizeof(Word), isomer::test::reads);         \
    return __atomic_load_n(from, __ATOMIC_SEQ_CST);                                               \
  }                                                                                               \
  void __tsan_atomic##Bits##_store(Word volatile* to, Word word, int) {                           \
    isomer::test::note(const_cast<Word*>(to), sizeof(Word), isomer::test::writes);                \
    __atomic_store_n(to, word, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                               \
  Word __tsan_atomic##Bits##_fetch_add(Word volatile* at, Word word, int) {                       \
    isomer::test::note(const_cast<Word*>(at), sizeof(Word),                                       \
                       isomer::test::reads | isomer::test::writes);                               \
    return __atomic_fetch_add(at, word, __ATOMIC_SEQ_CST);                                        \
  }                                                                                               \
  Word __tsan_atomic##Bits##_fetch_sub(Word volatile* at, Word word, int) {                       \
    isomer::test::note(const_cast<Word*>(at), sizeof(Word),                                       \
                       isomer::test::reads | isomer::test::writes);                               \
    return __atomic_fetch_sub(at, word, __ATOMIC_SEQ_CST);                                        \
  }                                                                                               \
  Word __tsan_atomic##Bits##_fetch_or(Word volatile* at, Word word, int) {                        \
    isomer::test::note(const_cast<Word*>(at), sizeof(Word),                                       \
                       isomer::test::reads | isomer::test::writes);                               \
    return __atomic_fetch_or(at, word, __ATOMIC_SEQ_CST);                                         \
  }                                                                                               \
  int __tsan_atomic##Bits##_compare_exchange_strong(Word volatile* at, Word* was, Word word, int, \
                                                    int) {                                        \
    isomer::test::note(const_cast<Word*>(at), sizeof(Word),                                       \
                       isomer::test::reads | isomer::test::writes);                               \
    return __atomic_compare_exchange_n(at, was, word, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }                                                                                               \
  int __tsan_atomic##Bits##_compare_exchange_weak(Word volatile* at, Word* was, Word word, int a, \
                                                  int b) {                                        \
    return __tsan_atomic##Bits##_compare_exchange_strong(at, was, word, a, b);                    \
  }
ISOMER_ATOMICS(8, std::uint8_t)
ISOMER_ATOMICS(32, std::uint32_t)
ISOMER_ATOMICS(64, std::uint64_t)
#undef ISOMER_ATOMICS

}  // extern "C"
