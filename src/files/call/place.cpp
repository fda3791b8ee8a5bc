// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/call/place.hpp"

#include <array>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "files/store/posix_file.hpp"
#include "files/store/posix_store.hpp"

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

/// Tries it with a file that has no name.
bool makes_holes(std::string const& folder) {
  constexpr unsigned owner_only = 0600;
  constexpr std::array<char, 8192> bytes{};
  Descriptor const file(
      open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, owner_only));  // NOLINT: it is variadic
  if (!file.is_open()) return false;
  if (write(file.get(), bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
    return false;
  return fallocate(file.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, bytes.size() / 2) ==
         0;
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

std::uint64_t free_room(std::string const& folder) {
  struct statvfs system {};
  if (statvfs(folder.c_str(), &system) != 0) return 0;
  return static_cast<std::uint64_t>(system.f_bavail) * system.f_frsize;
}

std::string why_not_replaced(std::string const& path) {
  struct stat file {};
  if (stat(path.c_str(), &file) != 0) return "it is not there";
  if (file.st_nlink > 1) return "it has " + std::to_string(file.st_nlink) + " hard links";
  auto const user = geteuid();
  if (user != 0 && user != file.st_uid) return "it has another owner";
  auto const folder = folder_of(path);
  if (access(folder.c_str(), W_OK) != 0) return "its folder may not be written";
  if (!makes_holes(folder)) return "its file system makes no holes in files";
  return {};
}

}  // namespace isomer::files
