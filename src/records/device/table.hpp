// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <string>

#include <Kokkos_Core.hpp>

#include <isomer/error.hpp>

#include "team/cuda_calls.hpp"
#include "team/table_bytes.hpp"
#include "team/transfer.hpp"

namespace isomer::records {

using team::TableBytes;

/// A plan's copy of them where its kernels run, on the device of an instance. It is made with the
/// plan, so that runs neither allocate nor wait.
template <class Exec>
class TableOnDevice {
 public:
  /// Throws Error, with `function` in front, where there is no memory for it, or where a CUDA graph
  /// captures what is enqueued, which forbids to allocate.
  TableOnDevice(Exec const& exec, TableBytes const& table, char const* function) {
    if (table.size() == 0) return;
    if (team::is_captured(exec))
      throw Error(std::string(function) +
                  ": a plan with a table on the device cannot be made while a CUDA graph captures "
                  "the stream, it has to be made before the capture, and kept");
    view_.reset(allocated(exec, table.size(), function));
    team::transfer<Memory, Kokkos::HostSpace>(exec, view_->data(), table.data(), table.size());
    exec.fence("isomer::records: a plan's table is on the device");
  }

  std::byte const* data() const { return view_ == nullptr ? nullptr : view_->data(); }

 private:
  using Memory = typename Exec::memory_space;
  using View = Kokkos::View<std::byte*, Memory>;
  /// Cached plans outlive Kokkos, which takes its memory with it. CUDA frees memory when the
  /// kernels that read it have ended; the host's, which Kokkos can be built to take in its place,
  /// is freed at once.
  struct WhileKokkosIsThere {
    void operator()(View* view) const {
      if (!Kokkos::is_initialized()) return;
#ifdef KOKKOS_ENABLE_IMPL_CUDA_UNIFIED_MEMORY
      Kokkos::fence("isomer::records: fence before a plan's table is given up");
#endif
      delete view;
    }
  };

  static View* allocated(Exec const& exec, std::size_t bytes, char const* function) {
    try {
      return new View(
          Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "isomer::records::table"), bytes);
    } catch (std::exception const& error) {  // Kokkos' own type, which differs between its releases
      throw Error(std::string(function) + ": there is no memory for a table of " +
                  std::to_string(bytes) + " bytes on the device, which says where records lie; " +
                  error.what());
    }
  }

  std::unique_ptr<View, WhileKokkosIsThere> view_;
};

}  // namespace isomer::records
