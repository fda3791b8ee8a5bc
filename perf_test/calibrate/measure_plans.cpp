// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/measure_plans.hpp"

#include <algorithm>

#include "calibrate/take_turns.hpp"
#include "cost/residency.hpp"
#include "plan/choice/machine_of.hpp"
#include "plan/choice/measure.hpp"
#include "plan/prepare.hpp"
#include "problem/normalize.hpp"
#include "team/launch.hpp"

namespace isomer::perf {

namespace {

using detail::Candidate;
using detail::Residency;
using detail::Schema;

constexpr std::size_t max_candidates = 9;
/// `strided` is many times slower than the others: only seen where it is the only way, or brief.
constexpr std::int64_t strided_bytes = 16 << 20;

/// The model's first choices and a few others, which it has to learn to avoid.
std::vector<Candidate> chosen(std::vector<Candidate> list, std::int64_t bytes, Random& random) {
  if (list.size() > 1 && bytes > strided_bytes)
    std::erase_if(list, [](Candidate const& c) { return c.schema == Schema::strided; });
  for (std::size_t k = max_candidates / 2; k < std::min(list.size(), max_candidates); ++k) {
    auto const other = random.between(static_cast<std::int64_t>(k), std::ssize(list) - 1);
    std::swap(list[k], list[static_cast<std::size_t>(other)]);
  }
  if (list.size() <= max_candidates) return list;
  // The only one of its kernel is never left out.
  auto const gathers = std::find_if(list.begin(), list.end(),
                                    [](Candidate const& c) { return c.tiling.mode.indirect; });
  auto const last = list.begin() + max_candidates - 1;
  if (gathers != list.end() && gathers > last) std::iter_swap(gathers, last);
  list.resize(max_candidates);
  return list;
}

/// `8 B 520:1:56320 88:520:640 / 32 16`: extent and strides of each axis, then the slice.
std::string text_of(detail::Problem const& normal, Candidate const& candidate) {
  std::string text = std::to_string(normal.element_bytes) + " B";
  for (int k = 0; k < normal.rank; ++k) {
    detail::Axis const& axis = normal.axis[static_cast<std::size_t>(k)];
    text += " " + std::to_string(axis.extent) + ":" + std::to_string(axis.src_stride) + ":" +
            std::to_string(axis.dst_stride);
  }
  text += " /";
  for (int k = 0; k < normal.rank; ++k)
    text += " " + std::to_string(candidate.tiling.slice.extent[static_cast<std::size_t>(k)]);
  return text;
}

}  // namespace

std::vector<Observation> observe(Exec const& exec, Buffers& buffers, detail::Problem const& problem,
                                 int number, Random& random) {
  auto const normal = detail::normalize(problem);
  std::int64_t const volume = detail::volume_bytes(normal);
  detail::Setting const setting = detail::setting_for(exec, PlanOptions{});
  auto const bytes = static_cast<std::int64_t>(
      std::max(detail::span_bytes(normal, &detail::Axis::src_stride, normal.element_bytes),
               detail::span_bytes(normal, &detail::Axis::dst_stride, normal.element_bytes)));
  Residency const residency = detail::residency_of(normal, setting);
  auto const candidates = chosen(detail::candidates(normal, setting), volume, random);
  std::vector<MoveOnPair> moves;
  for (Candidate const& candidate : candidates)
    moves.push_back([&, plan = detail::prepare<Exec>(normal, candidate, setting)](
                        std::byte* dst, std::byte* src) { plan->run(exec, dst, src, nullptr); });
  Turns const turns = take_turns(exec, buffers, {residency, bytes, volume}, moves);
  std::vector<Observation> seen;
  for (std::size_t k = 0; k < candidates.size(); ++k)
    seen.push_back({number, name_of(candidates[k].schema), setting.threads(), turns.seconds[k],
                    turns.copy_seconds, candidates[k].passes, text_of(normal, candidates[k])});
  return seen;
}

}  // namespace isomer::perf
