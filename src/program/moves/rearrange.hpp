// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

#include <isomer/detail/describe.hpp>
#include <isomer/detail/engine.hpp>

#include "program/files/array_layout.hpp"
#include "program/kokkos_session.hpp"
#include "program/progress.hpp"

/// From arrays known at run time to the library's plans. The library's own entrance takes views,
/// whose types say what a file only says when it is read; so this goes in behind it, where types
/// are erased. Kokkos has to be up.
namespace isomer::program {

/// Throws Failure if the array has more axes than the library takes.
void require_supported(ArrayLayout const& layout);

/// Moves all elements of `src` to their places in `dst` and returns when it is done. What it tells
/// of its plan is that of the first slab.
detail::PlanFacts move_elements(Exec const& exec, Rearrangement const& rearrangement,
                                std::byte* dst, std::byte const* src, Progress& progress);

/// The plan for rearranging one array where it lies.
detail::PlanPtr<Exec> plan_in_place(Exec const& exec, Rearrangement const& rearrangement,
                                    std::byte* data);

/// The whole array as one problem, at addresses that nothing is ever read from or written to.
detail::Problem problem_of(Rearrangement const& rearrangement);

/// Its rewriting where it lies, at such an address.
detail::InPlaceProblem in_place_problem_of(Rearrangement const& rearrangement);

/// An address to plan with where there is no data.
std::byte* placeholder_address();

}  // namespace isomer::program
