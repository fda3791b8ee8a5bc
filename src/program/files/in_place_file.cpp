// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/in_place_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "program/failure.hpp"
#include "program/files/npy_file.hpp"

namespace isomer::program {
namespace {

FileDescriptor open_alone(std::string const& path) {
  FileDescriptor file = open_file(path, Access::write);
  if (flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw Failure(path + ": is being rewritten by another process");
  return file;
}

// Holes in a sparse file need disk space as soon as something is moved there.
void fill_holes(MappedFile const& file, std::string const& path) {
  constexpr std::int64_t block = 512;  // what st_blocks counts, whatever the file system's own are
  struct stat status {};
  if (fstat(file.descriptor(), &status) == 0 && status.st_blocks * block >= file.size()) return;
  int error = EINTR;
  while (error == EINTR) error = posix_fallocate(file.descriptor(), 0, file.size());
  if (error != 0) throw system_failure(path, "no room for the holes of the file", error);
}

}  // namespace

InPlaceFile::InPlaceFile(std::string path)
    : path_(std::move(path)), file_(open_alone(path_), path_, Access::write) {
  header_ = read_header(file_, path_);
}

void InPlaceFile::begin(NpyHeader const& result) {
  try {
    new_start_ = format_npy_header_in_place(result);
  } catch (Failure const& failure) {
    throw Failure(path_ + ": " + failure.what());
  }
  fill_holes(file_, path_);
  write_start(unfinished_magic);
}

void InPlaceFile::finish() {
  if (msync(file_.data(), static_cast<std::size_t>(file_.size()), MS_SYNC) != 0)
    throw system_failure(path_, "cannot be written", errno);
  write_start(new_start_);
}

void InPlaceFile::write_start(std::string_view bytes) {
  std::memcpy(file_.data(), bytes.data(), bytes.size());
  if (msync(file_.data(), bytes.size(), MS_SYNC) != 0)
    throw system_failure(path_, "cannot be written", errno);
}

}  // namespace isomer::program
