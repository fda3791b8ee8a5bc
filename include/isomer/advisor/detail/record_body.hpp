// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include <isomer/advisor/detail/log_memory.hpp>
#include <isomer/advisor/detail/logged_place.hpp>
#include <isomer/records/detail/launch.hpp>

namespace isomer::detail {

enum class RecordedOn : std::uint8_t { host, device };

/// Records four groups of 64 neighbours, or fewer if the body takes long. `item(i)` runs the body
/// on record i, undoes what it writes, and returns what it did.
KernelTrace record_items(std::int64_t count, RecordedOn where,
                         std::function<ItemTrace(std::int64_t)> const& item);

/// Throws the Error about a kernel whose index cannot count the records.
[[noreturn]] void throw_narrow_kernel(Scene const& scene);

/// The type of the index with which a body is recorded, however many records there are.
template <class T, class Body>
using RecordedIndex = typename BodyIndex<Body, RecordingSpan<T>>::Many;

/// What `for_each` throws for as many records, before the body runs.
template <class T, class Body>
void require_counting_index(Scene const& scene) {
  if (!counts<RecordedIndex<T, Body>>(static_cast<std::size_t>(scene.count)))
    throw_narrow_kernel(scene);
}

/// Ends a log, also when a body throws.
struct EndOfItem {
  AccessLog& log;
  KOKKOS_FUNCTION ~EndOfItem() { log.end(); }
};

/// Runs a body on record i, in one thread, and undoes what it writes to records.
template <class T, class Body>
KOKKOS_FUNCTION void run_logged(AccessLog log, Body const& body, std::int64_t i) {
  EndOfItem const end{log};
  RecordingSpan<T> const seen(log);
  body(seen, static_cast<RecordedIndex<T, Body>>(i));
}

/// The same in an execution space.
template <class T, class Body>
struct LoggedRun {
  AccessLog log;
  Body body;
  std::int64_t item;

  KOKKOS_FUNCTION void operator()(std::int64_t) const { run_logged<T>(log, body, item); }
};

/// What a body does that runs on the host: it is called here.
template <class T, class Body>
KernelTrace record_body(Scene const& scene, Body const& body) {
  require_counting_index<T, Body>(scene);
  LogMemory<Kokkos::HostSpace> const memory(scene);
  AccessLog log = memory.log();
  log.on_no_record(throw_no_record, &scene);
  return record_items(scene.count, RecordedOn::host, [&](std::int64_t i) {
    run_logged<T>(log, body, i);
    return memory.item(i);
  });
}

/// What a body does that runs in an execution space: one thread is launched for each item.
template <class T, class Exec, class Body>
KernelTrace record_launches(Exec const& exec, Scene const& scene, Body const& body) {
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  require_counting_index<T, Body>(scene);
  LogMemory<typename Exec::memory_space> const memory(scene);
  return record_items(scene.count, RecordedOn::device, [&](std::int64_t i) {
    Kokkos::parallel_for("isomer::advise", Policy(exec, 0, 1),
                         LoggedRun<T, Body>{memory.log(), body, i});
    exec.fence("isomer::advise: fence after an item");
    return memory.item(i);
  });
}

}  // namespace isomer::detail
