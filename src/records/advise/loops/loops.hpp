// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <vector>

#include <isomer/advisor/detail/advice_problem.hpp>

#include "cost/rates.hpp"
#include "machine/machine.hpp"
#include "records/advise/loops/loop_work.hpp"

namespace isomer::records {

/// How much of what was recorded is replayed.
enum class Depth : std::uint8_t { whole, brief };

/// What the kernels of a problem have to do with the memory of a machine in any arrangement, and
/// how long that takes there.
class Loops {
 public:
  struct Look {
    LoopWork work;          ///< all but what was tried
    double used_share = 1;  ///< of the bytes of the lines that are touched
  };

  virtual ~Loops() = default;

  /// One call of a kernel; of its accesses those to the leaves with `counts`.
  virtual Look look(std::size_t kernel, detail::RecordLayout const& layout,
                    std::vector<bool> const& counts, Depth depth) const = 0;
  /// What an item takes one of the machine's units if nothing was tried.
  virtual double assumed_compute(std::size_t kernel, detail::RecordLayout const& layout) const = 0;
  virtual double seconds(LoopWork const& work) const = 0;
};

std::unique_ptr<Loops> host_loops(detail::AdviceProblem const& problem, detail::Rates const& rates,
                                  detail::Machine const& machine);
std::unique_ptr<Loops> gpu_loops(detail::AdviceProblem const& problem, detail::Machine const& gpu);

inline std::unique_ptr<Loops> loops_on(detail::Machine const& machine, detail::Rates const& rates,
                                       detail::AdviceProblem const& problem) {
  return machine.is_host() ? host_loops(problem, rates, machine) : gpu_loops(problem, machine);
}

/// What is replayed of a kernel's accesses; briefly where many arrangements are looked at.
constexpr std::size_t most_replayed(Depth depth) { return depth == Depth::whole ? 16384 : 2048; }

}  // namespace isomer::records
