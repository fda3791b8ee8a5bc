// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "in_place/blocks/device_blocks.hpp"
#include "in_place/blocks/device_local.hpp"
#include "team/dry_team.hpp"

/// What a device does with small blocks, on the host, whose teams have one thread.
namespace isomer::test {
namespace {

using in_place::BlockStep;
using in_place::DeviceBlocks;
using in_place::FusedAxes;
using HostExec = Kokkos::DefaultHostExecutionSpace;

detail::Machine gpu() { return detail::gpu_machine("h200").value(); }

/// Where each element of a block comes from, by its place in the result.
std::vector<std::size_t> sources_of(FusedAxes const& axes) {
  auto const steps = in_place::steps_of(axes);
  std::vector<std::size_t> sources(static_cast<std::size_t>(axes.bytes() / axes.element_bytes));
  for (std::size_t element = 0; element < sources.size(); ++element) {
    std::size_t rest = element;
    std::int64_t in = 0;
    std::int64_t out = 0;
    for (std::size_t k = steps.size(); k-- > 0;) {
      auto const index = static_cast<std::int64_t>(rest) % steps[k].extent;
      rest /= static_cast<std::size_t>(steps[k].extent);
      in += index * steps[k].in;
      out += index * steps[k].out;
    }
    sources[static_cast<std::size_t>(out / axes.element_bytes)] =
        static_cast<std::size_t>(in / axes.element_bytes);
  }
  return sources;
}

/// Data that begins `misalignment` bytes behind a vector.
void expect_permutes(BlockStep const& step, std::size_t misalignment) {
  auto const bytes = static_cast<std::size_t>(step.bytes());
  std::vector<std::byte> array(bytes + 64);
  std::byte* const data =
      array.data() + (16 - reinterpret_cast<std::uintptr_t>(array.data()) % 16) + misalignment;
  std::uint32_t state = 5;
  for (std::size_t k = 0; k < bytes; ++k)
    data[k] = static_cast<std::byte>((state = state * 69069 + 1) >> 24);
  std::vector<std::byte> expected(array);
  auto const first = static_cast<std::size_t>(data - array.data());
  auto const sources = sources_of(step.block);
  auto const word = static_cast<std::size_t>(step.block.element_bytes);
  for (std::size_t b = 0; b < static_cast<std::size_t>(step.batch); ++b)
    for (std::size_t k = 0; k < sources.size(); ++k) {
      std::size_t const block = b * sources.size();
      std::memcpy(expected.data() + first + (block + k) * word, data + (block + sources[k]) * word,
                  word);
    }
  HostExec const exec;
  DeviceBlocks<HostExec>(step, gpu()).run(exec, data);
  exec.fence();
  EXPECT_EQ(array, expected);
}

TEST(DeviceBlocksOnHost, PermuteBlocksOfEveryWord) {
  for (std::int64_t const word : {1, 2, 3, 4, 8, 12, 16, 24})
    for (std::int64_t const batch : {1, 2, 7, 1000})
      for (FusedAxes const& block :
           {FusedAxes{{3, 4}, {1, 0}, word}, FusedAxes{{7, 5}, {1, 0}, word},
            FusedAxes{{24, 40}, {1, 0}, word}, FusedAxes{{3, 5, 2}, {1, 0, 2}, word},
            FusedAxes{{8, 6, 10}, {2, 1, 0}, word}, FusedAxes{{2, 3, 4, 5}, {0, 3, 1, 2}, word}}) {
        BlockStep const step{batch, block};
        if (step.bytes() > 1 << 20) continue;
        ASSERT_TRUE(DeviceBlocks<HostExec>::suits(step, gpu()));
        expect_permutes(step, 0);
      }
}

TEST(DeviceBlocksOnHost, PermuteDataThatBeginsAnywhere) {
  for (std::size_t const misalignment : {1, 2, 4, 8, 12})
    for (std::int64_t const word : {4, 8, 16}) {
      expect_permutes({5, {{7, 5}, {1, 0}, word}}, misalignment);
      // Two elements that stay neighbours move as one, which data need not be aligned to.
      expect_permutes({5, {{7, 5, 2}, {1, 0, 2}, word}}, misalignment);
    }
}

TEST(DeviceBlocksOnHost, SuitsWhatFitsInSharedMemory) {
  auto const suits = [](BlockStep const& step) {
    return DeviceBlocks<HostExec>::suits(step, gpu());
  };
  EXPECT_TRUE(suits({100, {{70, 72}, {1, 0}, 8}})) << "39 KiB";
  expect_permutes({3, {{70, 72}, {1, 0}, 8}}, 0);
  EXPECT_TRUE(suits({100, {{75, 80}, {1, 0}, 8}})) << "47 KiB: a matrix by itself";
  expect_permutes({3, {{75, 80}, {1, 0}, 8}}, 0);
  expect_permutes({3, {{80, 90}, {1, 0}, 12}}, 4);
  EXPECT_FALSE(suits({100, {{75, 2, 38}, {2, 1, 0}, 8}})) << "45 KiB, and tables beside them";
  EXPECT_TRUE(suits({100, {{160, 170}, {1, 0}, 8}})) << "212 KiB";
  EXPECT_FALSE(suits({100, {{170, 171}, {1, 0}, 8}})) << "227 KiB";
  EXPECT_TRUE(suits({1, {{2, 14000}, {1, 0}, 8}})) << "219 KiB, rows of 14001 elements";
  EXPECT_FALSE(suits({1, {{14000, 2}, {1, 0}, 8}})) << "219 KiB, but rows of 3 elements for 2";
  EXPECT_FALSE(suits({1, {{1000, 1000}, {1, 0}, 4}}));
  EXPECT_TRUE(suits({std::int64_t{1} << 31, {{7, 5}, {1, 0}, 4}})) << "several a slice";
  EXPECT_FALSE(suits({std::int64_t{1} << 42, {{7, 5}, {1, 0}, 4}})) << "more than 2^30 slices";
}

/// Of 40 registers each; words of 4 bytes and more take 32.
TEST(DeviceBlocks, CountOnTheRegistersOfShortWords) {
  BlockStep const step{1 << 20, {{7, 5}, {1, 0}, 1}};
  std::int64_t const in_flight = DeviceBlocks<HostExec>(step, gpu()).pass(gpu()).in_flight;
  EXPECT_GT(in_flight, 5 * 8192);
  EXPECT_LE(in_flight, 6 * 8192) << "six blocks of 256 threads";
}

/// Rows are an odd number of elements apart, so that a column is in different banks.
TEST(DeviceLocal, MeetsInNoBank) {
  auto const plan = in_place::DeviceLocal::fit({1, 64, 1, 64, 8}, gpu());
  ASSERT_TRUE(plan);
  plan->run(
      [](char const*, int blocks, int shared_bytes, auto const& kernel) {
        team::DryRun run(kernel.threads, shared_bytes);
        run.block(kernel, 0, blocks);
        EXPECT_DOUBLE_EQ(run.audit().wavefront_ratio(), 1);
      },
      nullptr, nullptr);
}

}  // namespace
}  // namespace isomer::test
