// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <Kokkos_Core.hpp>

namespace isomer::test {

/// While it lives, knows the labels of the kernels that are launched, as profilers see them.
class LaunchLabel {
 public:
  LaunchLabel() : before_(Kokkos::Tools::Experimental::get_callbacks()) {
    seen_.clear();
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(note);
  }
  ~LaunchLabel() { Kokkos::Tools::Experimental::set_callbacks(before_); }
  LaunchLabel(LaunchLabel const&) = delete;
  LaunchLabel& operator=(LaunchLabel const&) = delete;

  static std::string const& last() { return last_; }
  /// How often each was launched.
  static std::map<std::string, int> const& seen() { return seen_; }

 private:
  static void note(char const* label, std::uint32_t /*device*/, std::uint64_t* id) {
    *id = 0;
    last_ = label;
    ++seen_[last_];
  }

  inline static std::string last_;
  inline static std::map<std::string, int> seen_;
  Kokkos::Tools::Experimental::EventSet before_;
};

}  // namespace isomer::test
