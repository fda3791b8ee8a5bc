// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "files/schedule/part.hpp"
#include "files/schedule/walk.hpp"

/// Chunks of whole pages that stay together walk to their places in one pass.
namespace isomer::files {

struct ChunkNumbers {
  std::uint64_t axes = 1;   ///< of the problem, before those that make up a chunk
  std::uint64_t moves = 1;  ///< chunks that a group moves
};

class Chunks final : public Part {
 public:
  /// All axes behind the first ones stay where they are, and make up whole pages.
  static bool fits(Problem const& problem, ChunkNumbers const& numbers);
  Chunks(Problem const& problem, ChunkNumbers const& numbers);

  std::uint64_t groups() const override { return begin_ + walk_.groups() + end_; }
  Group group(std::uint64_t t) const override;
  std::uint64_t spare_pages() const override;
  int passes() const override { return 1; }
  EdgeBytes head() const override;
  EdgeBytes tail() const override;
  std::uint64_t table_bytes() const override { return walk_.bytes(); }

  /// Bytes of a buffer that the pages between chunks take: all at once.
  static std::uint64_t between_bytes(Problem const& problem, std::uint64_t axes);

 private:
  Walk plan() const;
  Pages place(std::uint64_t number, std::uint64_t at) const;
  Group save() const;
  Group fill() const;
  std::uint64_t between_at() const { return spares_ * inside_; }  ///< page of the spare room

  Problem problem_;
  ChunkNumbers numbers_;
  std::uint64_t chunk_;   ///< bytes
  std::uint64_t count_;   ///< chunks
  std::uint64_t skip_;    ///< bytes before the array in its first page
  std::uint64_t inside_;  ///< pages that are all of one chunk
  std::uint64_t spares_;  ///< places in the spare room
  std::uint64_t begin_;   ///< groups before the walk
  std::uint64_t end_;     ///< and behind it
  Walk walk_;
};

}  // namespace isomer::files
