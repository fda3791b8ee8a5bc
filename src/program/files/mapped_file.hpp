// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "program/files/file_descriptor.hpp"

namespace isomer::program {

enum class Access : std::uint8_t { read, write };

/// Opens an existing regular file. Throws Failure, with the path in front, if it is missing, is of
/// another kind or may not be accessed.
FileDescriptor open_file(std::string const& path, Access access);

/// A whole file as memory, shared with the file where it is writable.
class MappedFile {
 public:
  /// Throws Failure, with `path` in front. An empty file is an empty mapping.
  MappedFile(FileDescriptor file, std::string const& path, Access access);
  ~MappedFile();
  MappedFile(MappedFile const&) = delete;
  MappedFile& operator=(MappedFile const&) = delete;

  /// Makes the file longer, by zeros that have their disk space. Throws Failure, the file as it
  /// was, if there is no room. The mapping may move.
  void grow(std::int64_t bytes, std::string const& path);

  /// Makes the file, and the mapping if it is longer, that short. Throws Failure if that fails.
  void cut(std::int64_t bytes, std::string const& path);

  std::byte* data() { return data_; }
  std::byte const* data() const { return data_; }
  std::int64_t size() const { return static_cast<std::int64_t>(size_); }
  std::string_view text() const { return {reinterpret_cast<char const*>(data_), size_}; }
  Access access() const { return access_; }
  int descriptor() const { return file_.get(); }

 private:
  FileDescriptor file_;
  Access access_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Brings the pages of part of a mapping in at once, to be read or written: page by page, as they
/// are touched, it costs eight times the time (1.44 s against 0.18 s for 1 GiB written on ext4,
/// Linux 6.18). Only a hint: without it, or where it fails, everything works as before.
void populate(std::byte const* start, std::int64_t bytes, Access access);

/// Whether `bytes` of a file may be brought into memory together, half of which they take at
/// the most.
bool fits_in_memory(std::int64_t bytes);

}  // namespace isomer::program
