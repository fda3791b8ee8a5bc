// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/uio.h>
#include <unistd.h>

#include "files/store/store.hpp"

namespace isomer::files {

/// Closes what it holds.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

/// A file with two descriptors: one past the page cache, for what lies on whole pages in the file
/// and in memory, and a usual one for the rest.
class PosixFile final : public StoreFile {
 public:
  PosixFile(std::string path, Descriptor usual, Descriptor direct)
      : path_(std::move(path)), usual_(std::move(usual)), direct_(std::move(direct)) {}

  std::string const& path() const override { return path_; }
  FileFacts facts() override;
  void read(std::uint64_t at, std::span<std::byte> to) override;
  void write(std::uint64_t at, std::span<std::byte const> from) override;
  void scatter_read(std::uint64_t at, std::span<std::span<std::byte> const> parts) override;
  void gather_write(std::uint64_t at, std::span<std::span<std::byte> const> parts) override;
  void sync() override;
  void resize(std::uint64_t bytes) override;
  void allocate(std::uint64_t at, std::uint64_t bytes) override;
  void punch(std::uint64_t at, std::uint64_t bytes) override;
  bool lock() override;
  bool is_held() override;
  void take_attributes(StoreFile& from) override;

 private:
  [[noreturn]] void fail(char const* operation, int code) const;
  std::size_t direct_part(std::uint64_t at, void const* data, std::size_t bytes) const;
  std::vector<iovec> direct_parts(std::uint64_t at,
                                  std::span<std::span<std::byte> const> parts) const;
  std::size_t read_cached(std::uint64_t at, std::span<std::byte> to) const;
  std::size_t read_some(int descriptor, std::uint64_t at, std::span<std::byte> to) const;
  void write_all(int descriptor, std::uint64_t at, std::span<std::byte const> from) const;
  void copy_extended_attributes(int from);

  std::string path_;
  Descriptor usual_;
  Descriptor direct_;
};

}  // namespace isomer::files
