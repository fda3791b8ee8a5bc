// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <isomer/advisor/detail/trace.hpp>
#include <isomer/records/detail/leaf_table.hpp>

namespace isomer::records {

/// Bytes from each member to each other one: a symmetric matrix. On its diagonal are zeros, but
/// `infinite` for a member that is never accessed.
class Distances {
 public:
  static constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max();
  /// Where finite distances are cut off.
  static constexpr std::int64_t largest = std::int64_t{1} << 20;

  explicit Distances(std::size_t members) : members_(members), bytes_(members * members, infinite) {
    for (std::size_t m = 0; m < members; ++m) bytes_[m * members + m] = 0;
  }

  std::size_t members() const { return members_; }
  std::int64_t at(std::size_t a, std::size_t b) const { return bytes_[a * members_ + b]; }
  bool is_accessed(std::size_t member) const { return at(member, member) == 0; }
  void set(std::size_t a, std::size_t b, std::int64_t bytes) {
    bytes_[a * members_ + b] = bytes;
    bytes_[b * members_ + a] = bytes;
  }

  friend bool operator==(Distances const&, Distances const&) = default;

 private:
  std::size_t members_;
  std::vector<std::int64_t> bytes_;
};

/// The Hausdorff distance of the accesses to each two members, over the items of a kernel the
/// largest. With D(x, y) the distinct bytes touched after access x up to and including y,
///
///     max( max over x of f of min over y of g D(x, y), the same with f and g exchanged )
///
/// where for y before x it is D(y, x). Infinite if an item accesses one of the two without the
/// other, and if none accesses either. Takes time in proportion to accesses x members.
Distances distances_of(std::span<detail::LeafShape const> leaves, std::size_t members,
                       std::span<detail::ItemTrace const> items);

/// The largest of several kernels, where infinite means that one uses a member without the other;
/// a kernel that uses neither says nothing of them.
Distances largest_of(std::vector<Distances> const& kernels);

}  // namespace isomer::records
