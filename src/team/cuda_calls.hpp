// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

/// CUDA's own calls, where Kokkos has none.
namespace isomer::team {

/// Whether what is enqueued on an instance becomes part of a CUDA graph.
template <class Exec>
bool is_captured(Exec const& /*exec*/) {
  return false;
}

#ifdef KOKKOS_ENABLE_CUDA
/// Whether a call did what it had to. If not, that is dealt with here: CUDA keeps it for the next
/// launch, whose failure it would seem to be.
inline bool succeeds(cudaError_t result) {
  if (result != cudaSuccess) cudaGetLastError();
  return result == cudaSuccess;
}

inline bool is_captured(Kokkos::Cuda const& exec) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return succeeds(cudaStreamIsCapturing(exec.cuda_stream(), &status)) &&
         status != cudaStreamCaptureStatusNone;
}

/// The moment when the device has done what was enqueued on an instance.
class CudaEvent {
 public:
  CudaEvent() = default;
  ~CudaEvent() {
    if (event_ != nullptr) cudaEventDestroy(event_);
  }
  CudaEvent(CudaEvent const&) = delete;
  CudaEvent& operator=(CudaEvent const&) = delete;

  /// Whether it could be marked; then it is now, and no longer what it was before.
  bool record(Kokkos::Cuda const& exec) {
    is_set_ = is_of(exec.cuda_device()) && succeeds(cudaEventRecord(event_, exec.cuda_stream()));
    return is_set_;
  }
  /// True of one that could not be marked.
  bool is_passed() const { return !is_set_ || succeeds(cudaEventQuery(event_)); }
  /// Whether there was one to wait for.
  bool wait() const { return is_set_ && succeeds(cudaEventSynchronize(event_)); }

 private:
  /// A stream takes only events of its device.
  bool is_of(int device) {
    cudaSetDevice(device);
    if (event_ != nullptr && device_ == device) return true;
    if (event_ != nullptr) cudaEventDestroy(event_);
    device_ = device;
    if (succeeds(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming))) return true;
    event_ = nullptr;
    return false;
  }

  cudaEvent_t event_ = nullptr;
  int device_ = 0;
  bool is_set_ = false;
};
#endif

}  // namespace isomer::team
