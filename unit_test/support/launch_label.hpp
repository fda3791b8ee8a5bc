// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

namespace isomer::test {

/// While it lives, knows the label of the kernel that was launched last, as profilers see it.
class LaunchLabel {
 public:
  LaunchLabel() : before_(Kokkos::Tools::Experimental::get_callbacks()) {
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(note);
  }
  ~LaunchLabel() { Kokkos::Tools::Experimental::set_callbacks(before_); }
  LaunchLabel(LaunchLabel const&) = delete;
  LaunchLabel& operator=(LaunchLabel const&) = delete;

  static std::string const& last() { return last_; }

 private:
  static void note(char const* label, std::uint32_t /*device*/, std::uint64_t* id) {
    *id = 0;
    last_ = label;
  }

  inline static std::string last_;
  Kokkos::Tools::Experimental::EventSet before_;
};

}  // namespace isomer::test
