// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace isomer::program {

/// What the program could not do: one line of text, and the process's exit code with it.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  virtual int exit_code() const { return 1; }
};

/// A command line that makes no sense whatever the files hold.
class UsageError : public Failure {
 public:
  using Failure::Failure;
  int exit_code() const override { return 2; }
};

/// `what` about `path`, with the reason that `errno_value` stands for.
Failure system_failure(std::string const& path, std::string const& what, int errno_value);

/// The text as a single line that a terminal shows harmlessly: control characters, which file names
/// and headers may hold, become '?'. They are those of ASCII and U+0080 to U+009F, in UTF-8 or, in
/// what is none, as bytes.
std::string one_line(std::string_view text);

/// The names of options in a text of the library as they are typed.
std::string as_typed(std::string text);

/// What an Error of the library says, without the function in front, which is the program's
/// business, and with the names of options as they are typed.
std::string without_function(std::string const& what);

}  // namespace isomer::program
