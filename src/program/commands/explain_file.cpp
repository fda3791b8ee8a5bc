// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <string>

#include <isomer/error.hpp>
#include <isomer/files.hpp>

#include "problem/messages.hpp"
#include "program/commands/explain_text.hpp"
#include "program/failure.hpp"
#include "program/moves/large_file.hpp"
#include "program/moves/requested.hpp"
#include "program/three_digits.hpp"

namespace isomer::program {
namespace {

std::string of(std::uint64_t bytes) { return detail::bytes(static_cast<double>(bytes)); }

void require_options_of_files(CommandLine const& line) {
  if (line.files.size() != 1)
    throw UsageError("explain takes at most one file, " + std::to_string(line.files.size()) +
                     " were given");
  if (!line.in_place) throw UsageError("explain takes a file with --in-place only");
  if (line.shape && !line.raw.is_raw) throw UsageError("--shape is for --raw, or for no file");
  if (!line.gpu.empty() || line.type || line.threads)
    throw UsageError("--gpu, --type and --threads are for no file");
  if (line.axes && line.fortran_order && !line.raw.is_raw)
    throw UsageError("--order says with --axes how a raw array is stored, " + line.files[0] +
                     " has a header");
  require_axes(line);
  require_file_options(line);
}

std::string figures(files::Report const& way) {
  return std::to_string(way.passes) + (way.passes == 1 ? " pass, reads " : " passes, reads ") +
         of(way.bytes_read) + ", writes " + of(way.bytes_written) + ", spare disk " +
         of(way.spare_bytes) + ", " + three_digits(way.predicted_seconds) + " s";
}

/// What each way would cost, or why it is not one for this file.
void print_ways(files::Report const& best) {
  std::printf("%-11s %-8s  %s\n", "ways", files::name_of(best.way), figures(best).c_str());
  for (auto const& other : best.others)
    std::printf(
        "%-11s %-8s  %s\n", "", files::name_of(other.way),
        other.passes > 0 ? figures(other).c_str() : ("no: " + as_typed(other.words)).c_str());
}

/// Throws Failure, the file in front, where it cannot be rewritten so.
files::Report ways_of(CommandLine const& line, StoredArray const& array,
                      Rearrangement const& rearrangement) {
  require_companion(array, rearrangement);
  auto const order = memory_order_of(array, rearrangement);
  auto options = file_options(line);
  if (array.header) options.new_header.assign(static_cast<std::size_t>(array.offset), ' ');
  try {
    return files::explain(array.path, order.array, order.axes, options);
  } catch (Error const& error) {
    auto const text = without_function(error.what());
    bool const is_named = text.find(array.path) != std::string::npos;
    throw Failure(is_named ? text : array.path + ": " + text);
  }
}

/// The lines of a plan without those of the ways that are not taken.
std::string plan_of(files::Report const& best) {
  return as_typed(best.words.substr(0, best.words.find("\nnot ")));
}

}  // namespace

void explain_file(CommandLine const& line) {
  require_options_of_files(line);
  auto const array = stored_array(line, line.files[0], Access::read);
  auto const rearrangement = requested_of(line, array.layout, array.path);
  auto const request = request_text(rearrangement, true);
  if (moves_nothing(rearrangement)) {
    std::printf("array       %s\nnothing moves: every element is where it belongs\n",
                request.c_str());
    return;
  }
  auto const best = ways_of(line, array, rearrangement);
  std::printf("array       %s\n", request.c_str());
  std::printf("way         %s\n", files::name_of(best.way));
  std::printf("passes      %d\n", best.passes);
  std::printf("bytes       %s; read %s, written %s\n",
              of(static_cast<std::uint64_t>(byte_count(array.layout))).c_str(),
              of(best.bytes_read).c_str(), of(best.bytes_written).c_str());
  std::printf("spare       %s of disk beside the file\n", of(best.spare_bytes).c_str());
  std::printf("memory      %s\n", of(best.memory_bytes).c_str());
  std::printf("predicted   %s s\n", three_digits(best.predicted_seconds).c_str());
  std::printf("plan        %s\n", indented(plan_of(best)).c_str());
  print_ways(best);
  auto const warning = files::warning(array.path, line.file.journal);
  if (!warning.empty()) std::printf("warning     %s\n", one_line(warning).c_str());
}

}  // namespace isomer::program
