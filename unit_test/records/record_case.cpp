// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record_case.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace isomer::test {
namespace {

constexpr std::byte poison{0xA5};

std::int64_t alignment_of(std::int32_t bytes) {
  for (std::int64_t word = 16; word > 1; word /= 2)
    if (bytes % word == 0) return word;
  return 1;
}

std::int64_t rounded_up(std::int64_t bytes, std::int64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// The leaves by falling alignment.
std::vector<int> by_alignment(LeafList const& leaves, std::vector<int> list) {
  std::stable_sort(list.begin(), list.end(), [&](int a, int b) {
    return alignment_of(leaves.bytes[static_cast<std::size_t>(a)]) >
           alignment_of(leaves.bytes[static_cast<std::size_t>(b)]);
  });
  return list;
}

std::vector<int> all_of(LeafList const& leaves) {
  std::vector<int> list(leaves.bytes.size());
  std::iota(list.begin(), list.end(), 0);
  return list;
}

std::int64_t address(RecordLayout const& layout, LeafList const& leaves, std::size_t leaf,
                     std::int64_t i) {
  auto const& place = layout.leaf[leaf];
  auto const& region = layout.region[static_cast<std::size_t>(place.region)];
  return region.begin + i / region.tile * region.block_bytes + place.offset +
         i % region.tile * leaves.bytes[leaf];
}

std::byte value_of(std::int64_t record, std::size_t leaf, std::int32_t byte) {
  auto const mixed =
      (static_cast<std::uint64_t>(record) * 64 + leaf) * 32 + static_cast<std::uint64_t>(byte);
  return static_cast<std::byte>(mixed * 0x9E3779B97F4A7C15U >> 56);
}

template <class Visit>
void for_each_value(RecordLayout const& layout, LeafList const& leaves, std::int64_t begin,
                    std::int64_t end, Visit const& visit) {
  for (std::int64_t i = begin; i < end; ++i)
    for (std::size_t leaf = 0; leaf < leaves.bytes.size(); ++leaf)
      for (std::int32_t byte = 0; byte < leaves.bytes[leaf]; ++byte)
        visit(i, leaf, byte, address(layout, leaves, leaf, i) + byte);
}

}  // namespace

LeafList struct_of(std::vector<std::int32_t> const& bytes) {
  LeafList leaves;
  leaves.bytes = bytes;
  for (std::int32_t const size : bytes) {
    std::int64_t const alignment = alignment_of(size);
    leaves.struct_bytes = rounded_up(leaves.struct_bytes, alignment);
    leaves.offset.push_back(leaves.struct_bytes);
    leaves.struct_bytes += size;
    leaves.alignment = std::max(leaves.alignment, alignment);
  }
  leaves.struct_bytes = rounded_up(leaves.struct_bytes, leaves.alignment);
  return leaves;
}

RecordLayout aos(LeafList const& leaves, std::int64_t capacity) {
  RecordLayout layout;
  layout.region.push_back({0, 1, leaves.struct_bytes});
  for (std::int64_t const offset : leaves.offset) layout.leaf.push_back({0, offset});
  layout.bytes = capacity * leaves.struct_bytes;
  return layout;
}

RecordLayout soa(LeafList const& leaves, std::int64_t capacity) {
  return clusters(leaves, capacity, {{all_of(leaves), 0}});
}

RecordLayout tiled(LeafList const& leaves, std::int64_t capacity, std::int64_t tile) {
  return clusters(leaves, capacity, {{all_of(leaves), tile}});
}

RecordLayout declared_tiled(LeafList const& leaves, std::int64_t capacity, std::int64_t tile) {
  RecordLayout layout;
  std::int64_t end = 0;
  for (std::int32_t const bytes : leaves.bytes) {
    end = rounded_up(end, alignment_of(bytes));
    layout.leaf.push_back({0, end});
    end += tile * bytes;
  }
  layout.region.push_back({0, tile, rounded_up(end, leaves.alignment)});
  layout.bytes = rounded_up(capacity, tile) * layout.region[0].record_bytes();
  return layout;
}

RecordLayout clusters(LeafList const& leaves, std::int64_t capacity,
                      std::vector<Cluster> const& list) {
  RecordLayout layout;
  layout.leaf.resize(leaves.bytes.size());
  std::int64_t largest = 1;
  for (Cluster const& cluster : list) largest = std::max(largest, cluster.tile);
  std::int64_t const rounded = rounded_up(capacity, largest);
  auto const add_region = [&](std::vector<int> const& of, std::int64_t tile) {
    std::int64_t bytes = 0;
    std::int64_t alignment = 1;
    for (int const k : of) {
      auto const leaf = static_cast<std::size_t>(k);
      layout.leaf[leaf] = {static_cast<std::int32_t>(layout.region.size()), tile * bytes};
      bytes += leaves.bytes[leaf];
      alignment = std::max(alignment, alignment_of(leaves.bytes[leaf]));
    }
    layout.region.push_back({layout.bytes, tile, rounded_up(tile * bytes, alignment)});
    layout.bytes += rounded * layout.region.back().record_bytes();
  };
  for (Cluster const& cluster : list) {
    std::vector<int> const sorted = by_alignment(leaves, cluster.leaf);
    if (cluster.tile > 0) add_region(sorted, cluster.tile);
    else
      for (int const k : sorted) add_region({k}, 1);
  }
  return layout;
}

std::vector<std::byte> filled(RecordLayout const& layout, LeafList const& leaves,
                              std::int64_t count, std::size_t bytes) {
  std::vector<std::byte> data(bytes, poison);
  for_each_value(layout, leaves, 0, count,
                 [&](std::int64_t i, std::size_t leaf, std::int32_t byte, std::int64_t at) {
                   data[static_cast<std::size_t>(at)] = value_of(i, leaf, byte);
                 });
  return data;
}

std::string wrong_values(std::byte const* data, RecordLayout const& layout, LeafList const& leaves,
                         std::int64_t count) {
  std::string wrong;
  for_each_value(layout, leaves, 0, count,
                 [&](std::int64_t i, std::size_t leaf, std::int32_t byte, std::int64_t at) {
                   if (!wrong.empty() || data[at] == value_of(i, leaf, byte)) return;
                   wrong = "leaf " + std::to_string(leaf) + " of record " + std::to_string(i);
                 });
  return wrong;
}

void poison_gaps(std::byte* data, RecordLayout const& layout, LeafList const& leaves,
                 std::int64_t count, std::size_t bytes) {
  constexpr std::byte other_poison{0x3C};
  std::vector<std::byte> poisoned(bytes, other_poison);
  for_each_value(layout, leaves, 0, count,
                 [&](std::int64_t, std::size_t, std::int32_t, std::int64_t at) {
                   poisoned[static_cast<std::size_t>(at)] = data[at];
                 });
  std::copy(poisoned.begin(), poisoned.end(), data);
}

bool all_are(std::byte value, std::byte const* data, RecordLayout const& layout,
             LeafList const& leaves, std::int64_t begin, std::int64_t end) {
  bool all = true;
  for_each_value(layout, leaves, begin, end,
                 [&](std::int64_t, std::size_t, std::int32_t, std::int64_t at) {
                   all = all && data[at] == value;
                 });
  return all;
}

}  // namespace isomer::test
