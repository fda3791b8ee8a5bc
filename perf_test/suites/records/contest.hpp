// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <isomer/advisor/advice.hpp>

#include "bench.hpp"
#include "interleave.hpp"
#include "row.hpp"

namespace isomer::perf {

using HostExec = Kokkos::DefaultHostExecutionSpace;

/// A program with records for each arrangement of its offer, the first of which is AoS; types are
/// erased. All records are AoS and hold the program's first data when it is made.
class Contest {
 public:
  Contest() = default;
  Contest(Contest const&) = delete;
  Contest& operator=(Contest const&) = delete;
  virtual ~Contest() = default;

  virtual std::vector<Arrangement> offer() const = 0;
  /// Gives records k, which are AoS, their first data again.
  virtual void begin(std::size_t k) = 0;
  virtual void rearrange(std::size_t k, Arrangement const& to) = 0;
  /// One step of the program on records k, asynchronously.
  virtual void step(std::size_t k) = 0;
  /// A step on records 0, AoS, with vectors of whole records.
  virtual bool has_vectors() const = 0;
  virtual void step_by_vectors() = 0;
  /// What suits records 0 for that many steps to come.
  virtual Advice advise(std::int64_t steps, Effort effort) = 0;
  /// A step on records of their own, rearranged before each kernel to what suits it.
  virtual void step_with_visits(Advice const& advice) = 0;

  /// Damages a byte of records k, which are AoS.
  virtual void corrupt(std::size_t k) = 0;
  /// Where records k differ from records 0, all of them AoS.
  virtual std::optional<std::string> difference(std::size_t k) const = 0;
};

/// Steps on the records of these numbers, one after the other, round by round.
std::vector<Contender> steps_by_turns(Contest& contest, std::vector<std::size_t> const& which,
                                      Patience const& patience, Stopwatch const& stopwatch);
/// 0, 1, .. of all arrangements of the offer.
std::vector<std::size_t> all_of_offer(Contest const& contest);

/// The `measure` of a case. Times a step in each arrangement by turns, and the changes to them;
/// takes advice and says what following it came to; and verifies that a step's result is the
/// same in all arrangements.
void measure_contest(Row& row, Contest& contest, Case const& chosen, Bench const& bench);

}  // namespace isomer::perf
