// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include <isomer/advisor/detail/logged_place.hpp>
#include <isomer/records/detail/launch.hpp>

namespace isomer::detail {

/// Records four groups of 64 neighbours, or fewer if the body takes long. `visit(i)` runs the body
/// on record i; what it writes is undone after each.
KernelTrace record_items(Recorder& log, std::function<void(std::int64_t)> const& visit);

/// The type of a body's index: int if it takes any.
template <class Body, class Span>
using IndexOf = std::conditional_t<takes_wide_index<Body, Span>, std::int64_t, int>;

template <class T, class Body>
KernelTrace record_body(Recorder::Scene const& scene, Body const& body) {
  Recorder log(scene);
  RecordingSpan<T> const seen(log);
  return record_items(
      log, [&](std::int64_t i) { body(seen, static_cast<IndexOf<Body, RecordingSpan<T>>>(i)); });
}

}  // namespace isomer::detail
