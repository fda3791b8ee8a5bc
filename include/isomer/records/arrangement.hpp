// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <isomer/records/detail/clusters.hpp>

namespace isomer {

/// An arrangement of records as a value, to be chosen at run time. Each of the types AoS, SoA,
/// Tiled<N>, DeclaredTiled<N> and Clusters<...> converts to it.
class Arrangement {
 public:
  /// A part of `Clusters`: no names for the rest.
  struct Cluster {
    std::vector<std::string> names;
    std::int64_t tile = 0;  ///< records; 1 for AoS, 0 for SoA
    friend bool operator==(Cluster const&, Cluster const&) = default;
  };

  Arrangement(AoS) : tile_(1) {}
  Arrangement(SoA) {}
  template <int N>
  Arrangement(Tiled<N>) : tile_(N) {}
  template <int N>
  Arrangement(DeclaredTiled<N>) : tile_(N), is_declared_(true) {}
  template <class... C>
  Arrangement(Clusters<C...>) : clusters_{cluster<C>()...} {}
  /// Clusters that are known at run time only; one that names nothing is the rest. Throws Error if
  /// there is none, more than one rest, or no tile of that size.
  explicit Arrangement(std::vector<Cluster> clusters);

  /// "aos", "soa", "tiled 64", "declared tiled 64" or "clusters(x y: tiled 8; rest: soa)", as
  /// `parse_arrangement` reads it.
  std::string name() const;

  /// 0 for SoA, 1 for AoS, else the records of a tile; clusters have their own.
  std::int64_t tile() const { return tile_; }
  /// Whether leaves lie in declared order in the tiles.
  bool is_declared() const { return is_declared_; }
  std::vector<Cluster> const& clusters() const { return clusters_; }

  friend bool operator==(Arrangement const&, Arrangement const&) = default;

 private:
  friend Arrangement tiled(std::int64_t records);
  friend Arrangement declared_tiled(std::int64_t records);

  template <class C>
  static Cluster cluster() {
    using Of = detail::ClusterOf<C>;
    static_assert(Of::is_cluster, "isomer: Clusters takes In<A, names...> and Rest<A>");
    return {{Of::names.begin(), Of::names.end()}, Of::tile};
  }

  std::int64_t tile_ = 0;
  bool is_declared_ = false;
  std::vector<Cluster> clusters_;
};

/// Tiles of that many records. Throws Error if that is no power of two from 2 to 32768.
Arrangement tiled(std::int64_t records);
/// The same with leaves in declared order.
Arrangement declared_tiled(std::int64_t records);

/// The arrangement that a text names: "aos", "soa", "tiled 64" or "tiled:64", "declared tiled 64",
/// or "clusters(x y: tiled 8; rest: soa)". A cluster of one member that is named rest is
/// "clusters("rest": soa; ..)"; other names may stand in quotes, too, and those must that hold
/// blanks, a mark or quotes, which are written twice. Throws Error that says what is wrong and what
/// is allowed.
Arrangement parse_arrangement(std::string_view text);

}  // namespace isomer
