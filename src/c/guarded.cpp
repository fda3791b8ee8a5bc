// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "c/guarded.hpp"

#include <exception>
#include <functional>
#include <future>
#include <new>

#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

#include <isomer/error.hpp>

#include "plan/in_place/plan_in_place.hpp"
#include "team/start_kokkos.hpp"

namespace isomer::c {

std::string& last_error() {
  thread_local std::string text;
  return text;
}

int status_of_exception(char const* function) {
  auto const say = [&](char const* text, int status) {
    last_error() = text;
    // Errors of the library name the function themselves.
    if (last_error().rfind("isomer", 0) != 0)
      last_error() = std::string(function) + ": " + last_error();
    return status;
  };
  try {
    throw;
  } catch (in_place::NoWorkspace const& error) {
    return say(error.what(), ISOMER_OUT_OF_MEMORY);
  } catch (Error const& error) {
    return say(error.what(), ISOMER_INVALID_ARGUMENT);
  } catch (std::bad_alloc const&) {
    return say("there is not enough memory", ISOMER_OUT_OF_MEMORY);
  } catch (std::exception const& error) {
    return say(error.what(), ISOMER_FAILURE);
  } catch (...) {
    return say("an exception of unknown type", ISOMER_FAILURE);
  }
}

Host host() {
  team::start_kokkos();
  return {};
}

void outside_regions(std::function<void()> const& work) {
#ifdef KOKKOS_ENABLE_OPENMP
  if (omp_get_level() > 0) return std::async(std::launch::async, work).get();
#endif
  work();
}

}  // namespace isomer::c

extern "C" char const* isomer_last_error(void) { return isomer::c::last_error().c_str(); }
