// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>

#include "problem/messages.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "program/commands.hpp"
#include "program/failure.hpp"
#include "program/npy_dtype.hpp"
#include "program/npy_header.hpp"
#include "program/rearrange.hpp"
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

bool is_fortran(Arguments const& arguments) {
  auto const order = arguments.value("--order").value_or("C");
  if (order != "C" && order != "F")
    throw UsageError("--order was '" + order + "', it has to be C or F");
  return order == "F";
}

ArrayLayout layout_of(Arguments const& arguments) {
  ArrayLayout layout;
  auto const shape = arguments.value("--shape");
  if (!shape) throw UsageError("the option --shape is missing");
  layout.shape = parse_list("--shape", *shape);
  for (auto const extent : layout.shape)
    if (extent < 0) throw UsageError("--shape was '" + *shape + "', extents have to be from 0 on");
  layout.item_bytes = bytes_of_type(arguments.value("--type").value_or("f64"));
  return layout;
}

// --axes is a permutation of arrays stored in --order; --order alone is a relayout to it; with
// neither it is a transposition.
Rearrangement rearrangement_of(Arguments const& arguments) {
  Rearrangement rearrangement{layout_of(arguments), {}, is_fortran(arguments)};
  auto& axes = rearrangement.axes;
  auto const rank = rearrangement.from.shape.size();
  bool const is_relayout = arguments.has("--order") && !arguments.has("--axes");
  rearrangement.from.fortran_order = rearrangement.result_fortran_order != is_relayout;
  axes.resize(rank);
  if (is_relayout) {
    std::iota(axes.begin(), axes.end(), 0);
  } else if (auto const text = arguments.value("--axes")) {
    auto const list = parse_list("--axes", *text);
    require_permutation(list, static_cast<int>(rank));
    std::copy(list.begin(), list.end(), axes.begin());
  } else {
    std::iota(axes.rbegin(), axes.rend(), 0);
  }
  require_supported(rearrangement.from);
  byte_count(rearrangement.from);  // throws if too many
  return rearrangement;
}

std::string joined(std::vector<std::int64_t> const& numbers) {
  return detail::shape(numbers.data(), static_cast<int>(numbers.size()));
}

// Axes fastest first, as the library's own descriptions have them.
std::string fused_text(detail::Problem const& problem) {
  auto const normal = detail::normalize(problem);
  auto const order = detail::output_order(normal);
  std::vector<std::int64_t> before;
  std::vector<std::int64_t> after;
  for (int k = 0; k < normal.rank; ++k) {
    before.push_back(detail::axis_at(normal, k).extent);
    after.push_back(detail::axis_at(normal, order[static_cast<std::size_t>(k)]).extent);
  }
  return joined(before) + " -> " + joined(after) + " (fastest axis first), words of " +
         std::to_string(normal.element_bytes) + " bytes";
}

std::string request_text(Rearrangement const& rearrangement, bool in_place) {
  auto const order = [](ArrayLayout const& layout) { return layout.fortran_order ? " F" : " C"; };
  auto const result = result_layout(rearrangement);
  return shape_text(rearrangement.from.shape) + order(rearrangement.from) + " -> " +
         shape_text(result.shape) + order(result) + ", elements of " +
         std::to_string(result.item_bytes) + " bytes" + (in_place ? ", in place" : "");
}

std::string indented(std::string text) {
  constexpr char const* margin = "\n              ";
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 15)
    text.replace(at, 1, margin);
  return text;
}

void explain(Arguments const& arguments) {
  if (!arguments.files().empty())
    throw UsageError("explain takes options only, '" + arguments.files()[0] + "' was given");
  auto const threads_text = arguments.value("--threads");
  std::optional<int> threads;
  if (threads_text) threads = parse_count("--threads", *threads_text);
  Rearrangement rearrangement;
  try {
    rearrangement = rearrangement_of(arguments);
  } catch (Failure const& failure) {
    throw UsageError(failure.what());
  }
  bool const in_place = arguments.has("--in-place");
  std::printf("array       %s\n", request_text(rearrangement, in_place).c_str());
  auto const total = static_cast<double>(byte_count(rearrangement.from));
  if (moves_nothing(rearrangement) && (in_place || total == 0)) {
    std::printf("nothing moves: every element is where it belongs\n");
    return;
  }

  KokkosSession const kokkos(threads);
  Exec const exec;
  auto const problem = problem_of(rearrangement);
  auto const plan = in_place ? plan_in_place(exec, rearrangement, placeholder_address())
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
  std::printf("plan        %s\n", indented(facts.description).c_str());
}

constexpr std::string_view help =
    "usage: isomer explain --shape 64,224,224,3 [--axes 0,3,1,2] [--type f32] [--order F|C]\n"
    "                      [--in-place] [--threads N]\n"
    "\n"
    "Says how an array would be rearranged on this machine, without any data: the fused shape, "
    "the\n"
    "schema or decomposition, its passes, bytes and workspace, and the time that the model "
    "predicts.\n"
    "\n"
    "  --shape LIST  the extents of the array\n"
    "  --axes LIST   permute: axis k of the result is axis LIST[k]; left out, the axes are "
    "reversed\n"
    "  --type TYPE   f64 unless given: one such as f32, u8 or c128, a NumPy type string such as\n"
    "                '<f4', or a number of bytes\n"
    "  --order F|C   with --axes the order that the array is stored in, C unless given; without,\n"
    "                explain the relayout to this order\n"
    "  --in-place    explain the rewriting of one array where it "
    "lies\n" ISOMER_PROGRAM_THREADS_HELP;

}  // namespace

Command explain_command() {
  return {"explain",
          "say how an array would be rearranged",
          help,
          {{"--shape", true},
           {"--axes", true},
           {"--type", true},
           {"--order", true},
           {"--in-place"},
           {"--threads", true}},
          explain};
}

}  // namespace isomer::program
