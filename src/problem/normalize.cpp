// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/normalize.hpp"

#include <algorithm>

namespace isomer::detail {
namespace {

/// Largest power of two, at most 16, that divides an element size.
std::int32_t word_of(std::int32_t element_bytes) {
  std::int32_t const lowest_bit = element_bytes & -element_bytes;
  return std::min(lowest_bit, 16);
}

Axis& at(Problem& problem, int k) { return problem.axis[static_cast<std::size_t>(k)]; }

void scale_strides(Problem& problem, std::int64_t factor) {
  for (int k = 0; k < problem.rank; ++k) {
    at(problem, k).src_stride *= factor;
    at(problem, k).dst_stride *= factor;
  }
}

/// An element of 12 bytes is three words of 4: an axis that is contiguous on both sides.
void split_element(Problem& problem) {
  std::int32_t const word = word_of(problem.element_bytes);
  std::int32_t const words = problem.element_bytes / word;
  if (problem.keeps_elements() || words == 1) return;
  scale_strides(problem, words);
  problem.element_bytes = word;
  at(problem, problem.rank++) = {words, 1, 1};
}

void drop_unit_extents(Problem& problem) {
  auto const begin = problem.axis.begin();
  auto const end = std::remove_if(begin, begin + problem.rank,
                                  [](Axis const& axis) { return axis.extent == 1; });
  problem.rank = static_cast<std::int32_t>(end - begin);
}

/// Fastest source stride first; the destination breaks ties (a broadcast source has stride 0).
void sort_by_source(Problem& problem) {
  std::sort(problem.axis.begin(), problem.axis.begin() + problem.rank,
            [](Axis const& a, Axis const& b) {
              return a.src_stride != b.src_stride ? a.src_stride < b.src_stride
                                                  : a.dst_stride < b.dst_stride;
            });
}

void erase(Problem& problem, int k) {
  std::copy(problem.axis.begin() + k + 1, problem.axis.begin() + problem.rank,
            problem.axis.begin() + k);
  --problem.rank;
}

/// One axis from every pair (fast, slow) where a step of `slow` is a full turn of `fast` on both
/// sides. Sorted axes make a fused pair's slow half come later, so one sweep finds all.
void fuse_neighbours(Problem& problem) {
  for (int fast = 0; fast < problem.rank; ++fast) {
    for (int slow = fast + 1; slow < problem.rank;) {
      Axis& a = at(problem, fast);
      Axis const& b = at(problem, slow);
      if (b.src_stride == a.src_stride * a.extent && b.dst_stride == a.dst_stride * a.extent) {
        a.extent *= b.extent;
        erase(problem, slow);
        slow = fast + 1;
      } else {
        ++slow;
      }
    }
  }
}

bool can_double_word(Problem const& problem, int contiguous) {
  if (problem.element_bytes >= 16) return false;
  for (int k = 0; k < problem.rank; ++k) {
    Axis const& axis = problem.axis[static_cast<std::size_t>(k)];
    if (k == contiguous ? axis.extent % 2 != 0
                        : axis.src_stride % 2 != 0 || axis.dst_stride % 2 != 0)
      return false;
  }
  return true;
}

/// Runs that both sides share move in words as wide as they allow.
void widen_word(Problem& problem) {
  if (problem.keeps_elements()) return;
  for (int k = 0; k < problem.rank; ++k) {
    if (at(problem, k).src_stride != 1 || at(problem, k).dst_stride != 1) continue;
    while (can_double_word(problem, k)) {
      for (int j = 0; j < problem.rank; ++j) {
        if (j == k) continue;
        at(problem, j).src_stride /= 2;
        at(problem, j).dst_stride /= 2;
      }
      at(problem, k).extent /= 2;
      problem.element_bytes *= 2;
    }
    if (at(problem, k).extent == 1) erase(problem, k);
    return;
  }
}

}  // namespace

NormalProblem normalize(Problem const& problem) {
  Problem normal = problem;
  for (int k = 0; k < normal.rank; ++k) {
    if (at(normal, k).extent == 0) {
      normal.rank = 1;
      normal.axis[0] = {0, 1, 1};
      normal.element_bytes = word_of(normal.element_bytes);
      normal.cast = {};
      return NormalProblem(normal);
    }
  }
  split_element(normal);
  drop_unit_extents(normal);
  sort_by_source(normal);
  fuse_neighbours(normal);
  widen_word(normal);
  return NormalProblem(normal);
}

std::int64_t volume_bytes(Problem const& problem) {
  std::int64_t volume = problem.element_bytes;
  for (int k = 0; k < problem.rank; ++k) volume *= problem.axis[static_cast<std::size_t>(k)].extent;
  return volume;
}

}  // namespace isomer::detail
