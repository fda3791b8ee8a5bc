// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <exception>
#include <new>
#include <string>

#include <isomer/error.hpp>

#include "files/store/file_error.hpp"

namespace isomer::files {

/// Work behind the mark: whatever fails there, a callback too, says that `recover` goes on.
template <class Body>
void recoverable(std::string const& path, Body const& body) {
  auto const interrupted = [&](std::string const& reason) {
    return Interrupted(reason + "; isomer recover " + path + " goes on");
  };
  try {
    body();
  } catch (Error const& error) {
    throw interrupted(error.what());
  } catch (std::bad_alloc const&) {
    throw interrupted(path + ": no memory is left");
  } catch (std::exception const& error) {
    throw interrupted(path + ": " + error.what());
  }
}

}  // namespace isomer::files
