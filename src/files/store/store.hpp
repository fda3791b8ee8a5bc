// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace isomer::files {

struct FileFacts {
  std::uint64_t bytes = 0;
  std::uint64_t allocated = 0;  ///< bytes of disk
  std::uint64_t inode = 0;
  std::uint64_t links = 1;
};

/// An open file. Reads and writes may come from several threads at once. Whatever fails throws
/// FileError, and is never tried again: what a failed write or flush left behind is not known.
class StoreFile {
 public:
  StoreFile() = default;
  StoreFile(StoreFile const&) = delete;
  StoreFile& operator=(StoreFile const&) = delete;
  virtual ~StoreFile() = default;

  virtual std::string const& path() const = 0;
  virtual FileFacts facts() = 0;
  /// Bytes behind the end are zeros.
  virtual void read(std::uint64_t at, std::span<std::byte> to) = 0;
  virtual void write(std::uint64_t at, std::span<std::byte const> from) = 0;
  /// Bytes that follow each other in the file, from or to several places of memory: one request
  /// where the file system takes it as such.
  virtual void scatter_read(std::uint64_t at, std::span<std::span<std::byte> const> parts) {
    for (auto const& part : parts) {
      read(at, part);
      at += part.size();
    }
  }
  virtual void gather_write(std::uint64_t at, std::span<std::span<std::byte> const> parts) {
    for (auto const& part : parts) {
      write(at, part);
      at += part.size();
    }
  }
  /// What was written before is on the disk then.
  virtual void sync() = 0;
  virtual void resize(std::uint64_t bytes) = 0;
  /// At least at + bytes long, and holes among these bytes have room on the disk where the file
  /// system can promise it.
  virtual void allocate(std::uint64_t at, std::uint64_t bytes) = 0;
  /// Gives the room back; the bytes are zeros then.
  virtual void punch(std::uint64_t at, std::uint64_t bytes) = 0;
  /// False: another process holds it. Held until the file is closed.
  virtual bool lock() = 0;
  /// Whether another process holds it, who may not notice that somebody looked.
  virtual bool is_held() = 0;
  /// Owner, mode and extended attributes, access lists among them, of another file.
  virtual void take_attributes(StoreFile& from) = 0;
};

enum class Access : std::uint8_t { read, write };

using Id = std::array<std::byte, 16>;

/// The seam to the file system: all that the engine does to a disk goes through here.
class Store {
 public:
  Store() = default;
  Store(Store const&) = delete;
  Store& operator=(Store const&) = delete;
  virtual ~Store() = default;

  /// Of a file or folder, without links. Throws FileError if there is none.
  virtual std::string real_path(std::string const& path) = 0;
  /// Throws FileError if the system does not tell.
  virtual bool exists(std::string const& path) = 0;
  virtual std::unique_ptr<StoreFile> open(std::string const& path, Access access) = 0;
  /// For its owner alone. Fails if there is one.
  virtual std::unique_ptr<StoreFile> create(std::string const& path) = 0;
  /// Lets all read a file that the process lets read its new files.
  virtual void show(std::string const& path) = 0;
  virtual void rename(std::string const& from, std::string const& to) = 0;
  virtual void unlink(std::string const& path) = 0;
  /// A symbolic link at `path`.
  virtual void link(std::string const& target, std::string const& path) = 0;
  virtual std::optional<std::string> link_target(std::string const& path) = 0;
  /// The folder that `path` lies in: its names are on the disk then.
  virtual void sync_directory(std::string const& path) = 0;
  virtual Id new_id() = 0;
};

}  // namespace isomer::files
