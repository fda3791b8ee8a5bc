// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/launch_audit.hpp"

#include <algorithm>
#include <cstdint>
#include <random>

#include "team/dry_team.hpp"
#include "team/max_blocks.hpp"

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

/// One of each 256th of the blocks, so that those of every kind are as many as they ought to be.
std::vector<int> spread_over(int blocks) {
  constexpr std::int64_t most = 256;
  std::mt19937 random(11);
  std::int64_t const parts = std::min<std::int64_t>(blocks, most);
  std::vector<int> sample;
  for (std::int64_t k = 0; k < parts; ++k) {
    std::int64_t const begin = blocks * k / parts;
    std::int64_t const end = blocks * (k + 1) / parts;
    sample.push_back(static_cast<int>(begin + static_cast<std::int64_t>(random()) % (end - begin)));
  }
  return sample;
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
  if (!kernel) return;
  // With as many times more blocks each takes one turn, unless they are too many for a launch.
  Launched once = what;
  once.blocks *= static_cast<int>(std::min<std::int64_t>(what.turns, max_blocks / what.blocks));
  auto const sample = what.turns == 1 ? sample_of_blocks(what.blocks) : spread_over(once.blocks);
  launches_.back().requests = audit_blocks(once, kernel, sample);
}

void AuditingLauncher::launch_indices(Launched const& what, std::int64_t,
                                      std::function<void(std::int64_t)> const&) {
  launches_.push_back({what});
}

}  // namespace isomer::team
