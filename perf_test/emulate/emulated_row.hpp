// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "case.hpp"
#include "machine/machine.hpp"

namespace isomer::perf {

/// What a case does on a GPU that is not there.
struct EmulatedRow {
  std::string name;
  std::string schema;
  std::string kernels;
  int passes = 1;
  // The whole case, by the audit, over the least that could be.
  double sectors = 1;
  double wavefronts = 1;
  double dram = 1;
  double predicted_of_copy = 0;
  // The case scaled down, on fibers.
  std::string scaled;
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

/// `emulated=h200 cases=57 wrong=0 races=0 sectors_of_ideal_geomean=..`
std::string summary(std::string const& gpu, std::vector<EmulatedRow> const& rows);

}  // namespace isomer::perf
