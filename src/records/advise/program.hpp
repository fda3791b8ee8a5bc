// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

namespace isomer::records {

/// Kernels that are called one after the other, in rounds, and may each run in one of several
/// arrangements.
struct Program {
  std::vector<double> calls;                    ///< of each kernel
  std::vector<std::vector<double>> seconds;     ///< of a call: `[kernel][arrangement]`
  std::vector<std::vector<double>> conversion;  ///< `[from][to]`; infinite where it cannot be done
  std::size_t current = 0;
  std::vector<std::vector<double>> planning{};  ///< each change, once; empty if for nothing

  std::size_t arrangements() const { return conversion.size(); }
  /// A change that is made some times, if it is made at all.
  double changes(double times, std::size_t from, std::size_t to) const;
  /// The fewest calls of a kernel: the calls of all are spread evenly over these rounds.
  double rounds() const;
};

/// The arrangement of each kernel.
using Path = std::vector<std::size_t>;

/// Seconds of all calls alone.
double running_seconds(Program const& program, Path const& path);
/// Seconds of all changes: to the first arrangement, between kernels in each round, and back to the
/// first one between rounds.
double changing_seconds(Program const& program, Path const& path);

/// The path with the least sum of both: around the loop, the shortest for each first arrangement.
Path shortest_path(Program const& program);
/// The best path that stays in one arrangement.
Path best_stay(Program const& program);

}  // namespace isomer::records
