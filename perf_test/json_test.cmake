# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DPERF=isomer_perf -DOUT=FILE -P json_test.cmake
# The JSON that a run leaves can be read, and says what ran where and how fast.

execute_process(COMMAND ${PERF} --smoke --benchmark_filter=permute/10/ --benchmark_out=${OUT}
  RESULT_VARIABLE failed OUTPUT_QUIET)
if(failed)
  message(FATAL_ERROR "isomer_perf ended with ${failed}")
endif()
file(READ ${OUT} json)
string(JSON program GET ${json} context executable)
if(NOT program STREQUAL PERF)
  message(FATAL_ERROR "context.executable is \"${program}\", has to be \"${PERF}\"")
endif()
foreach(key isomer_commit isomer_dirty kokkos_version kokkos_configuration cpu threads seed pages)
  string(JSON value GET ${json} context ${key})
  if(value STREQUAL "")
    message(FATAL_ERROR "context.${key} is empty")
  endif()
endforeach()
string(JSON of_copy GET ${json} benchmarks 0 of_copy)
if(NOT of_copy GREATER 0)
  message(FATAL_ERROR "benchmarks[0].of_copy is ${of_copy}, has to be above 0")
endif()
