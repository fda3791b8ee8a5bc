// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include "problem/normal_problem.hpp"

namespace isomer::detail {

/// How a normal problem is moved. The four between `copy` and `strided` are TTLG's (Vedurada et
/// al., 2018, Fig. 3); "FVI" is the fastest varying index.
enum class Schema : std::uint8_t {
  copy,                  ///< one contiguous run
  fvi_match_large,       ///< shared fastest axis, runs long enough to be moved one by one
  fvi_match_small,       ///< shared fastest axis, short runs gathered into longer ones
  orthogonal_distinct,   ///< transposition of slices whose input and output axes are disjoint
  orthogonal_arbitrary,  ///< transposition of slices with axes that serve both sides
  strided                ///< no contiguous axis on one of the sides: word by word
};

/// Runs of the fastest axis, one by one ..
constexpr bool moves_runs(Schema schema) {
  return schema == Schema::copy || schema == Schema::fvi_match_large;
}
/// .. or, on a host, the tiles of slices.
constexpr bool moves_tiles(Schema schema) {
  return !moves_runs(schema) && schema != Schema::strided;
}

char const* name_of(Schema schema);
std::optional<Schema> schema_named(std::string_view name);

/// TTLG's decision (Alg. 1) for slices of at least `slice_words` words a side: which schema the
/// shape of a normal problem calls for. `strided` and `copy` are ours.
Schema taxonomy(NormalProblem const& normal, std::int64_t slice_words);

/// Whether the schema can move this normal problem at all.
bool is_admissible(Schema schema, NormalProblem const& normal);

}  // namespace isomer::detail
