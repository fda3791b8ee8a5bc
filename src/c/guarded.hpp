// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <string>

#include <Kokkos_Core.hpp>

#include <isomer/isomer.h>

/// What every function of the C interface does around its work.
namespace isomer::c {

using Host = Kokkos::DefaultHostExecutionSpace;

/// The text of isomer_last_error() in this thread.
std::string& last_error();

/// The status of the exception that is being handled, with its text as the last error of
/// `function`.
int status_of_exception(char const* function);

/// The instance that calls run on. Starts Kokkos if nobody has.
Host host();

/// Calls `work`, in an OpenMP region of the caller's on a thread of its own: Kokkos launches no
/// kernel from inside of one.
void outside_regions(std::function<void()> const& work);

/// `body(host)` until all that it enqueues is done, its exceptions as a status.
template <class Body>
int guarded(char const* function, Body const& body) {
  try {
    outside_regions([&] {
      Host const exec = host();
      body(exec);
      exec.fence("isomer: fence at the end of a call from C");
    });
    return ISOMER_SUCCESS;
  } catch (...) {
    return status_of_exception(function);
  }
}

/// `ask()`, or `otherwise` after an exception.
template <class Answer, class Question>
Answer asked(char const* function, Answer otherwise, Question const& ask) {
  try {
    Answer answer = otherwise;
    outside_regions([&] { answer = ask(); });
    return answer;
  } catch (...) {
    status_of_exception(function);
    return otherwise;
  }
}

}  // namespace isomer::c
