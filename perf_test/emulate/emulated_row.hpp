// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "case.hpp"
#include "machine/machine.hpp"

namespace isomer::perf {

/// What moves a tensor.
struct Moved {
  std::string schema;
  std::string kernels;
  friend bool operator==(Moved const&, Moved const&) = default;
};

/// What a case does on a GPU that is not there.
struct EmulatedRow {
  std::string name;
  Moved by;
  int passes = 1;
  // The whole case, by the audit, over the least that could be.
  double sectors = 1;
  double wavefronts = 1;
  double dram = std::numeric_limits<double>::quiet_NaN();  ///< none: not audited, in place
  double predicted_of_copy = 0;
  // The case scaled down, on fibers.
  std::string scaled;
  Moved scaled_by;
  std::string wrong;  ///< what was; empty if nothing
  std::int64_t races = 0;
  // What the emulator itself takes for 16 KiB, each byte read and written; 0 if it was not timed.
  double fibers_us = 0;
  double dry_us = 0;
};

/// Audits a case that has a tensor, and runs it scaled down to `max_bytes`. With `corrupt` a byte
/// of the result is damaged before it is compared.
EmulatedRow emulate(Case const& chosen, detail::Machine const& gpu, std::int64_t max_bytes,
                    bool corrupt);

/// `permute/10 f32 7248x7248  orthogonal_distinct (tile16)  sectors 1.00  ..  224x224 on fibers:
/// right`; with the kernels that moved the small tensor, where they are others.
std::string line_of(EmulatedRow const& row);
/// `emulated=h200 cases=57 wrong=0 races=0 sectors_of_ideal_geomean=..`
std::string summary(std::string const& gpu, std::vector<EmulatedRow> const& rows);

}  // namespace isomer::perf
