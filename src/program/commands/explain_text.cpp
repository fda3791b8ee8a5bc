// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/commands/explain_text.hpp"

#include <cstdint>
#include <vector>

#include "problem/messages.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"

namespace isomer::program {
namespace {

std::string joined(std::vector<std::int64_t> const& numbers) {
  return detail::shape(numbers.data(), static_cast<int>(numbers.size()));
}

}  // namespace

std::string fused_text(detail::Problem const& problem) {
  detail::NormalProblem const normal = detail::normalize(problem);
  std::vector<std::int64_t> before;
  std::vector<std::int64_t> after;
  for (int k = 0; k < normal.rank; ++k) {
    before.push_back(detail::axis_at(normal, k).extent);
    after.push_back(detail::axis_at(normal, normal.out_order[static_cast<std::size_t>(k)]).extent);
  }
  return joined(before) + " -> " + joined(after) + " (fastest axis first), words of " +
         std::to_string(normal.element_bytes) + " bytes";
}

std::string indented(std::string text) {
  constexpr char const* margin = "\n              ";
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 15)
    text.replace(at, 1, margin);
  return text;
}

}  // namespace isomer::program
