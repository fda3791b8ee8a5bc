// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/measure_plans.hpp"

#include <algorithm>
#include <chrono>

#include "interleave.hpp"
#include "plan/measure.hpp"
#include "plan/realize.hpp"
#include "problem/normalize.hpp"
#include "schema/launch.hpp"
#include "statistics.hpp"
#include "yardstick.hpp"

namespace isomer::perf {

namespace {

using detail::Candidate;
using detail::Reach;
using detail::Schema;

constexpr std::size_t most_candidates = 9;
/// More than any third-level cache that a thread or two could fill between two turns.
constexpr std::int64_t least_footprint = std::int64_t{192} << 20;
constexpr std::int64_t most_slots = 64;
/// `strided` is many times slower than the others: only seen where it is the only way, or brief.
constexpr std::int64_t strided_bytes = 16 << 20;

/// The model's first choices and a few others, which it has to learn to avoid.
std::vector<Candidate> chosen(std::vector<Candidate> list, std::int64_t bytes, Random& random) {
  if (list.size() > 1 && bytes > strided_bytes)
    std::erase_if(list, [](Candidate const& c) { return c.schema == Schema::strided; });
  for (std::size_t k = most_candidates / 2; k < std::min(list.size(), most_candidates); ++k) {
    auto const other = random.between(static_cast<std::int64_t>(k), std::ssize(list) - 1);
    std::swap(list[k], list[static_cast<std::size_t>(other)]);
  }
  if (list.size() > most_candidates) list.resize(most_candidates);
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
    text += " " + std::to_string(candidate.slice.extent[static_cast<std::size_t>(k)]);
  return text;
}

}  // namespace

Patience patience_for(Reach reach, std::int64_t bytes) {
  Patience patience;
  patience.rounds = 5;
  if (reach == Reach::cache) {
    patience.min_sample_seconds = 200e-6;
    return patience;
  }
  patience.min_sample_seconds = 1e-3;
  patience.slots = static_cast<int>(
      std::clamp<std::int64_t>(least_footprint / std::max<std::int64_t>(bytes, 1), 2, most_slots));
  return patience;
}

Stopwatch stopwatch_of(Exec const& exec) {
  return {[exec] { exec.fence("isomer::perf: around the clock"); },
          [] {
            auto const time = std::chrono::steady_clock::now().time_since_epoch();
            return std::chrono::duration<double>(time).count();
          }};
}

std::vector<Observation> observe(Exec const& exec, Buffers& buffers, detail::Problem const& problem,
                                 int number, Random& random) {
  auto const normal = detail::normalize(problem);
  std::int64_t const volume = detail::volume_bytes(normal);
  detail::Setting const setting{exec.concurrency(), detail::is_host_v<Exec>,
                                PlanOptions::automatic};
  auto const bytes =
      static_cast<std::int64_t>(std::max(detail::span_bytes(normal, &detail::Axis::src_stride),
                                         detail::span_bytes(normal, &detail::Axis::dst_stride)));
  Reach const reach = detail::reach_of(normal, setting);
  Patience const patience = patience_for(reach, bytes);
  buffers.provide(2 * patience.slots, bytes);

  auto contenders = yardsticks(exec, volume, [&](int turn) {
    return CopyPair{buffers[2 * turn + 1], buffers[2 * turn]};
  });
  std::size_t const first = contenders.size();
  auto const candidates = chosen(detail::candidates(normal, setting), volume, random);
  for (Candidate const& candidate : candidates) {
    auto const plan = detail::realize<Exec>(normal, candidate, setting);
    contenders.push_back({"", Contender::Role::subject, [&, plan](int turn) {
                            plan->run(exec, buffers[2 * turn + 1], buffers[2 * turn], nullptr);
                          }});
  }
  interleave(contenders, patience, stopwatch_of(exec));

  double const copy = median(fastest_yardstick(contenders).seconds);
  std::vector<Observation> seen;
  for (std::size_t k = 0; k < candidates.size(); ++k)
    seen.push_back({number, candidates[k].schema, reach, setting.threads,
                    detail::threads_in_effect(normal, candidates[k], setting),
                    median(contenders[first + k].seconds), copy,
                    detail::features_of(normal, candidates[k], setting),
                    text_of(normal, candidates[k])});
  return seen;
}

}  // namespace isomer::perf
