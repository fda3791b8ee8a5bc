// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/detail/copy_across.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

#include <isomer/detail/engine.hpp>
#include <isomer/error.hpp>

#include "plan/across/crossing.hpp"
#include "plan/across/pinned_buffers.hpp"
#include "plan/across/transfer_marks.hpp"
#include "plan/workspace/workspace.hpp"
#include "problem/messages.hpp"
#include "problem/normalize.hpp"
#include "problem/slabs.hpp"
#include "team/exec_spaces.hpp"
#include "team/transfer.hpp"

namespace isomer::detail {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

template <class Memory>
using Bytes = Kokkos::View<std::byte*, Memory, Kokkos::MemoryUnmanaged>;

using team::transfer;

/// The plans of one side: for slabs of either size.
template <class Exec>
class SlabPlans {
 public:
  SlabPlans(char const* function, Exec const& exec, Slabs const& slabs, bool packs) {
    for (bool const is_rest : {false, true}) {
      if (is_rest && !slabs.has_rest()) continue;
      Problem const problem = packs ? slabs.packing(is_rest) : slabs.unpacking(is_rest);
      plan_[is_rest ? 1U : 0U] = cached_plan(exec, problem, {}, function);
    }
    if (!slabs.has_rest()) plan_[1] = plan_[0];
  }

  void run(Exec const& exec, Slab const& slab, std::byte* dst, std::byte const* src) const {
    plan_[slab.is_rest ? 1U : 0U]->run(exec, dst, src, nullptr);
  }

 private:
  std::array<PlanPtr<Exec>, 2> plan_;
};

/// The buffers in the device's memory.
template <class Device>
class DeviceBuffers {
 public:
  DeviceBuffers(Device const& device, std::int64_t bytes_each)
      : bytes_each_((bytes_each + 255) / 256 * 256),
        memory_(device, static_cast<std::size_t>(crossing_buffers * bytes_each_)) {}

  explicit operator bool() const { return static_cast<bool>(memory_); }
  std::byte* operator[](int buffer) const { return memory_.data() + buffer * bytes_each_; }

 private:
  std::int64_t bytes_each_;
  in_place::WorkspaceOn<Device> memory_;
};

/// The slabs are packed as they lie in the host's array, so that the host copies runs and the
/// device, whose memory is faster, changes the layout.
template <class Device>
class DeviceSteps final : public CrossingSteps {
 public:
  DeviceSteps(char const* function, Device const& device, CopyAcross const& copy,
              Slabs const& slabs)
      : device_(device),
        copy_(copy),
        host_plans_(function, host_, slabs, !copy.to_host),
        device_plans_(function, device, slabs, copy.to_host),
        host_buffers_(slabs.largest_bytes()),
        device_buffers_(device, slabs.largest_bytes()),
        marks_(device) {
    if (host_buffers_ && device_buffers_) return;
    throw Error(std::string(function) + ": there is no memory for two buffers of " +
                bytes(static_cast<double>(slabs.largest_bytes())) + " in the " +
                (host_buffers_ ? "device's" : "host's") +
                " memory, a copy between memories has to have both");
  }
  ~DeviceSteps() override { device_.fence("isomer::deep_copy: fence before buffers are given up"); }

  void on_host(Slab const& slab, int buffer) override {
    std::byte* const packed = host_buffers_[buffer];
    if (copy_.to_host) host_plans_.run(host_, slab, dst(slab), packed);
    else host_plans_.run(host_, slab, packed, src(slab));
    host_.fence("isomer::deep_copy: fence after the host's part of a slab");
  }

  void on_device(Slab const& slab, int buffer) override {
    using Memory = typename Device::memory_space;
    std::byte* const packed = device_buffers_[buffer];
    if (copy_.to_host) {
      device_plans_.run(device_, slab, packed, src(slab));
      transfer<PinnedMemory, Memory>(device_, host_buffers_[buffer], packed, slab.bytes);
      marks_.set(buffer);
    } else {
      transfer<Memory, PinnedMemory>(device_, packed, host_buffers_[buffer], slab.bytes);
      marks_.set(buffer);
      device_plans_.run(device_, slab, dst(slab), packed);
    }
  }

  void wait(int buffer) override { marks_.wait(buffer); }

 private:
  std::byte* dst(Slab const& slab) const {
    return copy_.dst + slab.dst * copy_.problem.element_bytes;
  }
  std::byte const* src(Slab const& slab) const {
    return copy_.src + slab.src * copy_.problem.element_bytes;
  }

  Host host_{};
  Device device_;
  CopyAcross copy_;
  SlabPlans<Host> host_plans_;
  SlabPlans<Device> device_plans_;
  PinnedBuffers host_buffers_;
  DeviceBuffers<Device> device_buffers_;
  TransferMarks<Device> marks_;
};

}  // namespace

template <class Device>
void copy_across(char const* function, Device const& device, CopyAcross const& copy) {
  using Memory = typename Device::memory_space;
  std::int64_t const bytes = volume_bytes(copy.problem);
  if (bytes == 0) return;
  if (is_one_run(copy.problem)) {
    if (copy.to_host) transfer<Kokkos::HostSpace, Memory>(device, copy.dst, copy.src, bytes);
    else transfer<Memory, Kokkos::HostSpace>(device, copy.dst, copy.src, bytes);
    return;
  }
  Slabs const slabs(copy.problem, copy.to_host ? Side::dst : Side::src, slab_bytes);
  DeviceSteps<Device> steps(function, device, copy, slabs);
  cross(copy.to_host ? Direction::to_host : Direction::to_device, slabs, steps);
}

#define ISOMER_INSTANTIATE(Exec) \
  template void copy_across<Exec>(char const*, Exec const&, CopyAcross const&);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
