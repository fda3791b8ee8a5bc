// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/lines.hpp"

#include <algorithm>

#include "cost/real.hpp"
#include "index/rounding.hpp"
#include "tile/host/job.hpp"

namespace isomer::detail {
namespace {

constexpr std::int64_t line_of_bytes = tile::line_bytes;

double in_lines(std::int64_t bytes) { return real(bytes) / real(line_of_bytes); }

}  // namespace

std::int64_t alignment_of(std::int64_t address) {
  return address == 0 ? line_of_bytes : std::min(line_of_bytes, address & -address);
}

double lines_touched(std::int64_t run_bytes, std::int64_t alignment) {
  std::int64_t const whole = round_up(run_bytes, alignment);
  return 1 + in_lines(whole - alignment);
}

double lines_in_part(std::int64_t run_bytes, std::int64_t alignment) {
  std::int64_t const filled = run_bytes / alignment * alignment;
  double const whole = in_lines(std::max<std::int64_t>(0, filled + alignment - line_of_bytes));
  return lines_touched(run_bytes, alignment) - whole;
}

}  // namespace isomer::detail
