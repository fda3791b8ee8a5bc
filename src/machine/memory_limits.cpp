// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/memory_limits.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

#include <sys/resource.h>
#include <unistd.h>

#include "machine/available_memory.hpp"

namespace isomer::detail {
namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

/// The names of the files of one version.
struct Version {
  char const* limit;
  char const* usage;
};
constexpr Version version_1{"memory.limit_in_bytes", "memory.usage_in_bytes"};
constexpr Version version_2{"memory.max", "memory.current"};

/// The number that a file is; nothing for "max" and for a file that is not there.
std::optional<std::int64_t> number_in(std::string const& path) {
  std::ifstream file(path);
  std::int64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

std::int64_t file_pages_in(std::string const& path) {
  std::ifstream file(path);
  std::string key;
  std::int64_t bytes = 0;
  std::int64_t sum = 0;
  while (file >> key >> bytes)
    if (key == "inactive_file" || key == "active_file") sum += bytes;
  return sum;
}

std::int64_t left_in(std::string const& group, Version const& version) {
  auto const limit = number_in(group + '/' + version.limit);
  if (!limit) return no_limit;
  auto const used = number_in(group + '/' + version.usage).value_or(0);
  auto const held = std::max<std::int64_t>(0, used - file_pages_in(group + "/memory.stat"));
  return std::max<std::int64_t>(0, *limit - held);
}

/// The least of a group and those above it. In a container the path may be one of the host's; then
/// its own group lies at `mount`.
std::int64_t least_in(std::string const& mount, std::string path, Version const& version) {
  auto least = left_in(mount, version);
  while (!path.empty() && path != "/") {
    least = std::min(least, left_in(mount + path, version));
    path.resize(path.rfind('/'));
  }
  return least;
}

bool names_memory(std::string const& controllers) {
  std::istringstream list(controllers);
  for (std::string name; std::getline(list, name, ',');)
    if (name == "memory") return true;
  return false;
}

}  // namespace

std::int64_t memory_left_by_cgroups(std::string const& root) {
  std::ifstream groups(root + "/proc/self/cgroup");
  auto least = no_limit;
  // A line is number:controllers:path, version 2 being number 0 without controllers.
  for (std::string line; std::getline(groups, line);) {
    auto const first = line.find(':');
    auto const second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    auto const controllers = line.substr(first + 1, second - first - 1);
    auto const path = line.substr(second + 1);
    if (path.empty() || path.front() != '/') continue;
    if (controllers.empty())
      least = std::min(least, least_in(root + "/sys/fs/cgroup", path, version_2));
    else if (names_memory(controllers))
      least = std::min(least, least_in(root + "/sys/fs/cgroup/memory", path, version_1));
  }
  return least;
}

std::int64_t memory_left_by_address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur >= static_cast<rlim_t>(no_limit))
    return no_limit;
  auto const mapped = number_in("/proc/self/statm").value_or(0) * sysconf(_SC_PAGESIZE);
  return std::max<std::int64_t>(0, static_cast<std::int64_t>(limit.rlim_cur) - mapped);
}

std::int64_t memory_left() {
  return std::min({available_memory(), memory_left_by_cgroups(), memory_left_by_address_space()});
}

}  // namespace isomer::detail
