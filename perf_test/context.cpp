// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "commit.hpp"
#include "pages.hpp"
#include "stream_copy.hpp"

namespace isomer::perf {

namespace {

std::string cpu_name() {
  std::ifstream in("/proc/cpuinfo");
  std::string line;
  while (std::getline(in, line))
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) +
         "." + std::to_string(KOKKOS_VERSION % 100);
}

std::string kokkos_configuration() {
  std::ostringstream text;
  Kokkos::print_configuration(text, true);
  return text.str();
}

std::string environment(char const* name) {
  char const* const value = std::getenv(name);
  return value != nullptr ? value : "unset";
}

std::string compiler() {
#if defined(__clang__)
  return std::string("Clang ") + __clang_version__;
#else
  return std::string("GCC ") + __VERSION__;
#endif
}

constexpr bool is_optimised =
#if defined(__OPTIMIZE__) && !defined(ISOMER_FAST_COMPILE)
    true;
#else
    false;
#endif

std::string pages_text(Options const& options) {
  return options.pages == Pages::huge ? "huge" : "default";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> context(Exec const& exec, Options const& options) {
  return {{"isomer_version", ISOMER_PERF_VERSION},
          {"isomer_commit", ISOMER_PERF_COMMIT},
          {"isomer_dirty", ISOMER_PERF_DIRTY},
          {"compiler", compiler()},
          {"optimised", is_optimised ? "yes" : "no"},
          {"kokkos_version", kokkos_version()},
          {"kokkos_configuration", kokkos_configuration()},
          {"execution_space", Exec::name()},
          {"threads", std::to_string(exec.concurrency())},
          {"OMP_PROC_BIND", environment("OMP_PROC_BIND")},
          {"OMP_PLACES", environment("OMP_PLACES")},
          {"cpu", cpu_name()},
          {"pages", pages_text(options)},
          {"transparent_huge_pages", transparent_huge_pages()},
          {"streaming_copy", stream_copy_name()},
          {"seed", std::to_string(options.seed)}};
}

std::string caption(Exec const& exec, Options const& options) {
  bool const is_dirty = std::string(ISOMER_PERF_DIRTY) == "yes";
  return cpu_name() + ", " + std::to_string(exec.concurrency()) + " threads, " +
         pages_text(options) + " pages, " + Exec::name() + " of Kokkos " + kokkos_version() +
         ", commit " + ISOMER_PERF_COMMIT + (is_dirty ? " with changes" : "") + ", seed " +
         std::to_string(options.seed);
}

std::string context_text(Exec const& exec, Options const& options) {
  std::string text = "# isomer_perf " ISOMER_PERF_VERSION ": " + caption(exec, options) + "\n" +
                     "# streaming copy " + stream_copy_name() +
                     ", transparent huge pages: " + transparent_huge_pages() + ", " + compiler() +
                     "\n";
  if (!is_optimised)
    text +=
        "# built to compile fast or without optimisation: figures come from the preset release\n";
  return text;
}

}  // namespace isomer::perf
