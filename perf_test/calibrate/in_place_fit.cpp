// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/in_place_fit.hpp"

#include <array>
#include <cstdio>

#include "calibrate/fit_observations.hpp"

namespace isomer::perf {

namespace {

using detail::CostModel;
using detail::InPlaceFeature;
using detail::Reach;

/// Observations from which a row is fitted on its own.
constexpr std::size_t enough = 20;

/// `panel` and `skinny`, `c2r` and `r2c` run the same kernels and can stand in for each other.
std::size_t kin_of(std::size_t decomposition) {
  auto const is = [&](char const* name) {
    return detail::decomposition_names[decomposition] == name;
  };
  char const* const kin = is("panel")    ? "skinny"
                          : is("skinny") ? "panel"
                          : is("c2r")    ? "r2c"
                          : is("r2c")    ? "c2r"
                                         : nullptr;
  return kin == nullptr ? decomposition : detail::decomposition_named(kin).value();
}

/// Observations for a row: its own, or with those of its kin, or wherever the array was.
std::vector<InPlaceObservation> for_row(std::vector<InPlaceObservation> const& train,
                                        std::size_t decomposition, Reach reach, bool all,
                                        int threads) {
  auto const on = [&](InPlaceObservation const& o) { return o.threads == (all ? threads : 1); };
  auto const mine = [&](InPlaceObservation const& o) { return o.decomposition == decomposition; };
  auto const akin = [&](InPlaceObservation const& o) {
    return mine(o) || o.decomposition == kin_of(decomposition);
  };
  auto const near = [&](InPlaceObservation const& o) { return o.reach == reach; };
  auto seen = where(train, [&](auto const& o) { return on(o) && near(o) && mine(o); });
  if (seen.size() < enough)
    seen = where(train, [&](auto const& o) { return on(o) && near(o) && akin(o); });
  if (seen.size() < enough) seen = where(train, [&](auto const& o) { return on(o) && akin(o); });
  if (seen.size() < enough) seen = where(train, [&](auto const& o) { return near(o) && akin(o); });
  if (seen.size() < enough) seen = where(train, akin);
  return seen;
}

template <class Visit>
void for_each_row(Visit const& visit) {
  for (std::size_t decomposition = 0; decomposition < detail::decomposition_count; ++decomposition)
    for (std::size_t reach = 0; reach < detail::reach_count; ++reach)
      visit(decomposition, static_cast<Reach>(reach));
}

std::string row_text(CostModel const& model, InPlaceSplit const& parts, std::size_t decomposition,
                     Reach reach, bool all) {
  auto const predict = [&](InPlaceObservation const& o) { return predicted(model, o); };
  auto const mine = [&](InPlaceObservation const& o) {
    return o.decomposition == decomposition && o.reach == reach &&
           o.threads == (all ? model.threads : 1);
  };
  auto const train = errors_of(where(parts.train, mine), predict);
  auto const test = errors_of(where(parts.test, mine), predict);
  if (train.count == 0 && test.count == 0) return {};
  std::array<char, 96> head{};
  std::snprintf(head.data(), head.size(), "%-20s %-6s %-3s %5zu %5zu  ",
                std::string(detail::decomposition_names[decomposition]).c_str(), name_of(reach),
                all ? "all" : "one", train.count, test.count);
  auto const& row = model.in_place[decomposition][static_cast<std::size_t>(reach)];
  return head.data() + errors_text(train) + errors_text(test) +
         coefficients_text<InPlaceFeature>(all ? row.all_threads : row.one_thread) + "\n";
}

}  // namespace

void fit_in_place(CostModel& model, std::vector<InPlaceObservation> const& train) {
  for_each_row([&](std::size_t decomposition, Reach reach) {
    auto& row = model.in_place[decomposition][static_cast<std::size_t>(reach)];
    for (bool const all : {true, false}) {
      auto const seen = for_row(train, decomposition, reach, all, model.threads);
      if (seen.size() >= enough) (all ? row.all_threads : row.one_thread) = fitted(seen);
    }
    if (model.threads == 1) row.one_thread = row.all_threads;
  });
}

double predicted(CostModel const& model, InPlaceObservation const& seen) {
  return model.seconds(model.in_place[seen.decomposition][static_cast<std::size_t>(seen.reach)],
                       seen.features, seen.threads);
}

std::string in_place_report(CostModel const& model, CostModel const& before,
                            InPlaceSplit const& parts) {
  std::string text =
      "decomposition        reach  thr train  test  train: median, 90th  test: median, 90th  "
      "seconds for a unit of each feature\n";
  for_each_row([&](std::size_t decomposition, Reach reach) {
    text += row_text(model, parts, decomposition, reach, true);
    if (model.threads > 1) text += row_text(model, parts, decomposition, reach, false);
  });
  auto const by = [](CostModel const& which) {
    return [&](InPlaceObservation const& o) { return predicted(which, o); };
  };
  return text + "in place, as the decompositions estimate\n" + evaluation_text(parts, by(before)) +
         "in place, fitted\n" + evaluation_text(parts, by(model));
}

}  // namespace isomer::perf
