// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cost/candidate.hpp"
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
  double memory_ratio;     ///< bytes that memory moves over those of the arrays
  double seconds;
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
DeviceAudit audit_on_device(NormalProblem const& normal, Candidate const& candidate,
                            Machine const& gpu);

/// The registers of a kernel for words of `word_bytes`.
int device_registers(DeviceKernel kernel, int word_bytes);

}  // namespace isomer::detail
