// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/call/measure.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

#include <isomer/error.hpp>

#include "files/call/place.hpp"
#include "files/store/posix_store.hpp"

namespace isomer::files {
namespace {

/// Below this a whole rewriting takes less time than the measurement is worth.
constexpr std::uint64_t least_file = std::uint64_t{256} << 20U;
constexpr std::uint64_t room_bytes = std::uint64_t{64} << 20U;

/// A few percent of what a rewriting takes on a fast disk.
double seconds_for(std::uint64_t file_bytes) {
  constexpr double bytes_a_second = 2e10;
  return std::clamp(static_cast<double>(file_bytes) / bytes_a_second, 0.1, 0.5);
}

/// To write to; null if there cannot be one, or no room for it.
std::unique_ptr<StoreFile> roomy_file(std::string const& folder) {
  auto file = nameless_file(folder);
  if (!file) return nullptr;
  try {
    if (free_room(folder) < 4 * room_bytes) return nullptr;
    file->allocate(0, room_bytes);
  } catch (Error const&) {
    return nullptr;
  }
  return file;
}

}  // namespace

Disk measured_disk(std::string const& path, std::string const& folder) {
  bool const is_in_memory = place_of(path).is_memory();
  auto const like = default_disk(is_in_memory ? DiskKind::memory : DiskKind::nvme);
  PosixStore store;
  auto const file = store.open(path, Access::read);
  auto const bytes = file->facts().bytes;
  if (is_in_memory || bytes < least_file) return like;
  auto const room = roomy_file(folder);
  return measure(*file, room.get(), 0, room ? room_bytes : 0, like, seconds_for(bytes));
}

}  // namespace isomer::files
