// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/permutation.hpp"

#include <algorithm>

namespace isomer::in_place {

namespace {

/// Replaces numbers by their ranks among themselves: {5, 2, 9} becomes {1, 0, 2}.
void number_anew(std::vector<int>& numbers) {
  auto sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  for (auto& number : numbers)
    number =
        static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), number) - sorted.begin());
}

}  // namespace

std::int64_t FusedAxes::bytes() const {
  std::int64_t product = element_bytes;
  for (auto const n : extent) product *= n;
  return product;
}

std::vector<AxisSteps> steps_of(FusedAxes const& axes) {
  auto const rank = axes.extent.size();
  std::vector<std::size_t> source(rank);  // the axis that becomes axis t of the result
  for (std::size_t k = 0; k < rank; ++k) source[static_cast<std::size_t>(axes.target[k])] = k;
  std::vector<AxisSteps> steps(rank);
  std::int64_t in = axes.element_bytes;
  std::int64_t out = axes.element_bytes;
  for (std::size_t k = rank; k-- > 0;) {
    steps[k].extent = axes.extent[k];
    steps[k].in = in;
    steps[source[k]].out = out;
    in *= axes.extent[k];
    out *= axes.extent[source[k]];
  }
  return steps;
}

FusedAxes fuse(FusedAxes const& axes) {
  FusedAxes kept{{}, {}, axes.element_bytes};
  for (std::size_t k = 0; k < axes.extent.size(); ++k) {
    if (axes.extent[k] == 0) return FusedAxes{{}, {}, axes.element_bytes};
    if (axes.extent[k] == 1) continue;
    kept.extent.push_back(axes.extent[k]);
    kept.target.push_back(axes.target[k]);
  }
  number_anew(kept.target);

  FusedAxes fused{{}, {}, axes.element_bytes};
  int next_target = -1;
  for (std::size_t k = 0; k < kept.extent.size(); ++k) {
    if (kept.target[k] == next_target) {
      fused.extent.back() *= kept.extent[k];
    } else {
      fused.extent.push_back(kept.extent[k]);
      fused.target.push_back(kept.target[k]);
    }
    next_target = kept.target[k] + 1;
  }
  number_anew(fused.target);
  return fused;
}

FusedAxes fuse(detail::InPlaceProblem const& problem) {
  FusedAxes axes{{}, {}, problem.element_bytes};
  auto const rank = static_cast<std::size_t>(problem.rank);
  axes.extent.assign(problem.extent.begin(), problem.extent.begin() + problem.rank);
  axes.target.resize(rank);
  for (std::size_t k = 0; k < rank; ++k)
    axes.target[static_cast<std::size_t>(problem.axes[k])] = static_cast<int>(k);
  return fuse(axes);
}

}  // namespace isomer::in_place
