// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>

#include "problem/messages.hpp"
#include "program/commands/commands.hpp"
#include "program/commands/explain_text.hpp"
#include "program/commands/gpu_named.hpp"
#include "program/failure.hpp"
#include "program/files/npy_dtype.hpp"
#include "program/files/npy_header.hpp"
#include "program/moves/rearrange.hpp"
#include "program/moves/requested.hpp"
#include "program/three_digits.hpp"

namespace isomer::program {
namespace {

// The names that isomer_perf and Kokkos users have for types, besides NumPy's type strings.
std::int64_t bytes_of_type(std::string const& name) {
  static std::map<std::string, std::int64_t> const sizes{
      {"i8", 1},  {"u8", 1},  {"i16", 2}, {"u16", 2}, {"i32", 4},   {"u32", 4}, {"i64", 8},
      {"u64", 8}, {"f16", 2}, {"f32", 4}, {"f64", 8}, {"f128", 16}, {"c64", 8}, {"c128", 16}};
  if (auto const found = sizes.find(name); found != sizes.end()) return found->second;
  bool const is_number = !name.empty() && std::all_of(name.begin(), name.end(),
                                                      [](char c) { return c >= '0' && c <= '9'; });
  try {
    return item_bytes_of_type_string(is_number ? "V" + name : name);
  } catch (Failure const&) {
    throw UsageError("--type was '" + name +
                     "', it has to be one such as f32, u8 or c128, a NumPy type string such as "
                     "'<f4', or a number of bytes");
  }
}

/// What only says something of a file.
void require_no_file_options(CommandLine const& line) {
  auto const& file = line.file;
  if (line.raw.is_raw || line.raw.item_bytes || line.raw.offset || file.memory || file.spare ||
      !file.way.empty() || !file.journal.empty() || file.keep_inode)
    throw UsageError(
        "--memory, --spare, --way, --journal, --keep-inode, --raw, --item-bytes and --offset need "
        "a FILE");
}

// --axes is a permutation of arrays stored in --order; --order alone is a relayout to it; with
// neither it is a transposition.
Rearrangement rearrangement_of(CommandLine const& line) {
  ArrayLayout const layout{*line.shape, line.fortran_order.value_or(false) != is_relayout(line),
                           bytes_of_type(line.type.value_or("f64"))};
  require_supported(layout);
  byte_count(layout);  // throws if too many
  return requested_of(line, layout);
}

}  // namespace

std::string request_text(Rearrangement const& rearrangement, bool in_place) {
  auto const order = [](ArrayLayout const& layout) { return layout.fortran_order ? " F" : " C"; };
  auto const result = result_layout(rearrangement);
  return shape_text(rearrangement.from.shape) + order(rearrangement.from) + " -> " +
         shape_text(result.shape) + order(result) + ", elements of " +
         std::to_string(result.item_bytes) + " bytes" + (in_place ? ", in place" : "");
}

void explain(CommandLine const& line) {
  if (!line.files.empty()) return explain_file(line);
  if (!line.shape) throw UsageError("the option --shape is missing");
  require_no_file_options(line);
  if (!line.gpu.empty() && line.threads)
    throw UsageError("--threads is for this machine, not for --gpu");
  auto const gpu = gpu_named(line.gpu);
  Rearrangement rearrangement;
  try {
    rearrangement = rearrangement_of(line);
  } catch (Failure const& failure) {
    throw UsageError(failure.what());
  }
  std::printf("array       %s\n", request_text(rearrangement, line.in_place).c_str());
  auto const total = static_cast<double>(byte_count(rearrangement.from));
  if (moves_nothing(rearrangement) && (line.in_place || total == 0)) {
    std::printf("nothing moves: every element is where it belongs\n");
    return;
  }

  if (gpu) return explain_on_gpu(*gpu, rearrangement, line.in_place);
  KokkosSession const kokkos(line.threads);
  Exec const exec;
  auto const problem = problem_of(rearrangement);
  auto const plan = line.in_place ? plan_in_place(exec, rearrangement, placeholder_address())
                                  : detail::cached_plan(exec, problem, {}, "isomer");
  auto const& facts = plan->facts();
  std::printf("fused       %s\n", fused_text(problem).c_str());
  std::printf("schema      %s\n", facts.schema.c_str());
  std::printf("passes      %d\n", facts.passes);
  std::printf("bytes       %s; read %s, written %s\n", detail::bytes(total).c_str(),
              detail::bytes(static_cast<double>(facts.bytes_read)).c_str(),
              detail::bytes(static_cast<double>(facts.bytes_written)).c_str());
  std::printf("workspace   %s\n",
              detail::bytes(static_cast<double>(facts.workspace_bytes)).c_str());
  std::printf("predicted   %s ms with %d thread%s: %s GB/s read and written\n",
              three_digits(facts.predicted_seconds * 1e3).c_str(), exec.concurrency(),
              exec.concurrency() == 1 ? "" : "s",
              three_digits(2e-9 * total / facts.predicted_seconds).c_str());
  std::printf("once        %s ms: %s ms for the plan, then the first run, nothing in the caches\n",
              three_digits(facts.seconds(Use::once, facts.predicted_seconds) * 1e3).c_str(),
              three_digits(facts.planning_seconds * 1e3).c_str());
  std::printf("plan        %s\n", indented(facts.description).c_str());
}

}  // namespace isomer::program
