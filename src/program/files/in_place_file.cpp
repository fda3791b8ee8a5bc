// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/in_place_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program/failure.hpp"
#include "program/files/npy_file.hpp"

namespace isomer::program {
namespace {

constexpr std::size_t magic_bytes = 6;

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

/// As long as the old one, up to the next multiple of 64, or longer if it has to be: data never
/// move forward.
std::string start_with_room(NpyHeader header, std::int64_t room) {
  constexpr std::int64_t alignment = 64;
  constexpr std::int64_t most_in_version_1 = 65535;
  header.data_offset = (room + alignment - 1) / alignment * alignment;
  if (header.data_offset > most_in_version_1)
    header.major_version = std::max(header.major_version, 2);
  auto const fitted = npy_header_in_its_room(header);
  return fitted ? *fitted : format_npy_header(header);
}

}  // namespace

InPlaceFile::InPlaceFile(std::string path)
    : path_(std::move(path)), file_(open_alone(path_), path_, Access::write) {
  header_ = read_header(file_, path_);
  data_offset_ = header_.data_offset;
}

void InPlaceFile::begin(NpyHeader const& result) {
  try {
    new_start_ = format_npy_header_in_place(result);
  } catch (Failure const& failure) {
    throw Failure(path_ + ": " + failure.what());
  }
  fill_holes(file_, path_);
  mark();
}

void InPlaceFile::begin_resized(NpyHeader const& result, std::int64_t room) {
  new_start_ = start_with_room(result, header_.data_offset);
  auto const start = static_cast<std::int64_t>(new_start_.size());
  auto const before = byte_count(layout_of(header_));
  auto const tail_bytes = file_.size() - header_.data_offset - before;
  room = std::max({room, before, byte_count(layout_of(result))});
  auto const old_size = file_.size();
  fill_holes(file_, path_);
  if (start + room + tail_bytes > old_size) file_.grow(start + room + tail_bytes, path_);
  mark();
  data_offset_ = start;
  move_apart(room, tail_bytes);
  tail_ = Tail{start + room, start + byte_count(layout_of(result)), tail_bytes};
}

void InPlaceFile::mark() { write_start(unfinished_magic); }

void InPlaceFile::move_apart(std::int64_t room, std::int64_t tail_bytes) {
  auto const before = byte_count(layout_of(header_));
  auto* const old_data = file_.data() + header_.data_offset;
  std::memmove(data() + room, old_data + before, static_cast<std::size_t>(tail_bytes));
  std::memmove(data(), old_data, static_cast<std::size_t>(before));
}

void InPlaceFile::close_up() {
  std::memmove(file_.data() + tail_->to, file_.data() + tail_->from,
               static_cast<std::size_t>(tail_->bytes));
}

void InPlaceFile::finish() {
  if (tail_) close_up();
  // All but the magic string now: a header of several pages is whole before it counts.
  std::memcpy(file_.data() + magic_bytes, new_start_.data() + magic_bytes,
              new_start_.size() - magic_bytes);
  if (msync(file_.data(), static_cast<std::size_t>(file_.size()), MS_SYNC) != 0)
    throw system_failure(path_, "cannot be written", errno);
  write_start(std::string_view(new_start_).substr(0, magic_bytes));
  if (tail_ && ftruncate(file_.descriptor(), tail_->to + tail_->bytes) != 0)
    throw system_failure(path_, "cannot be shortened", errno);
}

void InPlaceFile::write_start(std::string_view bytes) {
  std::memcpy(file_.data(), bytes.data(), bytes.size());
  if (msync(file_.data(), bytes.size(), MS_SYNC) != 0)
    throw system_failure(path_, "cannot be written", errno);
}

}  // namespace isomer::program
