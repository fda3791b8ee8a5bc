// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdio>
#include <string>

#include "steps.hpp"

namespace programs {

using Host = Kokkos::DefaultHostExecutionSpace;
template <class Program>
using RecordsOf =
    isomer::Records<typename Program::Record, typename Program::Offer, Kokkos::HostSpace>;
template <class Program>
using StructsOf = isomer::RecordView<typename Program::Record, isomer::AoS, Kokkos::HostSpace>;

/// The records after one step, as structs, where the step is run in an arrangement.
template <class Program>
StructsOf<Program> result_in(isomer::Arrangement const& arrangement, Program const& program) {
  Host const exec;
  RecordsOf<Program> records("records", static_cast<std::size_t>(program.count));
  program.begin(exec, records.template view<isomer::AoS>());
  isomer::rearrange(exec, records, arrangement);
  step(program, exec, records);
  isomer::rearrange(exec, records, isomer::AoS{});
  exec.fence();
  return records.template view<isomer::AoS>();
}

template <class Structs>
bool are_equal(Structs const& some, Structs const& others) {
  for (std::size_t i = 0; i < some.size(); ++i) {
    typename Structs::value_type const record = some(i);
    if (record != others(i)) return false;
  }
  return true;
}

/// The records after one step on AoS as it lies.
template <class Program>
StructsOf<Program> result_by_vectors(Program const& program) {
  Host const exec;
  StructsOf<Program> const records("records", static_cast<std::size_t>(program.count));
  program.begin(exec, records);
  program.step_by_vectors(exec, records);
  exec.fence();
  return records;
}

/// Takes advice and follows it; then runs a step in every arrangement of the offer. The results
/// have to be equal.
template <class Program>
bool run_program(char const* name, Program const& program) {
  Host const exec;
  RecordsOf<Program> records("records", static_cast<std::size_t>(program.count));
  program.begin(exec, records.template view<isomer::AoS>());
  constexpr int steps = 1000;
  auto const advice = advise(program, exec, records, steps);
  std::puts(advice.words().c_str());
  isomer::rearrange(exec, records, advice.best());  // in place
  step(program, exec, records);
  exec.fence();

  auto const expected = result_in(isomer::AoS{}, program);
  for (auto const& arrangement : records.offer())
    if (!are_equal(result_in(arrangement, program), expected)) {
      std::printf("%s: wrong in %s\n", name, arrangement.name().c_str());
      return false;
    }
#if defined(ISOMER_HAS_VECTORS)
  if (!are_equal(result_by_vectors(program), expected)) {
    std::printf("%s: wrong by vectors\n", name);
    return false;
  }
#endif
  std::printf("%s: equal in %zu arrangements; verified\n", name, records.offer().size());
  return true;
}

}  // namespace programs
