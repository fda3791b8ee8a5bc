// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/engine.hpp>

#include "cost/candidate.hpp"

namespace isomer::detail {

/// All schemas as one team kernel for spaces whose teams have many threads: a team takes one slice,
/// reads it in input order into scratch memory, and writes it in output order, so that both sides
/// are coalesced as far as the slice's runs reach (TTLG Alg. 2 and 5 with offsets computed instead
/// of tabulated). Any space can run it.
template <class Exec>
PlanPtr<Exec> make_device_slices(NormalProblem const& normal, Candidate const& candidate,
                                 PlanFacts facts, char const* label);

/// The most bytes of a slice for which this kernel has scratch memory everywhere.
inline constexpr std::int64_t device_slice_bytes = 16 << 10;

}  // namespace isomer::detail
