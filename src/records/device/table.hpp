// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <Kokkos_Core.hpp>

#include "team/table_bytes.hpp"
#include "team/transfer.hpp"

namespace isomer::records {

using team::TableBytes;

/// A plan's copy of them where its kernels run. It is made with the plan, so that runs neither
/// allocate nor wait.
template <class Exec>
class TableOnDevice {
 public:
  TableOnDevice(Exec const& exec, TableBytes const& table) {
    if (table.size() == 0) return;
    using Memory = typename Exec::memory_space;
    data_ = Kokkos::kokkos_malloc<Memory>("isomer::records::table", table.size());
    team::transfer<Memory, Kokkos::HostSpace>(exec, static_cast<std::byte*>(data_), table.data(),
                                              table.size());
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
