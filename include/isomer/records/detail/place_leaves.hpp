// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <isomer/records/detail/leaf_table.hpp>

/// The one place that knows where leaves lie, at compile time for references and at run time for
/// plans.
namespace isomer::detail {

/// Record i has the value of a leaf at
///
///     C * before + (i / tile) * block + offset + (i % tile) * bytes
///
/// where C is the capacity rounded up to whole tiles.
struct LeafAddress {
  std::int64_t before = 0;  ///< bytes a record of all that lies before the region of this leaf
  std::int64_t tile = 1;
  std::int64_t block = 0;
  std::int64_t offset = 0;

  friend bool operator==(LeafAddress const&, LeafAddress const&) = default;
};

/// What a cluster is arranged as: tiles, AoS with a tile of 1, or SoA with a tile of 0.
struct ClusterShape {
  std::int64_t tile = 0;
};

constexpr std::int64_t rounded_up(std::int64_t n, std::int64_t to) {
  return (n + to - 1) / to * to;
}

/// Leaves of clusters, and the cluster of each leaf.
struct ClusteredLeaves {
  std::span<LeafShape const> leaf;
  std::span<ClusterShape const> cluster;
  std::span<std::int32_t const> cluster_of;
  std::int64_t align = 1;  ///< to which each block is rounded up at least

  constexpr std::int64_t largest_align(std::size_t c) const {
    std::int64_t largest = 1;
    for (std::size_t l = 0; l < leaf.size(); ++l)
      if (is_in(l, c)) largest = std::max<std::int64_t>(largest, leaf[l].align);
    return largest;
  }
  constexpr bool is_in(std::size_t l, std::size_t c) const {
    return cluster_of[l] == static_cast<std::int32_t>(c);
  }
  constexpr bool is_empty(std::size_t c) const {
    return std::none_of(cluster_of.begin(), cluster_of.end(),
                        [&](std::int32_t of) { return of == static_cast<std::int32_t>(c); });
  }
};

/// Places the leaves of cluster c that are aligned to `align`, each a region of its own.
constexpr void place_alone(ClusteredLeaves const& all, std::size_t c, std::int64_t align,
                           std::int64_t& before, std::span<LeafAddress> address) {
  for (std::size_t l = 0; l < all.leaf.size(); ++l)
    if (all.is_in(l, c) && all.leaf[l].align == align) {
      address[l] = {before, 1, all.leaf[l].bytes, 0};
      before += all.leaf[l].bytes;
    }
}

/// Places cluster c, whose largest alignment is `largest`, as one region.
constexpr void place_together(ClusteredLeaves const& all, std::size_t c, std::int64_t largest,
                              std::int64_t& before, std::span<LeafAddress> address) {
  std::int64_t const tile = all.cluster[c].tile;
  std::int64_t bytes = 0;
  for (std::int64_t align = largest; align > 0; align /= 2)
    for (std::size_t l = 0; l < all.leaf.size(); ++l)
      if (all.is_in(l, c) && all.leaf[l].align == align) {
        address[l] = {before, tile, 0, tile * bytes};
        bytes += all.leaf[l].bytes;
      }
  std::int64_t const block = rounded_up(tile * bytes, std::max(largest, all.align));
  for (std::size_t l = 0; l < all.leaf.size(); ++l)
    if (all.is_in(l, c)) address[l].block = block;
  before += block / tile;
}

/// Gives each leaf its address and returns the bytes of a record. Regions and leaves go by falling
/// alignment, so that all are aligned for any capacity.
constexpr std::int64_t place_leaves(ClusteredLeaves const& all, std::span<LeafAddress> address) {
  std::int64_t before = 0;
  std::int64_t largest = 1;
  for (LeafShape const& leaf : all.leaf) largest = std::max<std::int64_t>(largest, leaf.align);
  for (std::int64_t align = largest; align > 0; align /= 2)
    for (std::size_t c = 0; c < all.cluster.size(); ++c) {
      if (all.cluster[c].tile == 0) place_alone(all, c, align, before, address);
      else if (!all.is_empty(c) && all.largest_align(c) == align)
        place_together(all, c, align, before, address);
    }
  return before;
}

/// Gives each leaf its address in tiles with leaves in their own order, each rounded up to its
/// alignment, and returns the bytes of a record. A tile is a multiple of its records: what is
/// rounded up is so to a larger power of two, or not at all.
constexpr std::int64_t place_as_declared(std::span<LeafShape const> leaf, std::int64_t tile,
                                         std::int64_t align, std::span<LeafAddress> address) {
  std::int64_t end = 0;
  for (std::size_t l = 0; l < leaf.size(); ++l) {
    address[l] = {0, tile, 0, rounded_up(end, leaf[l].align)};
    end = address[l].offset + tile * leaf[l].bytes;
  }
  std::int64_t const block = rounded_up(end, align);
  for (std::size_t l = 0; l < leaf.size(); ++l) address[l].block = block;
  return block / tile;
}

}  // namespace isomer::detail
