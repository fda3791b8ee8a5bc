// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

#include <isomer/detail/copy_across.hpp>
#include <isomer/detail/engine.hpp>
#include <isomer/error.hpp>

#include "plan/across/crossing.hpp"
#include "plan/across/pinned_buffers.hpp"
#include "plan/workspace/workspace.hpp"
#include "problem/messages.hpp"
#include "problem/slabs.hpp"
#include "team/transfer.hpp"

namespace isomer::detail {

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
/// device, whose memory is faster, changes the layout. `Stream` is a DeviceStream, or stands in for
/// one.
template <class Stream>
class DeviceSteps final : public CrossingSteps {
 public:
  DeviceSteps(char const* function, Stream& stream, CopyAcross const& copy, Slabs const& slabs)
      : stream_(stream),
        copy_(copy),
        host_plans_(function, host_, slabs, !copy.to_host),
        device_plans_(function, stream.device(), slabs, copy.to_host),
        host_buffers_(slabs.largest_bytes()),
        device_buffers_(stream.device(), slabs.largest_bytes()) {
    if (host_buffers_ && device_buffers_) return;
    throw Error(std::string(function) + ": there is no memory for two buffers of " +
                bytes(static_cast<double>(slabs.largest_bytes())) + " in the " +
                (host_buffers_ ? "device's" : "host's") +
                " memory, a copy between memories has to have both");
  }
  ~DeviceSteps() override { stream_.finish(); }

  void on_host(Slab const& slab, int buffer) override {
    std::byte* const packed = host_buffers_[buffer];
    if (copy_.to_host) host_plans_.run(host_, slab, dst(slab), packed);
    else host_plans_.run(host_, slab, packed, src(slab));
    host_.fence("isomer::deep_copy: fence after the host's part of a slab");
  }

  void on_device(Slab const& slab, int buffer) override {
    if (copy_.to_host) {
      stream_.enqueue([this, slab, buffer](Device const& device) {
        device_plans_.run(device, slab, device_buffers_[buffer], src(slab));
        team::transfer<PinnedMemory, Memory>(device, host_buffers_[buffer], device_buffers_[buffer],
                                             slab.bytes);
      });
      stream_.mark(buffer);
    } else {
      stream_.enqueue([this, slab, buffer](Device const& device) {
        team::transfer<Memory, PinnedMemory>(device, device_buffers_[buffer], host_buffers_[buffer],
                                             slab.bytes);
      });
      stream_.mark(buffer);
      stream_.enqueue([this, slab, buffer](Device const& device) {
        device_plans_.run(device, slab, dst(slab), device_buffers_[buffer]);
      });
    }
  }

  void wait(int buffer) override { stream_.wait(buffer); }

 private:
  using Host = Kokkos::DefaultHostExecutionSpace;
  using Device = typename Stream::Device;
  using Memory = typename Device::memory_space;

  std::byte* dst(Slab const& slab) const {
    return copy_.dst + slab.dst * copy_.problem.element_bytes;
  }
  std::byte const* src(Slab const& slab) const {
    return copy_.src + slab.src * copy_.problem.element_bytes;
  }

  Host host_{};
  Stream& stream_;
  CopyAcross copy_;
  SlabPlans<Host> host_plans_;
  SlabPlans<Device> device_plans_;
  PinnedBuffers host_buffers_;
  DeviceBuffers<Device> device_buffers_;
};

}  // namespace isomer::detail
