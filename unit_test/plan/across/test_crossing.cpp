// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "plan/across/crossing.hpp"

#include <isomer/detail/copy_across.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <string>

#include "plan/across/device_steps.hpp"
#include "problem/normalize.hpp"
#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "support/oracle.hpp"
#include "support/sampled.hpp"
#include "support/view_access.hpp"

/// Arrays on their way between two memories, with a stand-in for the device that is as late as it
/// may be: what is enqueued happens when somebody waits for it.
namespace isomer::test {
namespace {

using detail::CopyAcross;
using detail::Direction;
using detail::Problem;
using detail::Side;
using detail::Slab;
using detail::Slabs;

/// A stream of work that is done in order, and only as far as is waited for.
class LateStream {
 public:
  using Device = Kokkos::DefaultHostExecutionSpace;

  Device const& device() const { return device_; }
  template <class Work>
  void enqueue(Work const& work) {
    work_.push_back([this, work] {
      work(device_);
      device_.fence();
    });
  }
  void mark(int buffer) { marks_.at(static_cast<std::size_t>(buffer)) = enqueued(); }
  void wait(int buffer) { run_to(marks_.at(static_cast<std::size_t>(buffer))); }
  void finish() { run_to(enqueued()); }

 private:
  std::size_t enqueued() const { return done_ + work_.size(); }
  void run_to(std::size_t mark) {
    for (; done_ < mark; ++done_) {
      work_.front()();
      work_.pop_front();
    }
  }

  Device device_;
  std::deque<std::function<void()>> work_;
  std::size_t done_ = 0;
  std::array<std::size_t, detail::crossing_buffers> marks_{};
};

struct Arrays {
  explicit Arrays(Case const& c)
      : src(c.src_shape(), c.src.misalignment),
        dst(c.dst_shape(), c.dst.misalignment),
        expected(dst) {
    copy.problem = detail::describe("test", dst.info(), src.info(), to_axes(c.axes));
    copy.dst = dst.data();
    copy.src = src.data();
  }

  GuardedArray src;
  GuardedArray dst;
  GuardedArray expected;
  CopyAcross copy;
};

void crosses_late(Case const& c, bool to_host, std::int64_t most_bytes) {
  SCOPED_TRACE(to_host ? "to the host" : "to the device");
  Arrays arrays(c);
  if (detail::volume_bytes(arrays.copy.problem) == 0) return;
  arrays.copy.to_host = to_host;
  Slabs const slabs(arrays.copy.problem, to_host ? Side::dst : Side::src, most_bytes);
  for (int fill = 0; fill < arrays.src.fills(); ++fill) {
    arrays.src.fill(fill);
    naive_permute(arrays.expected, arrays.src, c.axes);
    LateStream stream;
    {
      detail::DeviceSteps<LateStream> steps("test", stream, arrays.copy, slabs);
      detail::cross(to_host ? Direction::to_host : Direction::to_device, slabs, steps);
    }
    EXPECT_TRUE(same_bytes(arrays.dst, arrays.expected));
  }
}

TEST(Crossing, LeavesNoSlabBehindAndNoneTwice) {
  CaseRange range;
  range.max_bytes = 4096;
  for_each_case(300, range, [](Case const& c) {
    std::int64_t const most = 1 + static_cast<std::int64_t>(c.seed * 7919 % 3000);
    crosses_late(c, false, std::max<std::int64_t>(most, 64));
    crosses_late(c, true, std::max<std::int64_t>(most, 64));
  });
}

/// The order of steps, in words.
class NotedSteps final : public detail::CrossingSteps {
 public:
  void on_host(Slab const& slab, int buffer) override { note('h', slab.src, buffer); }
  void on_device(Slab const& slab, int buffer) override { note('d', slab.src, buffer); }
  void wait(int buffer) override { text += "w" + std::to_string(buffer) + ' '; }
  std::string text;

 private:
  void note(char step, std::int64_t slab, int buffer) {
    text += step + std::to_string(slab) + '/' + std::to_string(buffer) + ' ';
  }
};

Slabs four_slabs() {
  Problem problem;
  problem.element_bytes = 1;
  problem.rank = 1;
  problem.axis[0] = {4, 1, 1};
  return {problem, Side::src, 1};
}

TEST(Crossing, ToTheDeviceWaitsForABufferBeforeItFillsItAgain) {
  NotedSteps steps;
  detail::cross(Direction::to_device, four_slabs(), steps);
  EXPECT_EQ(steps.text, "h0/0 d0/0 h1/1 d1/1 w0 h2/0 d2/0 w1 h3/1 d3/1 ");
}

TEST(Crossing, ToTheHostHasTheNextSlabUnderWayWhileTheHostUnpacks) {
  NotedSteps steps;
  detail::cross(Direction::to_host, four_slabs(), steps);
  EXPECT_EQ(steps.text, "d0/0 d1/1 w0 h0/0 d2/0 w1 h1/1 d3/1 w0 h2/0 w1 h3/1 ");
}

/// The whole function, on an execution space that could reach both arrays.
void copies_across(Case const& c, bool to_host) {
  SCOPED_TRACE(to_host ? "to the host" : "to the device");
  Arrays arrays(c);
  arrays.copy.to_host = to_host;
  Kokkos::DefaultHostExecutionSpace const exec;
  for (int fill = 0; fill < arrays.src.fills(); ++fill) {
    arrays.src.fill(fill);
    naive_permute(arrays.expected, arrays.src, c.axes);
    detail::copy_across("test", exec, arrays.copy);
    exec.fence();
    EXPECT_TRUE(same_bytes(arrays.dst, arrays.expected));
  }
}

TEST(CopyAcross, LeavesWhatTheOracleLeaves) {
  for_each_case(200, {}, [](Case const& c) {
    copies_across(c, false);
    copies_across(c, true);
  });
}

TEST(CopyAcross, OfManySlabsLeavesWhatTheOracleLeaves) {
  // 17 MB of several shapes: slabs of 4 MiB of whole rows, of parts of rows, and dense ones.
  std::uint64_t number = 0;
  for (Case const& c : {dense({17, 1009, 251}, {0, 1, 2}, 4), dense({1009, 17, 251}, {2, 0, 1}, 4),
                        dense({2, 2100000}, {1, 0}, 4), dense({2100000, 2}, {1, 0}, 4)}) {
    for (bool const back : {false, true})
      if (!is_left_out(number++)) copies_across(c, back);
  }
}

TEST(CopyAcross, MovesElementsLargerThanASlab) {
  Case const c = dense({2, 3}, {1, 0}, 5 << 20);
  copies_across(c, false);
  copies_across(c, true);
}

TEST(CopyAcross, KeepsThePinnedBuffersFromCallToCall) {
  static int allocations;
  allocations = 0;
  Case const c = dense({300, 200}, {1, 0}, 4);
  copies_across(c, true);
  auto const before = Kokkos::Tools::Experimental::get_callbacks();
  Kokkos::Tools::Experimental::set_allocate_data_callback(
      [](Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t) {
        if (std::string(label) == "isomer::deep_copy::buffers") ++allocations;
      });
  copies_across(c, true);
  copies_across(c, false);
  Kokkos::Tools::Experimental::set_callbacks(before);
  EXPECT_EQ(allocations, 0);
}

}  // namespace
}  // namespace isomer::test
