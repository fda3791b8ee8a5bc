// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <isomer/detail/problem.hpp>

namespace isomer::in_place {

/// The transposition of an m x n matrix.
inline detail::InPlaceProblem matrix(std::int64_t m, std::int64_t n, int element_bytes) {
  detail::InPlaceProblem p;
  p.rank = 2;
  p.element_bytes = element_bytes;
  p.extent = {m, n};
  p.axes = {1, 0};
  return p;
}

/// Labels and sizes of what Kokkos hands out and takes back while it lives.
class MemoryLog {
 public:
  using Entries = std::vector<std::pair<std::string, std::uint64_t>>;

  MemoryLog() {
    taken().clear();
    returned().clear();
    Kokkos::Tools::Experimental::set_allocate_data_callback(
        [](Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t bytes) {
          taken().emplace_back(label, bytes);
        });
    Kokkos::Tools::Experimental::set_deallocate_data_callback(
        [](Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t bytes) {
          returned().emplace_back(label, bytes);
        });
  }
  ~MemoryLog() {
    Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
  }
  MemoryLog(MemoryLog const&) = delete;
  MemoryLog& operator=(MemoryLog const&) = delete;

  static Entries& taken() {
    static Entries entries;
    return entries;
  }
  static Entries& returned() {
    static Entries entries;
    return entries;
  }
};

}  // namespace isomer::in_place
