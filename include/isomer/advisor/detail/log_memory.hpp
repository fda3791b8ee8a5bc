// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <vector>

#include <isomer/advisor/detail/access_log.hpp>
#include <isomer/advisor/detail/scene.hpp>
#include <isomer/records/detail/own_memory.hpp>

namespace isomer::detail {

/// Bytes that the log of a kernel takes: 14 MiB and the largest leaf.
std::size_t log_bytes(DynamicRecord const& record);
/// The parts of memory of that size.
AccessLog::Room log_room(DynamicRecord const& record, std::byte* memory);
/// Where the leaves of the records lie.
std::vector<LoggedLeafPlace> leaf_places(Scene const& scene);
/// Throws the Error about a body that refers to record i; `scene` is a Scene.
[[noreturn]] void throw_no_record(void const* scene, std::int64_t i);

/// A log in a memory space, of which the host reads one item after the other.
template <class Space>
class LogMemory {
  static constexpr bool is_here = Kokkos::SpaceAccessibility<Kokkos::HostSpace, Space>::accessible;

 public:
  explicit LogMemory(Scene const& scene)
      : scene_(scene),
        memory_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "isomer::advise"),
                log_bytes(*scene.record)),
        room_(log_room(*scene.record, memory_.data())) {
    auto const places = leaf_places(scene);
    copy<Space, Kokkos::HostSpace>(room_.leaf, places.data(), places.size());
  }

  AccessLog log() const { return {room_, scene_.data, scene_.count, scene_.capacity}; }

  /// What was noted of an item, after its log has ended. Throws Error if it referred to a record
  /// that there is not.
  ItemTrace item(std::int64_t i) const {
    LogCounts counts;
    copy<Kokkos::HostSpace, Space>(&counts, room_.counts, 1);
    if (counts.has_failed) throw_no_record(&scene_, counts.no_record);
    ItemTrace trace{i, counts.accesses, {}};
    trace.access.resize(static_cast<std::size_t>(std::min(counts.accesses, most_accesses_of_item)));
    copy<Kokkos::HostSpace, Space>(trace.access.data(), room_.access, trace.access.size());
    return trace;
  }

 private:
  template <class To, class From, class T>
  static void copy(T const* to, T const* from, std::size_t count) {
    auto* const bytes = reinterpret_cast<std::byte*>(const_cast<T*>(to));
    auto* const source = reinterpret_cast<std::byte*>(const_cast<T*>(from));
    if (count == 0) return;
    if constexpr (is_here) {
      std::memcpy(bytes, source, count * sizeof(T));
    } else {
      using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
      Kokkos::deep_copy(
          Kokkos::View<std::byte*, Kokkos::LayoutRight, To, Unmanaged>(bytes, count * sizeof(T)),
          Kokkos::View<std::byte*, Kokkos::LayoutRight, From, Unmanaged>(source,
                                                                         count * sizeof(T)));
    }
  }

  Scene const& scene_;
  ByteView<Space> memory_;
  AccessLog::Room room_;
};

}  // namespace isomer::detail
