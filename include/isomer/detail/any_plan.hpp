// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <variant>

#include <Kokkos_Core.hpp>

#include <isomer/detail/engine.hpp>

namespace isomer::detail {

/// A plan for one of the execution spaces that there are, or none yet.
using AnyPlan = std::variant<std::monostate
#ifdef KOKKOS_ENABLE_SERIAL
                             ,
                             PlanPtr<Kokkos::Serial>
#endif
#ifdef KOKKOS_ENABLE_OPENMP
                             ,
                             PlanPtr<Kokkos::OpenMP>
#endif
#ifdef KOKKOS_ENABLE_THREADS
                             ,
                             PlanPtr<Kokkos::Threads>
#endif
#ifdef KOKKOS_ENABLE_CUDA
                             ,
                             PlanPtr<Kokkos::Cuda>
#endif
#ifdef KOKKOS_ENABLE_HIP
                             ,
                             PlanPtr<Kokkos::HIP>
#endif
#ifdef KOKKOS_ENABLE_SYCL
                             ,
                             PlanPtr<Kokkos::SYCL>
#endif
                             >;

/// Throws unless `given` is `planned`, pointers aside.
void require_same(char const* function, Problem const& planned, Problem const& given);
void require_same(char const* function, InPlaceProblem const& planned, InPlaceProblem const& given);
/// Throws the Error about an execution space, or a kind of call, that a plan was not made for.
[[noreturn]] void throw_wrong_plan(char const* function, std::string const& planned,
                                   std::string const& called);
PlanFacts const& facts_of(AnyPlan const& plan);
double predicted_seconds_of(AnyPlan const& plan, Use use);

}  // namespace isomer::detail
