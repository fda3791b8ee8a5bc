// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/in_place/panel_shift.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace isomer::records {

bool PanelShift::is_of(detail::RecordProblem const& problem) {
  constexpr std::int64_t most = std::int64_t{1} << 31;
  constexpr std::int64_t widest = 1 << 15;
  constexpr std::int64_t lowest_panel = 64;
  auto const& src = problem.src.region;
  auto const& dst = problem.dst.region;
  if (src.size() != 1 || dst.size() != 1 || src.front().begin != dst.front().begin) return false;
  std::int64_t const from = src.front().record_bytes();
  std::int64_t const to = dst.front().record_bytes();
  if (from == to || from == 0) return false;
  return std::max(from, to) / std::gcd(from, to) < widest &&
         problem.count / lowest_panel + 2 < most / (to / from + 1);
}

}  // namespace isomer::records
