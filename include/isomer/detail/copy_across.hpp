// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <type_traits>

#include <isomer/detail/cast_of.hpp>
#include <isomer/detail/describe.hpp>
#include <isomer/detail/engine.hpp>
#include <isomer/detail/problem.hpp>
#include <isomer/detail/region.hpp>
#include <isomer/detail/view_info.hpp>

/// Copies between two memories that no execution space reaches both of: one is the host's.
namespace isomer::detail {

/// Whether an execution space can access the memory of a View.
template <class Exec, class V>
inline constexpr bool reaches_v =
    Kokkos::SpaceAccessibility<Exec, typename V::memory_space>::accessible;

template <class Exec>
inline constexpr bool reaches_host_v =
    Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;

struct CopyAcross {
  Problem problem;
  std::byte* dst = nullptr;
  std::byte const* src = nullptr;
  bool to_host = false;
};

/// Both sides dense and of the same layout: one transfer, enqueued on `device`. Else in slabs
/// through pinned memory, while the device changes the layout: returns when the data are there.
/// Throws Error if there is no memory for buffers.
template <class Device>
void copy_across(char const* function, Device const& device, CopyAcross const& copy);

/// The same of Views, on an instance that reaches one of them; the host reaches the other.
template <class Device, class Dst, class Src>
void copy_on_device(char const* function, Device const& device, Dst const& dst, Src const& src) {
  static_assert(has_kernels_v<Device>,
                "isomer: this execution space is none of those the library was built for");
  Region const region(function);
  ViewInfo const to = view_info(dst);
  ViewInfo const from = view_info(src);
  if (both_unallocated(to, from)) return;
  CopyAcross copy;
  copy.problem = describe(function, to, from, Axes::identity(from.rank));
  copy.dst = to.data;
  copy.src = from.data;
  copy.to_host = !reaches_v<Device, Dst>;
  copy_across(function, device, copy);
}

/// Copies between memories of which `exec` reaches one. Where that is the host's, the work is done
/// on the default instance of the other one's execution space, between two fences.
template <class Exec, class Dst, class Src>
void copy_between_memories(char const* function, Exec const& exec, Dst const& dst, Src const& src) {
  constexpr bool reads = reaches_v<Exec, Src>;
  constexpr bool writes = reaches_v<Exec, Dst>;
  static_assert(reads || writes,
                "isomer: the execution space must be able to access the memory of dst or src");
  static_assert(!std::is_const_v<typename Dst::value_type>,
                "isomer: dst must have non-const elements");
  assert_same_elements<Dst, Src>();
  using Other = std::conditional_t<reads, Dst, Src>;
  if constexpr (reaches_host_v<Exec>) {
    using Device = typename Other::memory_space::execution_space;
    Device const device{};
    exec.fence("isomer::deep_copy: fence before a copy between memories");
    copy_on_device(function, device, dst, src);
    device.fence("isomer::deep_copy: fence after a copy between memories");
  } else {
    static_assert(reaches_v<Kokkos::DefaultHostExecutionSpace, Other>,
                  "isomer: the host must be able to access the memory that the execution space "
                  "cannot access");
    copy_on_device(function, exec, dst, src);
  }
}

/// The execution space of a copy for which the caller names none: one that reaches both Views if
/// there is one, else the device's.
template <class Dst, class Src>
struct CopySpace {
  using To = typename Dst::execution_space;
  using From = typename Src::execution_space;
  static constexpr bool takes_from = reaches_v<To, Src>     ? false
                                     : reaches_v<From, Dst> ? true
                                                            : reaches_host_v<To>;
  using type = std::conditional_t<takes_from, From, To>;
};

}  // namespace isomer::detail
