// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "team/max_blocks.hpp"
#include "team/table_bytes.hpp"
#include "tile/warp/many_shapes.hpp"

namespace isomer::detail {

/// Kernels that do not depend on each other, in as few launches as there are kinds of them. A kind
/// of which there are several goes to where the device reads it.
template <class Launch>
class KernelSets {
 public:
  template <class Kernel>
  void add(std::string label, int blocks, int shared_bytes, Kernel const& kernel) {
    static_assert(std::is_trivially_copyable_v<Kernel> && alignof(Kernel) <= 16);
    Set& set = set_for(&launch_set<Kernel>, std::move(label), blocks);
    auto const* const bytes = reinterpret_cast<std::byte const*>(&kernel);
    set.kernels.insert(set.kernels.end(), bytes, bytes + sizeof kernel);
    set.first.push_back(set.blocks);
    set.blocks += blocks;
    set.shared_bytes = std::max(set.shared_bytes, shared_bytes);
  }

  /// What the device is to read.
  team::TableBytes list() {
    team::TableBytes all;
    for (Set& set : sets_)
      if (set.first.size() > 1) {
        set.kernels_at = all.add(set.kernels);
        set.first_at = all.add(set.first);
      }
    return all;
  }

  /// `there` is where it does.
  void launch_all(Launch const& launch, std::byte const* there) const {
    for (Set const& set : sets_) set.launch(launch, set, there);
  }

 private:
  struct Set;
  using LaunchSet = void (*)(Launch const&, Set const&, std::byte const*);
  struct Set {
    LaunchSet launch;
    std::string label;
    std::vector<std::byte> kernels{};
    std::vector<std::int32_t> first{};  ///< block of each
    int blocks = 0;
    int shared_bytes = 0;
    std::int64_t kernels_at = 0;  ///< where they and these numbers are listed
    std::int64_t first_at = 0;
  };

  /// One with room for these blocks.
  Set& set_for(LaunchSet launch, std::string label, int blocks) {
    for (Set& set : sets_)
      if (set.launch == launch && set.blocks <= team::max_blocks - blocks) return set;
    return sets_.emplace_back(Set{launch, std::move(label)});
  }

  template <class Kernel>
  static void launch_set(Launch const& launch, Set const& set, std::byte const* there) {
    if (set.first.size() == 1) {
      Kernel kernel;
      std::memcpy(static_cast<void*>(&kernel), set.kernels.data(), sizeof kernel);
      return launch(set.label.c_str(), set.blocks, set.shared_bytes, kernel);
    }
    launch(
        set.label.c_str(), set.blocks, set.shared_bytes,
        tile::warp::ManyShapes<Kernel>{reinterpret_cast<Kernel const*>(there + set.kernels_at),
                                       there + set.first_at, static_cast<int>(set.first.size())});
  }

  std::vector<Set> sets_;
};

}  // namespace isomer::detail
