// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/detail/clusters.hpp>
#include <isomer/records/detail/place_leaves.hpp>

namespace isomer::detail {

template <class T>
using ClusterOfLeaf = std::array<std::int32_t, static_cast<std::size_t>(LeafTable<T>::leaves)>;

/// The members of T in their clusters.
template <class T, class... C>
struct Clustering {
  static_assert(sizeof...(C) > 0, "isomer: Clusters must have a cluster");
  static_assert((ClusterOf<C>::is_cluster && ...),
                "isomer: Clusters takes In<A, names...> and Rest<A>");
  static_assert(((ClusterOf<C>::tile >= 0) && ...),
                "isomer: a cluster is arranged as AoS, SoA or Tiled<N>");

  /// The clusters that name a member.
  static constexpr int times_named(std::string_view member) {
    int times = 0;
    auto const count = [&](auto const& names) {
      for (std::string_view const name : names) times += name == member ? 1 : 0;
    };
    (count(ClusterOf<C>::names), ...);
    return times;
  }
  static constexpr int rests = ((ClusterOf<C>::names.size() == 0 ? 1 : 0) + ... + 0);
  static constexpr bool knows_names = [] {
    bool known = true;
    auto const look = [&](auto const& names) {
      for (std::string_view const name : names) known &= LeafTable<T>::position(name) >= 0;
    };
    (look(ClusterOf<C>::names), ...);
    return known;
  }();
  static constexpr bool names_once = [] {
    for (std::string_view const name : RecordOf<T>::name)
      if (times_named(name) > 1) return false;
    return true;
  }();
  static constexpr bool names_all = [] {
    for (std::string_view const name : RecordOf<T>::name)
      if (times_named(name) == 0) return false;
    return true;
  }();
  static_assert(knows_names, "isomer: Clusters names a member that the record does not have");
  static_assert(names_once, "isomer: Clusters names a member twice");
  static_assert(rests <= 1, "isomer: Clusters has more than one Rest");
  static_assert(names_all || rests == 1,
                "isomer: Clusters leaves out a member, Rest<A> takes all that are not named");

  static constexpr std::array<ClusterShape, sizeof...(C)> shape{
      ClusterShape{ClusterOf<C>::tile}...};

  static constexpr std::int32_t cluster_of(std::string_view member) {
    std::int32_t rest = 0;
    std::int32_t found = -1;
    std::int32_t next = 0;
    auto const look = [&](auto const& names) {
      if (names.size() == 0) rest = next;
      for (std::string_view const name : names)
        if (name == member) found = next;
      ++next;
    };
    (look(ClusterOf<C>::names), ...);
    return found >= 0 ? found : rest;
  }
  static constexpr ClusterOfLeaf<T> of_leaf = [] {
    ClusterOfLeaf<T> of{};
    for (std::size_t l = 0; l < of.size(); ++l)
      of[l] = cluster_of(RecordOf<T>::name[static_cast<std::size_t>(LeafTable<T>::leaf[l].member)]);
    return of;
  }();
};

}  // namespace isomer::detail
