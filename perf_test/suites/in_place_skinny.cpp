// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

#include "random.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

namespace {

constexpr std::uint64_t stream = 4;
constexpr std::int64_t few_bytes = std::int64_t{64} << 20;

}  // namespace

std::vector<Case> in_place_skinny_cases(ElementType type, Options const& options) {
  Random random(options.seed, stream);
  std::vector<Case> cases;
  for (std::size_t k = 0; k < Counts{30, 5, 2}.sampled(options); ++k) {
    auto const fields = random.between(2, 31);
    auto const records = std::llround(random.between_on_log_scale(1e4, 1e7));
    // Records to separate fields, and back.
    for (auto const& extents :
         {std::vector<std::int64_t>{records, fields}, std::vector<std::int64_t>{fields, records}}) {
      auto made = in_place_case("in_place_skinny", type,
                                fitted({extents, {1, 0}}, type, options, few_bytes));
      made.group = extents[0] == records ? "to_fields" : "to_records";
      cases.push_back(std::move(made));
    }
  }
  return cases;
}

}  // namespace isomer::perf
