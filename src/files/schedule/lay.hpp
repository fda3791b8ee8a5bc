// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "files/group.hpp"

/// A box of bytes in a file, and where it lies in a group's buffer: every byte keeps its place
/// within its page, so whole pages go between the two, and one strided box moves all of it.
namespace isomer::files {

/// So few pages between rows are read with them.
constexpr std::uint64_t most_pages_between = 4;

struct FileAxis {
  std::uint64_t extent = 1;
  std::uint64_t stride = 0;  ///< in the file, in bytes
};

struct Laid {
  std::uint64_t base = 0;              ///< of its first byte in the buffer
  std::vector<std::uint64_t> pitch{};  ///< stride in the buffer, for each axis
  std::uint64_t end = 0;               ///< of its last page in the buffer
  std::uint64_t run = 0;               ///< bytes that are read at once, holes included
  std::vector<std::size_t> outer{};    ///< axes whose rows are runs of their own, fastest first
};

/// What is read needs pages of its own for each run; rows of what is written may share pages.
enum class Rows : std::uint8_t { own_pages, share_pages };

/// A box that begins with byte `first` of the file and has `item` bytes in a row, from page-aligned
/// byte `begin` of the buffer on. Rows that lie apart in the file lie closer in the buffer, by
/// whole pages; where only few pages are between them they stay as they are, and are one run.
Laid lay(std::uint64_t first, std::vector<FileAxis> const& axes, std::uint64_t item,
         std::uint64_t page, std::uint64_t begin, Rows rows = Rows::own_pages);

/// Most bytes of the buffer that such a box takes, wherever it begins.
std::uint64_t laid_bytes(std::vector<FileAxis> const& axes, std::uint64_t item, std::uint64_t page,
                         Rows rows = Rows::own_pages);

/// The pages that it touches, as reads of the group.
void read_laid(Group& group, Laid const& laid, std::uint64_t first,
               std::vector<FileAxis> const& axes, std::uint64_t page);

/// Requests that `read_laid` makes.
std::uint64_t runs_of(Laid const& laid, std::vector<FileAxis> const& axes);

}  // namespace isomer::files
