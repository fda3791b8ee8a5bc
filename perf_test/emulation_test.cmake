# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DPERF=isomer_perf -P emulation_test.cmake
# On a card that is not there the kernel that is named is the one that ran. Results that are damaged
# are told as wrong, each, and the program fails.

function(emulate number_of expected)
  execute_process(COMMAND ${PERF} --emulate=h200 ${ARGN}
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  message("${output}")
  if(NOT output MATCHES "emulated=h200 cases=([0-9]+) wrong=[0-9]+ ")
    message(FATAL_ERROR "There is no summary")
  endif()
  set(cases ${CMAKE_MATCH_1})
  if(cases EQUAL 0 OR NOT output MATCHES " ${number_of}=${cases} ")
    message(FATAL_ERROR "${number_of} is not of all ${cases} cases")
  endif()
  if(NOT result EQUAL expected)
    message(FATAL_ERROR "isomer_perf ended with ${result}, expected ${expected}")
  endif()
endfunction()

emulate(wrong 1 --smoke --max-bytes=8K --corrupt)
emulate(same_kernel 0 --suite=permute,in_place --type=f32 --short --max-bytes=48K)
