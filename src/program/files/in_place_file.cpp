// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/in_place_file.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "index/rounding.hpp"
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

/// As long as the old one, up to the next multiple of 64, or longer if it has to be: data never
/// move forward.
std::string start_with_room(NpyHeader header, std::int64_t room) {
  constexpr std::int64_t alignment = 64;
  constexpr std::int64_t most_in_version_1 = 65535;
  header.data_offset = detail::round_up(room, alignment);
  if (header.data_offset > most_in_version_1)
    header.major_version = std::max(header.major_version, 2);
  auto const fitted = npy_header_in_its_room(header);
  return fitted ? *fitted : format_npy_header(header);
}

std::uint64_t first_word(std::string_view text) {
  std::uint64_t word = 0;
  std::memcpy(&word, text.data(), sizeof word);
  return word;
}

/// The first bytes of the file change at once: a process that is killed leaves the old or the new
/// ones. The fences keep what comes before and behind in its place.
void store_first_word(MappedFile& file, std::uint64_t word) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  *reinterpret_cast<std::uint64_t volatile*>(file.data()) = word;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

void mark(MappedFile& file, Stage stage) { store_first_word(file, mark_of(stage)); }

bool sync(MappedFile& file, std::int64_t bytes) {
  return msync(file.data(), static_cast<std::size_t>(bytes), MS_SYNC) == 0;
}

void require_sync(MappedFile& file, std::int64_t bytes, std::string const& path) {
  if (!sync(file, bytes)) throw system_failure(path, "cannot be written", errno);
}

/// Writes a header, but for the mark, which stays.
void write_start(MappedFile& file, std::string_view start) {
  std::memcpy(file.data() + mark_bytes, start.data() + mark_bytes, start.size() - mark_bytes);
}

/// From a file that is marked, its elements all at their places, to a whole one.
void finish_marked(MappedFile& file, std::string const& path, RewritingNote const& note) {
  write_start(file, note.new_start);
  if (!sync(file, file.size())) {
    int const error = errno;
    mark(file, Stage::moving);  // what reached the disk is not known any more
    throw system_failure(path, "cannot be written", error);
  }
  mark(file, Stage::complete);
  require_sync(file, mark_bytes, path);
  store_first_word(file, first_word(note.new_start));
  require_sync(file, mark_bytes, path);
  file.cut(note.new_bytes, path);
}

/// From a file that is marked, none of its elements moved, to the old one.
void put_back(MappedFile& file, std::string const& path, RewritingNote const& note) {
  write_start(file, note.old_start);
  require_sync(file, static_cast<std::int64_t>(note.old_start.size()), path);
  store_first_word(file, first_word(note.old_start));
  require_sync(file, mark_bytes, path);
  file.cut(note.old_bytes, path);
}

/// A note that was left on a whole file goes.
void drop_note(MappedFile& file, std::string const& path) {
  if (auto const left = rewriting_of(file.text(), running_system()); left && !left->is_marked)
    file.cut(left->state == RewritingState::complete ? left->note.new_bytes : left->note.old_bytes,
             path);
}

}  // namespace

InPlaceFile::InPlaceFile(std::string path)
    : path_(std::move(path)), file_(open_alone(path_), path_, Access::write) {
  header_ = read_header(file_, path_);
  data_offset_ = header_.data_offset;
}

InPlaceFile::~InPlaceFile() {
  if (phase_ == Phase::prepared) take_back_note();
}

void InPlaceFile::prepare(NpyHeader const& result) {
  try {
    note_.new_start = format_npy_header_in_place(result);
  } catch (Failure const& failure) {
    throw Failure(path_ + ": " + failure.what());
  }
  drop_note(file_, path_);
  fill_holes(file_, path_);
  new_data_offset_ = data_offset_;
  note_.new_bytes = file_.size();
  write_note(file_.size());
}

void InPlaceFile::prepare_resized(NpyHeader const& result, std::int64_t room) {
  note_.new_start = start_with_room(result, header_.data_offset);
  drop_note(file_, path_);
  auto const start = static_cast<std::int64_t>(note_.new_start.size());
  auto const before = byte_count(layout_of(header_));
  auto const after = byte_count(layout_of(result));
  auto const tail_bytes = file_.size() - header_.data_offset - before;
  room = std::max({room, before, after});
  fill_holes(file_, path_);
  new_data_offset_ = start;
  apart_tail_ = {data_offset_ + before, start + room, tail_bytes};
  apart_data_ = {data_offset_, start, before};
  closing_tail_ = {start + room, start + after, tail_bytes};
  note_.new_bytes = start + after + tail_bytes;
  auto const end = std::max(file_.size(), start + room + tail_bytes);
  write_note(end);
  if (end == file_.size()) return;
  try {
    file_.grow(end, path_);
  } catch (...) {
    take_back_note();
    throw;
  }
}

// Written by one call, behind the end of the mapping.
void InPlaceFile::write_note(std::int64_t place) {
  note_.old_start = std::string(file_.text().substr(0, static_cast<std::size_t>(data_offset_)));
  note_.old_bytes = file_.size();
  note_.system = running_system();
  auto const text = text_of(note_);
  phase_ = Phase::prepared;
  errno = ENOSPC;  // if not all of it is written
  auto const size = static_cast<ssize_t>(text.size());
  bool const is_there = pwrite(file_.descriptor(), text.data(), text.size(), place) == size &&
                        fsync(file_.descriptor()) == 0;
  if (is_there) return;
  int const error = errno;
  bool const is_full = error == ENOSPC || error == EFBIG || error == EDQUOT;
  take_back_note();
  throw system_failure(
      path_, is_full ? "no room for its " + std::to_string(place) + " bytes" : "cannot be written",
      error);
}

void InPlaceFile::take_back_note() noexcept {
  phase_ = Phase::none;
  static_cast<void>(ftruncate(file_.descriptor(), note_.old_bytes) == 0);
}

void InPlaceFile::bring_in() {
  if (fits_in_memory(file_.size())) populate(file_.data(), file_.size(), Access::write);
}

void InPlaceFile::announce() {
  mark(file_, Stage::announced);
  if (sync(file_, mark_bytes)) return;
  int const error = errno;
  store_first_word(file_, first_word(note_.old_start));
  throw system_failure(path_, "cannot be written", error);
}

void InPlaceFile::begin() {
  announce();
  mark(file_, Stage::moving);
  phase_ = Phase::begun;
  move(apart_tail_);
  move(apart_data_);
  data_offset_ = new_data_offset_;
}

void InPlaceFile::move(Part const& part) {
  if (part.moves())
    std::memmove(file_.data() + part.to, file_.data() + part.from,
                 static_cast<std::size_t>(part.bytes));
}

void InPlaceFile::moved() {
  move(closing_tail_);
  mark(file_, Stage::moved);
  phase_ = Phase::moved;
}

void InPlaceFile::finish() {
  if (phase_ == Phase::prepared) {
    if (apart_tail_.moves() || apart_data_.moves() || closing_tail_.moves()) begin();
    else announce();
  }
  if (phase_ != Phase::moved) moved();
  finish_marked(file_, path_, note_);
  phase_ = Phase::finished;
}

Recovery recover_file(std::string const& path) {
  MappedFile file(open_alone(path), path, Access::write);
  auto const rewriting = rewriting_of(file.text(), running_system());
  if (!rewriting) {
    if (begins_as_npy(file.text())) read_header(file, path);
    return Recovery::was_whole;
  }
  if (!rewriting->is_marked) {
    drop_note(file, path);
    return Recovery::note_removed;
  }
  auto const& note = rewriting->note;
  switch (rewriting->state) {
    case RewritingState::not_begun: put_back(file, path, note); return Recovery::put_back;
    case RewritingState::complete: finish_marked(file, path, note); return Recovery::finished;
    case RewritingState::moved_in_part:
    case RewritingState::in_companion:
    case RewritingState::unknown: break;
  }
  throw Failure(path + ": " + sentence_of(*rewriting));
}

bool is_being_rewritten(int descriptor) {
  if (flock(descriptor, LOCK_SH | LOCK_NB) != 0) return errno == EWOULDBLOCK;
  flock(descriptor, LOCK_UN);
  return false;
}

}  // namespace isomer::program
