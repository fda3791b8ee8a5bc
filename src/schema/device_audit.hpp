// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cost/candidate.hpp"
#include "cost/pass.hpp"
#include "machine/machine.hpp"
#include "schema/device_kernel.hpp"
#include "team/audit.hpp"
#include "team/launcher.hpp"

namespace isomer::detail {

/// What a kernel does to a GPU that need not be there.
struct DeviceAudit {
  std::string kernel;
  int blocks;
  int threads;  ///< of a block
  int shared_bytes;
  int registers;           ///< of a thread at most (cmake/cuda_compile/gates.txt)
  int resident;            ///< blocks of a multiprocessor
  std::int64_t in_flight;  ///< bytes of loads on a multiprocessor
  team::Audit requests;    ///< of sampled blocks
  double instructions;     ///< of warps for 128 bytes that are loaded
  double memory_ratio;     ///< bytes that memory moves over those of the arrays
  Pass pass;               ///< what it costs ..
  double seconds;          ///< .. and that takes
};

/// The kernel that moves a problem, unscaled, between these arrays, for a Launcher.
struct EmulatedKernel {
  DeviceKernel which;
  team::Launched what;
  team::AnyKernel kernel;
};
EmulatedKernel emulated_kernel(NormalProblem const& normal, Candidate const& candidate,
                               std::byte* dst, std::byte const* src);

/// Runs some blocks of the kernel that moves a problem, unscaled, between arrays that begin on
/// lines, for their addresses: the first and the last, sampled ones, and as many neighbours as are
/// resident on the card together, up to a few hundred.
///
/// To choose between candidates some blocks of each will do.
enum class Sample : std::uint8_t { all_kinds, some };
DeviceAudit audit_on_device(NormalProblem const& normal, Candidate const& candidate,
                            Machine const& gpu, Sample sample = Sample::all_kinds);

/// Gives a candidate its pass and the time that it takes on a card, by some blocks.
void price_on_gpu(Candidate& candidate, NormalProblem const& normal, Machine const& gpu);
/// The candidate of device_candidates that takes least time on a card, with that price.
Candidate device_candidate(NormalProblem const& normal, Machine const& gpu);

/// The registers of a kernel for words of `word_bytes`, in one array on either side or in many
/// pairs of arrays.
int device_registers(DeviceKernel kernel, int word_bytes, bool in_pairs);

}  // namespace isomer::detail
