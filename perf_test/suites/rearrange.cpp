// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <isomer/records/dynamic_record.hpp>

#include "bench.hpp"
#include "suites/records/element_loop.hpp"
#include "suites/records/record_change.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"

namespace isomer::perf {

namespace {

/// The members of `element_loop`.
constexpr char const* aosoa_kind = "particles";

/// A record and the pairs of arrangements that it changes between.
struct RecordKind {
  char const* name;
  std::vector<DynamicField> fields;
  std::vector<std::pair<char const*, char const*>> changes;
};

std::vector<DynamicField> equal_fields(int count, std::int64_t bytes) {
  std::vector<DynamicField> fields;
  for (int k = 0; k < count; ++k)
    fields.push_back({std::string("f").append(std::to_string(k)), bytes, bytes});
  return fields;
}

std::vector<RecordKind> const& kinds() {
  std::vector<std::pair<char const*, char const*>> const usual{
      {"aos", "soa"},
      {"soa", "aos"},
      {"aos", "tiled 64"},
      {"tiled 64", "aos"},
      {"aos", "tiled 8"},
      {"tiled 8", "aos"},
      {"soa", "tiled 64"},
      {"tiled 64", "soa"},
      {"tiled 8", "tiled 64"},
      {"tiled 64", "tiled 8"},
      {"soa", "clusters(a b: aos; rest: soa)"}};
  std::vector<std::pair<char const*, char const*>> const plain(usual.begin(), usual.end() - 1);
  std::vector<std::pair<char const*, char const*>> tiles;
  constexpr char const* lengths[]{"aos", "tiled 4", "tiled 16", "tiled 32", "tiled 64"};
  for (char const* from : lengths)
    for (char const* to : lengths)
      if (from != to) tiles.emplace_back(from, to);
  constexpr char const* declared[]{"aos", "declared tiled 16", "declared tiled 64"};
  for (char const* from : declared)
    for (char const* to : declared)
      if (from != to) tiles.emplace_back(from, to);
  static std::vector<RecordKind> const all{
      {"84421", {{"a", 8, 8}, {"b", 4, 4}, {"c", 4, 4}, {"d", 2, 2}, {"e", 1, 1}}, usual},
      {"agents", {{"a", 8, 8}, {"b", 4, 4}, {"c", 4, 4, 7}, {"d", 2, 2}, {"e", 1, 1, 2}}, usual},
      {"float3_double_byte", {{"a", 12, 4}, {"b", 8, 8}, {"e", 1, 1}}, usual},
      {"7_floats", equal_fields(7, 4), plain},
      {"32_floats", equal_fields(32, 4), plain},
      {"8_doubles", equal_fields(8, 8), plain},
      {aosoa_kind, {{"x", 8, 8, 3}, {"v", 4, 4, 3}, {"id", 4, 4}, {"m", 8, 8}}, tiles}};
  return all;
}

Work change_work(Bench const& bench, RecordChange const& change) {
  bool const in_place = change.problem.in_place;
  PlanOptions options = bench.plan_options();
  auto const plan =
      detail::make_plan(bench.exec, change.problem, options, "isomer_perf --suite=rearrange");
  auto const source = [in_place, &bench](int turn) {
    return bench.buffers[in_place ? turn : 2 * turn];
  };
  auto const result = [in_place, &bench](int turn) {
    return bench.buffers[in_place ? turn : 2 * turn + 1];
  };
  Work work;
  work.plan = {plan->facts().schema, plan->facts().passes, plan->predicted_seconds()};
  work.run = [=, exec = bench.exec](int turn) {
    plan->run(exec, result(turn), in_place ? nullptr : source(turn), nullptr);
  };
  work.verify = [=, exec = bench.exec](Move const& move, bool corrupt) {
    return change.verify(
        exec, source(0), result(0), [&] { move(0); }, corrupt);
  };
  return work;
}

Case change_case(RecordKind const& kind, std::int64_t count, char const* from, char const* to,
                 bool in_place) {
  RecordChange const change(DynamicRecord(kind.fields), count, from, to, in_place);
  Case made;
  made.suite = "rearrange";
  made.type = ElementType::u8;
  made.group = in_place ? "in_place" : "out_of_place";
  made.name = std::string(kind.name) + " x " + std::to_string(count) + " " + from + " to " + to +
              (in_place ? ", in place" : "");
  std::replace(made.name.begin(), made.name.end(), ':', '=');
  made.bytes = change.bytes();
  made.buffers_per_turn = in_place ? 1 : 2;
  bool const is_aosoa = std::string_view(kind.name) == aosoa_kind && !in_place;
  made.prepare = [=](Bench const& bench) {
    Work work = change_work(bench, change);
    if (is_aosoa)
      if (auto rival = element_loop(bench, from, to, count))
        work.rivals.push_back(std::move(*rival));
    return work;
  };
  return made;
}

}  // namespace

std::vector<Case> rearrange_cases(ElementType, Options const& options) {
  std::vector<Case> cases;
  for (RecordKind const& kind : kinds()) {
    auto const changes = thinned(kind.changes, Counts{100, 4, 2}.at(options));
    for (std::int64_t const count : {1'000'000, 10'000'000}) {
      if (count > 1'000'000 && options.scale != Scale::full) continue;
      std::int64_t const records = options.scale == Scale::tiny ? 10'000 : count;
      for (auto const& [from, to] : changes)
        for (bool const in_place : {false, true})
          cases.push_back(change_case(kind, records, from, to, in_place));
    }
  }
  return cases;
}

}  // namespace isomer::perf
