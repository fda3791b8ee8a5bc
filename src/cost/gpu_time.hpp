// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cost/pass.hpp"
#include "machine/machine.hpp"

namespace isomer::detail {

/// Bytes read plus bytes written a second by a kernel that has `in_flight` bytes of loads under way
/// on each multiprocessor.
///
/// By Little's law loads alone allow D = 2 in_flight units / (latency + 150 ns); together with the
/// copy's rate C it is (C^-p + D^-p)^(-1/p), where p, fitted to published curves of copies, says
/// how sharply the two meet.
double gpu_rate(Machine const& gpu, std::int64_t in_flight);

/// Blocks of `threads` threads with `registers` each and `shared_bytes` of scratch that a
/// multiprocessor holds at a time.
int resident_blocks(Machine const& gpu, int threads, int registers, int shared_bytes);
/// .. and that it has of a launch of that many: no more than its part of them.
std::int64_t blocks_of_unit(Machine const& gpu, int threads, int registers, int shared_bytes,
                            std::int64_t blocks);

/// The scratch that a block of `threads` threads may have.
std::int64_t max_scratch_bytes(Machine const& gpu, int threads);

/// The time of a copy of that many bytes by a kernel of its own: what "of copy" compares with.
double gpu_copy_seconds(Machine const& gpu, std::int64_t bytes);

/// The time of a pass whose kernels have pass.in_flight bytes of loads under way on each
/// multiprocessor: what memory moves at that rate (M) and what its warps execute
/// (Work::instructions, I) as (M^2.5 + I^2.5)^(1/2.5), or what passes through the second-level
/// cache (Work::buffered_bytes) if that takes longer, and the launches.
double gpu_seconds(Machine const& gpu, Pass const& pass);

}  // namespace isomer::detail
