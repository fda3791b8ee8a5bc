// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#include <isomer/files.hpp>

#include "cost/models.hpp"
#include "machine/host_kernels.hpp"
#include "program/commands/caches.hpp"
#include "program/commands/commands.hpp"
#include "program/failure.hpp"
#include "program/files/in_place_file.hpp"
#include "program/files/npy_file.hpp"
#include "program/files/rewriting.hpp"
#include "program/kokkos_session.hpp"
#include "program/three_digits.hpp"
#include "program/version.hpp"
#include "tile/host/job.hpp"

namespace isomer::program {
namespace {

void print_array(char const* what, std::string const& start) {
  auto const header = parse_npy_header(start);
  std::printf("%-9s shape %s, order %s, type %s\n", what, shape_text(header.shape).c_str(),
              header.fortran_order ? "F" : "C", one_line(header.descr).c_str());
}

void describe_rewriting(MappedFile const& file, std::string const& path,
                        Rewriting const& rewriting) {
  if (rewriting.state == RewritingState::in_companion) {
    auto const found = files::status(path);
    std::printf("file      %s\nstate     %s\n", one_line(path).c_str(),
                one_line(found.words).c_str());
    return;
  }
  bool const goes_on = is_being_rewritten(file.descriptor());
  std::printf("file      %s\n", one_line(path).c_str());
  std::printf("state     %s\n",
              goes_on ? "is being rewritten by another process" : sentence_of(rewriting).c_str());
  if (rewriting.state == RewritingState::unknown) return;
  print_array("before", rewriting.note.old_start);
  print_array("after", rewriting.note.new_start);
}

void describe_file(std::string const& path) {
  MappedFile const file(open_file(path, Access::read), path, Access::read);
  auto const rewriting = rewriting_of(file.text(), running_system());
  if (rewriting && rewriting->is_marked) return describe_rewriting(file, path, *rewriting);
  auto const header = read_header(file, path);
  auto const bytes = byte_count(layout_of(header));
  auto const end = header.data_offset + bytes;
  std::printf("file      %s\n", one_line(path).c_str());
  std::printf("format    npy %d.0\n", header.major_version);
  std::printf("shape     %s\n", shape_text(header.shape).c_str());
  std::printf("order     %s\n", header.fortran_order ? "F" : "C");
  std::printf("type      %s, %lld bytes\n", one_line(header.descr).c_str(),
              static_cast<long long>(header.item_bytes));
  std::printf("data      %lld bytes from byte %lld on\n", static_cast<long long>(bytes),
              static_cast<long long>(header.data_offset));
  if (rewriting)
    std::printf(
        "state     whole, with a note of a rewriting in place that was cut short: isomer "
        "recover removes it\n");
  else if (end < file.size())
    std::printf("behind    %lld bytes that are not the array's\n",
                static_cast<long long>(file.size() - end));
}

void describe_program(std::optional<int> threads) {
  KokkosSession const kokkos(threads);
  std::string caches;
  for (auto const& text : cache_texts()) caches += (caches.empty() ? "" : ", ") + text;
  std::printf("isomer    %s\n", version);
  std::printf("Kokkos    %d.%d.%d, %s\n", KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100,
              KOKKOS_VERSION % 100, Exec::name());
  std::printf("threads   %d\n", Exec().concurrency());
  std::printf("SIMD      %s\n", tile::kernels().isa.name);
  std::printf("caches    %s\n", caches.empty() ? "unknown" : caches.c_str());
  auto const& used = detail::model_in_use();
  std::printf("model     %s, fitted with %d threads while a copy moved %s GB/s\n",
              one_line(used.origin).c_str(), used.rates.threads,
              three_digits(used.rates.copy_bytes_per_second / 1e9).c_str());
}

}  // namespace

void info(CommandLine const& line) {
  if (line.files.size() > 1)
    throw UsageError("info takes at most one file, " + std::to_string(line.files.size()) +
                     " were given");
  if (!line.files.empty() && line.threads) throw UsageError("--threads is for no file");
  if (line.files.empty()) describe_program(line.threads);
  else describe_file(line.files[0]);
}

}  // namespace isomer::program
