// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <exception>
#include <new>
#include <string>

#include <isomer/error.hpp>

#include "files/journal/companion.hpp"
#include "files/run/work.hpp"
#include "files/store/file_error.hpp"

namespace isomer::files {

/// The call that goes on with the work, whether or not the system tells where its companion is.
inline std::string recover_call(Work const& work) {
  try {
    return recover_call(*work.store, work.path, work.place);
  } catch (std::exception const&) {
    return "isomer recover " + work.path;
  }
}

/// Work behind the mark: whatever fails there, a callback too, says that `recover` goes on.
template <class Body>
void recoverable(Work const& work, Body const& body) {
  std::string const& path = work.path;
  auto const interrupted = [&](std::string const& reason) {
    return Interrupted(reason + "; " + recover_call(work) + " goes on");
  };
  try {
    body();
  } catch (Error const& error) {
    throw interrupted(error.what());
  } catch (std::bad_alloc const&) {
    throw interrupted(path + ": no memory is left");
  } catch (std::exception const& error) {
    throw interrupted(path + ": " + error.what());
  } catch (...) {
    throw interrupted(path + ": what was thrown is no std::exception");
  }
}

}  // namespace isomer::files
