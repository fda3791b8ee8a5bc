// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <isomer/detail/view_info.hpp>
#include <isomer/records/detail/launch.hpp>
#include <isomer/records/subview.hpp>

namespace isomer {

/// Calls `body(particles, i)` for each record i of a view or subview, in parallel: `particles(i)`
/// is a reference to it, and other indices may be read. The body PROMISES not to depend on what it
/// writes to other records; that is what lets the host compute several at once in vectors.
/// Asynchronous on `exec`.
///
/// The body is written once for all arrangements: a struct whose `operator()` is a const template,
/// or, for the host, a generic lambda. nvcc refuses generic lambdas on the device. `particles` is
/// no RecordView on the host, but has its `operator()`, `size()` and `capacity()`, of a subview
/// that of the view.
///
///     isomer::for_each("push", exec, view, [=](auto const& particles, int i) {
///       auto p = particles(i);   // a reference
///       p.x += dt * p.v[0];
///     });
template <class Exec, detail::RecordsLike V, class Body>
requires detail::ExecutionSpace<Exec>
void for_each(std::string const& label, Exec const& exec, V const& view, Body const& body) {
  static_assert(Kokkos::SpaceAccessibility<Exec, typename V::memory_space>::accessible,
                "isomer: the execution space must be able to access the memory of the view");
  detail::visit_all(label, exec, detail::span_of(view), body);
}

/// As above on the default instance of the execution space of the view; returns when it is done.
template <detail::RecordsLike V, class Body>
void for_each(std::string const& label, V const& view, Body const& body) {
  typename V::execution_space const exec{};
  isomer::for_each(label, exec, view, body);
  exec.fence("isomer::for_each: fence after the call without an instance");
}

}  // namespace isomer
