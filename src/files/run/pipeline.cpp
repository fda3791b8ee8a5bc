// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/run/pipeline.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace isomer::files {

Pipeline::Pipeline(Stages& stages, Meter& meter, bool through_ring, std::uint64_t first,
                   GroupBuffers& buffers)
    : stages_(stages),
      meter_(meter),
      through_ring_(through_ring),
      first_(first),
      last_(stages.count()),
      buffers_(buffers),
      read_(first - 1),
      moved_(first - 1),
      written_(first - 1),
      recorded_(first - 1),
      settled_(first - 1) {}

void Pipeline::guarded(std::function<void()> const& work) {
  try {
    work();
  } catch (...) {
    std::lock_guard const lock(mutex_);
    if (!error_) error_ = std::current_exception();
    changed_.notify_all();
  }
}

template <class Condition>
bool Pipeline::wait(Condition const& condition) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return error_ || condition(); });
  return !error_;
}

void Pipeline::set(std::uint64_t& counter, std::uint64_t t) {
  std::lock_guard const lock(mutex_);
  counter = t;
  changed_.notify_all();
}

/// Reads of a group that meet what earlier ones write come behind these writes. What is in the ring
/// only is laid over what was read, before it moves.
bool Pipeline::wait_for_what_it_reads(std::uint64_t t) {
  constexpr std::uint64_t under_way = 3;
  for (std::uint64_t back = 1; back <= under_way && first_ + back <= t; ++back) {
    std::uint64_t const s = t - back;
    if (through_ring_ && back < under_way) continue;
    std::uint64_t const& counter = through_ring_ ? settled_ : written_;
    if (meet(group(t).reads, group(s).writes) && !wait([&] { return counter >= s || t > last_; }))
      return false;
  }
  return true;
}

void Pipeline::read_ahead() {
  for (std::uint64_t t = first_;; ++t) {
    if (!wait([&] { return t > last_ || moved_ + 2 >= t; })) return;
    {
      std::lock_guard const lock(mutex_);
      if (t > last_) return;
    }
    group(t) = stages_.group(t);
    if (!wait_for_what_it_reads(t)) return;
    stages_.read(group(t), in(t).data());
    set(read_, t);
  }
}

void Pipeline::write_behind() {
  for (std::uint64_t t = first_;; ++t) {
    if (!wait([&] { return t > last_ || moved_ >= t; })) return;
    {
      std::lock_guard const lock(mutex_);
      if (t > last_) return;
    }
    stages_.write(t, group(t), out(t).data());
    set(written_, t);
    stages_.flush(group(t));
    stages_.record(t, meter_.seconds());
    set(recorded_, t);
    if (t == first_) continue;
    stages_.settle(group(t - 1), out(t - 1).data());
    set(settled_, t - 1);
  }
}

bool Pipeline::move_all(RunOptions const& options) {
  std::uint64_t const last = stages_.count();
  std::uint64_t told = first_ - 1;
  auto const tell = [&](std::uint64_t recorded) {
    for (; told < recorded; ++told) {
      meter_.add(group(told + 1));
      if (options.progress) options.progress(meter_.progress());
    }
  };
  bool is_stopped = false;
  for (std::uint64_t t = first_; t <= last && !is_stopped; ++t) {
    if (!wait([&] { return read_ >= t; })) return false;
    for (std::uint64_t back = 2; through_ring_ && back >= 1; --back)
      if (first_ + back <= t)
        stages_.overlay(group(t - back), out(t - back).data(), group(t), in(t).data());
    std::uint64_t const& freed = through_ring_ ? settled_ : written_;
    if (!wait([&] { return freed + 2 >= t; })) return false;
    stages_.move(t, group(t), in(t).data(), out(t).data());
    set(moved_, t);
    std::uint64_t recorded = 0;
    {
      std::lock_guard const lock(mutex_);
      recorded = recorded_;
    }
    tell(recorded);
    if (t == last || !options.stop || !options.stop()) continue;
    is_stopped = true;
    set(last_, t);
  }
  if (!wait([&] { return recorded_ == last_; })) return false;
  tell(last_);
  return is_stopped;
}

bool Pipeline::run(RunOptions const& options) {
  bool is_stopped = false;
  std::thread reader;
  std::thread writer;
  guarded([&] {
    reader = std::thread([this] { guarded([this] { read_ahead(); }); });
    writer = std::thread([this] { guarded([this] { write_behind(); }); });
    is_stopped = move_all(options);
  });
  for (std::thread* const thread : {&reader, &writer})
    if (thread->joinable()) thread->join();
  if (error_) std::rethrow_exception(error_);
  if (!is_stopped && first_ <= last_) stages_.end(group(last_), out(last_).data());
  return is_stopped;
}

}  // namespace isomer::files
