// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/suites.hpp"

#include <algorithm>
#include <set>

namespace isomer::perf {

std::vector<Suite> const& all_suites() {
  using enum ElementType;
  static std::vector<Suite> const suites{
      {"permute", "the 57 tensors of the TTC benchmark, or those of --cases", {f32}, permute_cases},
      {"permute6d", "16^6, 15^6 and 17^6, sampled permutations", {f64}, permute6d_cases},
      {"high_rank",
       "2^24 reversed and in halves, 3^15 cyclic, random tensors of ranks 9 to 24",
       {f32},
       high_rank_cases},
      {"random", "random tensors of ranks 2 to 7, mostly misaligned", {f32}, random_cases},
      {"square2d", "transpositions of square matrices, in and out of cache", {f64}, square2d_cases},
      {"skinny", "N x s to s x N and back, s = 2 to 16", {f64}, skinny_cases},
      {"relayout",
       "LayoutLeft to LayoutRight and back, ranks 2 to 6, against Kokkos::deep_copy",
       {f64},
       relayout_cases},
      {"cast",
       "floats to doubles and back, layout changes and copies, of the larger side's copy",
       {f64},
       cast_cases},
      {"in_place", "random rectangles, rows and columns in 1000 to 10000", {f64}, in_place_cases},
      {"in_place_square", "square matrices in place", {f64}, in_place_square_cases},
      {"in_place_skinny",
       "2 to 31 fields times 1e4 to 1e7 records, both directions",
       {f64},
       in_place_skinny_cases},
      {"in_place_rankn",
       "ranks 3 and 4: one pass, reversals and random axes",
       {f64},
       in_place_rankn_cases},
      {"small",
       "latency: 8 x 8 to 512 x 512, planned and unplanned, and planning itself",
       {f64},
       small_cases},
      {"single_use",
       "planning and one cold execution, against repeated ones: 16^6 to 17^6 and 4^6 to 7^6",
       {f64},
       single_use_cases},
      {"call_count", "1 to 256 calls with their planning, 16^6 and 7^6", {f64}, call_count_cases},
      {"size_sweep", "2^6 to 20^6, repeated and once", {f64}, size_sweep_cases},
      {"batch",
       "10000 blocks of one shape or of five in one call, against a loop of calls",
       {f32, f64},
       batch_cases},
      {"records_permute",
       "records of equal fields by permutations: AoS, SoA and tiled AoS",
       {f32},
       records_permute_cases},
      {"rearrange",
       "records of one and of several sizes between arrangements, out of place and in place",
       {u8},
       rearrange_cases},
#ifndef ISOMER_PERF_ON_DEVICE
      {"record_loops",
       "loops over records through for_each, against the same by hand",
       {f32},
       record_loops_cases},
      {"record_reads",
       "whole records of 3 to 16 floats by simd_load, against a plain read and a loop",
       {f32},
       record_reads_cases},
      {"records",
       "five programs in each arrangement of their records, and the advice for them",
       {u8},
       records_cases},
      {"records_random",
       "random kernels on records of one and of several sizes, and the advice for them",
       {u8},
       records_random_cases},
#endif
      {"model_check",
       "27^5 by axes 41203, every slice that is considered, for plot.py",
       {f32},
       model_check_cases}};
  return suites;
}

std::vector<Case> chosen_cases(Options const& options) {
  std::vector<Case> chosen;
  std::set<std::string> names;  // a suite with types of its own has the same cases for each --type
  for (auto const& name : options.suites) {
    auto const& suites = all_suites();
    auto const suite =
        std::find_if(suites.begin(), suites.end(), [&](Suite const& s) { return s.name == name; });
    for (auto const type : options.types.empty() ? suite->types : options.types)
      for (auto& made : suite->cases(type, options))
        if (made.bytes >= options.min_bytes && made.bytes <= options.max_bytes &&
            names.insert(made.suite + " " + made.name).second)
          chosen.push_back(std::move(made));
  }
  if (chosen.empty())
    throw UsageError("no case is left by --suite, --type, --min-bytes and --max-bytes");
  return chosen;
}

}  // namespace isomer::perf
