// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/detail/change.hpp>
#include <isomer/records/mirror.hpp>

namespace isomer {

namespace detail {

/// Some bytes of a view.
template <class V>
auto bytes_of(V const& view, ByteRun const& run) {
  return Kokkos::View<std::byte*, Kokkos::LayoutRight, typename V::device_type,
                      Kokkos::MemoryUnmanaged>(RecordAccess::bytes(view) + run.begin,
                                               static_cast<std::size_t>(run.bytes));
}

/// Copies the bytes of records that lie alike.
template <class Exec, class Dst, class Src>
void copy_bytes(Exec const& exec, Dst const& dst, Src const& src,
                std::vector<ByteRun> const& runs) {
  for (ByteRun const& run : runs) Kokkos::deep_copy(exec, bytes_of(dst, run), bytes_of(src, run));
}

/// Rearranges between two memories that `exec` can access.
template <class Exec, class Dst, class Src>
void copy_rearranged(Exec const& exec, Dst const& dst, Src const& src,
                     RecordProblem const& problem) {
  assert_accessible<Exec, Dst>();
  assert_accessible<Exec, Src>();
  cached_plan(exec, problem, {}, "isomer::deep_copy")
      ->run(exec, RecordAccess::bytes(dst), RecordAccess::bytes(src), nullptr);
}

}  // namespace detail

/// Copies record by record, whatever the two arrangements: equal ones byte for byte, others at
/// memory speed. Between memories the bytes travel as they are and are rearranged where `exec`
/// runs, which takes memory there for as many records. Asynchronous on `exec`. Throws Error before
/// any byte is written if the counts differ or records overlap. Of records that are rows of a
/// larger View, its other rows stay as they are.
template <detail::ExecutionSpace Exec, detail::RecordViewLike Dst, detail::RecordViewLike Src>
void deep_copy(Exec const& exec, Dst const& dst, Src const& src) {
  using T = typename Src::non_const_value_type;
  static_assert(!std::is_const_v<typename Dst::value_type>,
                "isomer: the records of dst must not be const");
  static_assert(std::is_same_v<T, typename Dst::non_const_value_type>,
                "isomer: dst and src must have the same record type");
  constexpr bool reads = Kokkos::SpaceAccessibility<Exec, typename Src::memory_space>::accessible;
  constexpr bool writes = Kokkos::SpaceAccessibility<Exec, typename Dst::memory_space>::accessible;
  static_assert(reads || writes,
                "isomer: the execution space must be able to access the memory of dst or src");
  auto const to = detail::records_info(dst);
  auto const from = detail::records_info(src);
  detail::require_memory("isomer::deep_copy", "dst", to);
  detail::require_memory("isomer::deep_copy", "src", from);
  auto const problem =
      detail::change_by_copy("isomer::deep_copy", detail::dynamic_record<T>(), to, from);
  if (src.size() == 0) return;
  if (auto const runs = detail::runs_alike(problem, to.owns_gaps && from.owns_gaps);
      !runs.empty()) {
    detail::copy_bytes(exec, dst, src, runs);
  } else if constexpr (reads && writes) {
    detail::copy_rearranged(exec, dst, src, problem);
  } else if constexpr (writes) {
    auto const here = isomer::create_mirror(typename Dst::memory_space{}, src);
    isomer::deep_copy(exec, here, src);
    isomer::deep_copy(exec, dst, here);
    exec.fence("isomer::deep_copy: fence before temporary records are freed");
  } else {
    auto const here = isomer::create_mirror(typename Src::memory_space{}, dst);
    isomer::deep_copy(exec, here, src);
    isomer::deep_copy(exec, dst, here);
    exec.fence("isomer::deep_copy: fence before temporary records are freed");
  }
}

/// As above on the default instance of the execution space of `dst`; returns when it is done.
template <detail::RecordViewLike Dst, detail::RecordViewLike Src>
void deep_copy(Dst const& dst, Src const& src) {
  typename Dst::execution_space const exec{};
  isomer::deep_copy(exec, dst, src);
  exec.fence("isomer::deep_copy: fence after the call without an instance");
}

}  // namespace isomer
