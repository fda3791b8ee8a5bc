// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/commands/gpu_named.hpp"

#include <fstream>

#include <isomer/error.hpp>

#include "machine/gpu_properties.hpp"
#include "program/failure.hpp"

namespace isomer::program {

std::optional<detail::Machine> gpu_named(std::string const& name) {
  if (name.empty()) return std::nullopt;
  if (auto gpu = detail::gpu_machine(name)) return gpu;
  std::ifstream file(name);
  if (!file)
    throw UsageError("--gpu was '" + name + "', it has to be one of " + detail::gpu_names() +
                     ", or a file of properties");
  try {
    return detail::gpu_machine(detail::read_gpu_properties(file));
  } catch (Error const& error) {
    throw UsageError("--gpu " + name + ": " + error.what());
  }
}

}  // namespace isomer::program
