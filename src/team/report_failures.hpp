// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <exception>
#include <string>

#include <isomer/error.hpp>

namespace isomer::team {

/// Calls launch(); what a runtime says when it cannot becomes an Error that has the plan as well.
template <class Launch>
void report_failures(std::string const& plan, Launch const& launch) {
  try {
    launch();
  } catch (Error const&) {
    throw;
  } catch (std::exception const& error) {
    throw Error(std::string("isomer: a kernel could not be launched: ") + error.what() +
                "; the plan was: " + plan);
  }
}

}  // namespace isomer::team
