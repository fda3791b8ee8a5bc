// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "cost/advice_rates.hpp"
#include "cost/once.hpp"
#include "cost/pass.hpp"
#include "machine/machine.hpp"

namespace isomer::detail {

/// Seconds for a unit of each number of Work, on one thread and on all that were fitted with: what
/// competes for memory costs a thread more the more of them run.
struct RateRow {
  Work one_thread;
  Work all_threads;
};

/// The price list of a machine: a row for each kernel and residency.
struct Rates {
  Machine machine;
  int threads = 1;                   ///< of `all_threads`
  double copy_bytes_per_second = 0;  ///< read and written, while it was fitted; to compare with
  std::array<std::array<RateRow, residency_count>, kernel_count> rows{};
  OnceRates once;  ///< of what a plan takes only once
  AdviceRates advice;

  RateRow& row(Kernel kernel, Residency residency) {
    return rows[static_cast<std::size_t>(kernel)][static_cast<std::size_t>(residency)];
  }
  RateRow const& row(Kernel kernel, Residency residency) const {
    return rows[static_cast<std::size_t>(kernel)][static_cast<std::size_t>(residency)];
  }
};

/// What a thread does of a pass: its share of all but the launches.
Work share_of_thread(Pass const& pass);

double seconds(Rates const& rates, Pass const& pass);
/// The passes run one after the other.
double seconds(Rates const& rates, std::vector<Pass> const& passes);

}  // namespace isomer::detail
