// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/fiber_launcher.hpp"

#include <algorithm>
#include <sstream>

#include "team/any_team.hpp"
#include "team/index_kernel.hpp"

namespace isomer::test {

template <class Kernel>
void FiberLauncher::run(team::Launched const& what, Kernel const& kernel) {
  labels_.push_back(what.label);
  Findings findings(what.label);
  GlobalMemory memory(findings);
  for (Array const& array : arrays_) memory.add_scratch(array.name, array.data, array.bytes);
  FiberOptions options = options_;
  options.threads = what.threads;
  options.shared_bytes = what.shared_bytes;
  options.resident = std::max(options.resident, what.together);
  ++options_.seed;
  FiberLeague league(options, memory, findings);
  league.run(kernel, what.blocks);
  if (findings.empty()) return;
  for (Wrong const race : {Wrong::shared_race, Wrong::global_race, Wrong::block_race})
    races_ += findings.count(race);
  std::ostringstream text;
  text << findings;
  found_ += text.str();
}

void FiberLauncher::launch(team::Launched const& what, team::AnyKernel const& kernel) {
  run(what, [&kernel](FiberTeam const& team) { team::run_with(team, kernel); });
}

void FiberLauncher::launch_indices(team::Launched const& what, std::int64_t count,
                                   std::function<void(std::int64_t)> const& functor) {
  run(what, team::IndexKernel<std::function<void(std::int64_t)>>{functor, count, nullptr});
}

}  // namespace isomer::test
