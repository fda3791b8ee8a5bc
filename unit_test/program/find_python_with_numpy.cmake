# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Sets ISOMER_PYTHON. The distribution's Python comes first: another one in PATH seldom has the
# distribution's numpy.
function(isomer_has_numpy result python)
  execute_process(COMMAND ${python} -c "import numpy"
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(NOT failed STREQUAL "0")
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

find_program(ISOMER_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH VALIDATOR isomer_has_numpy)
find_program(ISOMER_PYTHON NAMES python3 python VALIDATOR isomer_has_numpy)
if(NOT ISOMER_PYTHON)
  message(FATAL_ERROR
    "Isomer: the tests of the program compare it with numpy, and no python3 here has that (Debian: "
    "python3-numpy). Install it, name one with -DISOMER_PYTHON=FILE, or configure with "
    "-DISOMER_BUILD_PROGRAM=OFF.")
endif()
