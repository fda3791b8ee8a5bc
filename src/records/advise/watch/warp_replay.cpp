// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/watch/warp_replay.hpp"

#include <algorithm>
#include <bit>

#include "cost/real.hpp"
#include "index/rounding.hpp"
#include "records/advise/watch/groups.hpp"
#include "records/advise/watch/number_map.hpp"
#include "records/advise/watch/sums.hpp"
#include "team/team.hpp"

namespace isomer::records {

using detail::ceil_div;
using detail::ItemTrace;
using detail::real;
using team::sector_bytes;

namespace {

constexpr std::int64_t line_bytes = 128;
/// Lines of the first-level cache that are looked up in a cycle, from Volta on (NVIDIA's developer
/// forum, topics 49571 and 273699).
constexpr std::int64_t lines_of_wavefront = 4;
constexpr std::int64_t widest_load = 16;

/// Bytes that one instruction loads of a leaf.
std::int64_t load_bytes(detail::LeafShape const& leaf) {
  return std::min<std::int64_t>({widest_load, leaf.align, leaf.bytes & -leaf.bytes});
}

}  // namespace

/// The first whole warp of neighbours that were recorded one after the other; all of them if there
/// is none.
WarpReplay::Warp WarpReplay::warp_of(std::span<ItemTrace const> group, std::size_t most) {
  constexpr auto lanes = static_cast<std::size_t>(team::warp_lanes);
  std::size_t first = 0;
  while (first < group.size() && group[first].item % team::warp_lanes != 0) ++first;
  if (first + lanes > group.size()) first = 0;
  Warp warp;
  double all = 0;
  double kept = 0;
  for (std::size_t k = 0; k < std::min(first + lanes, group.size()); ++k) {
    Item item{group[k].item, uses_of(group[k].access, most)};
    if (k < first) {
      warp.before.push_back(std::move(item));
      continue;
    }
    bool const is_cut = item.use.size() == most;
    kept += real(static_cast<std::int64_t>(item.use.size()));
    all += is_cut ? std::max(real(group[k].accesses), real(static_cast<std::int64_t>(most)))
                  : real(static_cast<std::int64_t>(item.use.size()));
    warp.lane.push_back(std::move(item));
  }
  if (kept > 0) warp.longer = all / kept;
  return warp;
}

WarpReplay::WarpReplay(detail::KernelTrace const& kernel, std::size_t most_accesses)
    : written_(written_at_home(kernel)) {
  auto const group = static_cast<std::size_t>(std::max<std::int64_t>(1, kernel.group));
  std::size_t const groups = (kernel.item.size() + group - 1) / group;
  std::size_t const most = std::max<std::size_t>(
      1, most_accesses / std::max<std::size_t>(
                             1, groups * std::min(group, std::size_t{Groups::most_neighbours})));
  for (std::size_t first = 0; first < kernel.item.size(); first += group)
    warps_.push_back(warp_of(
        std::span(kernel.item).subspan(first, std::min(group, kernel.item.size() - first)), most));
}

/// Replays one warp.
class WarpWalk {
  /// Where lanes load a leaf, and where they store it.
  struct Request {
    std::int32_t leaf = 0;
    std::size_t position = 0;  ///< among an item's accesses
    std::vector<std::int64_t> load{};
    std::vector<std::int64_t> store{};
  };

 public:
  WarpWalk(WarpGround const& ground, std::vector<bool> const& counts,
           std::vector<std::int32_t> const& written_leaves)
      : ground_(ground), counts_(counts), written_leaves_(written_leaves) {}

  WarpTouched touched(WarpReplay::Warp const& warp) {
    for (WarpReplay::Item const& item : warp.before) remember(item);
    sum_.lanes = real(static_cast<std::int64_t>(warp.lane.size()));
    for (Request const& request : requests_of(warp)) {
      detail::LeafShape const& leaf = ground_.leaves[static_cast<std::size_t>(request.leaf)];
      std::int64_t const at_once = load_bytes(leaf);
      for (std::int64_t part = 0; part < leaf.bytes; part += at_once) {
        serve(request.load, part, at_once, [&](std::int64_t sector) { load(sector); });
        serve(request.store, part, at_once, [&](std::int64_t sector) { store(sector); });
      }
    }
    if (!warp.lane.empty()) find_partial(warp);
    WarpTouched all = times(warp.longer, sum_);
    all.lanes = sum_.lanes;
    return all;
  }

 private:
  std::int64_t place(std::int64_t record, std::int32_t leaf) const {
    auto const of = static_cast<std::size_t>(leaf);
    return ground_.layout.address(of, ground_.leaves[of].bytes, record);
  }

  template <class Visit>
  static void each_sector(std::int64_t first, std::int64_t bytes, Visit const& visit) {
    for (std::int64_t s = first / sector_bytes; s <= (first + bytes - 1) / sector_bytes; ++s)
      visit(s);
  }

  void remember(WarpReplay::Item const& item) {
    for (Use const& use : item.use) {
      if (!counts_[static_cast<std::size_t>(use.leaf)]) continue;
      std::int64_t const at = place(use.record, use.leaf);
      std::int64_t const bytes = ground_.leaves[static_cast<std::size_t>(use.leaf)].bytes;
      values_.add(at, 0);
      each_sector(at, bytes, [&](std::int64_t sector) {
        touched_.add(sector, 0);
        if (use.is_read) read_.add(sector, 0);
        if (use.is_written) written_.add(sector, 0);
      });
    }
  }

  /// In the order in which a thread would come to them.
  std::vector<Request> requests_of(WarpReplay::Warp const& warp) const {
    NumberMap number;
    std::vector<Request> requests;
    std::vector<std::int64_t> uses(ground_.leaves.size());
    for (WarpReplay::Item const& item : warp.lane) {
      std::fill(uses.begin(), uses.end(), 0);
      for (std::size_t k = 0; k < item.use.size(); ++k) {
        Use const& use = item.use[k];
        auto const leaf = static_cast<std::size_t>(use.leaf);
        if (!counts_[leaf]) continue;
        std::int64_t const name = value_number(uses[leaf]++, use.leaf);
        if (number.add(name, static_cast<std::int64_t>(requests.size())))
          requests.push_back({use.leaf, k});
        Request& request = requests[static_cast<std::size_t>(*number.find(name))];
        std::int64_t const at = place(use.record, use.leaf);
        if (use.is_read) request.load.push_back(at);
        if (use.is_written) request.store.push_back(at);
      }
    }
    std::stable_sort(requests.begin(), requests.end(),
                     [](auto const& a, auto const& b) { return a.position < b.position; });
    return requests;
  }

  /// One instruction, of a part of the leaves that begin at some places.
  template <class Visit>
  void serve(std::vector<std::int64_t> const& places, std::int64_t part, std::int64_t at_once,
             Visit const& visit) {
    if (places.empty()) return;
    lines_.clear();
    sectors_.clear();
    std::int64_t found = 0;
    for (std::int64_t const place : places) {
      std::int64_t const at = place + part;
      bool const is_new = values_.add(at, 0);
      if (lines_.add(at / line_bytes, 0)) ++found;
      each_sector(at, at_once, [&](std::int64_t sector) {
        if (is_new) sum_.bytes += std::popcount(bytes_within(at, at_once, sector));
        if (!sectors_.add(sector, 0)) return;
        if (touched_.add(sector, 0)) ++sum_.sectors;
        visit(sector);
      });
    }
    auto const lanes = static_cast<std::int64_t>(places.size());
    ++sum_.requests;
    sum_.wavefronts +=
        real(std::max(ceil_div(found, lines_of_wavefront), ceil_div(lanes * at_once, line_bytes)));
  }

  /// A bit for each byte of a sector that is among `bytes` at some place.
  static std::uint32_t bytes_within(std::int64_t at, std::int64_t bytes, std::int64_t sector) {
    std::int64_t const begin = std::max<std::int64_t>(0, at - sector * sector_bytes);
    std::int64_t const end =
        std::min<std::int64_t>(sector_bytes, at + bytes - sector * sector_bytes);
    return ~0U >> (sector_bytes - (end - begin)) << begin;
  }

  /// Held by the first-level cache unless too many others came in between.
  void load(std::int64_t sector) {
    if (read_.add(sector, 0)) ++sum_.sectors_read;
    if (std::int64_t* const last = held_.find(sector)) {
      bool const is_held = (loaded_ - *last) * sector_bytes <= ground_.held_bytes;
      *last = loaded_;
      if (is_held) return;
      ++loaded_;
    } else {
      held_.add(sector, loaded_++);
    }
    ++sum_.sectors_loaded;
  }

  void store(std::int64_t sector) {
    ++sum_.sectors_stored;
    if (!written_.add(sector, 0)) return;
    ++sum_.sectors_written;
    new_written_.push_back(sector);
  }

  /// Neighbours fill sectors together: what items write to in their own records counts for all
  /// records around.
  void find_partial(WarpReplay::Warp const& warp) {
    if (new_written_.empty()) return;
    std::vector<std::uint32_t> filled(new_written_.size());
    NumberMap number;
    for (std::size_t k = 0; k < new_written_.size(); ++k)
      number.add(new_written_[k], static_cast<std::int64_t>(k));
    auto const fill = [&](std::int64_t record, std::int32_t leaf) {
      std::int64_t const at = place(record, leaf);
      std::int64_t const bytes = ground_.leaves[static_cast<std::size_t>(leaf)].bytes;
      each_sector(at, bytes, [&](std::int64_t sector) {
        if (std::int64_t const* const k = number.find(sector))
          filled[static_cast<std::size_t>(*k)] |= bytes_within(at, bytes, sector);
      });
    };
    for (WarpReplay::Item const& item : warp.lane)
      for (Use const& use : item.use)
        if (use.is_written && counts_[static_cast<std::size_t>(use.leaf)])
          fill(use.record, use.leaf);
    std::int64_t const first = std::max<std::int64_t>(0, warp.lane.front().item - team::warp_lanes);
    std::int64_t const end = std::min(ground_.count, warp.lane.back().item + 1 + team::warp_lanes);
    for (std::int32_t const leaf : written_leaves_)
      if (counts_[static_cast<std::size_t>(leaf)])
        for (std::int64_t record = first; record < end; ++record) fill(record, leaf);
    for (std::size_t k = 0; k < new_written_.size(); ++k)
      if (filled[k] != ~0U && read_.find(new_written_[k]) == nullptr) ++sum_.sectors_partial;
  }

  WarpGround const& ground_;
  std::vector<bool> const& counts_;
  std::vector<std::int32_t> const& written_leaves_;
  WarpTouched sum_;
  NumberMap touched_, read_, written_, values_;
  NumberMap lines_, sectors_;  ///< of one instruction
  NumberMap held_;             ///< sectors, with how many had been loaded before
  std::int64_t loaded_ = 0;
  std::vector<std::int64_t> new_written_;
};

WarpTouched WarpReplay::touched(WarpGround const& ground, std::vector<bool> const& counts) const {
  WarpTouched sum;
  for (Warp const& warp : warps_)
    sum = sum_of(sum, WarpWalk(ground, counts, written_).touched(warp));
  return times(1 / std::max(1.0, real(static_cast<std::int64_t>(warps_.size()))), sum);
}

}  // namespace isomer::records
