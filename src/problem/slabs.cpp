// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/slabs.hpp"

#include <algorithm>
#include <cstddef>

namespace isomer::detail {
namespace {

std::int64_t Axis::*stride_of(Side side) {
  return side == Side::src ? &Axis::src_stride : &Axis::dst_stride;
}

/// The axes of a problem, those with small strides on one side first.
std::array<int, max_axes> fastest_first(Problem const& problem, Side side) {
  auto const stride = stride_of(side);
  std::array<int, max_axes> order{};
  for (int k = 0; k < problem.rank; ++k) order[static_cast<std::size_t>(k)] = k;
  std::stable_sort(order.begin(), order.begin() + problem.rank, [&](int a, int b) {
    return problem.axis[static_cast<std::size_t>(a)].*stride <
           problem.axis[static_cast<std::size_t>(b)].*stride;
  });
  return order;
}

std::int64_t parts_of(std::int64_t extent, std::int64_t width) {
  return (extent + width - 1) / width;
}

}  // namespace

Slabs::Slabs(Problem const& problem, Side packed_as, std::int64_t most_bytes)
    : problem_(problem), order_(fastest_first(problem, packed_as)) {
  std::int64_t inner = problem.element_bytes;
  while (cut_ < problem.rank && inner * axis(cut_).extent <= most_bytes)
    inner *= axis(cut_++).extent;
  if (cut_ == problem.rank) return;  // all of it is one slab
  std::int64_t const whole = axis(cut_).extent;
  std::int64_t const widest = std::max<std::int64_t>(1, most_bytes / inner);
  width_ = parts_of(whole, parts_of(whole, widest));  // as many parts, of about the same size
  parts_ = parts_of(whole, width_);
  rest_ = whole - (parts_ - 1) * width_;
  count_ = parts_;
  for (int k = cut_ + 1; k < problem.rank; ++k) count_ *= axis(k).extent;
}

std::int64_t Slabs::extent(int k, bool is_rest) const {
  if (k < cut_) return axis(k).extent;
  if (k > cut_) return 1;
  return is_rest ? rest_ : width_;
}

std::int64_t Slabs::bytes_of(bool is_rest) const {
  std::int64_t bytes = problem_.element_bytes;
  for (int k = 0; k < problem_.rank; ++k) bytes *= extent(k, is_rest);
  return bytes;
}

Slab Slabs::operator[](std::int64_t number) const {
  Slab slab;
  if (cut_ < problem_.rank) {
    std::int64_t const part = number % parts_;
    slab.is_rest = part + 1 == parts_;
    slab.src = part * width_ * axis(cut_).src_stride;
    slab.dst = part * width_ * axis(cut_).dst_stride;
  }
  std::int64_t outer = number / parts_;
  for (int k = cut_ + 1; k < problem_.rank; ++k) {
    std::int64_t const i = outer % axis(k).extent;
    slab.src += i * axis(k).src_stride;
    slab.dst += i * axis(k).dst_stride;
    outer /= axis(k).extent;
  }
  slab.bytes = bytes_of(slab.is_rest);
  return slab;
}

Problem Slabs::through_buffer(bool is_rest, Side buffer) const {
  Problem problem = problem_;
  (buffer == Side::src ? problem.src_offset : problem.dst_offset) = 0;
  std::int64_t packed = 1;
  for (int k = 0; k < problem.rank; ++k) {
    Axis& side = problem.axis[static_cast<std::size_t>(order_[static_cast<std::size_t>(k)])];
    side.extent = extent(k, is_rest);
    side.*stride_of(buffer) = packed;
    packed *= side.extent;
  }
  return problem;
}

Problem Slabs::packing(bool is_rest) const { return through_buffer(is_rest, Side::dst); }

Problem Slabs::unpacking(bool is_rest) const { return through_buffer(is_rest, Side::src); }

bool is_one_run(Problem const& problem) {
  auto const order = fastest_first(problem, Side::dst);
  std::int64_t run = 1;
  for (int k = 0; k < problem.rank; ++k) {
    Axis const& axis = problem.axis[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])];
    if (axis.extent == 1) continue;
    if (axis.src_stride != run || axis.dst_stride != run) return false;
    run *= axis.extent;
  }
  return true;
}

}  // namespace isomer::detail
