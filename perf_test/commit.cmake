# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Run at build time: cmake -DSOURCE=.. -DVERSION=.. -DOUTPUT=.. -P commit.cmake
# Writes commit.hpp, and touches it only when commit or dirty state have changed.

find_package(Git QUIET)
set(COMMIT unknown)
set(DIRTY unknown)
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE head RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(COMMIT ${head})
    execute_process(COMMAND ${GIT_EXECUTABLE} status --porcelain WORKING_DIRECTORY ${SOURCE}
      OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(changes STREQUAL "")
      set(DIRTY no)
    else()
      set(DIRTY yes)
    endif()
  endif()
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/commit.hpp.in ${OUTPUT} @ONLY)
