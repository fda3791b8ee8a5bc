// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <isomer/files.hpp>

#include "files/offer/choose.hpp"
#include "files/run/verify.hpp"

namespace isomer::files {

/// What a call wants of a file: arguments that have passed all checks, and limits that hold here.
struct Target {
  std::string path{};  ///< the real one
  FileArray array{};
  std::vector<int> axes{};  ///< counted from 0
  std::uint64_t array_bytes = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t memory = 0;

  bool moves_nothing() const;
};

/// Throws isomer::Error for all that can be wrong with a call that reads the file.
Target checked_target(std::string const& path, FileArray const& array, std::vector<int> const& axes,
                      Options const& options);

/// Where the companion will be.
std::string companion_folder(Target const& target, std::string const& journal_directory);

/// Throws isomer::Error unless the file may be written and the companion made.
void require_rewritable(Target const& target, Options const& options);

/// Bytes of disk that may be taken of `free` ones, for an array of that size.
std::uint64_t spare_of(std::uint64_t free, std::uint64_t array_bytes, Options const& options);
/// The same in this folder.
std::uint64_t spare_in(std::string const& folder, std::uint64_t array_bytes,
                       Options const& options);

Limits limits_in_place(Target const& target, Options const& options);
Limits limits_of_copy(Target const& target, Options const& options);

/// What a sum over all elements has to know.
Elements elements_of(Target const& target);

}  // namespace isomer::files
