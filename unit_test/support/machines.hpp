// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <isomer/plan_options.hpp>

#include "cost/models.hpp"
#include "cost/setting.hpp"
#include "machine/host_kernels.hpp"
#include "machine/machine.hpp"

namespace isomer::test {

/// A host with these kernels and caches, whether it is here or not.
inline detail::Machine some_host(std::string name, std::string core, tile::Isa const& isa,
                                 std::int64_t l1, std::int64_t l2, std::int64_t l3) {
  detail::Machine machine;
  machine.name = std::move(name);
  machine.core = std::move(core);
  machine.isa = isa;
  machine.l1_bytes = l1;
  machine.l2_bytes = l2;
  machine.l3_bytes = l3;
  return machine;
}

/// The hosts that planning is tested for on any machine.
inline std::vector<detail::Machine> const& machines() {
  constexpr std::int64_t kib = 1 << 10;
  constexpr std::int64_t mib = 1 << 20;
  static std::vector<detail::Machine> const all{
      some_host("Zen3", "other", tile::avx2_isa, 32 * kib, 512 * kib, 32 * mib),
      some_host("Zen4", "zen4", tile::avx512_isa, 32 * kib, mib, 32 * mib),
      some_host("Zen5", "zen5", tile::avx512_isa, 48 * kib, mib, 64 * mib),
      some_host("Plain", "other", tile::plain_isa, 32 * kib, mib, 16 * mib)};
  return all;
}

/// The same machine with `threads` at work.
inline detail::Machine with_threads(detail::Machine machine, int threads) {
  machine.units = threads;
  machine.copy_bandwidth = detail::host_copy_bandwidth(threads);
  return machine;
}

inline detail::Setting setting_on(detail::Machine const& machine, int threads,
                                  std::size_t workspace_limit = PlanOptions::automatic) {
  return {with_threads(machine, threads), &detail::default_rates(machine), workspace_limit};
}

/// The machines above that have kernels which run here: all but those with longer vectors.
inline std::vector<detail::Machine> machines_that_run_here() {
  std::vector<detail::Machine> here;
  for (detail::Machine const& machine : machines())
    if (tile::kernels_named(machine.isa.name) != nullptr) here.push_back(machine);
  return here;
}

/// Of tests that plan: they run for each machine, and read nothing of the one they run on.
class OnEachMachine : public testing::TestWithParam<detail::Machine> {
 protected:
  static detail::Setting setting(int threads,
                                 std::size_t workspace_limit = PlanOptions::automatic) {
    return setting_on(GetParam(), threads, workspace_limit);
  }
  static bool has_half_line_vectors() { return GetParam().has_half_line_vectors(); }
};

inline std::string name_of_machine(testing::TestParamInfo<detail::Machine> const& machine) {
  return machine.param.name;
}

}  // namespace isomer::test

/// `Suite` is a class derived from OnEachMachine.
#define ISOMER_ON_EACH_MACHINE(Suite)                                                    \
  INSTANTIATE_TEST_SUITE_P(Machines, Suite, testing::ValuesIn(isomer::test::machines()), \
                           isomer::test::name_of_machine)
