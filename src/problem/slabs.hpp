// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>

#include <isomer/detail/problem.hpp>

namespace isomer::detail {

/// The side of a problem whose order of axes something has.
enum class Side : std::uint8_t { src, dst };

/// A part of an array: where its first element lies on either side, in elements.
struct Slab {
  std::int64_t src = 0;
  std::int64_t dst = 0;
  std::int64_t bytes = 0;
  bool is_rest = false;  ///< the last one along the axis that is cut, which may be smaller
};

/// An array cut into slabs that pass through a buffer one after the other. A slab is packed there
/// in the order of axes that one side has, and cut along the slowest axes of that side: where it is
/// dense, each slab is one run of it.
class Slabs {
 public:
  /// Slabs of at most `most_bytes`, or of one element where that is larger. No extent may be 0.
  Slabs(Problem const& problem, Side packed_as, std::int64_t most_bytes);

  std::int64_t count() const { return count_; }
  /// In the order in which they lie on the side that they are packed as.
  Slab operator[](std::int64_t number) const;
  std::int64_t largest_bytes() const { return bytes_of(false); }
  /// Whether slabs along the axis that is cut are of two sizes.
  bool has_rest() const { return rest_ != width_; }

  /// From where a slab lies in the source to a buffer.
  Problem packing(bool is_rest) const;
  /// From the buffer to where the slab lies in the destination.
  Problem unpacking(bool is_rest) const;

 private:
  Axis const& axis(int k) const {
    return problem_.axis[static_cast<std::size_t>(order_[static_cast<std::size_t>(k)])];
  }
  /// How much of the k-th fastest axis a slab has.
  std::int64_t extent(int k, bool is_rest) const;
  std::int64_t bytes_of(bool is_rest) const;
  Problem through_buffer(bool is_rest, Side buffer) const;

  Problem problem_;
  std::array<int, max_axes> order_{};  ///< axes of the problem, fastest first
  int cut_ = 0;                        ///< the axis that is cut; all faster ones are whole
  std::int64_t width_ = 1;
  std::int64_t rest_ = 1;
  std::int64_t parts_ = 1;
  std::int64_t count_ = 1;
};

/// Whether both sides are the same run of memory, without gaps.
bool is_one_run(Problem const& problem);

}  // namespace isomer::detail
