// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include <isomer/files.hpp>

#include "files/group.hpp"
#include "files/run/verify.hpp"
#include "files/store/store.hpp"

namespace isomer::files {

/// One rewriting of a file, or a copy into another.
struct Task {
  std::string path{};
  std::string to{};  ///< copy: the file that is made; else empty
  std::string journal_directory{};
  std::shared_ptr<Schedule const> schedule{};
  std::string old_header{};  ///< the file has to begin with it when the work begins
  std::string new_header{};  ///< empty: the file has no header that says what it is
  std::string words{};       ///< dtype, shape and axes, for status and for who opens the companion
  Elements elements{};       ///< for `verify`
};

struct RunOptions {
  int threads = 8;  ///< that read and write; 0: all in this thread, in order
  std::uint64_t rate = 0;
  std::uint64_t spare = 0;  ///< bytes of disk in place, for room ahead of what `transfer` writes
  bool verify = false;      ///< recovery: if the first run verified, too
  std::uint64_t verify_memory = std::uint64_t{1} << 24U;  ///< bytes that it reads at a time
  std::function<void(Progress const&)> progress{};
  std::function<bool()> stop{};
  /// Of tests, for schedules that `files::schedule_of` does not know.
  std::function<std::unique_ptr<Schedule>(std::span<std::uint64_t const>)> schedule_of{};
};

struct Outcome {
  bool stopped = false;
  bool verified = false;
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_written = 0;
  int passes = 0;  ///< 0: there was nothing to do
  Way way = Way::automatic;
};

/// Begins, does all groups, finishes.
Outcome run(Store& store, Task const& task, RunOptions const& options);

/// Finishes what was cut short, whenever that was.
Outcome recover(Store& store, std::string const& path, std::string const& journal_directory,
                RunOptions const& options);

Status status(Store& store, std::string const& path, std::string const& journal_directory,
              RunOptions const& options = {});

}  // namespace isomer::files
