// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "record_case.hpp"

namespace isomer::test {

/// Seeded records, arrangements and counts.
class RandomRecords {
 public:
  explicit RandomRecords(unsigned seed) : random_(seed) {}

  std::int64_t up_to(std::int64_t last) {
    return std::uniform_int_distribution<std::int64_t>(0, last)(random_);
  }

  LeafList record() {
    constexpr std::array<std::int32_t, 8> sizes{8, 4, 4, 2, 1, 16, 12, 3};
    std::vector<std::int32_t> bytes(static_cast<std::size_t>(1 + up_to(11)));
    bool const is_mixed = up_to(2) != 0;
    std::int32_t const same = sizes[static_cast<std::size_t>(up_to(7))];
    for (auto& size : bytes)
      size = is_mixed ? sizes[static_cast<std::size_t>(up_to(up_to(1) == 0 ? 4 : 7))] : same;
    return struct_of(bytes);
  }

  std::int64_t tile(std::int64_t max_tile) {
    std::int64_t tile = 2;
    while (tile < max_tile && up_to(3) != 0) tile *= 2;
    return tile;
  }

  RecordLayout layout(LeafList const& leaves, std::int64_t capacity, std::int64_t max_tile = 256) {
    switch (up_to(4)) {
      case 0: return aos(leaves, capacity);
      case 1: return soa(leaves, capacity);
      case 2: return tiled(leaves, capacity, tile(max_tile));
      case 3: return declared_tiled(leaves, capacity, tile(max_tile));
      default: return clusters(leaves, capacity, parts(leaves, max_tile));
    }
  }

 private:
  std::vector<Cluster> parts(LeafList const& leaves, std::int64_t max_tile) {
    std::vector<Cluster> list(static_cast<std::size_t>(1 + up_to(2)));
    for (auto& cluster : list) {
      std::int64_t const kind = up_to(2);
      cluster.tile = kind == 0 ? 0 : kind == 1 ? 1 : tile(max_tile);
    }
    for (std::size_t k = 0; k < leaves.bytes.size(); ++k)
      list[static_cast<std::size_t>(up_to(static_cast<std::int64_t>(list.size()) - 1))]
          .leaf.push_back(static_cast<int>(k));
    std::erase_if(list, [](Cluster const& cluster) { return cluster.leaf.empty(); });
    return list;
  }

  std::mt19937 random_;
};

/// "2x8+3, aos 24; 1x.." for failure messages.
inline std::string printed(RecordLayout const& layout) {
  std::string text;
  for (auto const& region : layout.region)
    text += "[" + std::to_string(region.begin) + ": " + std::to_string(region.tile) + " in " +
            std::to_string(region.block_bytes) + "]";
  return text;
}

}  // namespace isomer::test
