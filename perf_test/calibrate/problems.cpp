// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/problems.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "tensor_case.hpp"

namespace isomer::perf {

namespace {

enum class Shape : std::uint8_t { alike, rising, falling, hill, valley, shuffled };
constexpr int shapes = 6;

/// Most programs move floats and doubles.
constexpr std::array<std::int32_t, 10> element_sizes{4, 4, 4, 8, 8, 8, 4, 2, 1, 16};

/// What extents are rounded to multiples of; 1 leaves nearly all of them misaligned, and 0 stands
/// for powers of two, with which rows meet in the same places of caches and memory.
constexpr std::array<std::int64_t, 7> roundings{1, 1, 1, 8, 16, 32, 0};

/// Ascending shares into the order of the shape.
void arrange(std::vector<double>& shares, Shape shape, Random& random) {
  std::sort(shares.begin(), shares.end());
  std::vector<double> const sorted = shares;
  std::size_t low = 0;
  std::size_t high = shares.size();
  switch (shape) {
    case Shape::alike: std::fill(shares.begin(), shares.end(), 1.0); break;
    case Shape::rising: break;
    case Shape::falling: std::reverse(shares.begin(), shares.end()); break;
    case Shape::hill:
    case Shape::valley:
      for (std::size_t k = 0; k < sorted.size(); ++k)
        shares[k % 2 == 0 ? low++ : --high] = sorted[k];
      if (shape == Shape::valley)
        std::rotate(shares.begin(), shares.begin() + (sorted.size() + 1) / 2, shares.end());
      break;
    case Shape::shuffled: {
      auto const order = random.permutation(static_cast<int>(sorted.size()));
      for (std::size_t k = 0; k < sorted.size(); ++k)
        shares[k] = sorted[static_cast<std::size_t>(order[k])];
    }
  }
}

/// Short axes stay as they are: they make runs short, which rounding must not do away with.
std::int64_t rounded(std::int64_t extent, std::int64_t unit) {
  extent = std::max<std::int64_t>(2, extent);
  if (unit == 0) return std::int64_t{1} << std::lround(std::log2(extent));
  return extent < 2 * unit ? extent : (extent + unit / 2) / unit * unit;
}

std::vector<std::int64_t> draw_extents(Random& random, int rank, double elements) {
  std::vector<double> shares;
  shares.reserve(static_cast<std::size_t>(rank));
  for (int k = 0; k < rank; ++k) shares.push_back(0.25 + random.fraction());
  arrange(shares, static_cast<Shape>(random.between(0, shapes - 1)), random);
  double const whole = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::int64_t const unit =
      roundings[static_cast<std::size_t>(random.between(0, std::ssize(roundings) - 1))];
  std::vector<std::int64_t> extents;
  extents.reserve(shares.size());
  for (double const share : shares)
    extents.push_back(rounded(std::llround(std::pow(elements, share / whole)), unit));
  return extents;
}

/// Many axes that are all short, of one length or of several; one of them takes what is left.
std::vector<std::int64_t> draw_short_extents(Random& random, double elements) {
  constexpr std::size_t max_short_axes = 9;
  bool const are_alike = random.between(0, 1) == 0;
  std::int64_t extent = random.between(2, 15);
  std::vector<std::int64_t> extents;
  double left = elements;
  while (left >= 2 && extents.size() < max_short_axes) {
    if (!are_alike) extent = random.between(2, 9);
    extents.push_back(std::min(extent, static_cast<std::int64_t>(left)));
    left /= static_cast<double>(extents.back());
  }
  auto const last = random.between(0, std::ssize(extents) - 1);
  extents[static_cast<std::size_t>(last)] *=
      std::max<std::int64_t>(1, static_cast<std::int64_t>(left));
  return extents;
}

}  // namespace

detail::Problem draw_problem(Random& random, ByteRange const& bytes) {
  detail::Problem problem;
  problem.element_bytes =
      element_sizes[static_cast<std::size_t>(random.between(0, std::ssize(element_sizes) - 1))];
  double const size = random.between_on_log_scale(bytes.least, bytes.most);
  std::int64_t const step = random.between(0, 11) == 0 ? 2 : 1;
  auto const most = static_cast<std::int64_t>(bytes.most) / problem.element_bytes / step;
  double const elements = std::min(size / problem.element_bytes, static_cast<double>(most));
  bool const has_short_axes = random.between(0, 7) == 0;
  auto extents = has_short_axes
                     ? draw_short_extents(random, elements)
                     : draw_extents(random, static_cast<int>(random.between(2, 7)), elements);
  problem.rank = static_cast<std::int32_t>(extents.size());
  extents = shrunk({extents, {}}, most).extents;
  auto axes = random.permutation(problem.rank);
  // Chance alone would leave too few that share the fastest axis, and hardly a copy.
  std::int64_t const kind = random.between(0, 9);
  if (kind == 0) std::iota(axes.begin(), axes.end(), 0);
  else if (kind <= 3) std::iter_swap(axes.begin(), std::find(axes.begin(), axes.end(), 0));
  auto const source = column_major_strides(extents);
  for (std::size_t k = 0; k < extents.size(); ++k)
    problem.axis[k] = {extents[k], source[k] * step, 0};
  std::int64_t stride = 1;
  for (int const axis : axes) {
    auto const k = static_cast<std::size_t>(axis);
    problem.axis[k].dst_stride = stride;
    stride *= extents[k];
  }
  return problem;
}

}  // namespace isomer::perf
