// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/draw_change.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <isomer/records/dynamic_record.hpp>

namespace isomer::perf {
namespace {

std::string name_of(std::int64_t field) { return "f" + std::to_string(field); }

std::vector<DynamicField> draw_fields(Random& random) {
  std::vector<DynamicField> fields;
  if (random.between(0, 2) == 0) {
    std::int64_t const bytes = random.between(0, 1) == 0 ? 4 : 8;
    auto const count = std::llround(random.between_on_log_scale(2, 32));
    for (std::int64_t k = 0; k < count; ++k) fields.push_back({name_of(k), bytes, bytes});
    return fields;
  }
  constexpr std::array<std::int64_t, 6> sizes{8, 8, 4, 4, 2, 1};
  auto const count = random.between(2, 12);
  for (std::int64_t k = 0; k < count; ++k) {
    auto const bytes = sizes[static_cast<std::size_t>(random.between(0, std::ssize(sizes) - 1))];
    fields.push_back({name_of(k), bytes, bytes, random.between(0, 3) == 0 ? 3 : 1});
  }
  return fields;
}

std::string draw_arrangement(Random& random, std::int64_t fields) {
  switch (random.between(0, 6)) {
    case 0:
    case 1: return "aos";
    case 2:
    case 3: return "soa";
    case 4:
      if (fields > 2) return "clusters(f0 f1: aos; rest: soa)";
      [[fallthrough]];
    default: return "tiled " + std::to_string(4 << random.between(0, 6));
  }
}

}  // namespace

DrawnChange draw_change(Random& random, ByteRange const& bytes) {
  auto const fields = draw_fields(random);
  DynamicRecord const record(fields);
  std::string const from = draw_arrangement(random, std::ssize(fields));
  std::string to = from;
  while (to == from) to = draw_arrangement(random, std::ssize(fields));
  DrawnChange drawn;
  detail::RecordProblem& problem = drawn.problem;
  double const whole = random.between_on_log_scale(bytes.least, bytes.most);
  problem.count =
      std::max<std::int64_t>(64, std::llround(whole / static_cast<double>(record.bytes())));
  problem.capacity = problem.count;
  problem.in_place = random.between(0, 2) != 0;
  for (auto const& leaf : record.leaves()) {
    problem.leaf_bytes.push_back(static_cast<std::int32_t>(leaf.bytes));
    drawn.what += std::to_string(leaf.bytes) + " ";
  }
  problem.src = detail::record_layout(record, parse_arrangement(from), problem.count);
  problem.dst = detail::record_layout(record, parse_arrangement(to), problem.count);
  drawn.what += "x " + std::to_string(problem.count) + " " + from + " to " + to;
  std::replace(drawn.what.begin(), drawn.what.end(), ';', ',');
  return drawn;
}

}  // namespace isomer::perf
