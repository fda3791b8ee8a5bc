// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "files/schedule/part.hpp"

/// Items that fit in memory are permuted each by itself: the result grows some groups behind what
/// is read, which is dead there, and moves to its place in a second pass, from its end on.
namespace isomer::files {

struct LocalNumbers {
  std::uint64_t batch = 0;  ///< axes before those of an item
  std::uint64_t pages = 1;  ///< of the result, of a group
};

class Local final : public Part {
 public:
  static bool fits(Problem const& problem, LocalNumbers const& numbers);
  Local(Problem const& problem, LocalNumbers const& numbers);

  std::uint64_t groups() const override;
  Group group(std::uint64_t t) const override;
  std::uint64_t spare_pages() const override { return 2 + behind_ * numbers_.pages; }
  int passes() const override { return 2; }
  EdgeBytes head() const override;
  EdgeBytes tail() const override;

  /// Most bytes of a buffer.
  static std::uint64_t buffer_bytes(Problem const& problem, LocalNumbers const& numbers);

 private:
  std::uint64_t end() const { return problem_.offset + problem_.bytes(); }
  std::uint64_t first_of(std::uint64_t t) const { return first_ + t * numbers_.pages; }
  std::uint64_t count_of(std::uint64_t t) const;
  Pages place(std::uint64_t t) const;
  /// Pages [first, last) of the result; returns where they lie in the buffer.
  std::uint64_t permute(Group& group, std::uint64_t first, std::uint64_t last) const;
  Group edge(std::uint64_t page, std::uint64_t to) const;

  Problem problem_;
  LocalNumbers numbers_;
  std::uint64_t item_;   ///< bytes
  std::uint64_t first_;  ///< page of the result
  std::uint64_t last_;
  std::uint64_t parts_;   ///< groups of a pass
  std::uint64_t behind_;  ///< groups that the result grows behind its place
};

}  // namespace isomer::files
