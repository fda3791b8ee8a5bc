// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/machine.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "machine/host_kernels.hpp"
#include "machine/processor.hpp"

namespace isomer::test {
namespace {

using detail::Machine;
using detail::Processor;

TEST(HostMachine, HasPlausibleCachesAndTheKernelsThatRunHere) {
  Machine const here = detail::host_machine(2);
  EXPECT_TRUE(here.is_host());
  EXPECT_FALSE(here.name.empty());
  EXPECT_GE(here.processors, 1);
  EXPECT_STREQ(here.isa.name, tile::kernels().isa.name);
  EXPECT_GE(here.l1_bytes, 8 << 10);
  EXPECT_LE(here.l1_bytes, 1 << 20);
  EXPECT_GT(here.l2_bytes, here.l1_bytes);
  EXPECT_GE(here.l3_bytes, here.l2_bytes);
}

TEST(HostMachine, DiffersInItsThreadsOnly) {
  Machine const one = detail::host_machine(1);
  Machine const four = detail::host_machine(4);
  EXPECT_EQ(one.units, 1);
  EXPECT_EQ(four.units, 4);
  EXPECT_EQ(four.copy_bandwidth, 4 * one.copy_bandwidth);
  EXPECT_EQ(detail::host_machine(64).copy_bandwidth, 8 * one.copy_bandwidth);
  EXPECT_EQ(one.name, four.name);
  EXPECT_EQ(one.l2_bytes, four.l2_bytes);
}

TEST(GpuMachine, IsKnownByName) {
  for (char const* const name : {"h200", "h100", "a100"}) {
    auto const gpu = detail::gpu_machine(name);
    ASSERT_TRUE(gpu) << name;
    EXPECT_FALSE(gpu->is_host());
    EXPECT_EQ(gpu->name, name);
    EXPECT_GT(gpu->copy_bandwidth, 1e12);
    EXPECT_GE(gpu->units, 108);
  }
  EXPECT_FALSE(detail::gpu_machine("b300"));
}

TEST(Isa, OfEveryKernelsThatRunHereIsTheOneOfThatName) {
  int found = 0;
  for (tile::Isa const& isa : tile::isas) {
    tile::Kernels const* const kernels = tile::kernels_named(isa.name);
    if (kernels == nullptr) continue;
    ++found;
    EXPECT_STREQ(kernels->isa.name, isa.name);
    EXPECT_EQ(kernels->isa.vector_bytes, isa.vector_bytes);
    EXPECT_EQ(kernels->isa.max_record_words, isa.max_record_words);
  }
  EXPECT_GE(found, 1);
}

TEST(Core, IsZen4ForItsModelsOfFamily25Only) {
  Processor processor{"AMD EPYC", true, 25, 0x11};
  EXPECT_STREQ(detail::core_of(processor), "zen4");
  processor.model = 1;
  EXPECT_STREQ(detail::core_of(processor), "other");
  processor = {"AMD EPYC", true, 26, 0x11};
  EXPECT_STREQ(detail::core_of(processor), "other");
  processor = {"another", false, 25, 0x11};
  EXPECT_STREQ(detail::core_of(processor), "other");
}

}  // namespace
}  // namespace isomer::test
