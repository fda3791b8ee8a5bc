// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/store/posix_file.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "files/store/buffer.hpp"
#include "files/store/file_error.hpp"

namespace isomer::files {
namespace {

constexpr std::uint64_t status_block =
    512;  // what st_blocks counts, whatever the file system's are

bool is_unsupported(int code) {
  return code == EOPNOTSUPP || code == ENOTSUP || code == ENOSYS || code == EINVAL;
}

/// What a system call returns when no signal interrupts it.
template <class Call>
ssize_t uninterrupted(Call const& call) {
  ssize_t n = call();
  while (n < 0 && errno == EINTR) n = call();
  return n;
}

std::size_t whole_pages(ssize_t bytes) {
  return static_cast<std::size_t>(bytes) / Buffer::alignment * Buffer::alignment;
}

/// Calls use(place in the file, bytes) for what is left of each part behind the first `done` bytes.
template <class Use>
void for_each_rest(std::uint64_t at, std::span<std::span<std::byte> const> parts, std::size_t done,
                   Use const& use) {
  for (auto const& part : parts) {
    std::size_t const skip = std::min(done, part.size());
    if (skip < part.size()) use(at + skip, part.subspan(skip));
    done -= skip;
    at += part.size();
  }
}

}  // namespace

void PosixFile::fail(char const* operation, int code) const {
  throw FileError(path_, operation, code);
}

FileFacts PosixFile::facts() {
  struct stat status {};
  if (fstat(usual_.get(), &status) != 0) fail("does not tell its size", errno);
  return {static_cast<std::uint64_t>(status.st_size),
          static_cast<std::uint64_t>(status.st_blocks) * status_block,
          static_cast<std::uint64_t>(status.st_ino), static_cast<std::uint64_t>(status.st_nlink)};
}

/// The first bytes that may go past the page cache.
std::size_t PosixFile::direct_part(std::uint64_t at, void const* data, std::size_t bytes) const {
  bool const begins_right = at % Buffer::alignment == 0 &&
                            reinterpret_cast<std::uintptr_t>(data) % Buffer::alignment == 0;
  return direct_.is_open() && begins_right ? bytes / Buffer::alignment * Buffer::alignment : 0;
}

/// Less than wanted only at the end of the file.
std::size_t PosixFile::read_some(int descriptor, std::uint64_t at, std::span<std::byte> to) const {
  std::size_t done = 0;
  while (done < to.size()) {
    ssize_t const n = uninterrupted([&] {
      return pread(descriptor, to.data() + done, to.size() - done, static_cast<off_t>(at + done));
    });
    if (n < 0) fail("cannot be read", errno);
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
    // Behind a short read past the page cache, place and memory are no pages any more.
    if (descriptor == direct_.get() && done % Buffer::alignment != 0) break;
  }
  return done;
}

/// The first bytes, as far as they are in the page cache: from there they come at once, and past it
/// the disk would have to write first what is newer there.
std::size_t PosixFile::read_cached(std::uint64_t at, std::span<std::byte> to) const {
  std::size_t done = 0;
  while (done < to.size()) {
    iovec const rest{to.data() + done, to.size() - done};
    ssize_t const n = preadv2(usual_.get(), &rest, 1, static_cast<off_t>(at + done), RWF_NOWAIT);
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done / Buffer::alignment * Buffer::alignment;
}

void PosixFile::read(std::uint64_t at, std::span<std::byte> to) {
  std::size_t const direct = direct_part(at, to.data(), to.size());
  std::size_t done = direct > 0 ? read_cached(at, to.first(direct)) : 0;
  if (done < direct) done += read_some(direct_.get(), at + done, to.subspan(done, direct - done));
  if (done < to.size()) done += read_some(usual_.get(), at + done, to.subspan(done));
  if (done < to.size()) std::memset(to.data() + done, 0, to.size() - done);
}

void PosixFile::write_all(int descriptor, std::uint64_t at, std::span<std::byte const> from) const {
  std::size_t done = 0;
  while (done < from.size()) {
    ssize_t const n = uninterrupted([&] {
      return pwrite(descriptor, from.data() + done, from.size() - done,
                    static_cast<off_t>(at + done));
    });
    if (n < 0) fail("cannot be written", errno);
    if (n == 0) fail("cannot be written", ENOSPC);
    done += static_cast<std::size_t>(n);
    if (descriptor == direct_.get() && done % Buffer::alignment != 0) descriptor = usual_.get();
  }
}

void PosixFile::write(std::uint64_t at, std::span<std::byte const> from) {
  std::size_t const direct = direct_part(at, from.data(), from.size());
  if (direct > 0) write_all(direct_.get(), at, from.first(direct));
  if (direct < from.size()) write_all(usual_.get(), at + direct, from.subspan(direct));
}

/// All of them if they may go past the page cache, else none.
std::vector<iovec> PosixFile::direct_parts(std::uint64_t at,
                                           std::span<std::span<std::byte> const> parts) const {
  std::vector<iovec> list;
  if (parts.size() < 2) return list;
  for (auto const& part : parts) {
    if (direct_part(at, part.data(), part.size()) < part.size()) return {};
    list.push_back({part.data(), part.size()});
    at += part.size();
  }
  return list;
}

void PosixFile::scatter_read(std::uint64_t at, std::span<std::span<std::byte> const> parts) {
  std::size_t done = 0;
  if (auto const list = direct_parts(at, parts); !list.empty()) {
    auto const count = static_cast<int>(list.size());
    auto const place = static_cast<off_t>(at);
    ssize_t n = preadv2(usual_.get(), list.data(), count, place, RWF_NOWAIT);
    if (n <= 0) n = uninterrupted([&] { return preadv(direct_.get(), list.data(), count, place); });
    if (n < 0) fail("cannot be read", errno);
    done = whole_pages(n);
  }
  for_each_rest(at, parts, done, [this](auto from, auto part) { read(from, part); });
}

void PosixFile::gather_write(std::uint64_t at, std::span<std::span<std::byte> const> parts) {
  std::size_t done = 0;
  if (auto const list = direct_parts(at, parts); !list.empty()) {
    ssize_t const n = uninterrupted([&] {
      return pwritev(direct_.get(), list.data(), static_cast<int>(list.size()),
                     static_cast<off_t>(at));
    });
    if (n < 0) fail("cannot be written", errno);
    done = whole_pages(n);
  }
  for_each_rest(at, parts, done, [this](auto from, auto part) { write(from, part); });
}

void PosixFile::sync() {
  if (fdatasync(usual_.get()) != 0) fail("cannot be flushed", errno);
}

void PosixFile::resize(std::uint64_t bytes) {
  if (ftruncate(usual_.get(), static_cast<off_t>(bytes)) != 0)
    fail("cannot be given its size", errno);
}

void PosixFile::allocate(std::uint64_t at, std::uint64_t bytes) {
  if (bytes == 0) return;
  auto const done = uninterrupted([&] {
    return fallocate(usual_.get(), 0, static_cast<off_t>(at), static_cast<off_t>(bytes));
  });
  if (done == 0) return;
  if (!is_unsupported(errno)) fail("no room for its bytes", errno);
  if (facts().bytes < at + bytes) resize(at + bytes);
}

void PosixFile::punch(std::uint64_t at, std::uint64_t bytes) {
  if (bytes == 0) return;
  if (fallocate(usual_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(at),
                static_cast<off_t>(bytes)) != 0)
    fail("cannot give room back", errno);
}

/// Who only looks whether it is held holds it for a moment: a few turns outlast that.
bool PosixFile::lock() {
  constexpr int turns = 5;
  constexpr std::chrono::milliseconds moment{2};
  for (int turn = 0; turn < turns; ++turn) {
    if (flock(usual_.get(), LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK) fail("cannot be locked", errno);
    std::this_thread::sleep_for(moment);
  }
  return false;
}

bool PosixFile::is_held() {
  if (flock(usual_.get(), LOCK_SH | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) fail("does not tell whether it is locked", errno);
    return true;
  }
  flock(usual_.get(), LOCK_UN);
  return false;
}

void PosixFile::copy_extended_attributes(int from) {
  ssize_t length = flistxattr(from, nullptr, 0);
  if (length < 0 && is_unsupported(errno)) return;
  if (length < 0) fail("cannot take over attributes", errno);
  std::vector<char> names(static_cast<std::size_t>(length));
  length = flistxattr(from, names.data(), names.size());
  if (length < 0) fail("cannot take over attributes", errno);
  char const* const end = names.data() + length;
  for (char const* name = names.data(); name < end; name += std::strlen(name) + 1) {
    ssize_t const bytes = fgetxattr(from, name, nullptr, 0);
    if (bytes < 0) fail("cannot take over attributes", errno);
    std::vector<char> value(static_cast<std::size_t>(bytes));
    if (fgetxattr(from, name, value.data(), value.size()) != bytes ||
        fsetxattr(usual_.get(), name, value.data(), value.size(), 0) != 0)
      fail("cannot take over attributes", errno);
  }
}

void PosixFile::take_attributes(StoreFile& from) {
  auto const& other = dynamic_cast<PosixFile const&>(from);
  struct stat theirs {};
  struct stat ours {};
  if (fstat(other.usual_.get(), &theirs) != 0 || fstat(usual_.get(), &ours) != 0)
    fail("does not tell its owner", errno);
  bool const is_ours = theirs.st_uid == ours.st_uid && theirs.st_gid == ours.st_gid;
  if (!is_ours && fchown(usual_.get(), theirs.st_uid, theirs.st_gid) != 0)
    fail("cannot take over the owner", errno);
  constexpr mode_t permissions = 07777;
  if (fchmod(usual_.get(), theirs.st_mode & permissions) != 0)
    fail("cannot take over the permissions", errno);
  copy_extended_attributes(other.usual_.get());
}

}  // namespace isomer::files
