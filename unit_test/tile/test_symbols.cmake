# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DNM=nm "-DOBJECTS=a.o;b.o" -P test_symbols.cmake
# No object has a function or table that a linker would merge with those of other objects, or take for theirs:
# weak and unique symbols.

if(NOT OBJECTS)
  message(FATAL_ERROR "There are no objects")
endif()
foreach(object IN LISTS OBJECTS)
  execute_process(COMMAND ${NM} --defined-only ${object} OUTPUT_VARIABLE symbols RESULT_VARIABLE failed)
  if(failed OR symbols STREQUAL "")
    message(FATAL_ERROR "${NM} tells nothing of ${object}")
  endif()
  if(symbols MATCHES "[0-9a-f]+ [uVW] [^\n]*")
    message(FATAL_ERROR "${object} shares with others: ${CMAKE_MATCH_0}")
  endif()
endforeach()
