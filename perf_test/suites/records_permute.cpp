// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

namespace {

constexpr std::int64_t bytes = std::int64_t{128} << 20;
constexpr std::int64_t tile = 16;  // records in a tile of a tiled array of records

/// Records of `fields` equal fields, column-major: the field is the fastest axis of an array of
/// records (AoS), the record that of separate arrays (SoA).
std::vector<std::pair<char const*, TensorCase>> moves(std::int64_t fields, std::int64_t records) {
  std::int64_t const tiles = records / tile;
  return {{"aos_to_soa", {{fields, records}, {1, 0}}},
          {"soa_to_aos", {{records, fields}, {1, 0}}},
          {"aos_to_tiles", {{fields, tile, tiles}, {1, 0, 2}}},
          {"tiles_to_soa", {{tile, fields, tiles}, {0, 2, 1}}}};
}

}  // namespace

std::vector<Case> records_permute_cases(ElementType type, Options const& options) {
  std::vector<std::int64_t> const all_fields{2, 3, 4, 6, 7, 8, 12, 16, 24, 31};
  std::vector<Case> cases;
  for (auto const fields : thinned(all_fields, Counts{10, 3, 1}.at(options))) {
    auto const size = options.scale == Scale::tiny ? bytes / 256 : bytes;
    std::int64_t const records = size / bytes_of(type) / fields / tile * tile;
    for (auto const& [group, tensor] : moves(fields, records)) {
      auto made = permute_case("records_permute", type, tensor);
      made.group = group;
      made.name = std::string(group) + " " + made.name;
      cases.push_back(std::move(made));
    }
  }
  return cases;
}

}  // namespace isomer::perf
