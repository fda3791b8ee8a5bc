// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/relayout.hpp"

#include <algorithm>
#include <numeric>

#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

namespace {

/// By size: the other types move the same words.
Work work_for(ElementType type, Bench const& bench, Direction direction,
              std::vector<std::int64_t> const& extents) {
  switch (bytes_of(type)) {
    case 1: return relayout_work_of<std::uint8_t>(bench, direction, extents);
    case 2: return relayout_work_of<std::uint16_t>(bench, direction, extents);
    case 4: return relayout_work_of<float>(bench, direction, extents);
    case 8: return relayout_work_of<double>(bench, direction, extents);
    default: return relayout_work_of<Kokkos::complex<double>>(bench, direction, extents);
  }
}

char const* text(Direction direction) {
  switch (direction) {
    case Direction::right_to_left: break;
    case Direction::left_to_right: return "left_to_right";
    case Direction::right_to_right: return "right_to_right";
    case Direction::left_to_left: return "left_to_left";
  }
  return "right_to_left";
}

/// The same move of a tensor whose first axis is the fastest, before and after.
TensorCase tensor_of(Direction direction, std::vector<std::int64_t> extents) {
  bool const from_right =
      direction == Direction::right_to_left || direction == Direction::right_to_right;
  bool const turns = direction == Direction::right_to_left || direction == Direction::left_to_right;
  if (from_right) std::reverse(extents.begin(), extents.end());
  std::vector<int> axes(extents.size());
  std::iota(axes.begin(), axes.end(), 0);
  if (turns) std::reverse(axes.begin(), axes.end());
  return {std::move(extents), std::move(axes)};
}

/// An even and an uneven shape of each rank, about 128 MB in doubles.
std::vector<std::vector<std::int64_t>> shapes() {
  return {{4096, 4000},          {700, 24001},        {256, 250, 256},
          {33, 1000, 501},       {64, 64, 63, 64},    {224, 224, 3, 110},
          {28, 28, 28, 27, 28},  {100, 5, 64, 9, 57}, {16, 16, 16, 16, 16, 16},
          {20, 7, 40, 3, 31, 30}};
}

}  // namespace

std::vector<Case> relayout_cases(ElementType type, Options const& options) {
  std::vector<Case> cases;
  for (auto const& shape : thinned(shapes(), Counts{10, 5, 5}.at(options))) {
    auto const extents = fitted({shape, {}}, type, options).extents;
    for (auto const direction : {Direction::right_to_left, Direction::left_to_right,
                                 Direction::right_to_right, Direction::left_to_left}) {
      bool const is_copy =
          direction == Direction::right_to_right || direction == Direction::left_to_left;
      Case made;
      made.suite = "relayout";
      made.type = type;
      made.name = std::string(text(direction)) + " " + name_of(type) + " " + extents_text(extents);
      made.group = is_copy ? "same_layout" : "new_layout";
      made.bytes = element_count(extents) * bytes_of(type);
      made.tensor = tensor_of(direction, extents);
      made.prepare = [=](Bench const& bench) { return work_for(type, bench, direction, extents); };
      cases.push_back(std::move(made));
    }
  }
  return cases;
}

}  // namespace isomer::perf
