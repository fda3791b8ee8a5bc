// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/call/target.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include <isomer/error.hpp>

#include "files/call/place.hpp"
#include "files/call/replace.hpp"
#include "files/checks.hpp"
#include "files/store/file_error.hpp"
#include "files/store/posix_store.hpp"
#include "machine/memory_limits.hpp"

namespace isomer::files {
namespace {

/// Of the room that is free a tenth stays so.
constexpr std::uint64_t parts_of_free = 10;
constexpr std::uint64_t least_spare = std::uint64_t{1} << 30U;
constexpr std::uint64_t percent = 100;
constexpr std::uint64_t default_spare_percent = 3;

struct stat facts_of(std::string const& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) throw FileError(path, "cannot be opened", errno);
  return status;
}

std::uint64_t memory_for(Options const& options) {
  if (options.memory != 0) return options.memory;
  return static_cast<std::uint64_t>(detail::memory_left()) / 2;
}

std::string why_no_new_file(Target const& target, Options const& options) {
  if (options.keep_inode) return "options.keep_inode forbids a new file";
  return why_not_replaced(target.path);
}

/// Extents and steps with the slowest axis first, whatever the order.
template <class Number>
void reverse_if(bool reversed, std::vector<Number>& numbers) {
  if (reversed) std::reverse(numbers.begin(), numbers.end());
}

}  // namespace

bool Target::moves_nothing() const { return files::moves_nothing(array, axes); }

Target checked_target(std::string const& path, FileArray const& array, std::vector<int> const& axes,
                      Options const& options) {
  Target target;
  target.array = array;
  target.array_bytes = checked_bytes(array);
  require_order(array.order);
  target.axes = checked_axes(array, axes);
  require_header(array, options);
  PosixStore store;
  target.path = store.real_path(path);
  auto const facts = facts_of(target.path);
  if (S_ISDIR(facts.st_mode)) throw FileError(path, "is no regular file", EISDIR);
  if (!S_ISREG(facts.st_mode)) throw Error(path + ": is no regular file");
  if (access(target.path.c_str(), R_OK) != 0) throw FileError(path, "cannot be read", errno);
  target.file_bytes = static_cast<std::uint64_t>(facts.st_size);
  require_inside(array, target.array_bytes, path, target.file_bytes);
  target.memory = memory_for(options);
  return target;
}

std::string companion_folder(Target const& target, std::string const& journal_directory) {
  return journal_directory.empty() ? folder_of(target.path) : journal_directory;
}

void require_rewritable(Target const& target, Options const& options) {
  if (access(target.path.c_str(), W_OK) != 0)
    throw FileError(target.path, "cannot be written", errno);
  auto const folder = companion_folder(target, options.journal_directory);
  struct stat status {};
  if (stat(folder.c_str(), &status) != 0)
    throw FileError(folder, "cannot hold the companion", errno);
  if (!S_ISDIR(status.st_mode)) throw FileError(folder, "cannot hold the companion", ENOTDIR);
  auto const beside = folder_of(target.path);
  auto const name = "/" + target.path.substr(target.path.rfind('/') + 1) + ".isomer";
  for (auto const& [written, what] :
       {std::pair(folder, "the companion"), std::pair(beside, "the link to the companion")}) {
    if (access(written.c_str(), W_OK) != 0)
      throw FileError(written, std::string("cannot hold ") + what, errno);
    if (!can_be_named(written + name))
      throw FileError(written + name, "cannot be made", ENAMETOOLONG);
  }
}

std::uint64_t spare_of(std::uint64_t free, std::uint64_t array_bytes, Options const& options) {
  auto const wanted = options.spare != 0
                          ? options.spare
                          : std::max(array_bytes / percent * default_spare_percent, least_spare);
  return std::min(wanted, free - free / parts_of_free);
}

std::uint64_t spare_in(std::string const& folder, std::uint64_t array_bytes,
                       Options const& options) {
  return spare_of(free_room(folder), array_bytes, options);
}

Limits limits_in_place(Target const& target, Options const& options) {
  Limits limits = limits_of_copy(target, options);
  limits.spare =
      spare_in(companion_folder(target, options.journal_directory), target.array_bytes, options);
  limits.spare_of_transfer = spare_in(folder_of(target.path), target.array_bytes, options);
  limits.no_new_file = why_no_new_file(target, options);
  return limits;
}

Limits limits_of_copy(Target const& target, Options const& options) {
  Limits limits;
  limits.file_bytes = target.file_bytes;
  limits.memory = target.memory;
  limits.way = options.way;
  return limits;
}

Elements elements_of(Target const& target) {
  auto const& extents = target.array.extents;
  auto const rank = extents.size();
  bool const is_f = target.array.order == Order::f;
  Elements elements;
  elements.bytes = target.array.element_bytes;
  elements.extents = extents;
  elements.steps.resize(rank);
  std::uint64_t step = 1;
  for (std::size_t n = 0; n < rank; ++n) {
    auto const k = static_cast<std::size_t>(target.axes[is_f ? n : rank - 1 - n]);
    elements.steps[k] = step;
    step *= extents[k];
  }
  reverse_if(is_f, elements.extents);
  reverse_if(is_f, elements.steps);
  return elements;
}

}  // namespace isomer::files
