// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "team/fiber.hpp"
#include "team/global_memory.hpp"
#include "team/shared_memory.hpp"

namespace isomer::test {

class FiberTeam;

/// When the bytes of an asynchronous copy are moved: hardware may do either, or anything between.
enum class Landing : std::uint8_t { at_wait, at_issue };

/// Where threads wait for each other. The last three are meetings of the block at which it may have
/// to wait for other blocks.
enum class Meeting : std::uint8_t { none, warp_barrier, shuffle, barrier, ticket, publish, await };

/// What a thread brings to a meeting.
struct Arrival {
  Meeting meeting = Meeting::none;
  std::uint32_t line = 0;
  std::uint32_t value = 0;  ///< shuffled, published or awaited; afterwards the meeting's answer
  int lane = 0;             ///< that a shuffle asks, or flags that are awaited
  std::uint32_t const* flag = nullptr;
};

/// One block of threads, each a fiber. Those that can run do so in random order, until all have
/// returned or the block stands before something that other blocks have a part in.
class FiberBlock {
 public:
  enum class State : std::uint8_t { at_flag, finished, failed };
  static constexpr int lanes = Actor::lanes;

  FiberBlock(int threads, int shared_bytes, Landing landing, GlobalMemory& global,
             Findings& findings);

  void begin(std::function<void(FiberTeam const&)> const& kernel, int number, int blocks,
             std::uint64_t seed);
  State run();
  int number() const { return number_; }

  /// What all threads wait for, after `State::at_flag`, and how they go on.
  Arrival const& at_flag() const { return threads_.front()->arrival; }
  void answer(std::uint32_t value);
  Clock& clock() { return clock_; }

 private:
  friend class FiberTeam;

  struct Copy {
    int at;
    std::byte const* from;
    int width;
    Actor by;
    std::array<std::byte, 16> early;
  };
  struct Thread {
    Fiber fiber;
    FiberBlock* block = nullptr;
    int rank = 0;
    bool is_done = false;
    Arrival arrival{};
    std::size_t uniforms = 0;
    std::vector<std::vector<Copy>> groups{};  ///< of asynchronous copies; the last one is open
  };
  struct Uniform {
    int value;
    std::uint32_t line;
  };

  static void body(void* thread);
  Actor actor(int rank, std::uint32_t line) const {
    return {number_, rank, line, epoch_, warp_epoch_[static_cast<std::size_t>(rank / lanes)]};
  }
  void meet(int rank, Arrival arrival);
  void uniform(int rank, int value, std::uint32_t line);
  void copy_async(int rank, int at, std::byte const* from, int width, std::uint32_t line);
  void commit(int rank);
  void wait(int rank, std::size_t groups, std::uint32_t line);

  void run_all_that_can();
  void arrived(Thread& thread);
  void end_warp_meeting(int warp);
  bool all_meet_at(int first, int last) const;
  void release(int first, int last);
  State fail(Wrong what);
  void forget_copies(Thread& thread);
  void check_end();

  GlobalMemory* global_;
  Findings* findings_;
  SharedMemory shared_;
  Landing landing_;
  std::vector<std::unique_ptr<Thread>> threads_;
  std::function<void(FiberTeam const&)> const* kernel_ = nullptr;
  int number_ = 0;
  int blocks_ = 0;
  Clock clock_{};
  std::uint32_t epoch_ = 1;  ///< barriers count it up, those of a warp its own
  std::array<std::uint32_t, 32> warp_epoch_{};
  std::mt19937_64 random_{};
  std::vector<int> runnable_{};
  std::vector<Uniform> uniforms_{};
};

}  // namespace isomer::test
