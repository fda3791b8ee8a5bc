// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/launch_audit.hpp"

#include <algorithm>
#include <random>

#include "team/dry_team.hpp"

namespace isomer::team {

std::vector<int> sample_of_blocks(int blocks, int between) {
  std::mt19937 random(11);
  std::vector<int> sample{0, blocks - 1};
  for (int k = 0; k < between; ++k)
    sample.push_back(static_cast<int>(random() % static_cast<unsigned>(blocks)));
  std::sort(sample.begin(), sample.end());
  sample.erase(std::unique(sample.begin(), sample.end()), sample.end());
  return sample;
}

namespace {

Audit audit_of(Launched const& what, AnyKernel const& kernel, std::vector<int> const& chosen,
               Counted counted) {
  DryRun run(what.threads, what.shared_bytes, counted);
  auto const dry = [&kernel](DryTeam const& team) { run_with(team, kernel); };
  for (int const block : chosen) run.block(dry, block, what.blocks);
  return run.audit();
}

}  // namespace

Audit audit_blocks(Launched const& what, AnyKernel const& kernel, std::vector<int> const& chosen) {
  return audit_of(what, kernel, chosen, Counted::requests);
}

double memory_ratio_of_blocks(Launched const& what, AnyKernel const& kernel,
                              std::vector<int> const& chosen) {
  return audit_of(what, kernel, chosen, Counted::sectors).memory_ratio();
}

void AuditingLauncher::launch(Launched const& what, AnyKernel const& kernel) {
  launches_.push_back({what});
  if (kernel) launches_.back().requests = audit_blocks(what, kernel, sample_of_blocks(what.blocks));
}

void AuditingLauncher::launch_indices(Launched const& what, std::int64_t,
                                      std::function<void(std::int64_t)> const&) {
  launches_.push_back({what});
}

}  // namespace isomer::team
