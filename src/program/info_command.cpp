// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#include "cost/models.hpp"
#include "machine/host_kernels.hpp"
#include "program/caches.hpp"
#include "program/commands.hpp"
#include "program/failure.hpp"
#include "program/files/npy_file.hpp"
#include "program/kokkos_session.hpp"
#include "program/three_digits.hpp"
#include "program/version.hpp"
#include "tile/host/job.hpp"

namespace isomer::program {
namespace {

void describe_file(std::string const& path) {
  MappedFile const file(open_file(path, Access::read), path, Access::read);
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
  if (end < file.size())
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
  if (line.files.empty()) describe_program(line.threads);
  else describe_file(line.files[0]);
}

}  // namespace isomer::program
