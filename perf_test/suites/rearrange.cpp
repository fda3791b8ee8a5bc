// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <isomer/records/dynamic_record.hpp>

#include "bench.hpp"
#include "suites/records/element_loop.hpp"
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
  for (int k = 0; k < count; ++k) fields.push_back({"f" + std::to_string(k), bytes, bytes});
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
  static std::vector<RecordKind> const all{
      {"84421", {{"a", 8, 8}, {"b", 4, 4}, {"c", 4, 4}, {"d", 2, 2}, {"e", 1, 1}}, usual},
      {"agents", {{"a", 8, 8}, {"b", 4, 4}, {"c", 4, 4, 7}, {"d", 2, 2}, {"e", 1, 1}}, usual},
      {"float3_double_byte", {{"a", 12, 4}, {"b", 8, 8}, {"e", 1, 1}}, usual},
      {"7_floats", equal_fields(7, 4), plain},
      {"32_floats", equal_fields(32, 4), plain},
      {"8_doubles", equal_fields(8, 8), plain},
      {aosoa_kind, {{"x", 8, 8, 3}, {"v", 4, 4, 3}, {"id", 4, 4}, {"m", 8, 8}}, tiles}};
  return all;
}

/// A change, with what tells whether it was right.
class Change {
 public:
  Change(DynamicRecord const& record, std::int64_t count, char const* from, char const* to,
         bool in_place) {
    problem.count = problem.capacity = count;
    problem.in_place = in_place;
    for (auto const& leaf : record.leaves()) problem.leaf_bytes.push_back(leaf.bytes);
    problem.src = detail::record_layout(record, parse_arrangement(from), count);
    problem.dst = detail::record_layout(record, parse_arrangement(to), count);
  }

  /// What a copy of it would move, read or written.
  std::int64_t bytes() const { return std::max(problem.src.bytes, problem.dst.bytes); }

  void fill(std::byte* data) const {
    OnHost const records = on_host(problem.src);
    each_byte(problem.src, [&](std::int64_t at, std::byte value) {
      records[static_cast<std::size_t>(at)] = value;
    });
    Kokkos::deep_copy(Records(data, records.size()), records);
  }
  std::optional<std::string> difference(std::byte* data, bool corrupt) const {
    OnHost const records = on_host(problem.dst);
    Kokkos::deep_copy(records, Records(data, records.size()));
    if (corrupt) records[static_cast<std::size_t>(some_byte())] ^= std::byte{1};
    std::int64_t bytes = 0;
    std::int64_t wrong = -1;
    each_byte(problem.dst, [&](std::int64_t at, std::byte value) {
      if (wrong < 0 && records[static_cast<std::size_t>(at)] != value) wrong = bytes;
      ++bytes;
    });
    if (wrong < 0) return std::nullopt;
    return "element " + std::to_string(wrong) + " of " + std::to_string(bytes) +
           " of the result, record by record, is the first wrong one";
  }
  detail::RecordProblem problem;

 private:
  using Records =
      Kokkos::View<std::byte*, Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using OnHost = Kokkos::View<std::byte*, Kokkos::HostSpace>;
  static OnHost on_host(detail::RecordLayout const& layout) {
    return OnHost("isomer::perf::records", static_cast<std::size_t>(layout.bytes));
  }

  /// Of the first record's first leaf.
  std::int64_t some_byte() const {
    auto const& place = problem.dst.leaf.front();
    return problem.dst.region[static_cast<std::size_t>(place.region)].begin + place.offset;
  }
  template <class Visit>
  void each_byte(detail::RecordLayout const& layout, Visit const& visit) const {
    for (std::int64_t i = 0; i < problem.count; ++i)
      for (std::size_t leaf = 0; leaf < problem.leaf_bytes.size(); ++leaf) {
        auto const& place = layout.leaf[leaf];
        auto const& region = layout.region[static_cast<std::size_t>(place.region)];
        std::int64_t const bytes = problem.leaf_bytes[leaf];
        std::int64_t const at = region.begin + i / region.tile * region.block_bytes + place.offset +
                                i % region.tile * bytes;
        for (std::int64_t k = 0; k < bytes; ++k) {
          std::int64_t const mixed = i * 131 + static_cast<std::int64_t>(leaf) * 17 + k + (i >> 8);
          visit(at + k, static_cast<std::byte>(mixed));
        }
      }
  }
};

Work change_work(Bench const& bench, Change const& change) {
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
  work.verify = [=, exec = bench.exec](Move const& move,
                                       bool corrupt) -> std::optional<std::string> {
    change.fill(source(0));
    move(0);
    exec.fence();
    return change.difference(result(0), corrupt);
  };
  return work;
}

Case change_case(RecordKind const& kind, std::int64_t count, char const* from, char const* to,
                 bool in_place) {
  Change const change(DynamicRecord(kind.fields), count, from, to, in_place);
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
      if (count > 1'000'000 && (options.scale != Scale::full || kind.fields.size() > 8)) continue;
      std::int64_t const records = options.scale == Scale::tiny ? 10'000 : count;
      for (auto const& [from, to] : changes)
        for (bool const in_place : {false, true})
          cases.push_back(change_case(kind, records, from, to, in_place));
    }
  }
  return cases;
}

}  // namespace isomer::perf
