// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hand_made_facts.hpp"

namespace isomer::test {
namespace {

using detail::AdviceFacts;
using detail::KernelFacts;
using detail::LeafUse;

KernelFacts push() {
  LeafUse const read{.is_read = true};
  LeafUse const updated{.is_read = true, .is_written = true};
  KernelFacts kernel{.name = "push", .calls = 90, .use = {updated, updated, read, read, read, {}}};
  kernel.distance = records::Distances(4);
  kernel.distance.set(0, 1, 8);
  kernel.distance.set(0, 2, 12);
  kernel.distance.set(1, 2, 20);
  kernel.was_tried = true;
  return kernel;
}

KernelFacts sort() {
  KernelFacts kernel{.name = "sort", .calls = 10, .use = std::vector<LeafUse>(6)};
  kernel.use[5].is_read = true;
  kernel.distance = records::Distances(4);
  kernel.was_tried = true;
  return kernel;
}

AdviceFacts offers() {
  DynamicRecord const record({{"x", 8, 8}, {"y", 8, 8}, {"v", 4, 4, 3}, {"kind", 4, 4}});
  AdviceFacts facts{.record = record,
                    .count = 1000,
                    .capacity = 1024,
                    .second_level_bytes = 1 << 20,
                    .third_level_bytes = 1 << 25,
                    .kernel = {push(), sort()},
                    .offered = {},
                    .path = {0, 0},
                    .not_offered = {},
                    .partition = {0, 0, 0, 1},
                    .tree_origin = "default for x86",
                    .rates_origin = "default zen4",
                    .advice_seconds = 0.0123};
  facts.offered = {{AoS{}, {1e-3, 1e-3}, {0.875, 0.125}, 0.1, 0},
                   {SoA{}, {2e-4, 4e-4}, {1, 1}, 0.022, 4e-3},
                   {parse_arrangement("clusters(x y v: tiled 8; rest: soa)"),
                    {5e-4, 4e-4},
                    {1, 1},
                    0.049,
                    6e-3}};
  facts.kept_seconds = 0.1;
  facts.distance = facts.kernel[0].distance;
  return facts;
}

}  // namespace

AdviceFacts hand_made_facts(Verdict verdict) {
  AdviceFacts facts = offers();
  facts.verdict = verdict;
  facts.advised_seconds = facts.kept_seconds;
  if (verdict == Verdict::rearrange) {
    facts.path = {1, 1};
    facts.pays_off_after = 5.13;
    facts.advised_seconds = 0.026;
  }
  if (verdict == Verdict::visit) {
    facts.path = {1, 0};
    facts.pays_off_after = 9;
    facts.advised_seconds = 0.08;
  }
  return facts;
}

}  // namespace isomer::test
