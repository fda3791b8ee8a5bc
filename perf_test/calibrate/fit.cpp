// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/fit.hpp"

#include <array>
#include <cstdio>

#include "calibrate/fit_observations.hpp"
#include "calibrate/paces.hpp"

namespace isomer::perf {

namespace {

using detail::CostModel;
using detail::Feature;
using detail::ModelRow;
using detail::Reach;
using detail::Schema;

/// Observations from which a row is fitted on its own.
constexpr std::size_t enough = 24;

/// So often are paces found anew and rows fitted to what they leave.
constexpr int rounds = 4;

bool is_tiled(Schema schema) {
  return schema == Schema::fvi_match_small || schema == Schema::orthogonal_distinct ||
         schema == Schema::orthogonal_arbitrary;
}

/// Of the same tables and kernel: only what the paper calls them differs.
bool is_same_kernel(Schema a, Schema b) {
  auto const orthogonal = [](Schema s) {
    return s == Schema::orthogonal_distinct || s == Schema::orthogonal_arbitrary;
  };
  return a == b || (orthogonal(a) && orthogonal(b));
}

/// Schemas of similar kernels can stand in for each other.
bool is_alike(Schema a, Schema b) {
  auto const runs = [](Schema s) { return s == Schema::copy || s == Schema::fvi_match_large; };
  return a == b || (is_tiled(a) && is_tiled(b)) || (runs(a) && runs(b));
}

void fit_row(ModelRow& row, std::vector<Observation> const& train, Schema schema, Reach reach,
             int threads) {
  for (bool const all : {true, false}) {
    auto const on = [&](Observation const& o) {
      return o.reach == reach && o.in_effect == (all ? threads : 1);
    };
    auto const alike = [&](Observation const& o) { return is_alike(o.schema, schema); };
    auto seen =
        where(train, [&](auto const& o) { return on(o) && is_same_kernel(o.schema, schema); });
    if (seen.size() < enough) seen = where(train, [&](auto const& o) { return on(o) && alike(o); });
    if (seen.size() < enough)
      seen = where(train, [&](auto const& o) { return o.reach == reach && alike(o); });
    if (seen.size() < enough) continue;
    (all ? row.all_threads : row.one_thread) = fitted(seen);
  }
  if (threads == 1) row.one_thread = row.all_threads;
}

template <class Visit>
void for_each_row(Visit const& visit) {
  for (std::size_t schema = 0; schema < detail::schema_count; ++schema)
    for (std::size_t reach = 0; reach < detail::reach_count; ++reach)
      visit(static_cast<Schema>(schema), static_cast<Reach>(reach));
}

CostModel fit_rows(CostModel const& start, std::vector<Observation> const& train, int threads) {
  CostModel model = start;
  model.threads = threads;
  for_each_row([&](Schema schema, Reach reach) {
    fit_row(model.row(schema, reach), train, schema, reach, threads);
  });
  return model;
}

std::string row_text(CostModel const& model, Split const& parts, Schema schema, Reach reach,
                     bool all) {
  auto const mine = [&](Observation const& o) {
    return o.schema == schema && o.reach == reach && o.in_effect == (all ? model.threads : 1);
  };
  auto const train = errors_of(model, where(parts.train, mine));
  auto const test = errors_of(model, where(parts.test, mine));
  if (train.count == 0 && test.count == 0) return {};
  std::array<char, 96> head{};
  std::snprintf(head.data(), head.size(), "%-20s %-6s %-3s %5zu %5zu  ", name_of(schema),
                name_of(reach), all ? "all" : "one", train.count, test.count);
  ModelRow const& row = model.row(schema, reach);
  return head.data() + errors_text(train) + errors_text(test) +
         coefficients_text<Feature>(all ? row.all_threads : row.one_thread) + "\n";
}

}  // namespace

CostModel fit(CostModel const& start, std::vector<Observation> const& train, int threads) {
  CostModel model = fit_rows(start, train, threads);
  for (int round = 0; round < rounds; ++round)
    model = fit_rows(start, at_one_pace(train, Paces(model, train)), threads);
  return model;
}

double predicted(CostModel const& model, Observation const& seen) {
  return model.seconds(model.row(seen.schema, seen.reach), seen.features, seen.in_effect);
}

Errors errors_of(CostModel const& model, std::vector<Observation> const& seen) {
  return errors_of(seen, [&](Observation const& one) { return predicted(model, one); });
}

Choices choices_of(CostModel const& model, std::vector<Observation> const& seen) {
  return choices_of(seen, [&](Observation const& one) { return predicted(model, one); });
}

std::string fit_report(CostModel const& model, Split const& parts) {
  std::string text =
      "schema               reach  thr train  test  train: median, 90th  test: median, 90th  "
      "seconds for a unit of each feature\n";
  for_each_row([&](Schema schema, Reach reach) {
    text += row_text(model, parts, schema, reach, true);
    if (model.threads > 1) text += row_text(model, parts, schema, reach, false);
  });
  Paces const paces(model, parts.train);
  auto const at_pace = [&](Observation const& o) { return predicted(model, o) * paces.at(o); };
  return text + evaluation_text(parts, [&](Observation const& o) { return predicted(model, o); }) +
         "at the pace of the problems around: train " +
         errors_text(errors_of(parts.train, at_pace)) + " test " +
         errors_text(errors_of(parts.test, at_pace)) + "\n";
}

}  // namespace isomer::perf
