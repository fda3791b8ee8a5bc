// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

namespace isomer::detail {

/// What a control group of the system (cgroup, version 1 or 2) leaves this process: the least of
/// its group's and those above it, where pages of files count as free, as they are given up first.
/// The most there can be where nothing limits it. `root` stands before the paths of the system.
std::int64_t memory_left_by_cgroups(std::string const& root = {});

/// What the limit of address space, RLIMIT_AS (`ulimit -v`), leaves this process beside what it has
/// mapped; the most there can be where there is none.
std::int64_t memory_left_by_address_space();

/// Memory that this process can take without swapping or being killed for it.
std::int64_t memory_left();

}  // namespace isomer::detail
