// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include <isomer/advisor.hpp>
#include <isomer/records.hpp>

/// What is done with a program, a struct that has a record, an offer, `begin`, and `kernels`, which
/// hands the name and the body of each kernel of a step to its argument.
namespace programs {

template <class Program>
void step(Program const& program, auto const& exec, auto const& records) {
  program.kernels(
      [&](char const* name, auto const& body) { isomer::for_each(name, exec, records, body); });
}

/// A step in which each kernel finds the records as it was advised for.
template <class Program>
void step_with_visits(Program const& program, auto const& exec, auto& records,
                      isomer::Advice const& advice) {
  program.kernels([&](char const* name, auto const& body) {
    isomer::rearrange(exec, records, advice.best(name));
    isomer::for_each(name, exec, records, body);
  });
}

/// What suits `times` steps to come. A program whose kernels are too many says itself which stand
/// for all.
template <class Program, class Own>
isomer::Advice advise(Program const& program, auto const& exec, Own const& records,
                      std::int64_t times, isomer::PlanOptions const& options = {}) {
  if constexpr (requires { program.advise(exec, records, times, options); }) {
    return program.advise(exec, records, times, options);
  } else {
    std::vector<isomer::AnyKernel<Own>> kernels;
    program.kernels([&](char const* name, auto const& body) {
      kernels.push_back(isomer::kernel(name, body, times));
    });
    return isomer::advise(exec, records, kernels, options);
  }
}

}  // namespace programs
