// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <Kokkos_Core.hpp>

#include "plan/across/crossing.hpp"

namespace isomer::detail {

/// Host memory that a device's copy engine reads and writes by itself; ordinary where there is no
/// device.
#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
using PinnedMemory = Kokkos::SharedHostPinnedSpace;
#else
using PinnedMemory = Kokkos::HostSpace;
#endif

struct FreePinned {
  void operator()(std::byte* data) const;
};
using PinnedBytes = std::unique_ptr<std::byte, FreePinned>;
/// Null where there is no memory.
PinnedBytes allocate_pinned(char const* label, std::size_t bytes);

/// The bytes of a slab unless one element is larger.
inline constexpr std::int64_t slab_bytes = 4 << 20;

/// The host's buffers of one copy. To pin memory takes longer than to send it, so one pair is kept
/// from call to call until Kokkos is finalized; calls at the same time have pairs of their own.
class PinnedBuffers {
 public:
  explicit PinnedBuffers(std::int64_t bytes_each);

  explicit operator bool() const { return data_ != nullptr; }
  std::byte* operator[](int buffer) const {
    return data_.get() + buffer * data_.get_deleter().bytes_each;
  }

 private:
  struct GiveBack {
    std::int64_t bytes_each;
    void operator()(std::byte* data) const;
  };
  std::unique_ptr<std::byte, GiveBack> data_;
};

}  // namespace isomer::detail
