// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "cost/features.hpp"
#include "cost/in_place_features.hpp"
#include "machine/machine.hpp"
#include "tiling/taxonomy.hpp"

namespace isomer::detail {

inline constexpr std::size_t schema_count = 6;

/// Seconds for a unit of each Feature. Zero for those that do not count.
using Coefficients = Features;

/// One linear model, for one thread and for all that were fitted with: what competes for memory
/// costs a thread more the more of them run.
template <class Values>
struct LinearRow {
  Values one_thread{};
  Values all_threads{};
};
using ModelRow = LinearRow<Coefficients>;
using InPlaceRow = LinearRow<InPlaceFeatures>;

/// A row for each decomposition and reach.
using InPlaceRows = std::array<std::array<InPlaceRow, reach_count>, decomposition_count>;

/// The coefficients of a machine: a row for each schema and reach.
struct CostModel {
  Machine machine;
  int threads = 1;                   ///< of `all_threads`
  double copy_bytes_per_second = 0;  ///< read and written, while it was fitted; to compare with
  std::array<std::array<ModelRow, reach_count>, schema_count> rows{};
  InPlaceRows in_place = uncalibrated();

  ModelRow& row(Schema schema, Reach reach) {
    return rows[static_cast<std::size_t>(schema)][static_cast<std::size_t>(reach)];
  }
  ModelRow const& row(Schema schema, Reach reach) const {
    return rows[static_cast<std::size_t>(schema)][static_cast<std::size_t>(reach)];
  }

  /// Seconds of a move with these features on so many threads.
  double seconds(ModelRow const& row, Features const& features, int in_effect) const;
  double seconds(InPlaceRow const& row, InPlaceFeatures const& features, int in_effect) const;

  /// Of a model that was not fitted to moves in place: what the decompositions estimate.
  static InPlaceRows uncalibrated();
};

/// The model that predictions come from, and where it is from, in words.
struct ModelInUse {
  CostModel model;
  std::string origin;
};

/// What ISOMER_MODEL names if it can be used here, else the default for this processor. Read once;
/// a file that cannot be used is said so on stderr then.
ModelInUse const& model_in_use();

/// The same without the memory: `file` is what ISOMER_MODEL holds, null when it is not set.
/// `warning` stays empty unless the file is ignored.
ModelInUse choose_model(char const* file, Machine const& machine, std::string& warning);

/// The model that comes with the library for a machine, whether it is here or not.
CostModel const& default_model(Machine const& machine);

}  // namespace isomer::detail
