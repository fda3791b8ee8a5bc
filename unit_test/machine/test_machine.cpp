// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/machine.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <stdlib.h>

#include <isomer/error.hpp>

#include "machine/all_caches.hpp"
#include "machine/gpu_properties.hpp"
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

TEST(HostMachine, HasAsManyThirdLevelCachesAsItsProcessorsShare) {
  std::string name = testing::TempDir() + "isomer_caches_XXXXXX";
  ASSERT_NE(mkdtemp(name.data()), nullptr);
  std::filesystem::path const folder = name;
  EXPECT_EQ(detail::all_l3_bytes(folder / "none"), 0);
  EXPECT_EQ(detail::all_l3_bytes(folder), 0);
  auto const add = [&](char const* processor, char const* sharers, char const* size) {
    auto const cache = folder / processor / "cache/index3";
    std::filesystem::create_directories(cache);
    std::ofstream(cache / "shared_cpu_list") << sharers << '\n';
    std::ofstream(cache / "size") << size << '\n';
  };
  add("cpu0", "0-1", "32768K");
  add("cpu1", "0-1", "32768K");
  add("cpu2", "2-3", "32768K");
  add("cpu4", "4", "1M");
  std::filesystem::create_directories(folder / "cpufreq");
  EXPECT_EQ(detail::all_l3_bytes(folder), 65 << 20);
  std::filesystem::remove_all(folder);
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
  EXPECT_EQ(detail::gpu_names(), "h200, h100, a100");
}

TEST(GpuMachine, IsKnownByWhatItsDriverCallsIt) {
  EXPECT_EQ(detail::properties_like("NVIDIA H100 80GB HBM3").name, "h100");
  EXPECT_EQ(detail::properties_like("NVIDIA A100-SXM4-40GB").multiprocessors, 108);
  EXPECT_EQ(detail::properties_like("NVIDIA L4").copy_bandwidth, 0) << "the driver knows it";
  EXPECT_GT(detail::properties_like("NVIDIA L4").latency_seconds, 0);
}

TEST(GpuMachine, GivesABlockWhatKokkosLaunches) {
  EXPECT_EQ(detail::gpu_machine("h200")->block_bytes, 231424);
  EXPECT_EQ(detail::gpu_machine("h100")->block_bytes, 231424);
  EXPECT_EQ(detail::gpu_machine("a100")->block_bytes, 165888);
}

TEST(GpuProperties, OfAPublishedCardAreThePublishedOnes) {
  auto const h100 = detail::properties_of({"NVIDIA H100 80GB HBM3", 132, 3.352e12, 1.98e9});
  EXPECT_EQ(h100.name, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(h100.copy_bandwidth, 2.95e12);
  EXPECT_EQ(h100.l2_bandwidth, 7.0e12);
  EXPECT_EQ(h100.clock_hertz, 1.755e9);
  EXPECT_EQ(detail::properties_of({"NVIDIA H200", 132, 4.917e12, 1.98e9}).copy_bandwidth, 4.15e12);
  EXPECT_EQ(detail::properties_of({"NVIDIA A100-SXM4-80GB", 108, 2.039e12, 1.41e9}).copy_bandwidth,
            1.76e12);
}

/// Relatives of a published card have less memory bandwidth, or fewer multiprocessors.
TEST(GpuProperties, AreNoMoreThanTheDriverTells) {
  auto const copy = [](char const* name, std::int64_t multiprocessors, double peak) {
    return detail::properties_of({name, multiprocessors, peak, 1.7e9}).copy_bandwidth;
  };
  EXPECT_DOUBLE_EQ(copy("NVIDIA A100-SXM4-40GB", 108, 1.555e12), 0.9 * 1.555e12);
  EXPECT_DOUBLE_EQ(copy("NVIDIA H100 PCIe", 114, 2.039e12), 0.9 * 2.039e12);
  EXPECT_DOUBLE_EQ(copy("NVIDIA GH200 480GB", 132, 4.0e12), 0.9 * 4.0e12);
  EXPECT_EQ(copy("NVIDIA H100 NVL", 132, 3.938e12), 2.95e12);
  EXPECT_DOUBLE_EQ(copy("NVIDIA H100 80GB HBM3 MIG 1g.10gb", 16, 3.352e12), 2.95e12 * 16 / 132);
  auto const slice =
      detail::properties_of({"NVIDIA H100 80GB HBM3 MIG 3g.40gb", 60, 1.676e12, 1.98e9});
  EXPECT_DOUBLE_EQ(slice.copy_bandwidth, 2.95e12 * 60 / 132);
  EXPECT_DOUBLE_EQ(slice.l2_bandwidth, 7.0e12 * 60 / 132);
  EXPECT_EQ(slice.multiprocessors, 60);
}

TEST(GpuProperties, OfAnyOtherCardAreItsDrivers) {
  auto const other = detail::properties_of({"NVIDIA L4", 58, 3e11, 2.04e9});
  EXPECT_DOUBLE_EQ(other.copy_bandwidth, 2.7e11);
  EXPECT_DOUBLE_EQ(other.l2_bandwidth, 2.3 * 2.7e11);
  EXPECT_EQ(other.clock_hertz, 2.04e9);
  EXPECT_EQ(other.multiprocessors, 58);
}

TEST(GpuMachines, OfOtherVendorsAreSmall) {
  auto const gpu = detail::other_gpu_machine("HIP", 110 * 2048);
  EXPECT_FALSE(gpu.is_host());
  EXPECT_EQ(gpu.name, "HIP");
  EXPECT_EQ(gpu.units, 110);
  EXPECT_EQ(gpu.block_bytes, 48 << 10) << "what a block may have on all of them";
  EXPECT_EQ(detail::other_gpu_machine("SYCL", 64).units, 1);
}

constexpr char const* some_card = R"(# figures of a card
name = some card
multiprocessors = 100   # of them
shared_bytes = 102400
block_bytes = 101376
l2_bytes = 50331648

copy_bandwidth = 1.5e12
latency_seconds = 700e-9
launch_seconds = 2e-6
copy_sharpness = 1.6
clock_hertz = 1.5e9
l2_bandwidth = 4e12
)";

TEST(GpuProperties, AreReadFromLines) {
  std::istringstream in(some_card);
  detail::GpuProperties const properties = detail::read_gpu_properties(in);
  Machine const gpu = detail::gpu_machine(properties);
  EXPECT_FALSE(gpu.is_host());
  EXPECT_EQ(gpu.name, "some card");
  EXPECT_EQ(gpu.units, 100);
  EXPECT_EQ(gpu.l1_bytes, 102400);
  EXPECT_EQ(gpu.block_bytes, 101376);
  EXPECT_EQ(gpu.l3_bytes, 50331648);
  EXPECT_EQ(gpu.copy_bandwidth, 1.5e12);
  EXPECT_EQ(gpu.latency_seconds, 700e-9);
  EXPECT_EQ(gpu.clock_hertz, 1.5e9);
  EXPECT_EQ(gpu.l2_bandwidth, 4e12);
}

/// What is said of the properties of a card with `to` in the place of `from`.
std::string refusal_of(std::string const& from, std::string const& to) {
  std::string text = some_card;
  text.replace(text.find(from), from.size(), to);
  std::istringstream in(text);
  try {
    detail::read_gpu_properties(in);
  } catch (Error const& wrong) {
    return wrong.what();
  }
  return "none";
}

TEST(GpuProperties, NameTheLineThatIsWrong) {
  EXPECT_NE(refusal_of("1.5e12", "fast").find("line 8 was 'copy_bandwidth = fast'"),
            std::string::npos);
  EXPECT_NE(refusal_of("= 100 ", "= 0 ").find("line 3"), std::string::npos);
  EXPECT_NE(refusal_of("l2_bytes =", "l2_byte =").find("line 6"), std::string::npos);
  EXPECT_NE(refusal_of("l2_bytes =", "l2_bytes").find("line 6"), std::string::npos);
  EXPECT_NE(refusal_of("launch_seconds = 2e-6\n", "").find("launch_seconds is missing"),
            std::string::npos);
  EXPECT_NE(refusal_of("name = some card\n", "").find("name is missing"), std::string::npos);
}

TEST(GpuProperties, AreWithinWhatACardMayHave) {
  EXPECT_EQ(refusal_of("= 100 ", "= 2147483648 "),
            "GPU properties: line 3 was 'multiprocessors = 2147483648', it has to be an integer "
            "from 1 to 4096");
  EXPECT_EQ(refusal_of("700e-9", "1e-300"),
            "GPU properties: line 9 was 'latency_seconds = 1e-300', it has to be a number from "
            "1e-09 to 0.001");
  for (char const* number : {"inf", "nan", "-1", "1e300", "1e-300"})
    for (char const* figure : {"1.5e12", "700e-9", "2e-6", "1.6", "1.5e9", "4e12"})
      EXPECT_NE(refusal_of(figure, number).find("it has to be a number from"), std::string::npos)
          << figure << ' ' << number;
  for (char const* number : {"1", "9223372036854775807", "99999999999999999999"})
    for (char const* count : {"102400", "101376", "50331648"})
      EXPECT_NE(refusal_of(count, number).find("it has to be an integer from"), std::string::npos)
          << count << ' ' << number;
  // Else not a single block with all of it would be on a multiprocessor.
  EXPECT_EQ(refusal_of("101376", "101377"),
            "GPU properties: block_bytes was 101377, it has to be at most shared_bytes - 1024 = "
            "101376");
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

std::string core_of_amd(unsigned family, unsigned model) {
  return detail::core_of({"AMD EPYC", detail::Processor::Maker::amd, family, model});
}

TEST(Core, IsZen4ForItsModelsOfFamily25Only) {
  EXPECT_EQ(core_of_amd(25, 0x11), "zen4");
  EXPECT_EQ(core_of_amd(25, 1), "other");
  EXPECT_EQ(core_of_amd(24, 0x11), "other");
}

TEST(Core, IsZen5ForItsModelsOfFamily26Only) {
  EXPECT_EQ(core_of_amd(26, 2), "zen5");
  EXPECT_EQ(core_of_amd(26, 0x44), "zen5");
  EXPECT_EQ(core_of_amd(26, 0x70), "zen5");
  EXPECT_EQ(core_of_amd(26, 0x50), "other");
  EXPECT_EQ(core_of_amd(27, 2), "other");
}

TEST(Core, IsIceLakeForItsServersOnly) {
  auto const core = [](unsigned family, unsigned model) {
    return detail::core_of({"Xeon", detail::Processor::Maker::intel, family, model});
  };
  EXPECT_STREQ(core(6, 0x6a), "icelake");
  EXPECT_STREQ(core(6, 0x6c), "icelake");
  EXPECT_STREQ(core(6, 0x7e), "other");
  EXPECT_STREQ(core(7, 0x6a), "other");
}

TEST(Core, IsSapphireRapidsForServersWithAmxWhateverTheirModel) {
  using enum detail::Processor::Maker;
  for (unsigned const model : {0x8fU, 0xcfU, 0xadU, 0xa7U, 0x6aU})
    EXPECT_STREQ(detail::core_of({"Xeon", intel, 6, model, true}), "sapphirerapids");
  EXPECT_STREQ(detail::core_of({"Xeon", intel, 6, 0x8f, false}), "other");
  EXPECT_STREQ(detail::core_of({"Xeon", intel, 19, 1, true}), "other");
  EXPECT_STREQ(detail::core_of({"another", amd, 6, 0x8f, true}), "other");
}

TEST(Core, IsOfNoOtherMakersProcessors) {
  using enum detail::Processor::Maker;
  for (unsigned const family : {25U, 26U})
    for (auto const maker : {intel, other})
      EXPECT_STREQ(detail::core_of({"another", maker, family, 0x11}), "other");
  for (auto const maker : {amd, other})
    EXPECT_STREQ(detail::core_of({"another", maker, 6, 0x6a}), "other");
}

}  // namespace
}  // namespace isomer::test
