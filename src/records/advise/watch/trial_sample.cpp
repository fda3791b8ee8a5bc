// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/watch/trial_sample.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include <unistd.h>

#include "index/rounding.hpp"
#include "machine/machine.hpp"
#include "records/advise/watch/value_address.hpp"

namespace isomer::detail {

using records::ValueAddress;

namespace {

/// As many records as half of a core's cache holds.
std::int64_t held_in_cache(DynamicRecord const& record) {
  return std::max<std::int64_t>(1, host_machine(1).l2_bytes / 2 / record.bytes());
}

std::int64_t power_of_two_from(std::int64_t n) {
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(n)));
}

std::int64_t power_of_two_up_to(std::int64_t n) {
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(n)));
}

/// Calls `copy` with the bytes of a value, as a constant if it is a word.
template <class Copy>
void with_bytes(std::int64_t bytes, Copy const& copy) {
  switch (bytes) {
    case 1: return copy(std::integral_constant<std::size_t, 1>{});
    case 2: return copy(std::integral_constant<std::size_t, 2>{});
    case 4: return copy(std::integral_constant<std::size_t, 4>{});
    case 8: return copy(std::integral_constant<std::size_t, 8>{});
    default: return copy(static_cast<std::size_t>(bytes));
  }
}

}  // namespace

std::int64_t shown_page_bytes() { return sysconf(_SC_PAGESIZE); }

TrialSample::TrialSample(Scene const& scene, std::span<Arrangement const> offer)
    : record_(*scene.record), count_(scene.count), capacity_(scene.capacity) {
  constexpr std::int64_t most_visited = 1024;
  constexpr std::int64_t most_views = 4096;
  constexpr std::int64_t most_liked = 1 << 15;
  constexpr std::int64_t most = 1 << 16;
  std::int64_t const held = held_in_cache(record_);
  visited_ = std::min({count_, most_visited, held});
  // Whole pages and tiles of each region, of which no more views are made than soon can be. Views
  // take longer than copies, so that more are copied where a cache holds them.
  std::int64_t tile = 1;
  std::int64_t regions = 1;
  for (Arrangement const& arrangement : offer) {
    RecordLayout const of = layout(arrangement);
    tile = std::max(tile, of.largest_tile());
    regions = std::max(regions, std::ssize(of.region));
  }
  std::int64_t const page = shown_page_bytes();
  std::int64_t const least = std::max({page, tile, count_ / most_views * regions + 1});
  period_ = std::max(power_of_two_from(least), power_of_two_up_to(std::min(held, most_liked)));
  if (period_ > most) return;
  if (period_ + page + tile >= count_ / 2) period_ = std::max<std::int64_t>(count_, 1);
  read(scene);
}

RecordLayout TrialSample::layout(Arrangement const& arrangement) const {
  return record_layout(record_, arrangement, capacity_);
}

std::int64_t TrialSample::source(std::int64_t k) const {
  if (k < visited_ || !repeats()) return k;
  // Neighbours share a page, whose address takes long to find.
  constexpr std::int64_t neighbours = 64;
  std::int64_t const group = (k - visited_) / neighbours;
  std::int64_t const groups = ceil_div(period_ - visited_, neighbours);
  return visited_ + group * (count_ - visited_) / groups + (k - visited_) % neighbours;
}

// Some records at a time, so that the lines of one are read once for all of its leaves.
void TrialSample::read(Scene const& scene) {
  std::int64_t bytes = 0;
  for (LeafShape const& leaf : record_.leaves()) {
    first_.push_back(bytes);
    bytes += period_ * leaf.bytes;
  }
  values_.resize(static_cast<std::size_t>(bytes));
  std::array<std::int64_t, 64> sources{};
  std::int64_t const end = std::min(period_, count_);
  for (std::int64_t begin = 0; begin < end; begin += std::ssize(sources)) {
    auto const some = static_cast<std::size_t>(std::min(end - begin, std::ssize(sources)));
    for (std::size_t k = 0; k < some; ++k)
      sources[k] = source(begin + static_cast<std::int64_t>(k));
    for (std::size_t l = 0; l < first_.size(); ++l) {
      std::int64_t const leaf_bytes = record_.leaves()[l].bytes;
      ValueAddress const from(scene.layout, l, leaf_bytes);
      std::byte* to = values_.data() + first_[l] + begin * leaf_bytes;
      with_bytes(leaf_bytes, [&](auto size) {
        for (std::size_t k = 0; k < some; ++k, to += size)
          std::memcpy(to, scene.data + from.of(sources[k]), size);
      });
    }
  }
}

void TrialSample::write(std::byte* data, RecordLayout const& layout, std::size_t leaf,
                        std::int64_t begin, std::int64_t end) const {
  std::int64_t const bytes = record_.leaves()[leaf].bytes;
  ValueAddress const to(layout, leaf, bytes);
  with_bytes(bytes, [&](auto size) {
    for (std::int64_t i = begin; i < end;) {
      std::int64_t const k = i % period_;
      std::int64_t const until = std::min(end, i + period_ - k);
      std::byte const* from = values_.data() + first_[leaf] + k * bytes;
      while (i < until) {
        std::int64_t const run = std::min(until - i, to.run(i));
        if (run == 1) std::memcpy(data + to.of(i), from, size);
        else std::memcpy(data + to.of(i), from, size * static_cast<std::size_t>(run));
        from += run * bytes;
        i += run;
      }
    }
  });
}

}  // namespace isomer::detail
