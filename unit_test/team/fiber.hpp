// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

namespace isomer::test {

/// A thread of control with a stack of its own, which runs while it is resumed and until it pauses
/// or its body returns. It can be started again.
///
/// A stack is entered through a context, every later switch is a jump, which makes no system call;
/// a stack whose body has returned waits for the next, of this fiber or of another.
/// AddressSanitizer is told of each switch.
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

 private:
  class Stack;

  std::unique_ptr<Stack> stack_;
};

}  // namespace isomer::test
