// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>
#include <string>

namespace isomer {

/// The exception type of the library. Its text names the function, the argument, what the argument
/// was and what it had to be. It is thrown before the first byte is written, but for two cases,
/// whose text tells them: a device refuses a launch within a plan, or work on a file is cut short.
class Error : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

}  // namespace isomer
