// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/rates.hpp"

#include <algorithm>

namespace isomer::detail {
namespace {

/// How far a number of threads is on the way from one to all.
double share_of_all(double in_effect, int threads) {
  return threads > 1 ? (in_effect - 1) / (static_cast<double>(threads) - 1) : 0;
}

}  // namespace

Work share_of_thread(Pass const& pass) {
  Work share = (1 / pass.threads) * pass.work;
  share.launches = pass.work.launches;
  return share;
}

/// A rate is what a thread needs for itself plus its part in what all compete for, which grows with
/// their number: linear between one thread and all, and beyond where it grows.
double seconds(Rates const& rates, Pass const& pass) {
  RateRow const& row = rates.row(pass.kernel, pass.residency);
  double const towards = share_of_all(pass.threads, rates.threads);
  Work const share = share_of_thread(pass);
  double sum = 0;
  for (WorkNumber const& number : work_numbers) {
    double const one = row.one_thread.*number.value;
    double const more = row.all_threads.*number.value - one;
    sum += (one + more * (more > 0 ? towards : std::min(1.0, towards))) * share.*number.value;
  }
  return sum;
}

double seconds(Rates const& rates, std::vector<Pass> const& passes) {
  double sum = 0;
  for (Pass const& pass : passes) sum += seconds(rates, pass);
  return sum;
}

}  // namespace isomer::detail
