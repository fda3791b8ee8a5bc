// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/choice/describe_plan.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "problem/messages.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "schema/device_plan.hpp"

namespace isomer::detail {
namespace {

using AxisExtents = std::array<std::int64_t, max_axes>;

std::string in_output_order(NormalProblem const& normal, AxisExtents const& extent) {
  auto const order = normal.out_order;
  AxisExtents sorted{};
  for (int k = 0; k < normal.rank; ++k)
    sorted[static_cast<std::size_t>(k)] =
        extent[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])];
  return shape(sorted.data(), normal.rank);
}

char const* describe_tiles(Candidate const& candidate, Machine const& machine) {
  if (!machine.is_host()) return "through shared memory";
  if (candidate.tiling.mode.indirect) return "gathered word by word";
  if (candidate.tiling.mode.gathered) return "gathered vector by vector";
  if (candidate.tiling.mode.staged) return "staged";
  return candidate.tiling.mode.skewed ? "skewed" : "straight to the destination";
}

/// Runs and single words move without slices.
std::string describe_slices(NormalProblem const& normal, Candidate const& candidate,
                            Machine const& machine) {
  if (machine.is_host() ? moves_runs(candidate.schema)
                        : device_rows(normal, candidate.schema).has_value()) {
    std::int64_t const run =
        normal.rank > 0 ? axis_at(normal, 0).extent * normal.element_bytes : normal.element_bytes;
    return "runs of " + bytes(static_cast<double>(run)) + ", one by one";
  }
  if (candidate.schema == Schema::strided && machine.is_host())
    return "word by word along the output";
  return "slices of " + shape(candidate.tiling.slice.extent.data(), normal.rank) + " (" +
         bytes(static_cast<double>(slice_bytes(normal, candidate.tiling.slice))) + "), " +
         std::to_string(tile_count(normal, candidate.tiling.slice)) + " of them; runs of " +
         bytes(static_cast<double>(input_run_bytes(normal, candidate.tiling.slice))) + " in, " +
         bytes(static_cast<double>(output_run_bytes(normal, candidate.tiling.slice))) + " out; " +
         describe_tiles(candidate, machine) +
         (candidate.tiling.walk == Walk::along_output ? "; along the output" : "");
}

std::string describe_cast(NormalProblem const& normal) {
  if (!normal.cast.is_any()) return "";
  return "\ncast: " + described(normal.cast) + " in the same pass";
}

char const* describe_stores(Candidate const& candidate) {
  return candidate.tiling.mode.streams ? "past the caches" : "through the caches";
}

}  // namespace

std::string describe_problem(NormalProblem const& normal) {
  AxisExtents extent{};
  for (int k = 0; k < normal.rank; ++k)
    extent[static_cast<std::size_t>(k)] = axis_at(normal, k).extent;
  return std::to_string(normal.element_bytes) + "-byte words, " +
         shape(extent.data(), normal.rank) + " -> " + in_output_order(normal, extent) +
         " (fastest axis first)";
}

std::string describe_way(NormalProblem const& normal, Candidate const& candidate,
                         Machine const& machine) {
  std::string text = name_of(candidate.schema);
  return text + ", " + describe_slices(normal, candidate, machine) + "; stores " +
         describe_stores(candidate);
}

std::string describe_while_cached(NormalProblem const& normal, Candidate const& cached,
                                  Machine const& machine) {
  return "\nwhile both arrays are in a cache: " + describe_way(normal, cached, machine);
}

std::string describe_seconds(double seconds) {
  std::array<char, 48> text{};
  if (seconds < 1e-3) std::snprintf(text.data(), text.size(), "%.3g us", seconds * 1e6);
  else if (seconds < 1) std::snprintf(text.data(), text.size(), "%.3g ms", seconds * 1e3);
  else std::snprintf(text.data(), text.size(), "%.3g s", seconds);
  return text.data();
}

PlanFacts facts_of(NormalProblem const& normal, Candidate const& candidate, Setting const& setting,
                   std::size_t other_workspace) {
  PlanFacts facts;
  facts.schema = name_of(candidate.schema);
  facts.predicted_seconds = candidate.seconds;
  facts.workspace_bytes =
      std::max(other_workspace, workspace_of(normal, candidate.tiling, setting.threads()));
  facts.bytes_read = normal.bytes;
  facts.bytes_written = normal.dst_bytes;
  facts.passes = 1;
  facts.description =
      "fused: " + describe_problem(normal) + describe_cast(normal) + "\nschema: " + facts.schema +
      ", " + describe_slices(normal, candidate, setting.machine) +
      "\nstores: " + describe_stores(candidate) + "\npasses: 1, reads " +
      bytes(static_cast<double>(normal.bytes)) + ", writes " +
      bytes(static_cast<double>(normal.dst_bytes)) +
      "\nworkspace: " + bytes(static_cast<double>(facts.workspace_bytes)) + " for " +
      std::to_string(setting.threads()) + (setting.threads() == 1 ? " thread" : " threads") +
      "\npredicted: " + describe_seconds(candidate.seconds);
  return facts;
}

}  // namespace isomer::detail
