# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DPERF=isomer_perf -P list_test.cmake
# A suite whose cases have types of their own has each of them once, whatever --type says.

foreach(types u8 "f32,f64")
  execute_process(COMMAND ${PERF} --suite=rearrange,permute --type=${types} --smoke --list
    OUTPUT_VARIABLE output RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "isomer_perf ended with ${failed}")
  endif()
  string(REPLACE ";" "," output "${output}") # of clusters
  string(REGEX MATCHALL "(^|\n)[a-z][^\n]*" names "${output}")
  set(once ${names})
  list(REMOVE_DUPLICATES once)
  list(LENGTH names all)
  list(LENGTH once different)
  if(all EQUAL 0 OR NOT all EQUAL different)
    message(FATAL_ERROR "--type=${types}: ${all} names, ${different} of them different")
  endif()
endforeach()
