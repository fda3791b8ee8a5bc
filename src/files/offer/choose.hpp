// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isomer/files.hpp>

#include "files/group.hpp"
#include "files/offer/disk.hpp"
#include "files/offer/price.hpp"

namespace isomer::files {

struct Limits {
  std::uint64_t file_bytes = 0;  ///< of the whole file
  std::uint64_t memory = 0;      ///< bytes, for four buffers and the tables
  std::uint64_t spare = 0;       ///< bytes of disk in place
  /// The same for `transfer`, whose new file is not where the companion is; none: `spare`, too.
  std::optional<std::uint64_t> spare_of_transfer{};
  std::string no_new_file{};  ///< why `transfer` may not be taken; empty: it may
  Way way = Way::automatic;   ///< no other one, if not automatic
};

/// A way, with what it would cost or why it is not to be had.
struct Offer {
  Way way = Way::automatic;
  std::string why_not{};  ///< empty: it can be taken
  int passes = 0;
  std::uint64_t spare_bytes = 0;   ///< of disk beside the file, without the journal's few pages
  std::uint64_t memory_bytes = 0;  ///< four buffers and the tables
  Price price{};
};

struct Choice {
  std::shared_ptr<Schedule const> schedule{};  ///< null: no byte has to move
  std::vector<Offer> offers{};  ///< of all ways that were looked at, the cheapest first
  std::string words{};          ///< for people: a line for the whole, one for each pass and way

  /// The way of the schedule; there is one.
  Offer const& taken() const { return offers.front(); }
};

/// How an array in a file is permuted, into another one or in place: the cheapest way within the
/// limits. Throws isomer::Error, with the reason for each way, if there is none.
Choice choose(FileArray const& array, std::vector<int> const& axes, Limits const& limits,
              Disk const& disk, bool in_place);

}  // namespace isomer::files
