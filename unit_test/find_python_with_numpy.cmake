# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Sets ISOMER_PYTHON, if there is a Python with numpy. The distribution's Python comes first: another one in PATH seldom has the
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
