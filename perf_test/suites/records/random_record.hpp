// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "suites/records/contest.hpp"

/// Without the kernels themselves, which are long to compile.
namespace isomer::perf {

/// A kernel by its number in the pool of a record, and its calls in a step.
struct RandomCall {
  std::size_t kernel;
  int calls;
};

/// What is drawn when the program runs; the kernels of each record were drawn when it was compiled.
struct RandomChoice {
  std::int64_t bytes;             ///< of all records, about
  std::vector<RandomCall> calls;  ///< one to three, of different kernels
};

inline constexpr std::size_t pool_size = 5;

/// A record with its pool of kernels.
struct RandomRecord {
  char const* name;
  Case (*make_case)(char const* record, int number, RandomChoice const& choice);
  std::unique_ptr<Contest> (*make_contest)(RandomChoice const& choice, HostExec const& exec);
};
// A few in a file: each takes seconds to compile.
std::vector<RandomRecord> random_floats_records();
std::vector<RandomRecord> random_more_floats_records();
std::vector<RandomRecord> random_doubles_records();
std::vector<RandomRecord> random_mixed_records();
/// All of them.
std::vector<RandomRecord> random_records_of_all();

}  // namespace isomer::perf
