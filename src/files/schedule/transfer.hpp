// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "files/schedule/panels.hpp"
#include "files/schedule/part.hpp"

/// One pass into another file: boxes that are cut so that both what is read and what is written is
/// in long runs. Each page of the new file is written once.
namespace isomer::files {

struct TransferNumbers {
  std::uint64_t cut = 0;  ///< axis of the result along which its rows are cut
  /// Bytes of a row that are written at once, whole pages; 0: the whole array is one group.
  std::uint64_t run = 0;
  std::uint64_t tile_rows = 1;  ///< rows of a group
  std::uint64_t chunk = 0;      ///< bytes that are copied at once before and behind the array
};

class Transfer final : public Part {
 public:
  /// With `dead` the groups say which pages of the source nothing reads any more.
  Transfer(Problem const& problem, std::uint64_t file_bytes, TransferNumbers const& numbers,
           bool dead);

  std::uint64_t groups() const override { return before_ + 1 + pieces_ * tiles_ + behind_; }
  Group group(std::uint64_t t) const override;
  int passes() const override { return 1; }
  std::uint64_t table_bytes() const override { return front_.size() * sizeof(front_[0]); }
  std::uint64_t extra_bytes() const override;

 private:
  Group copied(std::uint64_t first, std::uint64_t last, std::uint64_t number) const;
  Group first() const;
  Group whole() const;
  Group piece(std::uint64_t t) const;
  Pages dead_pages(std::uint64_t t) const;
  void find_fronts();
  bool pieces_outer() const { return panels_.cut_is_outer(); }

  Problem problem_;
  std::uint64_t file_bytes_;
  TransferNumbers numbers_;
  bool dead_;
  Panels panels_;
  std::uint64_t pieces_ = 0;
  std::uint64_t tiles_ = 0;
  std::uint64_t before_ = 0;  ///< groups that copy what is before the array
  std::uint64_t behind_at_ = 0;
  std::uint64_t behind_ = 0;
  std::vector<std::uint64_t> front_{};  ///< of each group of pieces: bytes of a slab dead behind it
};

/// Groups whose pages of the new file get room on the disk at once, each of `group_bytes`: as many
/// as the spare disk has room for, up to 16; 1 for all ways but `transfer`.
std::uint64_t groups_ahead(Schedule const& schedule, std::uint64_t spare,
                           std::uint64_t group_bytes);

}  // namespace isomer::files
