# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DPERF=isomer_perf -DSUITES=a,b [-DCORRUPT=ON] -P smoke_test.cmake
# Runs the suites on tiny arrays. Every suite prints the line of its summary and no result is wrong; with
# CORRUPT each result that is verified is damaged first, and every suite notices.

if(CORRUPT)
  set(corrupt --corrupt)
endif()
execute_process(COMMAND ${PERF} --suite=${SUITES} --smoke ${corrupt}
  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
message("${output}")

string(REPLACE "," ";" suites ${SUITES})
foreach(suite IN LISTS suites)
  if(CORRUPT)
    if(NOT output MATCHES "(^|\n)${suite} [^\n]*FAILED: (element [0-9]+ of [0-9]+ of the result|[0-9]+ elements are wrong)")
      message(FATAL_ERROR "${suite} did not notice that its results were damaged")
    endif()
  elseif(NOT output MATCHES "(^|\n)summary suite=${suite} type=")
    message(FATAL_ERROR "${suite} printed no summary")
  endif()
endforeach()
if(CORRUPT)
  set(expected 1)
else()
  set(expected 0)
  if(output MATCHES "FAILED")
    message(FATAL_ERROR "A result is wrong")
  endif()
endif()
if(NOT result EQUAL expected)
  message(FATAL_ERROR "isomer_perf ended with ${result}, expected ${expected}")
endif()
