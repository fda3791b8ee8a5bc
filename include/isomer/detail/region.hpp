// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace isomer::detail {

/// A region of profiles, named after the call: kernels, allocations and transfers of a call lie
/// within it. Costs a look at a variable where no tool is loaded.
class Region {
 public:
  explicit Region(char const* name) : is_open_(Kokkos::Tools::profileLibraryLoaded()) {
    if (is_open_) Kokkos::Profiling::pushRegion(name);
  }
  Region(Region const&) = delete;
  Region& operator=(Region const&) = delete;
  ~Region() {
    if (is_open_) Kokkos::Profiling::popRegion();
  }

 private:
  bool is_open_;
};

}  // namespace isomer::detail
