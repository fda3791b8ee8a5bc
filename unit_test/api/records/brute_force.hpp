// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <isomer/records.hpp>

/// Where values lie, worked out by laying them one behind the other.
namespace isomer::test {

struct LaidLeaf {
  std::int64_t bytes, align, offset;
  std::string member;
};

template <class T>
std::vector<LaidLeaf> laid_leaves() {
  std::vector<LaidLeaf> leaves;
  for (auto const& leaf : detail::LeafTable<T>::leaf)
    leaves.push_back(
        {leaf.bytes, leaf.align, leaf.offset,
         std::string(detail::RecordOf<T>::name[static_cast<std::size_t>(leaf.member)])});
  return leaves;
}

/// The byte of each leaf of each record.
struct Layout {
  std::vector<std::vector<std::int64_t>> at;  ///< [leaf][record]
  std::int64_t bytes = 0;
};

/// Tiles of some leaves from byte `begin` on: returns the end.
inline std::int64_t lay_tiles(Layout& layout, std::vector<LaidLeaf> const& leaves,
                              std::vector<std::size_t> order, std::int64_t capacity,
                              std::int64_t tile, std::int64_t align, std::int64_t begin,
                              bool is_declared = false) {
  if (!is_declared)
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return leaves[a].align > leaves[b].align;
    });
  std::int64_t at = begin;
  for (std::int64_t first = 0; first < capacity; first += tile) {
    for (std::size_t const l : order) {
      while ((at - begin) % leaves[l].align != 0) ++at;
      for (std::int64_t i = first; i < first + tile; ++i, at += leaves[l].bytes)
        if (i < capacity) layout.at[l][static_cast<std::size_t>(i)] = at;
    }
    while ((at - begin) % align != 0) ++at;
  }
  return at;
}

inline Layout empty_layout(std::size_t leaves, std::int64_t capacity) {
  Layout layout;
  layout.at.assign(leaves, std::vector<std::int64_t>(static_cast<std::size_t>(capacity)));
  return layout;
}

inline Layout lay_structs(std::vector<LaidLeaf> const& leaves, std::int64_t size,
                          std::int64_t capacity) {
  Layout layout = empty_layout(leaves.size(), capacity);
  for (std::size_t l = 0; l < leaves.size(); ++l)
    for (std::int64_t i = 0; i < capacity; ++i)
      layout.at[l][static_cast<std::size_t>(i)] = i * size + leaves[l].offset;
  layout.bytes = capacity * size;
  return layout;
}

/// A region of its own for some leaves.
struct Part {
  std::vector<std::size_t> leaves;
  std::int64_t tile = 1;
  std::int64_t align = 1;
};

/// The parts of an arrangement that is not AoS, in the order in which they lie.
inline std::vector<Part> parts_of(std::vector<LaidLeaf> const& leaves,
                                  Arrangement const& arrangement, std::int64_t align_of_struct) {
  auto clusters = arrangement.clusters();
  bool const is_plain = clusters.empty();
  if (is_plain) clusters = {{{}, arrangement.tile()}};
  std::vector<Part> parts;
  for (auto const& cluster : clusters) {
    Part part{{}, cluster.tile, is_plain ? align_of_struct : 1};
    for (std::size_t l = 0; l < leaves.size(); ++l) {
      auto const names = [&](auto const& other) {
        return std::count(other.names.begin(), other.names.end(), leaves[l].member) > 0;
      };
      bool const is_named = std::any_of(clusters.begin(), clusters.end(), names);
      if (cluster.names.empty() ? is_named : !names(cluster)) continue;
      part.align = std::max(part.align, leaves[l].align);
      part.leaves.push_back(l);
      if (cluster.tile == 0) {
        parts.push_back({{l}, 1, leaves[l].align});
      }
    }
    if (cluster.tile > 0 && !part.leaves.empty()) parts.push_back(part);
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](Part const& a, Part const& b) { return a.align > b.align; });
  return parts;
}

template <class T>
Layout lay(Arrangement const& arrangement, std::int64_t capacity) {
  auto const leaves = laid_leaves<T>();
  if (arrangement == Arrangement(AoS{})) return lay_structs(leaves, sizeof(T), capacity);
  auto const parts = parts_of(leaves, arrangement, alignof(T));
  std::int64_t tile = 1;
  for (Part const& part : parts) tile = std::max(tile, part.tile);
  Layout layout = empty_layout(leaves.size(), capacity);
  for (Part const& part : parts) {
    std::int64_t const whole = (capacity + tile - 1) / tile * tile;
    Layout padded = empty_layout(leaves.size(), whole);
    layout.bytes = lay_tiles(padded, leaves, part.leaves, whole, part.tile, part.align,
                             layout.bytes, arrangement.is_declared());
    for (std::size_t const l : part.leaves)
      std::copy_n(padded.at[l].begin(), capacity, layout.at[l].begin());
  }
  return layout;
}

}  // namespace isomer::test
