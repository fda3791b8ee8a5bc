// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

namespace {

Case transposition(ElementType type, std::int64_t n, Residency residency) {
  auto made = permute_case("square2d", type, {{n, n}, {1, 0}});
  made.residency = residency;
  made.group = residency == Residency::cache ? "in_cache" : "out_of_cache";
  if (residency == Residency::cache) made.name += " in_cache";
  return made;
}

}  // namespace

std::vector<Case> square2d_cases(ElementType type, Options const& options) {
  std::vector<std::int64_t> outside{1000, 1024, 2000, 4096, 5000, 8192, 10007};
  std::vector<std::int64_t> inside{64, 128, 256, 512, 1024};
  if (options.scale == Scale::few) outside = {1000, 4096, 5000};
  if (options.scale == Scale::tiny) {
    outside = {97, 128};
    inside = {64};
  }
  std::vector<Case> cases;
  for (auto const n : outside) cases.push_back(transposition(type, n, Residency::memory));
  for (auto const n : inside) cases.push_back(transposition(type, n, Residency::cache));
  return cases;
}

}  // namespace isomer::perf
