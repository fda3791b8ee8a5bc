# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

find_package(benchmark QUIET)
if(NOT TARGET benchmark::benchmark)
  message(FATAL_ERROR "Isomer: isomer_perf needs Google Benchmark (Debian: libbenchmark-dev). "
                      "Install it, or configure with -DIsomer_ENABLE_BENCHMARKS=OFF.")
endif()
