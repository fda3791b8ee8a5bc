// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "case.hpp"
#include "options.hpp"

namespace isomer::perf {

/// A named family of cases.
struct Suite {
  std::string name;
  std::string about;
  std::vector<ElementType> types;  ///< measured when `--type` is not given
  std::vector<Case> (*cases)(ElementType type, Options const& options);
};

/// In the order in which `--all-suites` runs them.
std::vector<Suite> const& all_suites();

/// The cases of the chosen suites and types, without those whose size is not wanted. Throws
/// UsageError where that leaves none.
std::vector<Case> chosen_cases(Options const& options);

// One file each.
std::vector<Case> permute_cases(ElementType type, Options const& options);
std::vector<Case> permute6d_cases(ElementType type, Options const& options);
std::vector<Case> high_rank_cases(ElementType type, Options const& options);
std::vector<Case> random_cases(ElementType type, Options const& options);
std::vector<Case> square2d_cases(ElementType type, Options const& options);
std::vector<Case> skinny_cases(ElementType type, Options const& options);
std::vector<Case> relayout_cases(ElementType type, Options const& options);
std::vector<Case> cast_cases(ElementType type, Options const& options);
std::vector<Case> in_place_cases(ElementType type, Options const& options);
std::vector<Case> in_place_square_cases(ElementType type, Options const& options);
std::vector<Case> in_place_skinny_cases(ElementType type, Options const& options);
std::vector<Case> in_place_rankn_cases(ElementType type, Options const& options);
std::vector<Case> single_use_cases(ElementType type, Options const& options);
std::vector<Case> call_count_cases(ElementType type, Options const& options);
std::vector<Case> size_sweep_cases(ElementType type, Options const& options);
std::vector<Case> small_cases(ElementType type, Options const& options);
std::vector<Case> batch_cases(ElementType type, Options const& options);
std::vector<Case> records_permute_cases(ElementType type, Options const& options);
std::vector<Case> record_loops_cases(ElementType type, Options const& options);
std::vector<Case> record_reads_cases(ElementType type, Options const& options);
std::vector<Case> records_cases(ElementType type, Options const& options);
std::vector<Case> records_random_cases(ElementType type, Options const& options);
std::vector<Case> rearrange_cases(ElementType type, Options const& options);
std::vector<Case> model_check_cases(ElementType type, Options const& options);

}  // namespace isomer::perf
