// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include <isomer/advisor/accesses.hpp>
#include <isomer/advisor/detail/advice_problem.hpp>
#include <isomer/error.hpp>

#include "plan/advice_for.hpp"
#include "program/commands/commands.hpp"
#include "program/commands/gpu_named.hpp"
#include "program/failure.hpp"
#include "program/files/npy_file.hpp"
#include "program/files/npy_records.hpp"
#include "program/files/output_file.hpp"
#include "program/kokkos_session.hpp"

namespace isomer::program {
namespace {

/// What an option's text says; its Error becomes one of the command line.
template <class Read>
auto read_option(char const* option, Read const& read) {
  try {
    return read();
  } catch (Error const& error) {
    throw UsageError(std::string(option) + ": " + without_function(error.what()));
  }
}

std::vector<Accesses> kernels_of(CommandLine const& line) {
  if (line.kernels.empty())
    throw UsageError(
        "the option --kernel is missing, one for each kernel says what it does to its record: "
        "--kernel \"push: read v update x y, 500 calls\"");
  std::vector<Accesses> kernels;
  for (std::string const& text : line.kernels)
    kernels.push_back(read_option("--kernel", [&] {
      return parse_accesses(text, "kernel " + std::to_string(kernels.size() + 1));
    }));
  return kernels;
}

/// The parts of "aos; clusters(x: soa; rest: aos)": a semicolon within parentheses or quotes parts
/// nothing.
std::vector<std::string> parts_of(std::string const& offer) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool is_quoted = false;
  for (char const c : offer) {
    is_quoted ^= c == '"';
    depth += c == '(' && !is_quoted ? 1 : 0;
    depth -= c == ')' && !is_quoted ? 1 : 0;
    if (c == ';' && depth == 0 && !is_quoted) parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

/// Each once, the file's own first.
std::vector<Arrangement> offer_of(std::string const& text, Arrangement const& own) {
  std::vector<Arrangement> offer{own};
  for (std::string const& part : parts_of(text)) {
    auto const one = read_option("--offer", [&] { return parse_arrangement(part); });
    if (std::find(offer.begin(), offer.end(), one) == offer.end()) offer.push_back(one);
  }
  return offer;
}

NpyRecords records_in(std::string const& path, std::optional<Arrangement> const& from) {
  MappedFile const file(open_file(path, Access::read), path, Access::read);
  auto const header = read_header(file, path);
  try {
    return records_of(header, from);
  } catch (Failure const& failure) {
    throw Failure(path + ": " + failure.what());
  } catch (Error const& error) {
    throw Failure(path + ": " + without_function(error.what()));
  }
}

/// Traces and lays out; whatever does not fit the record is told of the file.
detail::AdviceProblem problem_of(std::string const& path, NpyRecords const& records,
                                 std::vector<Arrangement> const& offer,
                                 std::vector<Accesses> const& kernels) {
  detail::AdviceProblem problem{
      .record = records.record, .count = records.count, .capacity = records.count, .offer = offer};
  try {
    for (Accesses const& kernel : kernels)
      problem.kernel.push_back(detail::trace_of(records.record, records.count, kernel));
    for (Arrangement const& one : offer) detail::record_layout(records.record, one, records.count);
  } catch (Error const& error) {
    throw Failure(path + ": " + without_function(error.what()));
  }
  if (records.count == 0) throw Failure(path + ": has no records to advise on");
  return problem;
}

/// Line by line as `one_line` has it: names of fields and kernels may hold anything.
std::string harmless(std::string const& text) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t const end = std::min(text.find('\n', begin), text.size());
    result += one_line(text.substr(begin, end - begin)) + '\n';
    begin = end + 1;
  }
  return result;
}

/// A picture appears whole or not at all, and never in the place of the file of the records.
void save(std::string const& picture, CommandLine const& line) {
  auto const input = open_file(line.files[0], Access::read);
  OutputFile file(line.svg, static_cast<std::int64_t>(picture.size()), line.force, input.get());
  std::memcpy(file.data(), picture.data(), picture.size());
  file.commit();
}

void require_options(CommandLine const& line) {
  if (line.files.size() != 1)
    throw UsageError("advise takes one file, " + std::to_string(line.files.size()) + " were given");
  if (line.force && line.svg.empty()) throw UsageError("--force is for the file of --svg");
  if (!line.gpu.empty() && line.threads)
    throw UsageError("--threads is for this machine, not for --gpu");
}

Advice advice_on(detail::AdviceProblem problem, std::optional<detail::Machine> const& gpu,
                 std::optional<int> threads) {
  if (gpu) return detail::advice_for_gpu(*gpu, std::move(problem), {});
  KokkosSession const kokkos(threads);
  return detail::advice_for(Exec{}, std::move(problem), {});
}

}  // namespace

void advise(CommandLine const& line) {
  require_options(line);
  auto const kernels = kernels_of(line);
  std::optional<Arrangement> from;
  if (!line.from.empty())
    from = read_option("--from", [&] { return parse_arrangement(line.from); });
  auto const gpu = gpu_named(line.gpu);
  auto const& path = line.files[0];
  offer_of(line.offer, AoS{});  // a mistake in it is one whatever the file holds
  auto const records = records_in(path, from);
  auto const offer = offer_of(line.offer, records.arrangement);
  auto const advice = advice_on(problem_of(path, records, offer, kernels), gpu, line.threads);
  std::printf("%s: %lld records of %zu fields, in %s\n%s\n%s", one_line(path).c_str(),
              static_cast<long long>(records.count), records.fields.size(),
              one_line(records.arrangement.name()).c_str(), harmless(advice.words()).c_str(),
              harmless(advice.table()).c_str());
  if (!line.svg.empty()) save(advice.svg(), line);
}

}  // namespace isomer::program
