// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/launch_audit.hpp"

#include <algorithm>
#include <random>

namespace isomer::team {

std::vector<int> sample_of_blocks(int blocks) {
  constexpr int between = 14;
  std::mt19937 random(11);
  std::vector<int> sample{0, blocks - 1};
  for (int k = 0; k < between; ++k)
    sample.push_back(static_cast<int>(random() % static_cast<unsigned>(blocks)));
  std::sort(sample.begin(), sample.end());
  sample.erase(std::unique(sample.begin(), sample.end()), sample.end());
  return sample;
}

}  // namespace isomer::team
