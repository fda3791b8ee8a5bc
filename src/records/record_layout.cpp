// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <isomer/error.hpp>
#include <isomer/records/dynamic_record.hpp>

#include "records/joined.hpp"

namespace isomer::detail {
namespace {

using LeafAddresses = std::vector<LeafAddress>;

[[noreturn]] void fail(Arrangement const& arrangement, DynamicRecord const& record,
                       std::string const& what) {
  throw Error("isomer: " + arrangement.name() + ' ' + what + ", the record has " +
              joined(record.names()));
}

/// The cluster of each member.
std::vector<std::int32_t> clusters_of_members(DynamicRecord const& record,
                                              Arrangement const& arrangement) {
  std::vector<std::int32_t> of(record.names().size(), -1);
  std::int32_t rest = -1;
  for (std::size_t c = 0; c < arrangement.clusters().size(); ++c) {
    auto const cluster = static_cast<std::int32_t>(c);
    if (arrangement.clusters()[c].names.empty()) rest = cluster;
    for (std::string const& name : arrangement.clusters()[c].names) {
      auto const found = std::find(record.names().begin(), record.names().end(), name);
      if (found == record.names().end())
        fail(arrangement, record, "names a member \"" + name + "\" that there is not");
      auto& at = of[static_cast<std::size_t>(found - record.names().begin())];
      if (at >= 0) fail(arrangement, record, "names \"" + name + "\" twice");
      at = cluster;
    }
  }
  for (std::size_t m = 0; m < of.size(); ++m) {
    if (of[m] < 0) of[m] = rest;
    if (of[m] < 0)
      fail(arrangement, record, "leaves out \"" + record.names()[m] + "\" and has no rest");
  }
  return of;
}

/// Gives each leaf its address in clusters and returns the bytes of a record.
std::int64_t place_clusters(DynamicRecord const& record, Arrangement const& arrangement,
                            LeafAddresses& address) {
  auto const of_member = clusters_of_members(record, arrangement);
  std::vector<ClusterShape> shape;
  for (auto const& cluster : arrangement.clusters()) shape.push_back({cluster.tile});
  std::vector<std::int32_t> of_leaf;
  for (LeafShape const& leaf : record.leaves())
    of_leaf.push_back(of_member[static_cast<std::size_t>(leaf.member)]);
  return place_leaves({record.leaves(), shape, of_leaf, 1}, address);
}

std::int64_t place(DynamicRecord const& record, Arrangement const& arrangement,
                   LeafAddresses& address) {
  if (!arrangement.clusters().empty()) return place_clusters(record, arrangement, address);
  if (arrangement.tile() == 1) {
    for (std::size_t l = 0; l < address.size(); ++l)
      address[l] = {0, 1, record.bytes(), record.leaves()[l].offset};
    return record.bytes();
  }
  if (arrangement.is_declared())
    return place_as_declared(record.leaves(), arrangement.tile(), record.align(), address);
  ClusterShape const all{arrangement.tile()};
  std::vector<std::int32_t> const of_leaf(address.size(), 0);
  std::int64_t const align = arrangement.tile() == 0 ? 1 : record.align();
  return place_leaves({record.leaves(), {&all, 1}, of_leaf, align}, address);
}

/// The regions in the order in which they lie.
std::vector<LeafAddress> regions_of(LeafAddresses const& address) {
  auto const starts_before = [](LeafAddress const& a, LeafAddress const& b) {
    return a.before < b.before;
  };
  auto const same = [](LeafAddress const& a, LeafAddress const& b) { return a.before == b.before; };
  LeafAddresses region = address;
  std::stable_sort(region.begin(), region.end(), starts_before);
  region.erase(std::unique(region.begin(), region.end(), same), region.end());
  return region;
}

}  // namespace

RecordLayout record_layout(DynamicRecord const& record, Arrangement const& arrangement,
                           std::int64_t capacity) {
  LeafAddresses address(record.leaves().size());
  std::int64_t const record_bytes = place(record, arrangement, address);
  std::int64_t tile = 1;
  for (LeafAddress const& leaf : address) tile = std::max(tile, leaf.tile);
  std::int64_t const padded = rounded_up(capacity, tile);

  RecordLayout layout;
  layout.bytes = padded * record_bytes;
  auto const regions = regions_of(address);
  for (LeafAddress const& region : regions)
    layout.region.push_back({padded * region.before, region.tile, region.block});
  for (LeafAddress const& leaf : address) {
    auto const of = std::find_if(regions.begin(), regions.end(),
                                 [&](auto const& region) { return region.before == leaf.before; });
    layout.leaf.push_back({static_cast<std::int32_t>(of - regions.begin()), leaf.offset});
  }
  return layout;
}

}  // namespace isomer::detail
