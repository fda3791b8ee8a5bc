// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#ifdef KOKKOS_ENABLE_CUDA
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "team/cuda_calls.hpp"

namespace isomer::in_place {

/// A pool that keeps up to 256 MiB from call to call; null on devices without pools.
inline cudaMemPool_t make_workspace_pool(int device) {
  cudaMemPoolProps what{};
  what.allocType = cudaMemAllocationTypePinned;
  what.location.type = cudaMemLocationTypeDevice;
  what.location.id = device;
  cudaMemPool_t pool = nullptr;
  if (!team::succeeds(cudaMemPoolCreate(&pool, &what))) return nullptr;
  std::uint64_t kept_bytes = std::uint64_t{256} << 20;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept_bytes);
  return pool;
}

/// That of a device, which lives as long as its context.
inline cudaMemPool_t workspace_pool(int device) {
  static std::mutex mutex;
  static auto& pools = *new std::map<int, cudaMemPool_t>;
  std::lock_guard const lock(mutex);
  auto const [found, is_new] = pools.try_emplace(device, nullptr);
  if (is_new) found->second = make_workspace_pool(device);
  return found->second;
}

/// Workspace on a GPU of NVIDIA's, taken and given back in the order of the stream, so that nobody
/// waits for the kernels that use it: cudaMalloc and cudaFree take 70 us together and wait for all
/// streams. Tools see it all the same.
class StreamWorkspace {
 public:
  StreamWorkspace(Kokkos::Cuda const& exec, std::size_t bytes)
      : stream_(exec.cuda_stream()), bytes_(bytes) {
    if (bytes == 0) return;
    pool_ = workspace_pool(exec.cuda_device());
    cudaSetDevice(exec.cuda_device());  // whose memory cudaMalloc takes
    if (!team::succeeds(pool_ == nullptr ? cudaMalloc(&data_, bytes)
                                         : cudaMallocFromPoolAsync(&data_, bytes, pool_, stream_)))
      data_ = nullptr;
    else if (Kokkos::Tools::profileLibraryLoaded())
      Kokkos::Tools::allocateData(space(), label, data_, bytes_);
  }
  ~StreamWorkspace() {
    if (data_ == nullptr) return;
    if (Kokkos::Tools::profileLibraryLoaded())
      Kokkos::Tools::deallocateData(space(), label, data_, bytes_);
    if (pool_ == nullptr) {
      cudaStreamSynchronize(stream_);
      cudaFree(data_);
    } else {
      cudaFreeAsync(data_, stream_);
    }
  }
  StreamWorkspace(StreamWorkspace const&) = delete;
  StreamWorkspace& operator=(StreamWorkspace const&) = delete;

  explicit operator bool() const { return data_ != nullptr || bytes_ == 0; }
  std::byte* data() const { return static_cast<std::byte*>(data_); }

 private:
  static constexpr char const* label = "isomer::in_place::workspace";
  static Kokkos::Tools::SpaceHandle space() {
    return Kokkos::Tools::make_space_handle(Kokkos::CudaSpace::name());
  }

  cudaStream_t stream_;
  cudaMemPool_t pool_ = nullptr;
  void* data_ = nullptr;
  std::size_t bytes_;
};

}  // namespace isomer::in_place
#endif
