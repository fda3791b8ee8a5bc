// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/in_place_problems.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace isomer::perf {

namespace {

enum class Kind : std::uint8_t { matrix, skinny, square, batch, chunks };
/// Rectangles are what most programs have.
constexpr std::array<Kind, 11> kinds{Kind::matrix, Kind::matrix, Kind::matrix, Kind::matrix,
                                     Kind::skinny, Kind::skinny, Kind::square, Kind::square,
                                     Kind::batch,  Kind::batch,  Kind::chunks};
constexpr std::array<int, 10> words{8, 8, 8, 8, 4, 4, 4, 2, 1, 16};
/// What sides are rounded to multiples of.
constexpr std::array<std::int64_t, 4> roundings{1, 1, 16, 64};

template <class List>
auto any_of(Random& random, List const& list) {
  return list[static_cast<std::size_t>(random.between(0, std::ssize(list) - 1))];
}

std::int64_t side(double length, std::int64_t unit) {
  auto const whole = std::max<std::int64_t>(2, std::llround(length));
  return whole < 2 * unit ? whole : whole / unit * unit;
}

}  // namespace

InPlaceProblem draw_in_place_problem(Random& random, ByteRange const& bytes) {
  InPlaceProblem problem;
  in_place::Step& step = problem.step;
  problem.word = any_of(random, words);
  Kind const kind = any_of(random, kinds);
  std::int64_t const unit = any_of(random, roundings);
  bool const is_chunked = kind == Kind::chunks || (kind == Kind::square && unit == 1);
  step.chunk_bytes =
      problem.word * (is_chunked ? std::llround(random.between_on_log_scale(2, 256)) : 1);
  double elements =
      random.between_on_log_scale(bytes.least, bytes.most) / static_cast<double>(step.chunk_bytes);
  if (kind == Kind::batch) {
    step.batch = std::llround(random.between_on_log_scale(2, std::max(2.0, elements / 64)));
    elements = std::max(4.0, elements / static_cast<double>(step.batch));
  }
  if (kind == Kind::square) {
    if (unit == 16) step.middle = random.between(2, 20);
    step.rows = side(std::sqrt(elements / static_cast<double>(step.middle)), unit);
    step.cols = step.rows;
    return problem;
  }
  double const longest = std::sqrt(elements / 4);
  double const first =
      kind == Kind::skinny
          ? static_cast<double>(random.between(2, 32))
          : std::sqrt(elements) *
                random.between_on_log_scale(1 / std::min(16.0, std::max(1.0, longest)), 1);
  step.rows = side(first, kind == Kind::skinny ? 1 : unit);
  step.cols = side(elements / static_cast<double>(step.rows), unit);
  if (random.between(0, 1) == 1) std::swap(step.rows, step.cols);
  return problem;
}

}  // namespace isomer::perf
