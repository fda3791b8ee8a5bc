// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include <isomer/detail/engine.hpp>

#include "program/command_line.hpp"
#include "program/kokkos_session.hpp"
#include "program/progress.hpp"

/// What the commands that move data have in common.
namespace isomer::program {

/// Throws UsageError unless there is one file with --in-place, else two.
void require_files(CommandLine const& line);

/// What a signal prints while a file is rewritten in place.
std::string half_moved_note(CommandLine const& line, std::string const& path);

/// Runs a plan on `bytes` of a file and returns when it is done.
void run_in_place(Exec const& exec, detail::ExecutablePlan<Exec> const& plan, std::byte* data,
                  std::int64_t bytes);

/// Moves `bytes` and brings them to disk; with --verbose says how, and how fast.
void timed_move(CommandLine const& line, std::int64_t bytes, Progress& progress,
                std::function<detail::PlanFacts()> const& move, std::function<void()> const& flush);

}  // namespace isomer::program
