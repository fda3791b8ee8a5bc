// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>

namespace isomer::records {

/// What kernels look up, list behind list; each begins on 16 bytes.
class TableBytes {
 public:
  /// Where the list begins.
  template <class T>
  std::int64_t add(std::vector<T> const& list) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::size_t const begin = bytes_.size();
    std::size_t const size = list.size() * sizeof(T);
    bytes_.resize(begin + (size + 15) / 16 * 16);
    if (size > 0) std::memcpy(bytes_.data() + begin, list.data(), size);
    return static_cast<std::int64_t>(begin);
  }

  std::byte const* data() const { return bytes_.data(); }
  std::size_t size() const { return bytes_.size(); }

 private:
  std::vector<std::byte> bytes_;
};

/// A plan's copy of them where its kernels run. It is made with the plan, so that runs neither
/// allocate nor wait.
template <class Exec>
class TableOnDevice {
 public:
  TableOnDevice(Exec const& exec, TableBytes const& table) {
    if (table.size() == 0) return;
    using Memory = typename Exec::memory_space;
    using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
    data_ = Kokkos::kokkos_malloc<Memory>("isomer::records::table", table.size());
    Kokkos::View<std::byte*, Memory, Unmanaged> const here(static_cast<std::byte*>(data_),
                                                           table.size());
    Kokkos::View<std::byte const*, Kokkos::HostSpace, Unmanaged> const there(table.data(),
                                                                             table.size());
    Kokkos::deep_copy(exec, here, there);
    exec.fence("isomer::records: a plan's table is on the device");
  }
  /// Cached plans outlive Kokkos, which takes its memory with it.
  ~TableOnDevice() {
    if (data_ != nullptr && Kokkos::is_initialized())
      Kokkos::kokkos_free<typename Exec::memory_space>(data_);
  }
  TableOnDevice(TableOnDevice const&) = delete;
  TableOnDevice& operator=(TableOnDevice const&) = delete;

  std::byte const* data() const { return static_cast<std::byte const*>(data_); }

 private:
  void* data_ = nullptr;
};

}  // namespace isomer::records
