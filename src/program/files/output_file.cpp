// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/output_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program/failure.hpp"

namespace isomer::program {
namespace {

// With links followed, so that a link to the old file becomes one to the new file.
std::string resolved(std::string const& path) {
  std::unique_ptr<char, void (*)(void*)> real(realpath(path.c_str(), nullptr), std::free);
  return real != nullptr ? std::string(real.get()) : path;
}

std::string directory_of(std::string const& path) {
  auto const slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

unsigned mode_of_new_files() {
  unsigned const withheld = umask(0);
  umask(withheld);
  return 0666U & ~withheld;
}

bool exists(std::string const& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0;
}

// What the name itself says after a crash is only certain once its directory is on disk; file
// systems that cannot do that are no reason to fail.
void sync_directory(std::string const& directory) {
  FileDescriptor const opened(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.is_open()) fsync(opened.get());
}

}  // namespace

OutputFile::OutputFile(std::string path, std::int64_t bytes, bool replace, int input, Naming naming)
    : given_path_(std::move(path)),
      path_(resolved(given_path_)),
      directory_(directory_of(path_)),
      replace_(replace) {
  inspect_target(input);
  create(naming);
  try {
    reserve(bytes);
  } catch (...) {
    drop_beside();
    throw;
  }
}

OutputFile::OutputFile(std::string path, bool replace, int input)
    : given_path_(std::move(path)),
      path_(resolved(given_path_)),
      directory_(directory_of(path_)),
      replace_(replace) {
  inspect_target(input);
  hold_beside(beside_name());
}

OutputFile::~OutputFile() { drop_beside(); }

void OutputFile::inspect_target(int input) {
  if (given_path_.empty()) throw Failure("the output file has an empty name");
  struct stat directory {};
  if (stat(directory_.c_str(), &directory) != 0 || !S_ISDIR(directory.st_mode))
    throw Failure(given_path_ + ": there is no directory " + directory_);
  struct stat target {};
  if (lstat(path_.c_str(), &target) != 0) {
    if (errno == ENOENT) return;
    throw system_failure(given_path_, "cannot be named", errno);
  }
  struct stat source {};
  if (fstat(input, &source) == 0 && source.st_dev == target.st_dev &&
      source.st_ino == target.st_ino)
    throw Failure(given_path_ + ": is the input too (to rewrite a file, use --in-place)");
  if (S_ISDIR(target.st_mode)) throw system_failure(given_path_, "", EISDIR);
  if (!S_ISREG(target.st_mode)) throw Failure(given_path_ + ": exists and is no regular file");
  if (!replace_) throw Failure(given_path_ + ": exists (to replace it, use --force)");
  mode_to_keep_ = target.st_mode & 07777;
}

void OutputFile::create(Naming naming) {
  constexpr int flags = O_RDWR | O_CLOEXEC;
  constexpr unsigned mode = 0666;
  if (naming == Naming::nameless_if_possible) {
    descriptor_ = open(directory_.c_str(), flags | O_TMPFILE, mode);
    // A nameless file is named through /proc, which may be missing in a container.
    if (descriptor_ >= 0 && access(descriptor_path().c_str(), F_OK) != 0)
      close(std::exchange(descriptor_, -1));
  }
  if (descriptor_ < 0) {
    hold_beside(beside_name());
    descriptor_ = open(beside_.c_str(), flags | O_CREAT | O_EXCL, mode);
    if (descriptor_ < 0) {
      int const error = errno;
      beside_.clear();  // not this process's to remove
      throw system_failure(given_path_, "cannot be written", error);
    }
  }
  if (mode_to_keep_) fchmod(descriptor_, *mode_to_keep_);
}

void OutputFile::reserve(std::int64_t bytes) {
  FileDescriptor file(descriptor_);
  int error = EINTR;
  while (error == EINTR) error = posix_fallocate(descriptor_, 0, bytes);
  if (error != 0)
    throw system_failure(given_path_, "no room for its " + std::to_string(bytes) + " bytes", error);
  mapping_ = std::make_unique<MappedFile>(std::move(file), given_path_, Access::write);
}

void OutputFile::commit() {
  FileDescriptor made;
  if (mapping_ == nullptr) {
    made = FileDescriptor(open(beside_.c_str(), O_RDWR | O_CLOEXEC));
    if (!made.is_open()) throw system_failure(given_path_, "cannot be written", errno);
    descriptor_ = made.get();
    fchmod(descriptor_, mode_to_keep_.value_or(mode_of_new_files()));
  }
  // fsync, as it reports what the disk could not take; that covers pages changed by the mapping.
  if (fsync(descriptor_) != 0) throw system_failure(given_path_, "cannot be written", errno);
  if (beside_.empty()) name_nameless();
  if (!beside_.empty()) rename_over();
  sync_directory(directory_);
}

void OutputFile::remove_on_signal(std::string const& path) {
  remove_on_signal_.reset();
  remove_on_signal_ = std::make_unique<RemoveOnSignal>(path);
}

void OutputFile::cut(std::int64_t bytes) {
  if (truncate(beside_.c_str(), bytes) != 0)
    throw system_failure(given_path_, "cannot be shortened", errno);
}

void OutputFile::name_nameless() {
  auto const link_as = [&](std::string const& name) {
    return linkat(AT_FDCWD, descriptor_path().c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW);
  };
  if (!replace_) {
    if (link_as(path_) != 0) throw system_failure(given_path_, "cannot be named", errno);
    return;
  }
  // A link replaces nothing, a rename does, and atomically: two steps.
  auto const name = beside_name();
  if (link_as(name) != 0) throw system_failure(given_path_, "cannot be named", errno);
  hold_beside(name);
}

void OutputFile::rename_over() {
  char const* const from = beside_.c_str();
  char const* const to = path_.c_str();
  int failed = renameat2(AT_FDCWD, from, AT_FDCWD, to, replace_ ? 0U : RENAME_NOREPLACE);
  // Some file systems know no RENAME_NOREPLACE; then look first.
  if (failed != 0 && errno == EINVAL) {
    errno = EEXIST;
    if (!exists(path_)) failed = rename(from, to);
  }
  if (failed != 0) throw system_failure(given_path_, "cannot be named", errno);
  remove_on_signal_.reset();
  beside_.clear();
}

std::string OutputFile::beside_name() const {
  for (int attempt = 0;; ++attempt) {
    auto name = directory_ + "/.isomer-" + std::to_string(getpid()) + "-" + std::to_string(attempt);
    if (!exists(name)) return name;  // one may be left from a killed process of that number
  }
}

void OutputFile::hold_beside(std::string name) {
  beside_ = std::move(name);
  remove_on_signal_ = std::make_unique<RemoveOnSignal>(beside_);
}

void OutputFile::drop_beside() {
  if (!beside_.empty()) unlink(beside_.c_str());
  beside_.clear();
  remove_on_signal_.reset();
}

std::string OutputFile::descriptor_path() const {
  return "/proc/self/fd/" + std::to_string(descriptor_);
}

}  // namespace isomer::program
