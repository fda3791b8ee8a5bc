// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// glibc's hardened longjmp takes a jump to another stack for an error.
#undef _FORTIFY_SOURCE
#include "team/fiber.hpp"

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <ucontext.h>

#include "support/sanitized.hpp"

#ifdef ISOMER_TEST_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

namespace isomer::test {
namespace {

constexpr std::size_t stack_bytes = 128 << 10;
/// Below the stack, so that running over it is a fault and not a riddle.
constexpr std::size_t guard_bytes = 64 << 10;

}  // namespace

class Fiber::Stack {
 public:
  /// Those that no fiber has at the moment: making one takes longer than most fibers run.
  static std::vector<std::unique_ptr<Stack>>& free() {
    static thread_local std::vector<std::unique_ptr<Stack>> stacks;
    return stacks;
  }

  Stack() {
    void* const memory = mmap(nullptr, guard_bytes + stack_bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    memory_ = static_cast<std::byte*>(memory);
    if (mprotect(memory, guard_bytes, PROT_NONE) == 0) return;
    munmap(memory, guard_bytes + stack_bytes);
    throw std::bad_alloc();
  }
  ~Stack() { munmap(memory_, guard_bytes + stack_bytes); }
  Stack(Stack const&) = delete;
  Stack& operator=(Stack const&) = delete;

  void start(Body body, void* argument) {
    body_ = body;
    argument_ = argument;
    is_entered_ = is_entered_ && is_done_;  // a body that has not returned is left where it is
    is_done_ = false;
    if (!is_entered_) make_context();
  }
  void resume() {
    if (_setjmp(caller_) == 0) {
      leave_caller();
      if (is_entered_) _longjmp(own_, 1);
      is_entered_ = true;
      setcontext(&first_);
    }
    arrive_at_caller();
  }
  void pause() {
    if (_setjmp(own_) == 0) {
#ifdef ISOMER_TEST_ASAN
      __sanitizer_start_switch_fiber(&own_fake_, caller_bottom_, caller_size_);
#endif
      _longjmp(caller_, 1);
    }
    arrive_at_own();
  }

 private:
  void make_context() {
    own_fake_ = nullptr;
    getcontext(&first_);
    first_.uc_stack.ss_sp = memory_ + guard_bytes;
    first_.uc_stack.ss_size = stack_bytes;
    first_.uc_link = nullptr;
    auto const self = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&first_, reinterpret_cast<void (*)()>(enter), 2, static_cast<unsigned>(self >> 32),
                static_cast<unsigned>(self));
  }
  static void enter(unsigned high, unsigned low) {
    reinterpret_cast<Stack*>(static_cast<std::uintptr_t>(high) << 32 | low)->run();
  }
  [[noreturn]] void run() {
    arrive_at_own();
    for (;;) {
      body_(argument_);
      is_done_ = true;
      pause();
    }
  }

  void leave_caller() {
#ifdef ISOMER_TEST_ASAN
    __sanitizer_start_switch_fiber(&caller_fake_, memory_ + guard_bytes, stack_bytes);
#endif
  }
  void arrive_at_caller() {
#ifdef ISOMER_TEST_ASAN
    __sanitizer_finish_switch_fiber(caller_fake_, nullptr, nullptr);
#endif
  }
  void arrive_at_own() {
#ifdef ISOMER_TEST_ASAN
    __sanitizer_finish_switch_fiber(own_fake_, &caller_bottom_, &caller_size_);
#endif
  }

  std::byte* memory_ = nullptr;
  Body body_ = nullptr;
  void* argument_ = nullptr;
  bool is_entered_ = false;
  bool is_done_ = true;
  ucontext_t first_{};
  std::jmp_buf caller_{};
  std::jmp_buf own_{};
  // What AddressSanitizer wants kept for either side.
  [[maybe_unused]] void* caller_fake_ = nullptr;
  void* own_fake_ = nullptr;
  [[maybe_unused]] void const* caller_bottom_ = nullptr;
  [[maybe_unused]] std::size_t caller_size_ = 0;
};

Fiber::Fiber() {
  auto& free = Stack::free();
  if (free.empty()) {
    stack_ = std::make_unique<Stack>();
  } else {
    stack_ = std::move(free.back());
    free.pop_back();
  }
}

Fiber::~Fiber() { Stack::free().push_back(std::move(stack_)); }

void Fiber::start(Body body, void* argument) { stack_->start(body, argument); }
void Fiber::resume() { stack_->resume(); }
void Fiber::pause() { stack_->pause(); }

}  // namespace isomer::test
