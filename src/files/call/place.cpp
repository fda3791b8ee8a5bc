// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/call/place.hpp"

#include <array>
#include <cerrno>
#include <fstream>
#include <sstream>

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

namespace isomer::files {
namespace {

struct FileSystemKind {
  std::uint32_t magic;
  char const* name;
};

/// Where a flush may end in another machine's memory or in none but this one's, as statfs(2) names
/// them.
constexpr std::array<FileSystemKind, 9> without_promise{{{0x6969, "NFS"},
                                                         {0x517B, "SMB"},
                                                         {0xFF534D42, "SMB"},
                                                         {0xFE534D42, "SMB"},
                                                         {0x65735546, "FUSE"},
                                                         {0x01021997, "9p"},
                                                         {0x794C7630, "overlay"},
                                                         {0x01021994, "tmpfs"},
                                                         {0x858458F6, "ramfs"}}};

bool is_without_barriers(std::string const& options) {
  std::istringstream list(options);
  for (std::string option; std::getline(list, option, ',');)
    if (option == "nobarrier" || option == "barrier=0") return true;
  return false;
}

/// Whether the mount of a device says that it has none.
bool lacks_barriers(std::string const& table, dev_t device) {
  auto const wanted = std::to_string(major(device)) + ':' + std::to_string(minor(device));
  std::ifstream mounts(table);
  for (std::string line; std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string number;
    std::string parent;
    std::string of;
    words >> number >> parent >> of;
    if (of != wanted) continue;
    std::string last;
    for (std::string word; words >> word;) last = word;
    return is_without_barriers(last);
  }
  return false;
}

}  // namespace

Place place_of(std::string const& path, std::string const& table) {
  Place place;
  struct statfs system {};
  if (statfs(path.c_str(), &system) == 0)
    for (auto const& kind : without_promise)
      if (kind.magic == static_cast<std::uint32_t>(system.f_type)) place.file_system = kind.name;
  struct stat file {};
  if (stat(path.c_str(), &file) == 0) place.has_barriers = !lacks_barriers(table, file.st_dev);
  return place;
}

bool can_be_named(std::string const& path) {
  struct stat file {};
  return lstat(path.c_str(), &file) == 0 || errno != ENAMETOOLONG;
}

std::uint64_t free_room(std::string const& folder) {
  struct statvfs system {};
  if (statvfs(folder.c_str(), &system) != 0) return 0;
  return static_cast<std::uint64_t>(system.f_bavail) * system.f_frsize;
}

}  // namespace isomer::files
