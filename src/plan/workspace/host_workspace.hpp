// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <new>

#include <Kokkos_Core.hpp>

#include "in_place/decomposition.hpp"
#include "machine/huge_pages.hpp"

namespace isomer::in_place {

/// Workspace on the host. Not a View: before Kokkos frees host memory it fences every space. Tools
/// see it all the same. From `many` bytes on it advises huge pages: each call allocates anew, and
/// 4.5 MB take 2.9 ms to touch and free on pages of 4 KiB, 0.4 ms on huge ones.
class HostWorkspace {
 public:
  template <class Exec>
  HostWorkspace(Exec const& /*exec*/, std::size_t bytes)
      : data_(bytes == 0 ? nullptr : ::operator new(bytes, alignment, std::nothrow)),
        bytes_(bytes) {
    if (data_ == nullptr) return;
    if (bytes >= many) detail::wish_for_huge_pages(data_, bytes);
    if (Kokkos::Tools::profileLibraryLoaded())
      Kokkos::Tools::allocateData(space(), label, data_, bytes_);
  }
  ~HostWorkspace() {
    if (data_ != nullptr && Kokkos::Tools::profileLibraryLoaded())
      Kokkos::Tools::deallocateData(space(), label, data_, bytes_);
    ::operator delete(data_, alignment);
  }
  HostWorkspace(HostWorkspace const&) = delete;
  HostWorkspace& operator=(HostWorkspace const&) = delete;

  explicit operator bool() const { return data_ != nullptr || bytes_ == 0; }
  std::byte* data() const { return static_cast<std::byte*>(data_); }

 private:
  static constexpr std::align_val_t alignment{workspace_alignment};
  static constexpr std::size_t many = std::size_t{4} << 20;
  static constexpr char const* label = "isomer::in_place::workspace";
  static Kokkos::Tools::SpaceHandle space() {
    return Kokkos::Tools::make_space_handle(Kokkos::HostSpace::name());
  }

  void* data_;
  std::size_t bytes_;
};

}  // namespace isomer::in_place
