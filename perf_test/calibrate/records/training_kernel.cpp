// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/training_kernel.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "records/advise/graph/distance.hpp"

namespace isomer::perf {
namespace {

using records::Pattern;

constexpr int most_leaves = 32;

/// Half of them powers of two, of which all can be used.
int draw_leaves(Random& random) {
  auto const leaves = static_cast<unsigned>(random.between_on_log_scale(1, most_leaves + 1));
  return static_cast<int>(random.between(0, 1) == 0 ? std::bit_ceil(leaves) : leaves);
}

/// More often all that can be than any other number.
int draw_used(Random& random, int leaves) {
  auto const most = std::bit_width(static_cast<unsigned>(leaves)) - 1;
  return 1 << std::min<std::int64_t>(random.between(0, most + 1), most);
}

int draw_written(Random& random, Pattern pattern, int used) {
  int const half = std::max(1, used / 2);
  switch (pattern) {
    case Pattern::sweep: return 0;  // all items would write the same records
    case Pattern::gather: return random.between(0, 1) == 0 ? 0 : half;
    default: break;
  }
  auto const choice = random.between(0, 2);
  return choice == 0 ? 0 : choice == 1 ? half : used;
}

/// Bytes that an item touches from its first access to one used leaf to that of the last one.
double delta_of(TrainingKernel const& kernel) {
  double const used = static_cast<double>(kernel.used) * kernel.leaf_bytes;
  if (kernel.is_in_two) return used / 2 * static_cast<double>(kernel.loop);
  return used - kernel.leaf_bytes;
}

}  // namespace

TrainingKernel draw_kernel(Random& random, TrainingRange const& range) {
  TrainingKernel kernel;
  kernel.pattern = static_cast<Pattern>(random.between(0, 2));
  kernel.leaf_bytes = random.between(0, 1) == 0 ? 4 : 8;
  kernel.leaves = std::min(draw_leaves(random), most_leaves);
  kernel.used = draw_used(random, kernel.leaves);
  kernel.written = draw_written(random, kernel.pattern, kernel.used);
  kernel.records = std::int64_t{1} << random.between(range.least, range.most);
  while (kernel.bytes() > range.bytes && kernel.records > 1) kernel.records /= 2;
  if (kernel.pattern == Pattern::sweep) kernel.loop = kernel.records;
  if (kernel.pattern == Pattern::gather) kernel.loop = std::int64_t{1} << random.between(0, 4);
  kernel.is_in_two =
      kernel.loop > 1 && kernel.used > 1 && kernel.written % 2 == 0 && random.between(0, 3) == 0;
  return kernel;
}

records::ClusterFeatures features_of(TrainingKernel const& kernel, std::int64_t l2_bytes) {
  constexpr auto largest = static_cast<double>(records::Distances::largest);
  records::ClusterFeatures features;
  features.bytes = static_cast<double>(kernel.record_bytes());
  features.leaves = kernel.leaves;
  features.used_share = static_cast<double>(kernel.used) / kernel.leaves;
  features.pattern = static_cast<double>(kernel.pattern);
  features.log2_delta = std::log2(std::clamp(delta_of(kernel), 1.0, largest));
  features.log2_loop = std::log2(static_cast<double>(kernel.loop));
  features.write_share = static_cast<double>(kernel.written) / (kernel.used + kernel.written);
  features.log2_l2_filled =
      std::log2(static_cast<double>(kernel.bytes()) / static_cast<double>(l2_bytes));
  return features;
}

}  // namespace isomer::perf
