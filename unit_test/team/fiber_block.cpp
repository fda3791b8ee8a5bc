// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/fiber_block.hpp"

#include <algorithm>
#include <utility>

#include "team/fiber_team.hpp"

namespace isomer::test {

FiberBlock::FiberBlock(int threads, int shared_bytes, Landing landing, GlobalMemory& global,
                       Findings& findings)
    : global_(&global), findings_(&findings), shared_(shared_bytes, findings), landing_(landing) {
  for (int rank = 0; rank < threads; ++rank) {
    threads_.push_back(std::make_unique<Thread>());
    threads_.back()->block = this;
    threads_.back()->rank = rank;
  }
}

void FiberBlock::begin(std::function<void(FiberTeam const&)> const& kernel, int number, int blocks,
                       std::uint64_t seed) {
  kernel_ = &kernel;
  number_ = number;
  blocks_ = blocks;
  random_.seed(seed);
  shared_.begin_block();
  epoch_ = 1;
  warp_epoch_.fill(0);
  uniforms_.clear();
  runnable_.clear();
  clock_.assign(static_cast<std::size_t>(blocks), 0);
  clock_[static_cast<std::size_t>(number)] = 1;
  for (auto const& thread : threads_) {
    thread->is_done = false;
    thread->arrival = {};
    thread->uniforms = 0;
    thread->groups.assign(1, {});
    thread->fiber.start(body, thread.get());
    runnable_.push_back(thread->rank);
  }
}

void FiberBlock::body(void* thread) {
  auto* const self = static_cast<Thread*>(thread);
  (*self->block->kernel_)(FiberTeam(*self->block, self->rank));
  self->is_done = true;
}

FiberBlock::State FiberBlock::run() {
  while (true) {
    run_all_that_can();
    auto const is_done = [](auto const& thread) { return thread->is_done; };
    if (std::all_of(threads_.begin(), threads_.end(), is_done)) {
      check_end();
      return State::finished;
    }
    if (!all_meet_at(0, static_cast<int>(threads_.size()))) return fail(Wrong::missed_meeting);
    if (threads_.front()->arrival.meeting != Meeting::barrier) return State::at_flag;
    ++epoch_;
    release(0, static_cast<int>(threads_.size()));
  }
}

void FiberBlock::run_all_that_can() {
  while (!runnable_.empty()) {
    std::swap(runnable_[random_() % runnable_.size()], runnable_.back());
    Thread& thread = *threads_[static_cast<std::size_t>(runnable_.back())];
    runnable_.pop_back();
    thread.fiber.resume();
    if (!thread.is_done) arrived(thread);
  }
}

void FiberBlock::arrived(Thread& thread) {
  int const warp = thread.rank / lanes;
  bool const is_of_warp =
      thread.arrival.meeting == Meeting::warp_barrier || thread.arrival.meeting == Meeting::shuffle;
  if (is_of_warp && all_meet_at(warp * lanes, (warp + 1) * lanes)) end_warp_meeting(warp);
}

/// Whether all these threads wait at one meeting. Different lines of the kernel are an error, for
/// a barrier must not be reached through a branch, but one from which the block recovers.
bool FiberBlock::all_meet_at(int first, int last) const {
  Arrival const& model = threads_[static_cast<std::size_t>(first)]->arrival;
  int elsewhere = -1;
  for (int rank = first; rank < last; ++rank) {
    Thread const& thread = *threads_[static_cast<std::size_t>(rank)];
    if (thread.is_done || thread.arrival.meeting == Meeting::none ||
        thread.arrival.meeting != model.meeting || thread.arrival.flag != model.flag)
      return false;
    bool const is_at_flag = model.flag != nullptr;
    if (is_at_flag && thread.arrival.value != model.value) return false;
    if (thread.arrival.line != model.line) elsewhere = rank;
  }
  if (elsewhere >= 0)
    findings_->add({Wrong::missed_meeting, number_, elsewhere, 0,
                    threads_[static_cast<std::size_t>(elsewhere)]->arrival.line});
  return true;
}

void FiberBlock::end_warp_meeting(int warp) {
  int const first = warp * lanes;
  if (threads_[static_cast<std::size_t>(first)]->arrival.meeting == Meeting::warp_barrier)
    ++warp_epoch_[static_cast<std::size_t>(warp)];
  std::array<std::uint32_t, lanes> values{};
  for (int lane = 0; lane < lanes; ++lane)
    values[static_cast<std::size_t>(lane)] =
        threads_[static_cast<std::size_t>(first + lane)]->arrival.value;
  for (int lane = 0; lane < lanes; ++lane) {
    Arrival& arrival = threads_[static_cast<std::size_t>(first + lane)]->arrival;
    arrival.value = values[static_cast<std::size_t>(arrival.lane & (lanes - 1))];
  }
  release(first, first + lanes);
}

void FiberBlock::release(int first, int last) {
  for (int rank = first; rank < last; ++rank) {
    threads_[static_cast<std::size_t>(rank)]->arrival.meeting = Meeting::none;
    runnable_.push_back(rank);
  }
}

void FiberBlock::answer(std::uint32_t value) {
  for (auto const& thread : threads_) thread->arrival.value = value;
  ++epoch_;
  release(0, static_cast<int>(threads_.size()));
}

/// Names a thread that waits at something others do not reach.
FiberBlock::State FiberBlock::fail(Wrong what) {
  auto const waits = [](auto const& thread) { return !thread->is_done; };
  Thread const& first = **std::find_if(threads_.begin(), threads_.end(), waits);
  findings_->add({what, number_, first.rank, 0, first.arrival.line});
  for (auto const& thread : threads_) forget_copies(*thread);
  return State::failed;
}

void FiberBlock::forget_copies(Thread& thread) {
  for (auto const& group : thread.groups)
    for (Copy const& copy : group) {
      findings_->add({Wrong::never_waited, number_, thread.rank, copy.at, copy.by.line});
      global_->note_copy(copy.by, copy.from, copy.width, -1);
    }
}

void FiberBlock::check_end() {
  for (auto const& thread : threads_) {
    forget_copies(*thread);
    if (thread->uniforms != threads_.front()->uniforms)
      findings_->add({Wrong::not_uniform, number_, thread->rank, 0, 0});
  }
}

void FiberBlock::meet(int rank, Arrival arrival) {
  Thread& thread = *threads_[static_cast<std::size_t>(rank)];
  thread.arrival = arrival;
  thread.fiber.pause();
}

void FiberBlock::uniform(int rank, int value, std::uint32_t line) {
  std::size_t const number = threads_[static_cast<std::size_t>(rank)]->uniforms++;
  if (number == uniforms_.size()) uniforms_.push_back({value, line});
  Uniform const& first = uniforms_[number];
  if (first.value != value || first.line != line)
    findings_->add({Wrong::not_uniform, number_, rank, value, line});
}

void FiberBlock::copy_async(int rank, int at, std::byte const* from, int width,
                            std::uint32_t line) {
  Copy copy{at, from, width, actor(rank, line), {}};
  if (!global_->read(copy.by, clock_, copy.early.data(), from, width)) return;
  if (!shared_.begin_copy(copy.by, at, width)) return;
  global_->note_copy(copy.by, from, width, 1);
  if (landing_ == Landing::at_issue) shared_.land_early(at, copy.early.data(), width);
  threads_[static_cast<std::size_t>(rank)]->groups.back().push_back(copy);
}

void FiberBlock::commit(int rank) {
  threads_[static_cast<std::size_t>(rank)]->groups.emplace_back();
}

void FiberBlock::wait(int rank, std::size_t groups, std::uint32_t line) {
  auto& open = threads_[static_cast<std::size_t>(rank)]->groups;
  while (open.size() - 1 > groups) {
    for (Copy const& copy : open.front()) {
      std::array<std::byte, 16> late = copy.early;
      if (landing_ == Landing::at_wait) std::copy_n(copy.from, copy.width, late.begin());
      global_->note_copy(copy.by, copy.from, copy.width, -1);
      shared_.land(actor(rank, line), copy.at, late.data(), copy.width);
    }
    open.erase(open.begin());
  }
}

}  // namespace isomer::test
