// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

namespace isomer::files {

/// What the file system says of itself where a file lies.
struct Place {
  std::string file_system{};  ///< such as "nfs"; empty where it keeps what it promises
  bool has_barriers = true;   ///< it was not mounted without them

  bool is_memory() const { return file_system == "tmpfs" || file_system == "ramfs"; }
};

/// `table` is the list of mounts.
Place place_of(std::string const& path, std::string const& table = "/proc/self/mountinfo");

/// Whether the name is not too long for a file there.
bool can_be_named(std::string const& path);

/// Bytes that this user may still use there.
std::uint64_t free_room(std::string const& folder);

}  // namespace isomer::files
