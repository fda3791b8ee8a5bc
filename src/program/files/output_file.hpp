// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "program/files/file_descriptor.hpp"
#include "program/files/mapped_file.hpp"
#include "program/interruption.hpp"

namespace isomer::program {

/// A new file that gets its name only when it is whole: until then it has none, or, on file systems
/// without nameless files, one beside its own that is removed again on failure and on signals.
class OutputFile {
 public:
  enum class Naming : std::uint8_t { nameless_if_possible, beside };

  /// Makes a file of `bytes` bytes, with its disk space. Throws Failure, `path` in front, if `path`
  /// is no name, is the open file `input`, exists (unless `replace`) or is no regular file, if its
  /// directory is missing or not writable, or if there is no room.
  OutputFile(std::string path, std::int64_t bytes, bool replace, int input,
             Naming naming = Naming::nameless_if_possible);
  /// A file that somebody else makes, under the name `beside()`.
  OutputFile(std::string path, bool replace, int input);
  ~OutputFile();
  OutputFile(OutputFile const&) = delete;
  OutputFile& operator=(OutputFile const&) = delete;

  std::byte* data() { return mapping_->data(); }
  std::string const& beside() const { return beside_; }
  /// A signal removes this file instead: the one that grows.
  void remove_on_signal(std::string const& path);
  /// Makes a file that somebody else has made that short.
  void cut(std::int64_t bytes);

  /// Brings the content to disk, then gives the file its name.
  void commit();

 private:
  void inspect_target(int input);
  void create(Naming naming);
  void reserve(std::int64_t bytes);
  void name_nameless();
  void rename_over();
  std::string beside_name() const;
  void hold_beside(std::string name);
  void drop_beside();
  std::string descriptor_path() const;

  std::string given_path_;  // for messages
  std::string path_;        // with links followed
  std::string directory_;
  bool replace_;
  std::optional<unsigned> mode_to_keep_;
  int descriptor_ = -1;
  std::string beside_;  // the temporary name, empty while the file has none
  std::unique_ptr<RemoveOnSignal> remove_on_signal_;
  std::unique_ptr<MappedFile> mapping_;
};

}  // namespace isomer::program
