// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/store/posix_store.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ios>
#include <random>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/store/file_error.hpp"
#include "files/store/posix_file.hpp"

namespace isomer::files {
namespace {

std::unique_ptr<StoreFile> opened(std::string const& path, int flags, bool direct) {
  constexpr mode_t new_file = 0600;
  Descriptor usual(::open(path.c_str(), flags | O_CLOEXEC, new_file));
  if (!usual.is_open())
    throw FileError(path, (flags & O_CREAT) != 0 ? "cannot be made" : "cannot be opened", errno);
  struct stat status {};
  if (fstat(usual.get(), &status) != 0) throw FileError(path, "cannot be looked at", errno);
  if (!S_ISREG(status.st_mode)) throw Error(path + ": is no regular file");
  Descriptor past_cache;
  if (direct)
    past_cache = Descriptor(::open(path.c_str(), (flags & O_ACCMODE) | O_DIRECT | O_CLOEXEC));
  return std::make_unique<PosixFile>(path, std::move(usual), std::move(past_cache));
}

/// The system would take what is before a zero byte, and another file by it.
char const* whole_name(std::string const& path) {
  auto const end = path.find('\0');
  if (end == std::string::npos) return path.c_str();
  throw Error(path.substr(0, end) + ": goes on behind a zero byte, which no path may hold");
}

/// Without what the process withholds from new files, which only a change of it tells elsewhere.
mode_t usual_mode() {
  constexpr mode_t all = 0666;
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (mode_t withheld = 0; word == "Umask:" && status >> std::oct >> withheld)
      return all & ~withheld;
  mode_t const withheld = umask(0);
  umask(withheld);
  return all & ~withheld;
}

}  // namespace

std::string folder_of(std::string const& path) {
  auto const folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

std::unique_ptr<StoreFile> nameless_file(std::string const& folder) {
  constexpr unsigned owner_only = 0600;
  Descriptor usual(::open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, owner_only));
  if (!usual.is_open()) return nullptr;
  auto const again = "/proc/self/fd/" + std::to_string(usual.get());
  Descriptor direct(::open(again.c_str(), O_RDWR | O_DIRECT | O_CLOEXEC));
  return std::make_unique<PosixFile>(folder, std::move(usual), std::move(direct));
}

std::string PosixStore::real_path(std::string const& path) {
  std::unique_ptr<char, decltype(&std::free)> const real(::realpath(whole_name(path), nullptr),
                                                         &std::free);
  if (!real) throw FileError(path, "cannot be opened", errno);
  return real.get();
}

bool PosixStore::exists(std::string const& path) {
  struct stat status {};
  if (::stat(whole_name(path), &status) == 0) return true;
  bool const is_none = errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG;
  if (!is_none) throw FileError(path, "cannot be looked at", errno);
  return false;
}

std::unique_ptr<StoreFile> PosixStore::open(std::string const& path, Access access) {
  return opened(path, access == Access::write ? O_RDWR : O_RDONLY, direct_);
}

std::unique_ptr<StoreFile> PosixStore::create(std::string const& path) {
  return opened(path, O_RDWR | O_CREAT | O_EXCL, direct_);
}

void PosixStore::show(std::string const& path) {
  if (::chmod(path.c_str(), usual_mode()) != 0)
    throw FileError(path, "cannot be given its permissions", errno);
}

void PosixStore::rename(std::string const& from, std::string const& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) throw FileError(to, "cannot be replaced", errno);
}

void PosixStore::unlink(std::string const& path) {
  if (::unlink(path.c_str()) != 0) throw FileError(path, "cannot be removed", errno);
}

void PosixStore::link(std::string const& target, std::string const& path) {
  if (::symlink(target.c_str(), path.c_str()) != 0) throw FileError(path, "cannot be made", errno);
}

std::optional<std::string> PosixStore::link_target(std::string const& path) {
  std::array<char, 4096> target{};  // NOLINT(readability-magic-numbers): PATH_MAX
  ssize_t const n = ::readlink(path.c_str(), target.data(), target.size());
  if (n < 0) return std::nullopt;
  return std::string(target.data(), static_cast<std::size_t>(n));
}

void PosixStore::sync_directory(std::string const& path) {
  std::string const folder = folder_of(path);
  Descriptor const descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.is_open()) throw FileError(folder, "cannot be opened", errno);
  // Some file systems have nothing to flush there, and say so.
  if (::fsync(descriptor.get()) != 0 && errno != EINVAL)
    throw FileError(folder, "cannot be flushed", errno);
}

Id PosixStore::new_id() {
  std::random_device device;
  Id id{};
  for (auto& byte : id) byte = static_cast<std::byte>(device() & 0xffU);
  return id;
}

}  // namespace isomer::files
