// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/calibrate_records.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "calibrate/progress.hpp"
#include "calibrate/records/measure_kernel.hpp"
#include "calibrate/records/tile_loops.hpp"
#include "context.hpp"
#include "machine/machine.hpp"
#include "machine/memory_limits.hpp"
#include "records/advise/tree/tree_file.hpp"
#include "statistics.hpp"
#include "suites/scale.hpp"
#include "svg.hpp"

namespace isomer::perf {
namespace {

constexpr std::uint64_t stream = 37;

/// One in ten is for memory, as far as there is room; those take most of the time.
TrainingRange range_of(int number, Options const& options) {
  if (options.scale == Scale::tiny) return {7, 10, 1 << 20};
  constexpr std::int64_t large = 48 << 20;
  if (number % 10 == 9) return {15, 20, std::min<std::int64_t>(large, detail::memory_left() / 4)};
  return {7, 14, large};
}

std::vector<MeasuredKernel> measure(Options const& options) {
  auto const kernels = static_cast<int>(Counts{5000, 1000, 30}.sampled(options));
  int const repeat = options.repeat > 0 ? options.repeat : options.scale == Scale::tiny ? 3 : 7;
  std::int64_t const l2_bytes = detail::host_machine(1).l2_bytes;
  Random random(options.seed, stream);
  std::vector<std::byte> data;
  std::vector<MeasuredKernel> all;
  for (int k = 0; k < kernels; ++k) {
    show_progress("kernels", k, kernels);
    TrainingKernel const kernel = draw_kernel(random, range_of(k, options));
    data.resize(std::max(data.size(), static_cast<std::size_t>(footprint(kernel))));
    bool const is_large = kernel.bytes() > 4 * l2_bytes;
    all.push_back(
        measure_kernel(kernel, data, is_large ? std::min(repeat, 5) : repeat, l2_bytes, random));
  }
  show_progress("kernels", kernels, kernels);
  return all;
}

/// Two thirds to grow a tree, one third to prune it.
struct Parts {
  std::vector<MeasuredKernel> train;
  std::vector<MeasuredKernel> held_out;
};

Parts split(std::vector<MeasuredKernel> const& all) {
  Parts parts;
  for (std::size_t k = 0; k < all.size(); ++k)
    (k % 3 == 2 ? parts.held_out : parts.train).push_back(all[k]);
  return parts;
}

std::vector<TilePattern> patterns_of(std::vector<MeasuredKernel> const& measured) {
  std::vector<TilePattern> patterns;
  for (MeasuredKernel const& each : measured) patterns.push_back(each.pattern);
  return patterns;
}

/// A branch is for a hundredth of the patterns or more: smaller ones learn noise.
records::TileTree train(Parts const& parts, GrowOptions options) {
  options.least_patterns = std::max(options.least_patterns, parts.train.size() / 100);
  auto const patterns = patterns_of(parts.train);
  return prune(grow(patterns, options), patterns, patterns_of(parts.held_out));
}

/// `tree=all nodes=41 error=0.18 held_out_error=0.22 regret_median=0.00 regret_95=0.07`
void report(char const* name, records::TileTree const& tree, Parts const& parts) {
  std::vector<double> regrets;
  for (MeasuredKernel const& each : parts.held_out)
    regrets.push_back(each.regret(tree.class_for(each.pattern.features)));
  std::printf(
      "tree=%s nodes=%zu error=%.3f held_out_error=%.3f regret_median=%.3f regret_95=%.3f\n", name,
      tree.node.size(), error_of(tree, patterns_of(parts.train)),
      error_of(tree, patterns_of(parts.held_out)), median(regrets), quantile(regrets, 0.95));
}

/// The one that the advisor had without asking anything.
records::TileTree always(int tile_class) {
  return {"", {{records::TileTree::answer, 0, 0, tile_class}}};
}

}  // namespace

void calibrate_records(Exec const& exec, Options const& options) {
  std::cout << context_text(exec, options) << std::flush;
  Parts const parts = split(measure(options));
  records::TileTree tree = train(parts, all_features());
  tree.trained_on = detail::host_machine(1).name;
  report("all", tree, parts);
  GrowOptions sigma_only = all_features();
  sigma_only.asked = {0};
  report("sigma_only", train(parts, sigma_only), parts);
  report("always_soa", always(0), parts);
  report("always_aos", always(1), parts);
  std::fflush(stdout);
  std::string const& file = options.calibrate_records_file;
  if (file.empty()) return;
  write_file(file, tree_text(tree));
  std::cout << "written to " << file << "; programs take it with ISOMER_TREE=" << file << "\n";
}

}  // namespace isomer::perf
