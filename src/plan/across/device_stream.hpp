// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include "plan/across/transfer_marks.hpp"

namespace isomer::detail {

/// What a device is given to do, in its order, with a mark behind the last transfer of each buffer.
template <class Exec>
class DeviceStream {
 public:
  using Device = Exec;
  explicit DeviceStream(Device const& device) : device_(device), marks_(device) {}

  Device const& device() const { return device_; }
  /// `work(device)` enqueues on it.
  template <class Work>
  void enqueue(Work const& work) {
    work(device_);
  }
  void mark(int buffer) { marks_.set(buffer); }
  void wait(int buffer) { marks_.wait(buffer); }
  void finish() { device_.fence("isomer::deep_copy: fence before buffers are given up"); }

 private:
  Device device_;
  TransferMarks<Device> marks_;
};

}  // namespace isomer::detail
