// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/warp/plan/plan_slices.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "index/rounding.hpp"
#include "problem/order.hpp"
#include "team/max_blocks.hpp"
#include "tile/warp/plan/pairs.hpp"

namespace isomer::tile::warp {
namespace {

using detail::axis_at;
using detail::ceil_div;
using detail::NormalProblem;
using team::max_blocks;

Magic magic(std::int64_t divisor) { return Magic(static_cast<std::uint32_t>(divisor)); }

/// An axis within the slice; strides are in bytes.
struct Inner {
  std::int64_t whole;
  std::int64_t last;
  std::int32_t cut;
  std::int64_t src;
  std::int64_t dst;
  bool counts_pairs;

  std::int64_t extent(int shape) const { return (shape >> cut & 1) != 0 ? last : whole; }
};

/// Where the positions of one side are split: L is the product of the first `axes` extents, times
/// `part` of the next, which is the last. Entries for L positions are of one pair of arrays.
struct Split {
  int axes = 0;
  std::int64_t part = 1;
};

class SlicePlanBuilder {
 public:
  SlicePlanBuilder(NormalProblem const& normal,
                   std::array<std::int64_t, detail::max_axes> const& taken, int unit_bytes)
      : normal_(normal), taken_(taken), unit_(unit_bytes) {}

  std::optional<SliceGeometry> build(std::int64_t max_words) {
    for (int k = 0; k < normal_.rank; ++k) add_axis(k);
    order_output();
    if (words(0) > max_words) return std::nullopt;
    if (blocks_ > max_blocks || cuts_ > SliceGeometry::max_cut_axes) return std::nullopt;
    slices_.blocks = static_cast<std::int32_t>(blocks_);
    slices_.digits = digits_;
    slices_.unit_shift = std::countr_zero(static_cast<unsigned>(normal_.element_bytes / unit_));
    add_run_digits();
    add_shapes();
    place_in_shared_memory();
    if (slices_.shared_bytes > max_slice_shared_bytes) return std::nullopt;
    return slices_;
  }

 private:
  void add_inner(Inner const& axis) { inner_[index(digits_++)] = axis; }

  /// The part of an axis within a slice, and the number of slices along it.
  void add_axis(int k) {
    detail::Axis const& axis = axis_at(normal_, k);
    std::int64_t const word = normal_.element_bytes;
    std::int64_t const dst_step = axis.dst_stride * normal_.dst_element_bytes();
    std::int64_t const taken = taken_[index(k)];
    std::int64_t const count = ceil_div(axis.extent, taken);
    std::int64_t const last = axis.extent - (count - 1) * taken;
    std::int32_t const cut = last == taken ? SliceGeometry::is_whole : cuts_++;
    digit_of_axis_[index(k)] = taken > 1 ? digits_ : -1;
    if (taken > 1)
      add_inner({taken, last, cut, axis.src_stride * word, dst_step, counts_pairs(normal_, k)});
    // Saturating: beyond that many slices there is no geometry.
    blocks_ = count > max_blocks / blocks_ ? max_blocks + 1 : blocks_ * count;
    if (count == 1 || blocks_ > max_blocks) return;
    slices_.block[slices_.block_digits++] = {magic(count), cut, axis.src_stride * taken * word,
                                             dst_step * taken};
  }

  void order_output() {
    int place = 0;
    for (int j = 0; j < normal_.rank; ++j) {
      int const digit = digit_of_axis_[index(normal_.out_order[index(j)])];
      if (digit >= 0) output_[index(place++)] = digit;
    }
  }

  std::int64_t words(int shape) const {
    std::int64_t product = 1;
    for (int k = 0; k < digits_; ++k) product *= inner_[index(k)].extent(shape);
    return product;
  }

  Inner const& axis_in(int k) const { return inner_[index(k)]; }
  Inner const& axis_out(int k) const { return inner_[index(output_[index(k)])]; }

  void add_run_digits() {
    for (int k = 0; k < digits_; ++k) {
      Inner const& in = axis_in(k);
      Inner const& out = axis_out(k);
      slices_.in[k] = {{magic(in.whole), magic(in.last)}, in.cut, in.src};
      slices_.out[k] = {{magic(out.whole), magic(out.last)}, out.cut, out.dst};
    }
  }

  template <class AxisAt>
  std::int64_t low_of(Split const& split, int shape, AxisAt const& axis) const {
    std::int64_t low = split.part;
    for (int k = 0; k < split.axes; ++k) low *= axis(k).extent(shape);
    return std::min(low, words(shape));
  }

  /// Instructions of a thread, about: an entry of a table takes ten times those of a unit.
  std::int64_t price_of(std::int64_t low) const {
    std::int64_t const high = ceil_div(words(0), low);
    std::int64_t const units = low * (normal_.element_bytes / unit_);
    std::int64_t const turns = units <= slice_threads ? ceil_div(high, slice_threads / units)
                                                      : ceil_div(units, slice_threads) * high;
    return turns + 10 * ceil_div(low + high, slice_threads);
  }

  /// The cheapest split, and of those the one with the shortest tables.
  template <class AxisAt>
  Split best_split(AxisAt const& axis) const {
    Split best;
    auto const price = [&](Split const& split) {
      std::int64_t const low = low_of(split, 0, axis);
      return std::pair(price_of(low), low + ceil_div(words(0), low));
    };
    for (int axes = 0; axes < digits_; ++axes) {
      bool const is_last = axes + 1 == digits_ && !axis(axes).counts_pairs;
      std::int64_t const parts = is_last ? axis(axes).extent(0) : 1;
      for (std::int64_t part = 1; part <= parts; ++part)
        if (Split const split{axes, part}; price(split) < price(best)) best = split;
    }
    return best;
  }

  void add_shapes() {
    auto const in = [&](int k) -> Inner const& { return axis_in(k); };
    auto const out = [&](int k) -> Inner const& { return axis_out(k); };
    Split const in_split = best_split(in);
    Split const out_split = best_split(out);
    for (int number = 0; number < 1 << SliceGeometry::max_cut_axes; ++number) {
      SliceGeometry::Shape& shape = slices_.shape[number];
      std::int64_t const count = words(number);
      shape.units = static_cast<std::uint32_t>(count << slices_.unit_shift);
      std::int64_t const in_low = low_of(in_split, number, in);
      std::int64_t const out_low = low_of(out_split, number, out);
      shape.by_in = magic(in_low << slices_.unit_shift);
      shape.by_out = magic(out_low << slices_.unit_shift);
      shape.in_high = static_cast<std::uint32_t>(ceil_div(count, in_low));
      shape.out_high = static_cast<std::uint32_t>(ceil_div(count, out_low));
      std::int64_t step = 1;
      for (int k = 0; k < digits_; ++k) {
        shape.slot_step[output_[index(k)]] = static_cast<std::int32_t>(step);
        step *= axis_out(k).extent(number);
      }
    }
  }

  /// No slice has longer tables or more words than a whole one.
  void place_in_shared_memory() {
    SliceGeometry::Shape const& whole = slices_.shape[0];
    auto const entries = [this](Magic const& by, std::uint32_t high) {
      return static_cast<std::int32_t>((by.divisor >> slices_.unit_shift) + high);
    };
    slices_.out_table = entries(whole.by_in, whole.in_high) * SliceGeometry::in_entry_bytes;
    std::int32_t const end =
        slices_.out_table + entries(whole.by_out, whole.out_high) * SliceGeometry::out_entry_bytes;
    slices_.words_at = static_cast<std::int32_t>(ceil_div(end, 16) * 16);
    slices_.pad_shift = 5;
    auto const last = static_cast<int>(slices_.padded(whole.units - 1));
    slices_.shared_bytes = slices_.words_at + (last + 1) * unit_;
  }

  static std::size_t index(int k) { return static_cast<std::size_t>(k); }

  NormalProblem const& normal_;
  std::array<std::int64_t, detail::max_axes> const& taken_;
  int unit_;
  SliceGeometry slices_{};
  std::array<Inner, SliceGeometry::max_axes> inner_{};
  std::array<int, detail::max_axes> digit_of_axis_{};
  std::array<int, SliceGeometry::max_axes> output_{};  ///< digits in output order
  int digits_ = 0;
  int cuts_ = 0;
  std::int64_t blocks_ = 1;
};

}  // namespace

std::optional<SliceGeometry> plan_slices(NormalProblem const& normal,
                                         std::array<std::int64_t, detail::max_axes> const& taken,
                                         int unit_bytes, std::int64_t max_words) {
  if (normal.rank > SliceGeometry::max_axes) return std::nullopt;
  return SlicePlanBuilder(normal, taken, unit_bytes).build(max_words);
}

std::optional<SliceGeometry> plan_slices(NormalProblem const& normal,
                                         std::array<std::int64_t, detail::max_axes> const& taken,
                                         int unit_bytes) {
  return plan_slices(normal, taken, unit_bytes, max_slice_words(normal.element_bytes));
}

bool slices_have_room(NormalProblem const& normal,
                      std::array<std::int64_t, detail::max_axes> const& taken) {
  for (int unit = 1; unit <= normal.element_bytes; unit *= 2)
    if (!plan_slices(normal, taken, unit)) return false;
  return true;
}

}  // namespace isomer::tile::warp
