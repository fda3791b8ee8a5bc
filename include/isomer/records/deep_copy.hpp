// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/region.hpp>
#include <isomer/records/detail/change.hpp>
#include <isomer/records/for_each.hpp>
#include <isomer/records/mirror.hpp>

namespace isomer {

namespace detail {

/// The checks of types that all copies make.
template <class Dst, class Src>
constexpr void assert_copied_records() {
  static_assert(!std::is_const_v<typename Dst::value_type>,
                "isomer: the records of dst must not be const");
  static_assert(
      std::is_same_v<typename Src::non_const_value_type, typename Dst::non_const_value_type>,
      "isomer: dst and src must have the same record type");
}

/// Copies the bytes of records that lie alike, in memory of two devices.
template <class To, class From, class Exec>
void copy_bytes(Exec const& exec, std::byte* dst, std::byte* src,
                std::vector<ByteMove> const& moves) {
  using Bytes = Kokkos::View<std::byte*, Kokkos::LayoutRight, To, Kokkos::MemoryUnmanaged>;
  using Others = Kokkos::View<std::byte*, Kokkos::LayoutRight, From, Kokkos::MemoryUnmanaged>;
  for (ByteMove const& move : moves) {
    auto const bytes = static_cast<std::size_t>(move.bytes);
    Kokkos::deep_copy(exec, Bytes(dst + move.dst, bytes), Others(src + move.src, bytes));
  }
}

/// Rearranges those that go panel by panel.
template <class Exec>
void copy_panels(char const* function, Exec const& exec, std::byte* dst, std::byte* src,
                 RecordCopy const& copy) {
  if (copy.panels.count > 0)
    cached_plan(exec, copy.panels, {}, function)
        ->run(exec, dst + copy.dst, src + copy.src, nullptr);
}

/// Copies a record.
template <class Src>
struct CopyRecord {
  Src src;

  KOKKOS_FUNCTION void operator()(auto const& dst, std::int64_t i) const { dst(i) = src(i); }
};

/// Rearranges between two memories that `exec` can access.
template <class Exec, class Dst, class Src>
void copy_rearranged(Exec const& exec, Dst const& dst, Src const& src, RecordCopy const& copy) {
  assert_accessible<Exec, Dst>();
  assert_accessible<Exec, Src>();
  copy_panels("isomer::deep_copy", exec, RecordAccess::bytes(whole(dst)),
              RecordAccess::bytes(whole(src)), copy);
  if constexpr (!RecordViewLike<Dst> || !RecordViewLike<Src>) {
    if (copy.singles == 0) return;
    auto const from = span_of(src);
    visit_all("isomer::records::copy_singles", exec,
              span_of(isomer::subview(dst, {0, copy.singles})), CopyRecord<decltype(from)>{from});
  }
}

/// New records for all bytes of `view`, or of a part, at the same places of their tiles.
template <class Space, class T, class A, class S>
auto records_alike(RecordView<T, A, S> const& view) {
  return isomer::create_mirror(Space{}, view);
}
template <class Space, class T, class A, class S>
auto records_alike(RecordSubview<T, A, S> const& part) {
  auto const& record = dynamic_record<std::remove_const_t<T>>();
  auto const tile =
      static_cast<std::size_t>(record_layout(record, part.arrangement(), 1).largest_tile());
  std::size_t const first = part.first() % tile;
  std::size_t const end = first + part.size();
  return isomer::subview(records_like<Space>(part, end, own_capacity(record, end)), {first, end});
}

}  // namespace detail

/// Copies record by record between views and subviews, whatever the two arrangements: equal ones
/// byte for byte, others at memory speed. Between memories the bytes travel as they are and are
/// rearranged where `exec` runs, which takes memory there for as many records. Asynchronous on
/// `exec`. Throws Error before any byte is written if the counts differ or records overlap. Of
/// records that are rows of a larger View, or a subview, its other rows and records stay as they
/// are. Where the ranges of two subviews begin at different places of their tiles, records are
/// copied one by one.
template <detail::ExecutionSpace Exec, detail::RecordsLike Dst, detail::RecordsLike Src>
void deep_copy(Exec const& exec, Dst const& dst, Src const& src) {
  using T = typename Src::non_const_value_type;
  detail::assert_copied_records<Dst, Src>();
  constexpr bool reads = Kokkos::SpaceAccessibility<Exec, typename Src::memory_space>::accessible;
  constexpr bool writes = Kokkos::SpaceAccessibility<Exec, typename Dst::memory_space>::accessible;
  static_assert(reads || writes,
                "isomer: the execution space must be able to access the memory of dst or src");
  detail::Region const region("isomer::deep_copy");
  auto const to = detail::records_info(dst);
  auto const from = detail::records_info(src);
  detail::require_memory("isomer::deep_copy", "dst", to);
  detail::require_memory("isomer::deep_copy", "src", from);
  auto const copy =
      detail::change_by_copy("isomer::deep_copy", detail::dynamic_record<T>(), to, from);
  if (src.size() == 0) return;
  if (!copy.alike.empty()) {
    detail::copy_bytes<typename Dst::device_type, typename Src::device_type>(exec, to.data,
                                                                             from.data, copy.alike);
  } else if constexpr (reads && writes) {
    detail::copy_rearranged(exec, dst, src, copy);
  } else if constexpr (writes) {
    auto const here = detail::records_alike<typename Dst::memory_space>(src);
    isomer::deep_copy(exec, here, src);
    isomer::deep_copy(exec, dst, here);
    exec.fence("isomer::deep_copy: fence before temporary records are freed");
  } else {
    auto const here = detail::records_alike<typename Src::memory_space>(dst);
    isomer::deep_copy(exec, here, src);
    isomer::deep_copy(exec, dst, here);
    exec.fence("isomer::deep_copy: fence before temporary records are freed");
  }
}

/// As above on the default instance of the execution space of `dst`; returns when it is done.
template <detail::RecordsLike Dst, detail::RecordsLike Src>
void deep_copy(Dst const& dst, Src const& src) {
  typename Dst::execution_space const exec{};
  isomer::deep_copy(exec, dst, src);
  exec.fence("isomer::deep_copy: fence after the call without an instance");
}

}  // namespace isomer
