// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <typeinfo>

namespace isomer {
class Error;
}

namespace isomer::test {

/// What an exception of this type says that `call` throws, or what happened instead. A plain
/// function where gmock's ThrowsMessage instantiates a dozen templates for each call.
template <class Exception = Error>
std::string message_of(std::function<void()> const& call) {
  try {
    call();
  } catch (Exception const& exception) {
    return exception.what();
  } catch (std::exception const& other) {
    return std::string("an exception of another type, ") + typeid(other).name() + ": " +
           other.what();
  } catch (...) {
    return "an exception of another type";
  }
  return "no exception";
}

}  // namespace isomer::test
