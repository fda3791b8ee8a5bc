// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "files/store/store.hpp"

namespace isomer::files {

/// The folder that the path lies in.
std::string folder_of(std::string const& path);

/// A file in a folder that is gone when it is closed; null if there cannot be one.
std::unique_ptr<StoreFile> nameless_file(std::string const& folder);

/// The file system of this machine. Whole pages go past the page cache where it allows that.
class PosixStore final : public Store {
 public:
  /// Not `direct`: through the page cache always.
  explicit PosixStore(bool direct = true) : direct_(direct) {}

  std::string real_path(std::string const& path) override;
  bool exists(std::string const& path) override;
  std::unique_ptr<StoreFile> open(std::string const& path, Access access) override;
  std::unique_ptr<StoreFile> create(std::string const& path) override;
  void show(std::string const& path) override;
  void rename(std::string const& from, std::string const& to) override;
  void unlink(std::string const& path) override;
  void link(std::string const& target, std::string const& path) override;
  std::optional<std::string> link_target(std::string const& path) override;
  void sync_directory(std::string const& path) override;
  Id new_id() override;

 private:
  bool direct_;
};

}  // namespace isomer::files
