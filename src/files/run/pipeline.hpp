// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>

#include "files/run/meter.hpp"
#include "files/run/runner.hpp"
#include "files/run/stages.hpp"
#include "files/run/work.hpp"

namespace isomer::files {

/// Groups that overlap: one is read ahead while another moves and the one before is written and
/// flushed. Two buffers for what is read and two for what is written; a step waits until what it
/// stands on is there.
class Pipeline {
 public:
  Pipeline(Stages& stages, Meter& meter, bool through_ring, std::uint64_t first,
           GroupBuffers& buffers);

  /// Returns whether `options.stop` said so. What has moved is written and recorded then.
  bool run(RunOptions const& options);

 private:
  // Nobody wants a group this far behind the one that is read.
  static constexpr std::uint64_t kept = 8;

  Group& group(std::uint64_t t) { return groups_[t % kept]; }
  Buffer& in(std::uint64_t t) { return buffers_.in[t % 2]; }
  Buffer& out(std::uint64_t t) { return buffers_.out[t % 2]; }

  void read_ahead();
  void write_behind();
  bool move_all(RunOptions const& options);

  void guarded(std::function<void()> const& work);
  /// Until it holds, or nothing goes on: false.
  template <class Condition>
  bool wait(Condition const& condition);
  void set(std::uint64_t& counter, std::uint64_t t);
  bool wait_for_what_it_reads(std::uint64_t t);

  Stages& stages_;
  Meter& meter_;
  bool through_ring_;
  std::uint64_t first_;
  std::uint64_t last_;
  GroupBuffers& buffers_;
  std::array<Group, kept> groups_{};

  std::mutex mutex_;
  std::condition_variable changed_;
  // The newest group of which each is true.
  std::uint64_t read_;
  std::uint64_t moved_;
  std::uint64_t written_;
  std::uint64_t recorded_;
  std::uint64_t settled_;
  std::exception_ptr error_{};
};

}  // namespace isomer::files
