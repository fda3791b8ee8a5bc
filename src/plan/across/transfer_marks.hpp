// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include <Kokkos_Core.hpp>

#include "plan/across/crossing.hpp"

namespace isomer::detail {

/// A mark behind the last transfer with each buffer, to wait for. Kokkos knows no marks, so in
/// general all that was enqueued is waited for: right, but then nothing overlaps.
template <class Exec>
class TransferMarks {
 public:
  explicit TransferMarks(Exec exec) : exec_(std::move(exec)) {}

  void set(int /*buffer*/) {}
  void wait(int /*buffer*/) { exec_.fence("isomer::deep_copy: fence after transfers"); }

 private:
  Exec exec_;
};

#ifdef KOKKOS_ENABLE_CUDA
/// Events of the stream.
template <>
class TransferMarks<Kokkos::Cuda> {
 public:
  explicit TransferMarks(Kokkos::Cuda exec) : exec_(std::move(exec)) {
    cudaSetDevice(exec_.cuda_device());
    for (Mark& mark : marks_)
      if (cudaEventCreateWithFlags(&mark.event, cudaEventDisableTiming) != cudaSuccess)
        mark.event = nullptr;
  }
  ~TransferMarks() {
    for (Mark const& mark : marks_)
      if (mark.event != nullptr) cudaEventDestroy(mark.event);
  }
  TransferMarks(TransferMarks const&) = delete;
  TransferMarks& operator=(TransferMarks const&) = delete;

  void set(int buffer) {
    Mark& mark = at(buffer);
    mark.is_set =
        mark.event != nullptr && cudaEventRecord(mark.event, exec_.cuda_stream()) == cudaSuccess;
  }
  /// Waits for everything where there was no event to be had.
  void wait(int buffer) {
    Mark const& mark = at(buffer);
    if (!mark.is_set || cudaEventSynchronize(mark.event) != cudaSuccess)
      exec_.fence("isomer::deep_copy: fence after transfers");
  }

 private:
  struct Mark {
    cudaEvent_t event = nullptr;
    bool is_set = false;
  };
  Mark& at(int buffer) { return marks_[static_cast<std::size_t>(buffer)]; }

  Kokkos::Cuda exec_;
  std::array<Mark, crossing_buffers> marks_;
};
#endif

}  // namespace isomer::detail
