// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "files/byte_schedules.hpp"
#include "files/memory_store.hpp"
#include "files/run/runner.hpp"
#include "files/schedule/steps.hpp"

namespace isomer::files::test {

/// A file on a disk in memory, and what is to become of it.
struct CrashCase {
  std::string name{};
  std::shared_ptr<Schedule const> schedule{};
  std::string before{};
  std::string after{};
  std::string new_header{};         ///< empty: the file has none
  std::string journal_directory{};  ///< empty: the companion lies beside the file
  RunOptions options{};             ///< how schedules are made from their numbers
};

/// With a header that begins as that of a .npy file, or none.
CrashCase byte_case(Way way, Matrix const& matrix, std::uint64_t page, std::uint64_t at_once,
                    bool has_header, std::uint64_t seed);

/// With a schedule as the program makes them, with a header where there is room for one.
CrashCase scheduled_case(Kind kind, bool wants_header, std::uint64_t seed);
/// The same in two steps.
CrashCase stepwise_case(Kind kind, bool wants_header, std::uint64_t seed);

/// The file is "file" there.
Task task_of(CrashCase const& it);

/// One after the other: the first attempt runs, all others recover.
struct Attempt {
  std::optional<std::uint64_t> stop{};  ///< operation before which it is killed
  std::optional<std::uint64_t> fail{};  ///< operation from which on one fails
  bool fails_flush = false;             ///< a flush alone
  Cut cut = Cut::process;
};

/// Attempts, a recovery that nobody cuts short, a power cut, and recovery again; half of the
/// recoveries are told the companion's folder, and the last ones. What is wrong
/// then, or was shown to a reader in between; empty: nothing.
std::string outcome_of(CrashCase const& it, std::vector<Attempt> const& attempts,
                       std::uint64_t seed);

/// Operations of a run that nobody cuts short; what is wrong with its result is in `wrong`.
std::uint64_t operations_of(CrashCase const& it, std::string& wrong);

}  // namespace isomer::files::test
