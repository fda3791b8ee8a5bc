// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "element_type.hpp"
#include "tensor_case.hpp"

// Without Kokkos: most suites only list shapes, and so they compile in no time.
namespace isomer::perf {

struct Bench;
struct Case;
struct Row;

/// What a plan said before it was run.
struct PlanNote {
  std::string schema;
  int passes = 0;
  double predicted_seconds = 0;
};

/// Makes one move on the buffers of a turn.
using Move = std::function<void(int turn)>;

/// Something else that does the same job, to be timed beside it.
struct Rival {
  std::string name;  ///< as in `times_kokkos`
  Move run;
};

/// What a case has become once its buffers and plans are there.
struct Work {
  Move run;
  /// Lets a move run once on fresh data (turn 0) and compares every element; a text says what was
  /// wrong. With `corrupt` it damages the result in between. Empty: there is nothing to verify.
  std::function<std::optional<std::string>(Move const& move, bool corrupt)> verify;
  PlanNote plan{};
  std::vector<Rival> rivals{};
};

/// Which memory a case is about.
enum class Residency : std::uint8_t {
  memory,  ///< rotates among more buffers than any cache can hold
  cache    ///< stays on one set of buffers; many calls between two readings of the clock
};

/// One row to be: what is measured, and how it is made ready.
struct Case {
  std::string suite;
  ElementType type;
  std::string name;          ///< unique within suite and type: `021 f32 1024x1024x64`
  std::int64_t bytes;        ///< of the array
  int buffers_per_turn = 2;  ///< 2: source and destination; 1: in place
  Residency residency = Residency::memory;
  std::function<Work(Bench const&)> prepare;
  std::string group{};      ///< rows of one group get a line of their own at the end
  bool is_latency = false;  ///< nanoseconds per call say more than GB/s
  bool has_copy = true;     ///< whether a copy is a yardstick for it at all
  int spare_buffers = 0;    ///< further buffers, behind those that take turns
  /// What it permutes, if that is all it does: out of place column-major, in place row-major.
  std::optional<TensorCase> tensor{};
  /// In the place of `prepare`: a measurement of another kind, which fills the row itself.
  std::function<void(Row&, Case const&, Bench const&)> measure{};
};

/// Buffers that take turns.
int turns_for(Case const& chosen);
/// All buffers that a case needs.
int buffers_for(Case const& chosen);

}  // namespace isomer::perf
