// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/call/replace.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <isomer/error.hpp>

#include "files/call/place.hpp"
#include "files/journal/companion.hpp"
#include "files/store/posix_file.hpp"
#include "files/store/posix_store.hpp"

namespace isomer::files {
namespace {

/// No name can be given to another file where a mount lies on it.
bool is_mount(std::string const& path, dev_t device) {
#ifdef STATX_ATTR_MOUNT_ROOT
  struct statx facts {};
  if (statx(AT_FDCWD, path.c_str(), 0, STATX_BASIC_STATS, &facts) == 0 &&
      (facts.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT) != 0)
    return (facts.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
#endif
  struct stat folder {};
  return stat(folder_of(path).c_str(), &folder) == 0 && folder.st_dev != device;
}

bool makes_holes(StoreFile& file) {
  constexpr std::array<std::byte, 8192> bytes{};
  try {
    file.write(0, bytes);
    file.punch(0, bytes.size() / 2);
  } catch (Error const&) {
    return false;
  }
  return true;
}

/// Empty: the file can be given them.
std::string why_no_attributes(StoreFile& file, std::string const& path) {
  try {
    file.take_attributes(*PosixStore(false).open(path, Access::read));
  } catch (Error const& error) {
    std::string_view const reason = error.what();
    return "its owner, group or attributes cannot be given to another file (" +
           std::string(reason.substr(reason.find(": ") + 2)) + ")";
  }
  return {};
}

/// The first extents behind `start`; none if the file system does not tell.
std::vector<fiemap_extent> extents_from(int file, std::uint64_t start) {
  constexpr std::uint32_t at_once = 512;
  std::vector<std::byte> answer(sizeof(fiemap) + at_once * sizeof(fiemap_extent));
  auto* const request = reinterpret_cast<fiemap*>(answer.data());
  request->fm_start = start;
  request->fm_length = ~std::uint64_t{0} - start;
  request->fm_extent_count = at_once;
  if (ioctl(file, FS_IOC_FIEMAP, answer.data()) != 0) return {};
  std::vector<fiemap_extent> extents(request->fm_mapped_extents);
  if (!extents.empty())
    std::memcpy(extents.data(), answer.data() + sizeof(fiemap),
                extents.size() * sizeof(fiemap_extent));
  return extents;
}

/// Space that others share does not come back from a hole. One with more extents than `most` may
/// have such.
bool may_share_space(std::string const& path, std::size_t most) {
  Descriptor const file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return false;
  std::uint64_t start = 0;
  for (std::size_t seen = 0; seen < most;) {
    auto const extents = extents_from(file.get(), start);
    for (auto const& extent : extents)
      if ((extent.fe_flags & FIEMAP_EXTENT_SHARED) != 0) return true;
    if (extents.empty() || (extents.back().fe_flags & FIEMAP_EXTENT_LAST) != 0) return false;
    seen += extents.size();
    start = extents.back().fe_logical + extents.back().fe_length;
  }
  return true;
}

/// A new file has no holes.
std::uint64_t bytes_of_holes(struct stat const& file) {
  constexpr std::uint64_t stat_block = 512;  // by st_blocks, whatever the file system's are
  auto const bytes = static_cast<std::uint64_t>(file.st_size);
  return bytes - std::min(bytes, static_cast<std::uint64_t>(file.st_blocks) * stat_block);
}

}  // namespace

std::string why_not_replaced(std::string const& path, std::size_t most_extents) {
  struct stat file {};
  if (stat(path.c_str(), &file) != 0) return "it is not there";
  if (file.st_nlink > 1) return "it has " + std::to_string(file.st_nlink) + " hard links";
  if (is_mount(path, file.st_dev)) return "it is mounted where it lies";
  auto const user = geteuid();
  if (user != 0 && user != file.st_uid) return "it has another owner";
  auto const folder = folder_of(path);
  if (access(folder.c_str(), W_OK) != 0) return "its folder may not be written";
  if (!can_be_named(fresh_path(path))) return "its name is too long for a new file beside it";
  auto const other = nameless_file(folder);
  if (!other || !makes_holes(*other)) return "its file system makes no holes in files";
  if (auto reason = why_no_attributes(*other, path); !reason.empty()) return reason;
  if (may_share_space(path, most_extents))
    return "it shares space with other files or snapshots, or has too many extents to tell";
  if (auto const holes = bytes_of_holes(file); holes > 0 && holes > free_room(folder))
    return "it has holes of " + std::to_string(holes) + " bytes, for which there is no room";
  return {};
}

}  // namespace isomer::files
