// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// glibc's hardened longjmp takes a jump to another stack for an error.
#undef _FORTIFY_SOURCE
#include "team/fiber.hpp"

#include <cstdint>
#include <new>
#include <vector>

#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__)
#define ISOMER_TEST_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ISOMER_TEST_ASAN
#endif
#endif
#ifdef ISOMER_TEST_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

namespace isomer::test {
namespace {

constexpr std::size_t stack_bytes = 128 << 10;
/// Below the stack, so that running over it is a fault and not a riddle.
constexpr std::size_t guard_bytes = 64 << 10;

/// Stacks that no fiber has at the moment: mapping one takes longer than most fibers run.
class StackPool {
 public:
  StackPool() = default;
  StackPool(StackPool const&) = delete;
  StackPool& operator=(StackPool const&) = delete;
  ~StackPool() {
    for (std::byte* const stack : free_) munmap(stack, guard_bytes + stack_bytes);
  }

  std::byte* take() {
    if (free_.empty()) return map();
    std::byte* const stack = free_.back();
    free_.pop_back();
    return stack;
  }
  void give(std::byte* stack) { free_.push_back(stack); }

 private:
  static std::byte* map() {
    void* const memory = mmap(nullptr, guard_bytes + stack_bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    if (mprotect(memory, guard_bytes, PROT_NONE) != 0) {
      munmap(memory, guard_bytes + stack_bytes);
      throw std::bad_alloc();
    }
    return static_cast<std::byte*>(memory);
  }

  std::vector<std::byte*> free_{};
};

StackPool& stacks() {
  static thread_local StackPool pool;
  return pool;
}

}  // namespace

Fiber::Fiber() : memory_(stacks().take()) {}

Fiber::~Fiber() { stacks().give(memory_); }

void Fiber::start(Body body, void* argument) {
  body_ = body;
  argument_ = argument;
  is_entered_ = false;
  is_done_ = false;
  own_fake_ = nullptr;
  getcontext(&first_);
  first_.uc_stack.ss_sp = memory_ + guard_bytes;
  first_.uc_stack.ss_size = stack_bytes;
  first_.uc_link = nullptr;
  auto const self = reinterpret_cast<std::uintptr_t>(this);
  makecontext(&first_, reinterpret_cast<void (*)()>(enter), 2, static_cast<unsigned>(self >> 32),
              static_cast<unsigned>(self));
}

void Fiber::enter(unsigned high, unsigned low) {
  reinterpret_cast<Fiber*>(static_cast<std::uintptr_t>(high) << 32 | low)->run();
}

void Fiber::run() {
#ifdef ISOMER_TEST_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &caller_bottom_, &caller_size_);
#endif
  body_(argument_);
  is_done_ = true;
  pause();
}

void Fiber::leave_caller() {
#ifdef ISOMER_TEST_ASAN
  __sanitizer_start_switch_fiber(&caller_fake_, memory_ + guard_bytes, stack_bytes);
#endif
}

void Fiber::arrive_at_caller() {
#ifdef ISOMER_TEST_ASAN
  __sanitizer_finish_switch_fiber(caller_fake_, nullptr, nullptr);
#endif
}

void Fiber::resume() {
  if (_setjmp(caller_) == 0) {
    leave_caller();
    if (is_entered_) _longjmp(own_, 1);
    is_entered_ = true;
    setcontext(&first_);
  }
  arrive_at_caller();
}

void Fiber::pause() {
  if (_setjmp(own_) == 0) {
#ifdef ISOMER_TEST_ASAN
    // A fiber that is done gives its fake stack back.
    __sanitizer_start_switch_fiber(is_done_ ? nullptr : &own_fake_, caller_bottom_, caller_size_);
#endif
    _longjmp(caller_, 1);
  }
#ifdef ISOMER_TEST_ASAN
  __sanitizer_finish_switch_fiber(own_fake_, &caller_bottom_, &caller_size_);
#endif
}

}  // namespace isomer::test
