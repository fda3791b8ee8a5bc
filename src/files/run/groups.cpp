// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/groups.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <utility>

#include "files/run/meter.hpp"
#include "files/run/pipeline.hpp"
#include "files/run/stages.hpp"
#include "files/schedule/transfer.hpp"
#include "files/store/file_error.hpp"

namespace isomer::files {
namespace {

/// One group after the other, each step in its order, all in this thread.
bool do_in_order(Stages& stages, Meter& meter, GroupBuffers& buffers, std::uint64_t first,
                 RunOptions const& options) {
  Buffer& in = buffers.in[0];
  auto& out = buffers.out;
  std::array<Group, 2> groups;
  for (std::uint64_t t = first; t <= stages.count(); ++t) {
    Group& group = groups[t % 2];
    Group const& earlier = groups[(t + 1) % 2];
    std::byte* const here = out[t % 2].data();
    std::byte* const before = out[(t + 1) % 2].data();
    group = stages.group(t);
    stages.read(group, in.data());
    if (t > first) stages.overlay(earlier, before, group, in.data());
    stages.move(t, group, in.data(), here);
    stages.write(t, group, here);
    stages.flush(group);
    stages.record(t, meter.seconds());
    if (t > first) stages.settle(earlier, before);
    meter.add(group);
    if (options.progress) options.progress(meter.progress());
    if (t == stages.count()) stages.end(group, here);
    else if (options.stop && options.stop()) return true;
  }
  return false;
}

}  // namespace

void take_buffers(Work& work) {
  Requests requests(0, 0);
  Stages const stages(work, requests);
  auto& [totals, in, out] = work.buffers.emplace();
  totals = totals_of(*work.schedule);
  if (work.done >= stages.count()) return;
  Group const last = stages.group(stages.count());
  std::uint64_t const in_bytes = std::max(totals.in_bytes, last.in_bytes);
  std::uint64_t const out_bytes = std::max(totals.out_bytes, last.out_bytes);
  try {
    for (Buffer& buffer : in) buffer = Buffer(in_bytes);
    for (Buffer& buffer : out) buffer = Buffer(out_bytes);
  } catch (std::bad_alloc const&) {
    throw Failure(work.path + ": no memory is left for buffers of " +
                  std::to_string(2 * (in_bytes + out_bytes)) + " bytes");
  }
}

bool do_groups(Work& work, RunOptions const& options, Outcome& outcome) {
  GroupBuffers buffers = std::move(*work.buffers);
  work.buffers.reset();
  Requests requests(options.threads, options.rate);
  Totals const& totals = buffers.totals;
  Stages stages(
      work, requests,
      groups_ahead(*work.schedule, options.spare, std::max(totals.in_bytes, totals.out_bytes)));
  std::uint64_t const first = work.done + 1;
  bool is_stopped = false;
  Meter meter(*work.schedule, totals, work.done, work.seconds);
  if (first <= stages.count()) {
    bool const through_ring = work.goes_through_ring();
    if (options.threads > 0) {
      Pipeline pipeline(stages, meter, through_ring, first, buffers);
      is_stopped = pipeline.run(options);
    } else {
      is_stopped = do_in_order(stages, meter, buffers, first, options);
    }
  }
  if (work.companion) work.companion->sync();
  outcome.bytes_read += meter.bytes_read();
  outcome.bytes_written += meter.bytes_written();
  return is_stopped;
}

}  // namespace isomer::files
