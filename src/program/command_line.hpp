// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "team/most_threads.hpp"

namespace isomer::program {

using team::most_threads;

/// How an array is moved through a file that may be larger than memory.
struct FileOptions {
  std::optional<std::uint64_t> memory{};  ///< bytes
  std::optional<std::uint64_t> spare{};   ///< bytes of disk
  std::optional<std::uint64_t> rate{};    ///< bytes a second
  std::string journal{};  ///< the directory of the companion; empty: beside the file
  std::string way{};      ///< empty: the best one
  bool no_journal = false;
  bool keep_inode = false;
  bool verify = false;
  bool plain_progress = false;
};

/// An array in a file without a header.
struct RawOptions {
  bool is_raw = false;
  std::string type{};                        ///< as NumPy writes it; empty: not given
  std::optional<std::int64_t> item_bytes{};  ///< instead of a type
  std::optional<std::uint64_t> offset{};     ///< bytes before the array
};

/// What stands behind `isomer` on the command line, each value checked by itself.
struct CommandLine {
  std::string command;  ///< such as "permute"; empty if that went wrong already
  std::string answer;   ///< what --help or --version prints; then there is nothing to run

  std::vector<std::string> files;
  std::optional<std::vector<std::int64_t>> axes;
  std::optional<std::vector<std::int64_t>> shape;
  std::optional<bool> fortran_order;
  std::optional<int> threads;
  std::optional<std::string> type{};  ///< of elements; f64 if not given
  std::string to{};                   ///< rearrange to this arrangement
  std::string from{};  ///< the arrangement of the records where the header leaves it open
  bool pad = false;
  std::vector<std::string> kernels{};  ///< what they do to records, each as text
  std::string offer = "aos; soa; tiled 8; tiled 64; tiled 1024";
  std::string svg{};  ///< the file for a picture of the advice
  bool in_place = false;
  std::string gpu{};  ///< plan or advise for this card
  bool force = false;
  bool verbose = false;
  FileOptions file{};
  RawOptions raw{};
};

/// Options may stand anywhere, as `--axes 1,0` or `--axes=1,0`; `--` ends them. Throws UsageError,
/// and then `line` says whose error it is.
void parse(std::vector<std::string> const& words, CommandLine& line);

}  // namespace isomer::program
