// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/engine.hpp>

#include "schema/schema.hpp"
#include "schema/slice.hpp"

namespace isomer::detail {

/// One way to move a normal problem.
struct Candidate {
  Schema schema = Schema::strided;
  Slice slice;  ///< of the orthogonal schemas and fvi_match_small
  Walk walk = Walk::along_input;
  std::int64_t band = 1;   ///< tiles walked along the input before the next along the output
  bool staged = false;     ///< tiles are collected in a buffer and leave in long runs
  bool slanted = false;    ///< tiles are cut where lines of the output begin (tile/slanted.inl)
  bool streams = false;    ///< stores go past the caches
  int prefetch_lines = 0;  ///< how far ahead the source is asked for
  bool woven = false;      ///< by the blocks themselves, where they can (tile/woven.inl)
  bool is_usual = false;   ///< the shape that does best on average
  double seconds = 0;      ///< what the model expects
};

/// The executable plan of a candidate. `facts.description` and byte counts are filled in here.
template <class Exec>
PlanPtr<Exec> make_tiled(Problem const& normal, Candidate const& candidate, PlanFacts facts);
template <class Exec>
PlanPtr<Exec> make_copy(Problem const& normal, Candidate const& candidate, PlanFacts facts);
template <class Exec>
PlanPtr<Exec> make_strided(Problem const& normal, Candidate const& candidate, PlanFacts facts);

}  // namespace isomer::detail
