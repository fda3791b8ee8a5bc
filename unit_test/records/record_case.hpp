// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <isomer/detail/record_problem.hpp>

/// Records of any leaves in any arrangement, laid out and checked value by value.
namespace isomer::test {

using detail::RecordLayout;
using detail::RecordProblem;

/// The leaves of a struct: their sizes in the order of its members, and its own size.
struct LeafList {
  std::vector<std::int32_t> bytes;
  std::vector<std::int64_t> offset;  ///< in the struct
  std::int64_t struct_bytes = 0;
  std::int64_t alignment = 1;
};

/// Leaves aligned as words of their size, as a compiler lays them; `odd` ones, of no power of two,
/// as floats or bytes.
LeafList struct_of(std::vector<std::int32_t> const& bytes);

RecordLayout aos(LeafList const& leaves, std::int64_t capacity);
RecordLayout soa(LeafList const& leaves, std::int64_t capacity);
RecordLayout tiled(LeafList const& leaves, std::int64_t capacity, std::int64_t tile);
/// Tiles with leaves in the order of the struct, each aligned by itself.
RecordLayout declared_tiled(LeafList const& leaves, std::int64_t capacity, std::int64_t tile);
/// A region for each list of leaves, with its tile; 0 takes a region for each leaf.
struct Cluster {
  std::vector<int> leaf;
  std::int64_t tile;
};
RecordLayout clusters(LeafList const& leaves, std::int64_t capacity,
                      std::vector<Cluster> const& list);

/// Bytes of a layout whose records hold values known by record, leaf and byte.
std::vector<std::byte> filled(RecordLayout const& layout, LeafList const& leaves,
                              std::int64_t count, std::size_t bytes);
/// What is wrong with the values of `count` records; empty if nothing is.
std::string wrong_values(std::byte const* data, RecordLayout const& layout, LeafList const& leaves,
                         std::int64_t count);
/// Overwrites all bytes that belong to no value of `count` records.
void poison_gaps(std::byte* data, RecordLayout const& layout, LeafList const& leaves,
                 std::int64_t count, std::size_t bytes);
/// Whether the values of records `begin` .. `end` - 1 all have this byte.
bool all_are(std::byte value, std::byte const* data, RecordLayout const& layout,
             LeafList const& leaves, std::int64_t begin, std::int64_t end);

}  // namespace isomer::test
