// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <csetjmp>
#include <cstddef>

#include <ucontext.h>

namespace isomer::test {

/// A thread of control with a stack of its own, which runs while it is resumed and until it pauses
/// or its body returns. It can be started again; its stack stays.
///
/// The stack is entered through a context, every later switch is a jump, which makes no system
/// call. AddressSanitizer is told of each.
class Fiber {
 public:
  using Body = void (*)(void* argument);

  Fiber();
  ~Fiber();
  Fiber(Fiber const&) = delete;
  Fiber& operator=(Fiber const&) = delete;

  /// What the next `resume` begins. What ran before is forgotten, its objects are not destroyed.
  void start(Body body, void* argument);
  void resume();
  /// Called by the fiber itself: returns from `resume`.
  void pause();
  bool is_done() const { return is_done_; }

 private:
  static void enter(unsigned high, unsigned low);
  void run();
  void leave_caller();
  void arrive_at_caller();

  std::byte* memory_;
  Body body_ = nullptr;
  void* argument_ = nullptr;
  bool is_entered_ = false;
  bool is_done_ = true;
  ucontext_t first_{};
  std::jmp_buf caller_{};
  std::jmp_buf own_{};
  // What AddressSanitizer wants kept for either side.
  void* caller_fake_ = nullptr;
  void* own_fake_ = nullptr;
  void const* caller_bottom_ = nullptr;
  std::size_t caller_size_ = 0;
};

}  // namespace isomer::test
