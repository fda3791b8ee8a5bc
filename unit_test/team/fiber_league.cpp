// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/fiber_league.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace isomer::test {
namespace {

void join(Clock& clock, Clock const& other) {
  for (std::size_t k = 0; k < other.size(); ++k) clock[k] = std::max(clock[k], other[k]);
}

}  // namespace

FiberLeague::FiberLeague(FiberOptions const& options, GlobalMemory& global, Findings& findings)
    : options_(options), global_(&global), findings_(&findings) {}

bool FiberLeague::fits_blocks() {
  // Cards of tests may have smaller blocks than any device, to which not all kernels adapt.
  std::int64_t const room = std::max(options_.block_bytes, team::any_block_bytes);
  if (options_.shared_bytes <= team::max_scratch_bytes(room, options_.threads)) return true;
  findings_->add({Wrong::too_large, 0, 0, options_.shared_bytes, 0, "shared memory"});
  return false;
}

bool FiberLeague::pass_flag(FiberBlock& block) {
  Arrival const& at = block.at_flag();
  Actor const by{block.number(), 0, at.line};
  int const count = at.meeting == Meeting::await ? at.lane : 1;
  for (int k = 0; k < count; ++k) {
    if (global_->has_flag(by, at.flag + k)) continue;
    block.answer(0);
    return true;
  }
  // Only await has its flag as const, and it does not write.
  auto* const flag = const_cast<std::uint32_t*>(at.flag);
  switch (at.meeting) {
    case Meeting::ticket: block.answer((*flag)++); return true;
    case Meeting::publish: {
      *flag += at.value;
      Clock& released = released_[flag];
      released.resize(block.clock().size());
      join(released, block.clock());
      ++block.clock()[static_cast<std::size_t>(block.number())];
      block.answer(0);
      return true;
    }
    default:
      if (std::any_of(flag, flag + count, [&](std::uint32_t is) { return is < at.value; }))
        return false;
      for (int k = 0; k < count; ++k) join(block.clock(), released_[flag + k]);
      block.answer(0);
      return true;
  }
}

void FiberLeague::run_all(std::function<void(FiberTeam const&)> const& kernel, int blocks) {
  std::mt19937_64 random(options_.seed);
  std::vector<int> order(static_cast<std::size_t>(blocks));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);

  auto const resident = static_cast<std::size_t>(std::min(options_.resident, blocks));
  while (resident_.size() < resident)
    resident_.push_back(std::make_unique<FiberBlock>(options_.threads, options_.shared_bytes,
                                                     options_.landing, *global_, *findings_));
  std::vector<FiberBlock*> active;
  std::vector<FiberBlock*> stuck;  ///< at a flag that nobody has counted up since
  auto const start = [&](FiberBlock& block) {
    block.begin(kernel, order.back(), blocks, random());
    order.pop_back();
    active.push_back(&block);
  };
  for (std::size_t k = 0; k < resident; ++k) start(*resident_[k]);

  while (!active.empty()) {
    std::swap(active[random() % active.size()], active.back());
    FiberBlock& block = *active.back();
    active.pop_back();
    if (block.at_flag().meeting != Meeting::none && !pass_flag(block)) {
      stuck.push_back(&block);
      continue;
    }
    if (block.run() == FiberBlock::State::at_flag) active.push_back(&block);
    else if (!order.empty()) start(block);
    active.insert(active.end(), stuck.begin(), stuck.end());
    stuck.clear();
  }
  if (!stuck.empty())
    findings_->add({Wrong::deadlock, stuck.front()->number(), 0, 0, stuck.front()->at_flag().line});
}

}  // namespace isomer::test
