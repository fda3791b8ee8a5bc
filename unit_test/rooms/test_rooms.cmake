# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Runs the check of cmake/rooms.cmake on small trees: one that is right, and one for each thing that
# it has to refuse by name.

file(WRITE ${DIR}/check.cmake
  "cmake_minimum_required(VERSION 3.25)\ninclude(\"${ROOMS}\")\nisomer_require_rooms(\"${DIR}/src\")\n")

# expect(SOURCE TEXT REASON): the tree with this one source is refused for that reason; an empty
# reason means that it is not.
function(expect source text reason)
  file(REMOVE_RECURSE ${DIR}/src)
  file(WRITE ${DIR}/src/${source} "${text}")
  execute_process(COMMAND ${CMAKE_COMMAND} -P ${DIR}/check.cmake
    RESULT_VARIABLE failed ERROR_VARIABLE said OUTPUT_QUIET)
  string(REGEX REPLACE "[ \n]+" " " said "${said}")
  string(FIND "${said}" "${reason}" found)
  if(reason STREQUAL "")
    if(failed)
      message(FATAL_ERROR "src/${source} is refused: ${said}")
    endif()
  elseif(NOT failed OR found EQUAL -1)
    message(FATAL_ERROR "src/${source} has to be refused with '${reason}', it said '${said}'")
  endif()
endfunction()

expect(plan/a.cpp "#include \"cost/b.hpp\"\n#include \"plan/c.hpp\"\n#include <vector>\n" "")
expect(tile/host/a.inl "#include \"tile/isa.hpp\"\n" "")
expect(cost/a.hpp "#include \"plan/b.hpp\"\n" "src/cost/a.hpp includes \"plan/b.hpp\"")
expect(tile/host/a.inl "#include \"tiling/b.hpp\"\n" "src/tile/host/a.inl includes \"tiling/b.hpp\"")
expect(in_place/panel/a.cpp "#include \"schema/b.hpp\"\n"
  "src/in_place/panel/a.cpp includes \"schema/b.hpp\"")
expect(attic/a.cpp "\n" "src/attic is no room")
