// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include <isomer/detail/engine.hpp>

#include "program/command_line.hpp"
#include "program/files/in_place_file.hpp"
#include "program/kokkos_session.hpp"
#include "program/progress.hpp"

/// What the commands that move data have in common.
namespace isomer::program {

/// Throws UsageError unless there is one file with --in-place, else two.
void require_files(CommandLine const& line);

/// What a signal prints while a file is rewritten in place.
std::string half_moved_note(CommandLine const& line, std::string const& path);

/// Rewrites a file by a plan, or only its header if that is null: its elements are moved within
/// `bytes` from `file.data()` on, after `spread`, if that is not empty. What takes time or may fail
/// comes before the mark: note, workspace, pages.
void rewrite_file(InPlaceFile& file, std::function<void()> const& prepare, Exec const& exec,
                  detail::ExecutablePlan<Exec> const* plan, std::int64_t bytes,
                  std::function<void()> const& spread);

/// Moves `bytes` and brings them to disk; with --verbose says how, and how fast.
void timed_move(CommandLine const& line, std::int64_t bytes, Progress& progress,
                std::function<detail::PlanFacts()> const& move, std::function<void()> const& flush);

}  // namespace isomer::program
