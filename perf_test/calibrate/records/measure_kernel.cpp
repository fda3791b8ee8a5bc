// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/measure_kernel.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "calibrate/records/tile_loops.hpp"
#include "statistics.hpp"

namespace isomer::perf {
namespace {

using records::Pattern;
using records::tile_classes;

/// Long enough for the clock.
constexpr double shortest_seconds = 40e-6;
/// Of a gather in one pass: those of other passes are others, so that large arrays stay in memory.
constexpr std::size_t most_gathered = 8192;

std::vector<std::uint32_t> draw_index(TrainingKernel const& kernel, Random& random) {
  std::vector<std::uint32_t> index;
  if (kernel.pattern != Pattern::gather) return index;
  index.resize(static_cast<std::size_t>(kernel.records));
  for (std::uint32_t& record : index)
    record = static_cast<std::uint32_t>(random.between(0, kernel.records - 1));
  return index;
}

/// Runs passes one after the other, each with its part of the indices.
class Passes {
 public:
  Passes(TrainingKernel const& kernel, std::span<std::byte> data, Random& random)
      : kernel_(&kernel), data_(data), index_(draw_index(kernel, random)) {}

  double seconds(int tile_class, int passes) {
    auto const start = std::chrono::steady_clock::now();
    for (int k = 0; k < passes; ++k) {
      // A sum that nobody wants would be left out.
      std::uint64_t volatile const sum = run_pass(*kernel_, tile_class, data_.data(), next_part());
      static_cast<void>(sum);
    }
    std::chrono::duration<double> const taken = std::chrono::steady_clock::now() - start;
    return taken.count() / passes;
  }

 private:
  std::span<std::uint32_t const> next_part() {
    std::size_t const count = std::min(index_.size(), most_gathered);
    if (first_ + count > index_.size()) first_ = 0;
    auto const part = std::span<std::uint32_t const>(index_).subspan(first_, count);
    first_ += count;
    return part;
  }

  TrainingKernel const* kernel_;
  std::span<std::byte> data_;
  std::vector<std::uint32_t> index_;
  std::size_t first_ = 0;
};

/// Half of what lies between the quartiles, as a share of the median.
double spread_of(std::vector<double> const& rounds) {
  return (quantile(rounds, 0.75) - quantile(rounds, 0.25)) / 2 / median(rounds);
}

}  // namespace

std::uint32_t good_classes(std::array<std::vector<double>, tile_classes> const& rounds) {
  std::array<double, tile_classes> medians{};
  std::transform(rounds.begin(), rounds.end(), medians.begin(), [](std::vector<double> const& of) {
    return of.empty() ? std::numeric_limits<double>::infinity() : median(of);
  });
  auto const best = std::min_element(medians.begin(), medians.end()) - medians.begin();
  double const noise = spread_of(rounds[static_cast<std::size_t>(best)]);
  std::uint32_t good = 0;
  for (std::size_t c = 0; c < medians.size(); ++c) {
    if (rounds[c].empty()) continue;
    double const margin = std::max(0.01, noise + spread_of(rounds[c]));
    if (medians[c] <= medians[static_cast<std::size_t>(best)] * (1 + margin)) good |= 1U << c;
  }
  return good;
}

double MeasuredKernel::best() const {
  double best = std::numeric_limits<double>::infinity();
  for (double const each : seconds)
    if (each > 0) best = std::min(best, each);
  return best;
}

double MeasuredKernel::regret(int tile_class) const {
  double const taken = seconds[static_cast<std::size_t>(tile_class)];
  return (taken > 0 ? taken : *std::max_element(seconds.begin(), seconds.end())) / best() - 1;
}

MeasuredKernel measure_kernel(TrainingKernel const& kernel, std::span<std::byte> data, int repeat,
                              std::int64_t l2_bytes, Random& random) {
  Passes run(kernel, data, random);
  run.seconds(0, 1);
  double const once = run.seconds(0, 1);
  int const passes = static_cast<int>(std::clamp(shortest_seconds / once, 1.0, 1000.0));
  bool const is_cached = kernel.bytes() < 4 * l2_bytes;
  std::array<std::vector<double>, tile_classes> rounds;
  for (int round = 0; round < repeat; ++round)
    // Each time in another order: what a class finds in the caches is from the one before.
    for (int const c : random.permutation(tile_classes)) {
      if (!is_tried(kernel, c)) continue;
      if (is_cached) run.seconds(c, 1);  // what the class before did not touch is fetched
      rounds[static_cast<std::size_t>(c)].push_back(run.seconds(c, passes));
    }
  MeasuredKernel measured;
  for (std::size_t c = 0; c < rounds.size(); ++c)
    if (!rounds[c].empty()) measured.seconds[c] = median(rounds[c]);
  measured.pattern = {features_of(kernel, l2_bytes), good_classes(rounds)};
  return measured;
}

}  // namespace isomer::perf
