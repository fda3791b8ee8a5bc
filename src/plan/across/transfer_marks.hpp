// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include <Kokkos_Core.hpp>

#include "plan/across/crossing.hpp"
#include "team/cuda_calls.hpp"

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
  explicit TransferMarks(Kokkos::Cuda exec) : exec_(std::move(exec)) {}

  void set(int buffer) { at(buffer).record(exec_); }
  /// Waits for everything where there was no event to be had.
  void wait(int buffer) {
    if (!at(buffer).wait()) exec_.fence("isomer::deep_copy: fence after transfers");
  }

 private:
  team::CudaEvent& at(int buffer) { return marks_[static_cast<std::size_t>(buffer)]; }

  Kokkos::Cuda exec_;
  std::array<team::CudaEvent, crossing_buffers> marks_;
};
#endif

}  // namespace isomer::detail
